// Package sign puts signatures on the house's PDFs and checks them.
//
// A signature is a PAdES baseline B-B one (ETSI EN 319 142-1): a CMS SignedData (RFC 5652) over the whole file but
// its own place. It is appended as an incremental update (ISO 32000-1, 7.5.6). A block on the page shows who
// signed. Several people sign one after the other, each what the one before left.
//
// The house is its own certificate authority: NewAuthority makes it, Issue gives
// each member of staff a certificate, and PEM files keep them.
//
// Verify is strict instead of general. It writes each update again from the few values that are the signer's to
// choose, and demands the same bytes. So it reads only what Sign wrote on a PDF by gofpdf, and a later update
// cannot change what a page shows. Revocation and timestamps are not part of it.
package sign

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"
)

// A Field is the place and the look of a signature.
type Field struct {
	// Name names the form field: letters, digits, - and _, another one for each
	// signature of a document.
	Name string
	// Page is the page the block is on, counted from 1.
	Page int
	// X, Y, W, H are the block in millimetres from the page's top left. It must be
	// on the page and beside the blocks of the other signatures there.
	X, Y, W, H float64
	// Lines are the visible text, up to eight, the first one bold, in a font that lies in
	// the file. What it cannot write shows as a question mark.
	Lines []string
	// Reason and Location go into the signature and may be empty.
	Reason, Location string
	// At is the moment the signer claims, kept in UTC and to the second.
	At time.Time
}

// Sign returns the PDF with one more signature: the bytes it was given, then one
// incremental update. The PDF is one by gofpdf, alone or with signatures by Sign,
// which must all hold; the result has been through the same check. The error says
// what of the PDF, the identity or the field does not do.
func Sign(pdf []byte, id Identity, f Field) ([]byte, error) {
	if err := id.check(f.At); err != nil {
		return nil, fmt.Errorf("signing with this identity: %w", err)
	}
	doc, _, err := read(pdf)
	if err != nil {
		return nil, fmt.Errorf("reading the PDF to sign: %w", err)
	}
	m, err := doc.place(f)
	if err != nil {
		return nil, fmt.Errorf("placing signature %q: %w", f.Name, err)
	}
	m.signer = id.Certificate.Subject.CommonName
	u, err := doc.update(m, 2*id.room())
	if err != nil {
		return nil, fmt.Errorf("placing signature %q: %w", f.Name, err)
	}
	cms, err := id.sign(u.digest(pdf))
	if err != nil {
		return nil, fmt.Errorf("signing as %s: %w", m.signer, err)
	}
	if err := u.fill(cms); err != nil {
		return nil, fmt.Errorf("signing as %s: %w", m.signer, err)
	}
	signed := append(bytes.Clone(pdf), u.bytes...)
	if _, _, err := read(signed); err != nil {
		return nil, fmt.Errorf("checking the signature just made: %w", err)
	}
	return signed, nil
}

// digest returns SHA-256 over the document before the update and the update except the gap of its signature:
// the ByteRange (ISO 32000-1, 12.8.1).
func (u update) digest(before []byte) [sha256.Size]byte {
	h := sha256.New()
	h.Write(before)
	h.Write(u.bytes[:u.gap])
	h.Write(u.bytes[u.gap+u.hex+2:])
	return [sha256.Size]byte(h.Sum(nil))
}

// fill writes the CMS into the gap, in lower case; the rest stays zeros.
func (u update) fill(cms []byte) error {
	if room := u.hex / 2; len(cms) > room {
		return fmt.Errorf("the signature takes %d bytes and has room for %d: leave certificates out of the chain", len(cms), room)
	}
	hex.Encode(u.bytes[u.gap+1:], cms)
	return nil
}
