package seal

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// A Head is the signed size of a stream: it stands for the stream up to one of its records. Signed, it is a note of three lines,
// the stream's name, how many records, their root, and then the signature.
type Head struct {
	Stream string
	Size   int64
	Root   Hash
}

// ErrNotSigned is wrapped by the error of a head that none of the keys given has signed.
var ErrNotSigned = errors.New("none of the keys has signed it")

// HeadOf returns the head of a stream's tree.
func HeadOf(stream string, t *Tree) Head { return Head{stream, t.Size(), t.Root()} }

func (h Head) text() string { return fmt.Sprintf("%s\n%d\n%s\n", h.Stream, h.Size, h.Root) }

// Sign returns the head as a signed note.
func (h Head) Sign(key *Key) (string, error) {
	signed, err := note.Sign(&note.Note{Text: h.text()}, key.signer)
	if err != nil {
		return "", fmt.Errorf("signing the head of %s: %w", h.Stream, err)
	}
	return string(signed), nil
}

// ReadHead returns the head in a note, signed or not.
func ReadHead(text string) (Head, error) {
	lines := strings.SplitN(text, "\n", 4)
	if len(lines) < 4 {
		return Head{}, errors.New("a head has three lines and a signature")
	}
	size, errSize := strconv.ParseInt(lines[1], 10, 64)
	root, errRoot := tlog.ParseHash(lines[2])
	h := Head{lines[0], size, root}
	if errSize != nil || errRoot != nil || size < 0 || !strings.HasPrefix(text, h.text()+"\n") {
		return Head{}, errors.New("a head says a name, a number and a hash, and this says something else")
	}
	return h, nil
}

// Open returns the head in a signed note, and which of the verifiers has signed it. There is one way to write a signed head; what
// is written otherwise is refused. The error wraps ErrNotSigned where the form is right and the signature is not.
func Open(text string, verifiers ...string) (h Head, by string, err error) {
	if h, err = ReadHead(text); err != nil {
		return Head{}, "", err
	}
	for _, verifier := range verifiers {
		v, err := note.NewVerifier(verifier)
		if err != nil {
			return Head{}, "", fmt.Errorf("reading a key: %w", err)
		}
		if n, err := note.Open([]byte(text), note.VerifierList(v)); err == nil && text == written(h, n) {
			return h, verifier, nil
		}
	}
	return Head{}, "", ErrNotSigned
}

// written returns an opened note as Sign writes it; a signature has many base64 texts and only one that an encoder makes.
func written(h Head, n *note.Note) string {
	sig := n.Sigs[0]
	raw, err := base64.StdEncoding.DecodeString(sig.Base64)
	if err != nil {
		return ""
	}
	return h.text() + "\n— " + sig.Name + " " + base64.StdEncoding.EncodeToString(raw) + "\n"
}
