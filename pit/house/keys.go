package house

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"strings"

	"golang.org/x/crypto/argon2"
	"golang.org/x/crypto/chacha20poly1305"

	"sabot/pit/record"
)

// Everybody who works here has a key of their own. Its private half is kept sealed
// under the PIN and nowhere else: giving the right PIN is what opens it, and what it
// signs is what its owner approved. Each new PIN has a new key: who kept an old record and
// learns the PIN of then opens nothing that signs now.

// A Cost is the price of trying a PIN: argon2id's memory in KiB and its passes.
type Cost struct{ Memory, Passes uint32 }

// KeyCost is the cost at which keys are sealed: 70 ms on one core. It stands in each
// secret, so a secret opens at the cost at which it was sealed. Only tests change it.
var KeyCost = Cost{64 * 1024, 2}

// mostCost is the highest cost that a secret may ask of whoever opens it.
var mostCost = Cost{1024 * 1024, 16}

const saltLength = 16

// PIN lengths that are taken.
const (
	MinPIN = 4
	MaxPIN = 8
	// UsualPIN is the least that a house takes which says nothing else.
	UsualPIN = 6
)

// NewKey generates a key for somebody who works here.
func NewKey() (*ecdsa.PrivateKey, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("making a key: %w", err)
	}
	return key, nil
}

// PublicKey returns the public half of a key as the record has it.
func PublicKey(key *ecdsa.PrivateKey) (string, error) {
	der, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	if err != nil {
		return "", fmt.Errorf("writing a public key: %w", err)
	}
	return base64.StdEncoding.EncodeToString(der), nil
}

// writtenKey reports whether a public key is written as PublicKey writes it: one key has one text, and two of one text are one.
func writtenKey(public string) bool {
	der, err := base64.StdEncoding.DecodeString(public)
	if err != nil {
		return false
	}
	parsed, err := x509.ParsePKIXPublicKey(der)
	key, ok := parsed.(*ecdsa.PublicKey)
	if err != nil || !ok || key.Curve != elliptic.P256() {
		return false
	}
	again, err := x509.MarshalPKIXPublicKey(key)
	return err == nil && base64.StdEncoding.EncodeToString(again) == public
}

// SealKey seals a key so that only the PIN, which has MinPIN to MaxPIN digits, opens it together with the pepper. Refusal:
// BadSetting.
func SealKey(pin string, pepper record.Pepper, key *ecdsa.PrivateKey) (secret string, err error) {
	if !validPIN(pin) {
		return "", &Refusal{Why: BadSetting, What: "pin"}
	}
	return sealing{KeyCost, pepper.ID()}.seal(pin, pepper, key)
}

// seal seals a key so that only the text with opens it, together with the pepper where the sealing has one.
func (s sealing) seal(with string, pepper record.Pepper, key *ecdsa.PrivateKey) (secret string, err error) {
	plain, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return "", fmt.Errorf("sealing a key: %w", err)
	}
	defer clear(plain)
	salt := make([]byte, saltLength)
	if _, err := rand.Read(salt); err != nil {
		return "", fmt.Errorf("salting what opens a key: %w", err)
	}
	stretched := s.stretch(with, salt, pepper)
	defer clear(stretched)
	aead, err := chacha20poly1305.New(stretched)
	if err != nil {
		return "", fmt.Errorf("sealing a key: %w", err)
	}
	// What was stretched is used for this one message: its salt is new, so the nonce may
	// be all zeros.
	box := aead.Seal(nil, make([]byte, aead.NonceSize()), plain, nil)
	enc := base64.RawStdEncoding
	return s.head() + enc.EncodeToString(salt) + "$" + enc.EncodeToString(box), nil
}

