package seal

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

// witnessName stands in the signature line of who countersigns.
const witnessName = "witness"

// sigLine begins the line of a signature.
const sigLine = "— "

// NewWitnessKey makes the key of somebody who countersigns heads that others signed, as
// Countersign takes it: the private half and the public one, a line each.
func NewWitnessKey() (string, error) {
	private, public, err := note.GenerateKey(rand.Reader, witnessName)
	if err != nil {
		return "", fmt.Errorf("making the key of a witness: %w", err)
	}
	return private + "\n" + public + "\n", nil
}

// WitnessVerifier returns the public half of a witness's key. The error is of a text that is none.
func WitnessVerifier(key string) (string, error) {
	lines := strings.Split(strings.TrimSuffix(key, "\n"), "\n")
	if len(lines) != 2 {
		return "", errors.New("the key of a witness has two lines")
	}
	return lines[1], CheckVerifier(lines[1])
}

// Countersign puts a witness's signature under a head: the witness has seen it. Unlike Cosign it adds no time.
func Countersign(text, key string) (string, error) {
	private, _, _ := strings.Cut(key, "\n")
	signer, err := note.NewSigner(private)
	if err != nil {
		return "", fmt.Errorf("reading the key of a witness: %w", err)
	}
	return under(text, signer)
}

// under puts a signature under a head and those that stand there.
func under(text string, signer note.Signer) (string, error) {
	if _, err := ReadHead(text); err != nil {
		return "", err
	}
	body, lines, err := parts(text)
	if err != nil {
		return "", err
	}
	signed, err := note.Sign(&note.Note{Text: body}, signer)
	if err != nil {
		return "", fmt.Errorf("countersigning: %w", err)
	}
	_, by, err := parts(string(signed))
	if err != nil {
		return "", err
	}
	if !slices.Contains(lines, by[0]) {
		lines = append(lines, by[0])
	}
	return body + "\n" + strings.Join(lines, "\n") + "\n", nil
}

// Split takes what witnesses put under a head away from it, and answers which of the
// verifiers, each in either form, have countersigned, with a time or without. The error is of a text that is no head.
func Split(text string, witnesses ...string) (head string, by []string, err error) {
	if _, err := ReadHead(text); err != nil {
		return "", nil, err
	}
	body, lines, err := parts(text)
	if err != nil {
		return "", nil, err
	}
	for _, witness := range witnesses {
		c, err := readCosigner(witness)
		if err != nil {
			return "", nil, err
		}
		for _, line := range lines[1:] {
			if _, signed := c.of(body, line); signed {
				by = append(by, witness)
				break
			}
		}
	}
	return body + "\n" + lines[0] + "\n", by, nil
}

// parts returns the text of a head and the lines under it, of which the first is its own.
func parts(text string) (body string, lines []string, err error) {
	body, under, ok := strings.Cut(text, "\n\n")
	lines = strings.Split(strings.TrimSuffix(under, "\n"), "\n")
	if !ok || slices.ContainsFunc(lines, func(l string) bool { return !strings.HasPrefix(l, sigLine) }) {
		return "", nil, errors.New("a head has three lines and signatures under them")
	}
	return body + "\n", lines, nil
}

// LogOf returns the log of which a head is: the key that has signed it, as SignerOf has it, and the stream. It refuses a head on
// which another signature than those of witnesses stands beside the first: it could be of two logs.
func LogOf(text string) (string, error) {
	head, err := ReadHead(text)
	if err != nil {
		return "", err
	}
	_, lines, err := parts(text)
	if err != nil {
		return "", err
	}
	for i, line := range lines {
		if (i > 0) != ofWitness(line) {
			return "", errors.New("under a head stands the signature of its own key, and then none but those of witnesses")
		}
	}
	return SignerOf(lines[0]) + " " + head.Stream, nil
}

// ofWitness reports whether a signature line is that of a witness: by its name, or as only a cosignature/v1 is as long.
func ofWitness(line string) bool {
	_, raw, ok := signature(line)
	return strings.HasPrefix(line, sigLine+witnessName+" ") || ok && len(raw) == 4+cosignatureTime+ed25519.SignatureSize
}

// SignerOf returns the short name of the key in the line of a signature, 8 hexadecimal digits as in its verifier.
func SignerOf(line string) string {
	_, sig, _ := strings.Cut(strings.TrimPrefix(line, sigLine), " ")
	raw, err := base64.StdEncoding.DecodeString(strings.TrimSpace(sig))
	if err != nil || len(raw) < 4 {
		return "00000000"
	}
	return hex.EncodeToString(raw[:4])
}
