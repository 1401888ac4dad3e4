package sign

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"errors"
	mrand "math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/jung-kurt/gofpdf"
)

var now = time.Date(2026, 11, 21, 4, 30, 15, 0, time.UTC)

// paper is a PDF of two pages with what a report has: text, a link, a bookmark,
// a title beyond ASCII.
func paper(t testing.TB) []byte {
	t.Helper()
	p := gofpdf.New("P", "mm", "A4", "")
	p.SetCreationDate(now)
	p.SetModificationDate(now)
	p.SetTitle("Casinò (Lugano) – Schicht 1", true)
	for _, text := range []string{"First page", "Second page"} {
		p.AddPage()
		p.SetFont("Helvetica", "", 12)
		p.Bookmark(text, 0, -1)
		p.Cell(40, 10, text)
		p.LinkString(20, 20, 30, 8, "https://example.org/")
	}
	var out bytes.Buffer
	if err := p.Output(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// house is an authority, two of its staff and the roots that trust it.
type house struct {
	ca, anna, dario Identity
	roots           *x509.CertPool
}

func newHouse(t testing.TB) house {
	t.Helper()
	ca, err := NewAuthority("Casinò di Prova", now.AddDate(0, -1, 0))
	if err != nil {
		t.Fatal(err)
	}
	h := house{ca: ca, roots: x509.NewCertPool()}
	h.roots.AddCert(ca.Certificate)
	h.anna = h.staff(t, ecKey(t), "11", "Anna Rossi")
	h.dario = h.staff(t, ecKey(t), "21", "Dàrio Müller-Bianchi")
	return h
}

func (h house) staff(t testing.TB, key crypto.Signer, number, name string) Identity {
	t.Helper()
	c, err := h.ca.Issue(key.Public(), number, name, "inspector", now.AddDate(0, -1, 0))
	if err != nil {
		t.Fatal(err)
	}
	return Identity{Certificate: c, Chain: []*x509.Certificate{h.ca.Certificate}, Key: key}
}

func ecKey(t testing.TB) crypto.Signer {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func rsaKey(t testing.TB) crypto.Signer {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func left() Field {
	return Field{
		Name: "inspector-1", Page: 2, X: 15, Y: 240, W: 85, H: 28, Location: "Lugano", At: now,
		Reason: "Chiusura (turno) – è così", Lines: []string{"Anna Rossi", `Staff number 11 (inspector) \ LB1`, "21.11.2026 05:30:15 (UTC+1)"},
	}
}

func right() Field {
	f := left()
	f.Name, f.X, f.At, f.Reason = "manager-1", 110, now.Add(time.Minute), ""
	f.Lines = []string{"Dàrio Müller-Bianchi", "àèéìòù ÀÈÉ äöü ÄÖÜ ß ç € – 漢", "Responsabile di sala, Ponte Tresa", "21.11.2026 05:31:15 (UTC+1)"}
	return f
}

func must(t testing.TB, pdf []byte, id Identity, f Field) []byte {
	t.Helper()
	out, err := Sign(pdf, id, f)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func signed(t testing.TB, h house) (one, two []byte) {
	t.Helper()
	one = must(t, paper(t), h.anna, left())
	return one, must(t, one, h.dario, right())
}

func TestTwoSignaturesHold(t *testing.T) {
	h := newHouse(t)
	one, two := signed(t, h)
	if !bytes.HasPrefix(two, one) {
		t.Error("the second signature rewrote the first's bytes")
	}
	r, err := Verify(two, h.roots)
	if err != nil || len(r.Signatures) != 2 {
		t.Fatal(r, err)
	}
	a, b := r.Signatures[0], r.Signatures[1]
	if a.Field != "inspector-1" || a.Name != "Anna Rossi" || a.Number != "11" || !a.At.Equal(now) ||
		a.Reason != left().Reason || !a.Trusted || a.End != int64(len(one)) {
		t.Errorf("first: %+v", a)
	}
	if b.Name != "Dàrio Müller-Bianchi" || b.Number != "21" || !b.At.Equal(now.Add(time.Minute)) || !b.Trusted || b.End != int64(len(two)) {
		t.Errorf("second: %+v", b)
	}
	if r, err := Verify(two, nil); err != nil || r.Signatures[0].Trusted {
		t.Error("without roots somebody is trusted", err)
	}
}

func TestRSASigns(t *testing.T) {
	h := newHouse(t)
	r, err := Verify(must(t, paper(t), h.staff(t, rsaKey(t), "31", "Rita"), left()), h.roots)
	if err != nil || !r.Signatures[0].Trusted {
		t.Error(r, err)
	}
}

func TestSixteenSign(t *testing.T) {
	h := newHouse(t)
	pdf, f := paper(t), left()
	f.W, f.H = 85, 15
	for i := range mostSignatures {
		f.Name, f.Page, f.Y = string(rune('a'+i)), i/14+1, 30+float64(i%14)*16
		pdf = must(t, pdf, h.anna, f)
	}
	if r, err := Verify(pdf, h.roots); err != nil || len(r.Signatures) != mostSignatures {
		t.Error(len(r.Signatures), err)
	}
	f.Name, f.X = "more", 110
	if _, err := Sign(pdf, h.anna, f); err == nil {
		t.Error("one more than goes in was taken")
	}
}

func TestCutOffSecond(t *testing.T) {
	h := newHouse(t)
	one, two := signed(t, h)
	if r, err := Verify(two[:len(one)], h.roots); err != nil || len(r.Signatures) != 1 {
		t.Error(r, err)
	}
	if _, err := Verify(paper(t), h.roots); !errors.Is(err, ErrUnsigned) {
		t.Error("an unsigned PDF:", err)
	}
}

func TestFlippedBitsAreRefused(t *testing.T) {
	h := newHouse(t)
	_, two := signed(t, h)
	random := mrand.New(mrand.NewPCG(1, 2))
	for range 1000 {
		at, bit := random.IntN(len(two)), byte(1)<<random.IntN(8)
		two[at] ^= bit
		if _, err := Verify(two, h.roots); err == nil {
			t.Errorf("bit %#x of byte %d of %d does not matter", bit, at, len(two))
		}
		two[at] ^= bit
	}
}

// stride is from one byte that is tried to the next: prime, so that it falls into step with
// no line of hex; every byte where there is time.
func stride() int {
	if testing.Short() {
		return 13
	}
	return 1
}

func TestEveryByteOfAnUpdateMatters(t *testing.T) {
	h := newHouse(t)
	one, _ := signed(t, h)
	for at := len(paper(t)); at < len(one); at += stride() {
		one[at] ^= 0x20 // turns the case of hex digits
		if _, err := Verify(one, h.roots); err == nil {
			t.Errorf("byte %d does not matter", at)
		}
		one[at] ^= 0x20
	}
}

func TestOtherLengthsAreRefused(t *testing.T) {
	h := newHouse(t)
	one, two := signed(t, h)
	for _, more := range []string{"\n", " ", "%", "\x00", "%%EOF\n"} {
		if _, err := Verify(append(bytes.Clone(two), more...), h.roots); err == nil {
			t.Errorf("%q after the end is not noticed", more)
		}
	}
	for n := 0; n < len(one); n += stride() {
		if _, err := Verify(one[:n], h.roots); err == nil {
			t.Errorf("%d of %d bytes are taken for whole", n, len(one))
		}
	}
	// Of the rest the first signature is as it was: read once, what follows it is read anew.
	first, _, err := read(one)
	if err != nil {
		t.Fatal(err)
	}
	for n := len(one) + 1; n < len(two); n += stride() {
		if _, err := first.next(two[:n]); err == nil {
			t.Errorf("%d of %d bytes are taken for whole", n, len(two))
		}
	}
}

func TestTrust(t *testing.T) {
	h, other := newHouse(t), newHouse(t)
	one, _ := signed(t, h)
	trusted := func(pdf []byte, roots *x509.CertPool) bool {
		t.Helper()
		r, err := Verify(pdf, roots)
		if err != nil {
			t.Fatal(err)
		}
		return r.Signatures[0].Trusted
	}
	if trusted(one, other.roots) {
		t.Error("another house's authority vouches for this one's staff")
	}
	if trusted(one, x509.NewCertPool()) {
		t.Error("no authority vouches")
	}
	late := left()
	late.At = now.AddDate(4, 0, 0)
	if _, err := Sign(paper(t), h.anna, late); err == nil {
		t.Error("an expired certificate signed")
	}
	if _, err := Sign(paper(t), h.ca, left()); err == nil {
		t.Error("the authority signed a document")
	}
	for what, pdf := range map[string][]byte{"expired": forced(t, h.anna, late), "authority": forced(t, h.ca, left())} {
		if trusted(pdf, h.roots) {
			t.Error(what, "is trusted")
		}
	}
}

func TestSignRefuses(t *testing.T) {
	h := newHouse(t)
	one, _ := signed(t, h)
	for what, change := range map[string]func(*Field){
		"name":       func(f *Field) { f.Name = "a b" },
		"same name":  func(f *Field) { f.Name = left().Name },
		"overlap":    func(f *Field) { f.X = 90 },
		"page":       func(f *Field) { f.Page = 3 },
		"off page":   func(f *Field) { f.Y = 290 },
		"no lines":   func(f *Field) { f.Lines = nil },
		"small":      func(f *Field) { f.H = 4 },
		"narrow":     func(f *Field) { f.W = 5 },
		"flat":       func(f *Field) { f.W = 0 },
		"no time":    func(f *Field) { f.At = time.Time{} },
		"long lines": func(f *Field) { f.Lines = []string{strings.Repeat("x", 1000)} },
		"not a size": func(f *Field) { f.H = f.H / (f.X - f.X) },
	} {
		f := right()
		change(&f)
		if _, err := Sign(one, h.dario, f); err == nil {
			t.Error(what, "is taken")
		}
	}
	broken := h.dario
	broken.Key = h.anna.Key
	for what, id := range map[string]Identity{"nobody": {}, "other key": broken} {
		if _, err := Sign(one, id, right()); err == nil {
			t.Error(what, "signs")
		}
	}
	one[30] ^= 1
	if _, err := Sign(one, h.dario, right()); err == nil {
		t.Error("a changed document is signed again")
	}
}

func BenchmarkSign(b *testing.B) {
	h := newHouse(b)
	pdf := paper(b)
	for b.Loop() {
		must(b, pdf, h.anna, left())
	}
}

func BenchmarkVerify(b *testing.B) {
	h := newHouse(b)
	_, two := signed(b, h)
	for b.Loop() {
		if _, err := Verify(two, h.roots); err != nil {
			b.Fatal(err)
		}
	}
}

func FuzzVerify(f *testing.F) {
	h := newHouse(f)
	one, two := signed(f, h)
	f.Add(paper(f))
	f.Add(one)
	f.Add(two)
	f.Fuzz(func(t *testing.T, pdf []byte) {
		r, err := Verify(pdf, h.roots)
		if err == nil && !bytes.HasPrefix(two, pdf) {
			for _, s := range r.Signatures {
				if s.Trusted {
					t.Errorf("a document nobody signed: %+v", r)
				}
			}
		}
		if _, err := Sign(pdf, h.anna, left()); err == nil && len(pdf) == 0 {
			t.Error("nothing was signed")
		}
	})
}
