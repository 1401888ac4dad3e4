// Package protect keeps a machine's secrets under its TPM or under a passphrase, where the house has chosen so.
// They are the key that seals its record and the pepper of its PINs. A file says by itself how it is protected; one
// that is not is read as it is.
package protect

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"strings"
	"sync"

	"golang.org/x/crypto/chacha20poly1305"

	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage/tpm"
)

// A How is the way in which a machine's secrets are protected.
type How string

// The ways. Nobody is asked for anything where they are open or under the TPM.
const (
	Open       How = ""
	TPM        How = "tpm"
	Passphrase How = "passphrase"
)

const (
	form    = "SABOT PROTECTED"
	keyFrom = "sabot protected\n"
)

// begins has the first bytes of each protected file.
var begins = []byte("-----BEGIN " + form + "-----")

// ErrFailed is the error of a TPM that may open it another time.
var ErrFailed = tpm.ErrFailed

var errDamaged = fmt.Errorf("%w: the file is damaged", record.ErrProtected)

// A Guard is a key that protects secrets; the TPM or the passphrase seals it.
type Guard struct {
	How  How
	held string // its key, sealed
	key  []byte
}

// UnderTPM returns a new guard whose key this machine's TPM alone opens. Errors: those of tpm.Seal.
func UnderTPM() (*Guard, error) {
	seed := make([]byte, sha256.Size)
	if _, err := rand.Read(seed); err != nil {
		return nil, fmt.Errorf("making a key: %w", err)
	}
	sealed, err := tpm.Seal(seed)
	if err != nil {
		return nil, err
	}
	return &Guard{TPM, base64.StdEncoding.EncodeToString(sealed), keyOf(seed)}, nil
}

// UnderPassphrase returns a new guard whose key opens only with a passphrase. This program has opened it already.
// Refusals: those of house.CheckPassphrase.
func UnderPassphrase(typed string) (*Guard, error) {
	key, err := house.NewKey()
	if err != nil {
		return nil, err
	}
	held, err := house.SealUnder(typed, key)
	if err != nil {
		return nil, err
	}
	seed, err := key.Bytes()
	if err != nil {
		return nil, fmt.Errorf("making a key: %w", err)
	}
	g := &Guard{Passphrase, held, keyOf(seed)}
	opened.Store(g.held, g.key)
	return g, nil
}

func keyOf(seed []byte) []byte {
	sum := sha256.Sum256(append([]byte(keyFrom), seed...))
	return sum[:]
}

// opened are the keys of the guards that this program has opened, by their sealed form. So nobody is asked for one
// twice.
var opened sync.Map

// Seal returns the content of a protected file; public may be read in it by everybody.
func (g *Guard) Seal(public string, secret []byte) ([]byte, error) {
	f := File{How: g.How, Public: public, held: g.held}
	aead, err := chacha20poly1305.NewX(g.key)
	if err != nil {
		return nil, fmt.Errorf("protecting a secret: %w", err)
	}
	nonce := make([]byte, aead.NonceSize())
	if _, err := rand.Read(nonce); err != nil {
		return nil, fmt.Errorf("protecting a secret: %w", err)
	}
	f.box = aead.Seal(nonce, nonce, secret, f.told())
	return pem.EncodeToMemory(&pem.Block{Type: form, Headers: map[string]string{"How": string(f.How), "Key": f.held, "Public": f.Public, "Sum": f.sum()}, Bytes: f.box}), nil
}

// A File is the content of a protected file, as everybody may read it.
type File struct {
	How    How
	Public string
	held   string
	box    []byte
}

// told returns the open part of a file, to which its secret is bound: nobody changes that unnoticed.
func (f File) told() []byte {
	return []byte(strings.Join([]string{string(f.How), f.held, f.Public}, "\n"))
}

