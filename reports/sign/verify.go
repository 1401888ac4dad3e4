package sign

import (
	"bytes"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
)

// ErrUnsigned is what Verify returns for a PDF that nobody has signed.
var ErrUnsigned = errors.New("the PDF is not signed")

// A Report is the result of Verify, in the order of signing.
type Report struct {
	// Base is how many bytes of the file, from its start, were there before the first
	// signature.
	Base       int64
	Signatures []Signature

	doc *document
}

// A Signature is a signature that holds.
type Signature struct {
	// Field is the name of the form field.
	Field string
	// Certificate is the signer's; Name and Number are its CN and serialNumber.
	Certificate  *x509.Certificate
	Name, Number string
	// At is when the signer says to have signed, in UTC. No third party vouches
	// for it.
	At time.Time
	// Reason is what the signer gave, perhaps empty.
	Reason string
	// Trusted says that the certificate chains to the roots, is one for signatures
	// and was valid at At. Without it anybody may have signed under any name.
	Trusted bool
	// End is how many bytes of the file, from its start, this signature covers.
	End int64
}

// Verify checks every signature of a PDF and that nothing of it is unsigned. It takes a plain PDF by gofpdf, then
// updates that are to the byte what Sign appends, up to the end of the file. If any of that does not hold the error
// says what; no report comes with it. Whether the signers are trusted stands in the report, so look at Trusted;
// with roots nil nobody is.
//
// What a block says and where it stands is the signer's to choose: Differs tells.
//
// A signature tells nothing of later ones. With the last cut off a file is again
// the valid one it was before, so compare the report with who should have signed.
func Verify(pdf []byte, roots *x509.CertPool) (Report, error) {
	doc, found, err := read(pdf)
	if err != nil {
		return Report{}, fmt.Errorf("verifying the PDF: %w", err)
	}
	if len(found) == 0 {
		return Report{}, ErrUnsigned
	}
	r := Report{Base: int64(len(doc.base)), doc: doc}
	for i, e := range found {
		m, c := doc.marks[i], e.all[0]
		r.Signatures = append(r.Signatures, Signature{
			Field: m.name, Certificate: c, Name: oneLine(c.Subject.CommonName), Number: oneLine(c.Subject.SerialNumber),
			At: m.at, Reason: oneLine(m.reason), Trusted: e.trusted(roots, m.at), End: int64(e.end),
		})
	}
	return r, nil
}

// oneLine returns a foreign text without what would make a second line of it: it may not look like an answer.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) {
			return '?'
		}
		return r
	}, text)
}

// read reads a PDF and checks the signatures it has, maybe none.
func read(pdf []byte) (*document, []envelope, error) {
	doc, err := parseBase(pdf)
	if err != nil {
		return nil, nil, err
	}
	var found []envelope
	for doc.end < len(pdf) {
		e, err := doc.next(pdf)
		if err != nil {
			return nil, nil, fmt.Errorf("signature %d: %w", len(found)+1, err)
		}
		found = append(found, e)
	}
	return doc, found, nil
}

// next checks the update after the last revision read. It takes the mark and the
// CMS out of it, writes the update again and compares.
func (d *document) next(pdf []byte) (envelope, error) {
	rest := pdf[d.end:]
	m, padded, err := parseUpdate(rest)
	if err != nil {
		return envelope{}, err
	}
	e, err := open(padded)
	if err != nil {
		return envelope{}, err
	}
	m.signer = e.all[0].Subject.CommonName
	if err := d.accept(m); err != nil {
		return envelope{}, err
	}
	u, err := d.update(m, 2*len(padded))
	if err != nil {
		return envelope{}, err
	}
	if err := u.fill(e.der); err != nil {
		return envelope{}, err
	}
	if !bytes.HasPrefix(rest, u.bytes) {
		return envelope{}, fmt.Errorf("byte %d is not what signing writes there: the file was changed or made by another program",
			d.end+difference(rest, u.bytes))
	}
	if err := e.verify(u.digest(pdf[:d.end])); err != nil {
		return envelope{}, err
	}
	d.add(m, u)
	e.end = d.end
	return e, nil
}

func difference(a, b []byte) int {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	return i
}

// parseUpdate takes the values of the mark and the CMS with its padding out of an
// update. It need not be strict: what is not as Sign writes it shows when the
// update is written again.
func parseUpdate(data []byte) (mark, []byte, error) {
	signature, data, err := nextObject(data)
	if err != nil {
		return mark{}, nil, fmt.Errorf("no signature dictionary after the revision before: %w", err)
	}
	widget, data, err := nextObject(data)
	if err != nil {
		return mark{}, nil, fmt.Errorf("no form field after the signature dictionary: %w", err)
	}
	stream, _, ok := bytes.Cut(data, []byte("\nendstream\n"))
	if !ok {
		return mark{}, nil, fmt.Errorf("no block after the form field: %w", errSyntax)
	}
	m, err := markOf(signature, widget)
	if err != nil {
		return mark{}, nil, err
	}
	if err := m.look(stream); err != nil {
		return mark{}, nil, fmt.Errorf("its block: %w", err)
	}
	if len(signature.get("Contents")) > 2*largestCMS+2 {
		return mark{}, nil, fmt.Errorf("its /Contents has more than %d bytes", largestCMS)
	}
	padded, err := hex.DecodeString(string(bytes.Trim(signature.get("Contents"), "<>")))
	if err != nil {
		return mark{}, nil, fmt.Errorf("its /Contents is no hex string: %w", err)
	}
	return m, padded, nil
}

func markOf(signature, widget dictionary) (m mark, err error) {
	name, ok := plainString(widget.get("T"))
	at, ok2 := plainString(signature.get("M"))
	if !ok || !ok2 {
		return mark{}, fmt.Errorf("its name or time is missing: %w", errSyntax)
	}
	m.name = name
	if m.at, err = time.Parse(timeForm, at); err != nil {
		return mark{}, fmt.Errorf("its time: %w", err)
	}
	if m.reason, err = textOf(signature.get("Reason")); err != nil {
		return mark{}, err
	}
	if m.location, err = textOf(signature.get("Location")); err != nil {
		return mark{}, err
	}
	if m.page, err = referenceOnly(widget.get("P")); err != nil {
		return mark{}, err
	}
	m.rect, err = boxOf(widget.get("Rect"))
	return m, err
}

// nextObject reads the object that data begins with, whatever its number.
func nextObject(data []byte) (dictionary, []byte, error) {
	_, n, ok := integer(data)
	body, ok2 := bytes.CutPrefix(data[n:], []byte(" 0 obj\n"))
	if !ok || !ok2 {
		return dictionary{}, nil, errSyntax
	}
	d, err := parseDictionary(body)
	if err != nil {
		return dictionary{}, nil, err
	}
	rest, ok := bytes.CutPrefix(body[len(d.raw):], []byte("\nendobj\n"))
	if !ok {
		return dictionary{}, nil, errSyntax
	}
	return d, rest, nil
}

// trusted reports whether the signer's certificate leads to one of the roots, for signing, at that moment.
func (e envelope) trusted(roots *x509.CertPool, at time.Time) bool {
	if roots == nil || maySign(e.all[0], at) != nil {
		return false
	}
	between := x509.NewCertPool()
	for _, c := range e.all[1:] {
		between.AddCert(c)
	}
	_, err := e.all[0].Verify(x509.VerifyOptions{
		Roots: roots, Intermediates: between, CurrentTime: at, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageAny},
	})
	return err == nil
}
