package seal

import (
	"crypto/rand"
	"fmt"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

// keyName stands in every signature line, before the hash of the key.
const keyName = "sabot"

// Key is what an installation signs with (ed25519). Who has it can seal any record.
type Key struct {
	text     string
	verifier string
	signer   note.Signer
}

// NewKey makes a key.
func NewKey() (*Key, error) {
	private, public, err := note.GenerateKey(rand.Reader, keyName)
	if err != nil {
		return nil, fmt.Errorf("making a key of the installation: %w", err)
	}
	return ReadKey(private + "\n" + public + "\n")
}

// ReadKey is the key whose Text that is.
func ReadKey(text string) (*Key, error) {
	private, rest, _ := strings.Cut(text, "\n")
	public := strings.TrimSuffix(rest, "\n")
	signer, err := note.NewSigner(private)
	if err != nil {
		return nil, fmt.Errorf("reading the key of the installation: %w", err)
	}
	verifier, err := note.NewVerifier(public)
	if err != nil {
		return nil, fmt.Errorf("reading the public half of the key of the installation: %w", err)
	}
	if verifier.KeyHash() != signer.KeyHash() || verifier.Name() != signer.Name() {
		return nil, fmt.Errorf("reading the key of the installation: its two halves are of different keys")
	}
	return &Key{text, public, signer}, nil
}

// Text is the key as it is kept: the private half and the public one, a line each.
func (k *Key) Text() string { return k.text }

// Verifier is the public half: what it takes to check a head.
func (k *Key) Verifier() string { return k.verifier }

// CheckVerifier says what is wrong with the text of a verifier; nil if nothing.
func CheckVerifier(text string) error {
	if _, err := note.NewVerifier(text); err != nil {
		return fmt.Errorf("%q is no key that heads are checked with: %w", text, err)
	}
	return nil
}