// sum returns a checksum of the open part of a file. It tells damage from a wrong passphrase, and keeps nobody from forging.
func (f File) sum() string {
	sum := sha256.Sum256(f.told())
	return base64.StdEncoding.EncodeToString(sum[:])
}

// Read returns what lies in a file; false of one that is not protected. The error wraps record.ErrProtected where it is damaged.
func Read(content []byte) (f File, protected bool, err error) {
	if !bytes.HasPrefix(content, begins) {
		return File{}, false, nil
	}
	block, rest := pem.Decode(content)
	if block == nil || block.Type != form || len(bytes.TrimSpace(rest)) > 0 {
		return File{}, true, errDamaged
	}
	f = File{How(block.Headers["How"]), block.Headers["Public"], block.Headers["Key"], block.Bytes}
	if block.Headers["Sum"] != f.sum() {
		return File{}, true, errDamaged
	}
	if f.How != TPM && f.How != Passphrase {
		return File{}, true, fmt.Errorf("%w: a newer Sabot has protected it", record.ErrProtected)
	}
	return f, true, nil
}

// Secret returns the secret in a file, protected or not. The error wraps record.ErrProtected, and record.ErrAsks where a passphrase has to be given first.
func Secret(content []byte) ([]byte, error) {
	f, protected, err := Read(content)
	if !protected || err != nil {
		return content, err
	}
	return f.Secret()
}

// Secret returns the secret in the file. Errors: those of Secret.
func (f File) Secret() ([]byte, error) {
	g, err := f.Guard()
	if err != nil {
		return nil, err
	}
	return g.open(f)
}

// Guard returns the guard that protects the file. Errors: those of Secret.
func (f File) Guard() (*Guard, error) {
	key, known := opened.Load(f.held)
	if known {
		return &Guard{f.How, f.held, key.([]byte)}, nil
	}
	if f.How == Passphrase {
		return nil, record.ErrAsks
	}
	g, err := f.fromTPM()
	if err == nil {
		opened.Store(g.held, g.key)
	}
	return g, err
}

// Known reports whether this program has opened the guard that protects the file.
func (f File) Known() bool {
	_, known := opened.Load(f.held)
	return known
}

// Sealed returns the sealed key of the guard: files that have the same one open together.
func (f File) Sealed() string { return f.held }

// fromTPM returns the guard as the TPM opens it.
func (f File) fromTPM() (*Guard, error) {
	sealed, err := base64.StdEncoding.DecodeString(f.held)
	if err != nil {
		return nil, errDamaged
	}
	seed, err := tpm.Open(sealed)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", record.ErrProtected, err)
	}
	return &Guard{TPM, f.held, keyOf(seed)}, nil
}

// Unlock gives this program the passphrase of a file, and of all that were protected with it. It is false where the passphrase is
// another one.
func (f File) Unlock(typed string) bool {
	key := house.OpenUnder(f.held, typed)
	if key == nil {
		return false
	}
	seed, err := key.Bytes()
	if err != nil {
		return false
	}
	opened.Store(f.held, keyOf(seed))
	return true
}

// Check opens a file as the next program will: nothing that this one knows already helps it. It returns the secret. Errors: those of Secret.
func (f File) Check(typed string) ([]byte, error) {
	if f.How == TPM {
		g, err := f.fromTPM()
		if err != nil {
			return nil, err
		}
		return g.open(f)
	}
	if !f.Unlock(typed) {
		return nil, record.ErrAsks
	}
	return f.Secret()
}

func (g *Guard) open(f File) ([]byte, error) {
	aead, err := chacha20poly1305.NewX(g.key)
	if err != nil {
		return nil, err
	}
	n := aead.NonceSize()
	if len(f.box) < n {
		return nil, errDamaged
	}
	secret, err := aead.Open(nil, f.box[:n], f.box[n:], f.told())
	if err != nil {
		return nil, errDamaged
	}
	return secret, nil
}

// Forget makes this program forget what it has opened, as one that begins.
func Forget() { opened.Clear() }