// OpenKey returns the key in a secret; nil where the PIN or the pepper is another one.
func OpenKey(secret, pin string, pepper record.Pepper) *ecdsa.PrivateKey {
	how, sealed := sealingOf(secret)
	salt, box, found := strings.Cut(strings.TrimPrefix(secret, how.head()), "$")
	if !sealed || !found {
		return nil
	}
	enc := base64.RawStdEncoding
	saltBytes, errSalt := enc.DecodeString(salt)
	boxBytes, errBox := enc.DecodeString(box)
	if errSalt != nil || errBox != nil {
		return nil
	}
	stretched := how.stretch(pin, saltBytes, pepper)
	defer clear(stretched)
	aead, err := chacha20poly1305.New(stretched)
	if err != nil {
		return nil
	}
	plain, err := aead.Open(nil, make([]byte, aead.NonceSize()), boxBytes, nil)
	if err != nil {
		return nil
	}
	defer clear(plain)
	key, err := x509.ParsePKCS8PrivateKey(plain)
	if err != nil {
		return nil
	}
	private, _ := key.(*ecdsa.PrivateKey)
	return private
}

// PepperOf returns the ID of the pepper that a sealed key takes; "" of one from before there were peppers, which opens with the
// PIN alone.
func PepperOf(secret string) string {
	how, _ := sealingOf(secret)
	return how.pepper
}

// A sealing is the way in which a key was sealed: its cost and its pepper, "" without one. Each secret has it, so that a later
// Sabot can seal otherwise.
type sealing struct {
	Cost
	pepper string
}

func (s sealing) head() string {
	head := fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=1$", argon2.Version, s.Memory, s.Passes)
	if s.pepper != "" {
		head += record.PepperSign + s.pepper + "$"
	}
	return head + "chacha20poly1305$"
}

// sealingOf returns the way in which a secret was sealed; false where the secret is none of a key, or would cost too much to open.
func sealingOf(secret string) (sealing, bool) {
	var s sealing
	var version int
	if _, err := fmt.Sscanf(secret, "$argon2id$v=%d$m=%d,t=%d,", &version, &s.Memory, &s.Passes); err != nil {
		return s, false
	}
	s.pepper = record.PepperIn(secret)
	dear := s.Memory > mostCost.Memory || s.Passes > mostCost.Passes || s.Passes == 0
	return s, !dear && strings.HasPrefix(secret, s.head())
}

// stretch makes a key of a PIN, at the cost of the sealing, and of the pepper where it was
// sealed with one.
func (s sealing) stretch(pin string, salt []byte, pepper record.Pepper) []byte {
	key := argon2.IDKey([]byte(pin), salt, s.Passes, s.Memory, 1, chacha20poly1305.KeySize)
	if s.pepper == "" {
		return key
	}
	defer clear(key)
	mac := hmac.New(sha256.New, pepper)
	mac.Write(key)
	return mac.Sum(nil)
}

// Badge is somebody who gave their PIN just now: what they approve, they sign.
type Badge struct {
	Staff
	key    *ecdsa.PrivateKey
	answer *answer // of who gave it elsewhere; they approve what they have signed there, and nothing else
}

// NewBadge returns the badge of somebody with their opened key.
func NewBadge(who Staff, key *ecdsa.PrivateKey) Badge { return Badge{Staff: who, key: key} }

// Key signs in the name of whose badge it is; nil without one.
func (b Badge) Key() *ecdsa.PrivateKey { return b.key }

// opens reports whether a PIN was given for the badge, here or elsewhere.
func (b Badge) opens() bool { return b.key != nil || b.answer != nil }

// Approve signs an entry; before is its stream as it was before the command that enters it. Error: ErrNotSigned of who has signed
// something else.
func (b Badge) Approve(before record.Stood, e record.Entry) (record.Approved, error) {
	if b.answer != nil {
		return b.answer.approve(b.Number, before, e)
	}
	digest := before.Signed(sha256.Sum256(record.Encode(e)))
	sig, err := ecdsa.SignASN1(rand.Reader, b.key, digest[:])
	if err != nil {
		return record.Approved{}, fmt.Errorf("signing entry %d of %s: %w", e.Seq, e.Table, err)
	}
	return record.Approved{Seq: e.Seq, By: b.Number, Before: before, Sig: base64.StdEncoding.EncodeToString(sig)}, nil
}
