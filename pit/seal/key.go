package seal

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

// keyName stands in every signature line, before the hash of the key.
const keyName = "sabot"

// A Key is the key with which an installation signs (ed25519). Who has it can seal any record.
type Key struct {
	private, public string
	signer          note.Signer
	earlier         []string
}

// NewKey makes a key. It takes over from the earlier ones, of which it is given the
// public halves: the heads they signed are those of a record that was restored.
func NewKey(earlier ...string) (*Key, error) {
	private, public, err := note.GenerateKey(rand.Reader, keyName)
	if err != nil {
		return nil, fmt.Errorf("making a key of the installation: %w", err)
	}
	return ReadKey(strings.Join(append([]string{private, public}, earlier...), "\n") + "\n")
}

// ReadKey returns the key whose Text that is.
func ReadKey(text string) (*Key, error) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) < 2 {
		return nil, errors.New("a key of the installation has two lines or more")
	}
	signer, err := note.NewSigner(lines[0])
	if err != nil {
		return nil, fmt.Errorf("reading the key of the installation: %w", err)
	}
	for _, verifier := range lines[1:] {
		if err := CheckVerifier(verifier); err != nil {
			return nil, err
		}
	}
	k := &Key{lines[0], lines[1], signer, lines[2:]}
	trial, err := Head{Stream: keyName}.Sign(k)
	if err != nil {
		return nil, err
	}
	if _, _, err := Open(trial, k.public); err != nil {
		return nil, errors.New("the two halves of the key of the installation are of different keys")
	}
	return k, nil
}

// Seed returns the secret of the key, 32 bytes: KeyOfSeed makes the key from it again.
func (k *Key) Seed() []byte {
	_, seed := secretOf(k.private)
	return seed
}

// secretOf returns the name and the secret of a private half that note.NewSigner has taken.
func secretOf(private string) (name string, seed []byte) {
	const fields = 5 // PRIVATE+KEY+name+hash+secret, which may have a + in it
	parts := strings.SplitN(private, "+", fields)
	raw, err := base64.StdEncoding.DecodeString(parts[len(parts)-1])
	if err != nil || len(parts) != fields || len(raw) != 1+ed25519.SeedSize {
		panic("seal: a key that was read is none")
	}
	return parts[2], raw[1:]
}

// KeyOfSeed returns the key of a secret. It takes over from the earlier keys, whose public halves are given; its own may be among
// them.
func KeyOfSeed(seed []byte, earlier ...string) (*Key, error) {
	if len(seed) != ed25519.SeedSize {
		return nil, fmt.Errorf("the secret of a key has %d bytes", ed25519.SeedSize)
	}
	public, ok := ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey)
	if !ok {
		return nil, errors.New("that is no secret of a key")
	}
	verifier, err := note.NewEd25519VerifierKey(keyName, public)
	if err != nil {
		return nil, fmt.Errorf("reading the secret of a key: %w", err)
	}
	lines := []string{"PRIVATE+KEY+" + strings.Join(strings.SplitN(verifier, "+", 3)[:2], "+") + "+" + base64.StdEncoding.EncodeToString(append([]byte{1}, seed...)), verifier}
	for _, e := range earlier {
		if e != verifier && !slices.Contains(lines[1:], e) {
			lines = append(lines, e)
		}
	}
	return ReadKey(strings.Join(lines, "\n") + "\n")
}

// Text returns the key as it is stored: the private half, the public one, and those of earlier keys, a line each.
func (k *Key) Text() string {
	return strings.Join(append([]string{k.private, k.public}, k.earlier...), "\n") + "\n"
}

// Verifier returns the public half: what it takes to check a head.
func (k *Key) Verifier() string { return k.public }

// Verifiers returns the public half and those of the keys that this one took over from.
func (k *Key) Verifiers() []string { return append([]string{k.public}, k.earlier...) }

// CheckVerifier returns what is wrong with the text of a verifier; nil if nothing is.
func CheckVerifier(text string) error {
	if _, err := note.NewVerifier(text); err != nil {
		return fmt.Errorf("%.80q is no key that heads are checked with, or not a whole one", text)
	}
	return nil
}
