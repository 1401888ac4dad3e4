package seal

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"
)

// Kinds of signatures under a note (C2SP signed-note), the byte before a public key in its verifier.
const (
	plainKind = 1 // of the text alone
	timedKind = 4 // cosignature/v1 of C2SP tlog-cosignature, of the time and the text
)

// cosignatureTime is the length of the time before the signature in a cosignature/v1.
const cosignatureTime = 8

// A cosigner is a note.Verifier of cosignatures/v1. The same key has signatures without a time too.
type cosigner struct {
	name   string
	public ed25519.PublicKey
}

// CosignatureVerifier returns what note.Open checks a cosignature/v1 with. It takes the verifier of a witness in either form.
func CosignatureVerifier(verifier string) (note.Verifier, error) { return readCosigner(verifier) }

// CosignatureKey returns the verifier of a witness as other programs take it to check a cosignature/v1.
func CosignatureKey(verifier string) (string, error) {
	c, err := readCosigner(verifier)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s+%08x+%s", c.name, c.KeyHash(), base64.StdEncoding.EncodeToString(c.encoded(timedKind))), nil
}

// readCosigner reads the verifier of a witness, which has the kind of its signatures before the key.
func readCosigner(verifier string) (cosigner, error) {
	bad := fmt.Errorf("%q is no key of a witness, or not a whole one", verifier)
	parts := strings.SplitN(verifier, "+", 3)
	if len(parts) != 3 {
		return cosigner{}, bad
	}
	key, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || len(key) != 1+ed25519.PublicKeySize || key[0] != plainKind && key[0] != timedKind {
		return cosigner{}, bad
	}
	c := cosigner{parts[0], ed25519.PublicKey(key[1:])}
	id, err := strconv.ParseUint(parts[1], 16, 32)
	if err != nil || len(parts[1]) != 8 || uint32(id) != c.id(key[0]) {
		return cosigner{}, bad
	}
	plain, err := note.NewEd25519VerifierKey(c.name, c.public)
	if err == nil {
		_, err = note.NewVerifier(plain) // it knows which names may be
	}
	if err != nil {
		return cosigner{}, bad
	}
	return c, nil
}

func (c cosigner) encoded(kind byte) []byte { return append([]byte{kind}, c.public...) }

// id returns the short name of the key for signatures of a kind.
func (c cosigner) id(kind byte) uint32 {
	sum := sha256.Sum256(append([]byte(c.name+"\n"), c.encoded(kind)...))
	return binary.BigEndian.Uint32(sum[:])
}

// Name implements note.Verifier.
func (c cosigner) Name() string { return c.name }

// KeyHash implements note.Verifier.
func (c cosigner) KeyHash() uint32 { return c.id(timedKind) }

// Verify implements note.Verifier.
func (c cosigner) Verify(msg, sig []byte) bool {
	at, is := secondsOf(sig)
	return is && ed25519.Verify(c.public, timed(at, msg), sig[cosignatureTime:])
}

// secondsOf returns the time in a cosignature/v1, in seconds since 1970; false where it is none.
func secondsOf(sig []byte) (int64, bool) {
	if len(sig) != cosignatureTime+ed25519.SignatureSize {
		return 0, false
	}
	at := int64(binary.BigEndian.Uint64(sig))
	return at, at >= 0
}

// timed returns the message that a cosignature/v1 signs: the time and a note's text.
func timed(seconds int64, text []byte) []byte {
	return append(fmt.Appendf(nil, "cosignature/v1\ntime %d\n", seconds), text...)
}

// of returns the time of a signature line by this key under a text, zero where the line has none; false where it is
// somebody else's or does not hold.
func (c cosigner) of(text, line string) (at time.Time, signed bool) {
	name, raw, ok := signature(line)
	if !ok || name != c.name {
		return time.Time{}, false
	}
	switch id, sig := binary.BigEndian.Uint32(raw), raw[4:]; id {
	case c.id(plainKind):
		return time.Time{}, ed25519.Verify(c.public, []byte(text), sig)
	case c.id(timedKind):
		seconds, _ := secondsOf(sig)
		const latest = 253370764800 // the year 9999: what is later cannot be written as a date
		return time.Unix(min(seconds, latest), 0).UTC(), c.Verify([]byte(text), sig)
	}
	return time.Time{}, false
}

// signature returns the name in a signature line and what is behind it: the key's id and the signature.
func signature(line string) (name string, raw []byte, ok bool) {
	name, sig, ok := strings.Cut(strings.TrimPrefix(line, sigLine), " ")
	raw, err := base64.StdEncoding.DecodeString(sig)
	return name, raw, ok && err == nil && len(raw) > 4
}

// Cosigned returns when a witness cosigned a head, the first time first: none where it did not, or without a time.
// The error is of a text that is no head and of a verifier that is none.
func Cosigned(text, witness string) (times []time.Time, err error) {
	if _, err := ReadHead(text); err != nil {
		return nil, err
	}
	body, lines, err := parts(text)
	if err != nil {
		return nil, err
	}
	c, err := readCosigner(witness)
	if err != nil {
		return nil, err
	}
	for _, line := range lines[1:] {
		if at, signed := c.of(body, line); signed && !at.IsZero() {
			times = append(times, at)
		}
	}
	slices.SortFunc(times, time.Time.Compare)
	return times, nil
}

// Cosign puts a witness's cosignature/v1 under a head: of all that the witness has seen of that log, this head is the
// largest at that time. A head that it has cosigned before stays as it is.
func Cosign(text, key string, at time.Time) (string, error) {
	signer, err := readTimedSigner(key, at)
	if err != nil {
		return "", err
	}
	verifier, err := note.NewEd25519VerifierKey(signer.name, signer.public)
	if err != nil {
		return "", err
	}
	if times, err := Cosigned(text, verifier); err != nil || len(times) > 0 {
		return text, err
	}
	return under(text, signer)
}

// A timedSigner is a note.Signer of cosignatures/v1 of one time.
type timedSigner struct {
	cosigner
	private ed25519.PrivateKey
	seconds int64
}

func readTimedSigner(key string, at time.Time) (timedSigner, error) {
	private, _, _ := strings.Cut(key, "\n")
	if _, err := note.NewSigner(private); err != nil {
		return timedSigner{}, fmt.Errorf("reading the key of a witness: %w", err)
	}
	if at.Unix() < 0 {
		return timedSigner{}, errors.New("the clock is before 1970: nothing is cosigned at such a time")
	}
	name, seed := secretOf(private)
	full := ed25519.NewKeyFromSeed(seed)
	public := ed25519.PublicKey(full[ed25519.SeedSize:])
	return timedSigner{cosigner{name, public}, full, at.Unix()}, nil
}

// Sign implements note.Signer.
func (s timedSigner) Sign(msg []byte) ([]byte, error) {
	sig := binary.BigEndian.AppendUint64(nil, uint64(s.seconds))
	return append(sig, ed25519.Sign(s.private, timed(s.seconds, msg))...), nil
}
