package sign

import (
	"bytes"
	"crypto/ecdsa"
	"encoding/asn1"
	"encoding/hex"
	"fmt"
	"math/big"
	"reflect"
	"strings"
	"testing"
)

// forced signs without the checks on the identity, or with bytes of the update
// changed before it is signed: what a hostile signer can do.
func forced(t testing.TB, id Identity, f Field, changes ...string) []byte {
	return forcedOn(t, paper(t), id, f, changes...)
}

func forcedOn(t testing.TB, pdf []byte, id Identity, f Field, changes ...string) []byte {
	t.Helper()
	doc, _, err := read(pdf)
	if err != nil {
		t.Fatal(err)
	}
	return signedOn(t, doc, pdf, id, f, changes...)
}

// signedOn is forcedOn for a PDF as somebody says that it reads.
func signedOn(t testing.TB, doc *document, pdf []byte, id Identity, f Field, changes ...string) []byte {
	t.Helper()
	m, err := doc.place(f)
	if err != nil {
		t.Fatal(err)
	}
	m.signer = id.Certificate.Subject.CommonName
	u, err := doc.update(m, 2*id.room())
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.NewReplacer(changes...).Replace(string(u.bytes))
	if len(changes) > 0 && changed == string(u.bytes) || len(changed) != len(u.bytes) {
		t.Fatalf("the change %q does not fit", changes)
	}
	u.bytes = []byte(changed)
	cms, err := id.sign(u.digest(pdf))
	if err != nil {
		t.Fatal(err)
	}
	if err := u.fill(cms); err != nil {
		t.Fatal(err)
	}
	return append(bytes.Clone(pdf), u.bytes...)
}

// repacked puts a CMS of other parts into the one signature of a PDF.
func repacked(t testing.TB, pdf []byte, change func(e *envelope, attributes *[]attribute)) []byte {
	t.Helper()
	doc, found, err := read(pdf)
	if err != nil {
		t.Fatal(err)
	}
	e := found[0]
	change(&e, &e.info.Attributes)
	cms, err := pack(e.all, e.info.Attributes, e.info.Signature)
	if err != nil {
		t.Fatal(err)
	}
	out := bytes.Clone(pdf)
	at := len(doc.base) + bytes.Index(out[len(doc.base):], []byte("/Contents <")) + len("/Contents <")
	end := at + bytes.IndexByte(out[at:], '>')
	copy(out[at:end], bytes.Repeat([]byte("0"), end-at))
	hex.Encode(out[at:end], cms)
	return out
}

func TestHostileCMSIsRefused(t *testing.T) {
	h := newHouse(t)
	pdf := must(t, paper(t), h.anna, left())
	if _, err := Verify(repacked(t, pdf, func(*envelope, *[]attribute) {}), h.roots); err != nil {
		t.Fatal(err)
	}
	twin := h.staff(t, h.anna.Key, "11", "Anna Rossi") // same name and key, another serial number
	for what, change := range map[string]func(*envelope, *[]attribute){
		"certificate of the same key": func(e *envelope, _ *[]attribute) { e.all[0] = twin.Certificate },
		"certificate put in":          func(e *envelope, _ *[]attribute) { e.all = append(e.all, h.dario.Certificate) },
		"chain taken out":             func(e *envelope, _ *[]attribute) { e.all = e.all[:1] },
		"another's certificate":       func(e *envelope, _ *[]attribute) { e.all[0] = h.dario.Certificate },
		"attribute taken out":         func(_ *envelope, a *[]attribute) { *a = (*a)[:2] },
		"attribute put in":            func(_ *envelope, a *[]attribute) { *a = append(*a, attribute{oidData, (*a)[0].Values}) },
		"no attributes":               func(_ *envelope, a *[]attribute) { *a = nil },
		"no signature":                func(e *envelope, _ *[]attribute) { e.info.Signature = nil },
	} {
		if _, err := Verify(repacked(t, pdf, change), h.roots); err == nil {
			t.Error(what, "is not noticed")
		}
	}
}

// The signature of the last signer in its other form, with n-s in place of s, is the same signature by the same key over the same
// bytes: honest ones come in both forms. It holds, and nothing that it says is another.
func TestSignatureInItsOtherForm(t *testing.T) {
	h := newHouse(t)
	pdf := must(t, paper(t), h.anna, left())
	was, err := Verify(pdf, h.roots)
	if err != nil {
		t.Fatal(err)
	}
	other := repacked(t, pdf, func(e *envelope, _ *[]attribute) {
		var s struct{ R, S *big.Int }
		if _, err := asn1.Unmarshal(e.info.Signature, &s); err != nil {
			t.Fatal(err)
		}
		s.S.Sub(e.all[0].PublicKey.(*ecdsa.PublicKey).Params().N, s.S)
		if e.info.Signature, err = asn1.Marshal(s); err != nil {
			t.Fatal(err)
		}
	})
	is, err := Verify(other, h.roots)
	if err != nil || bytes.Equal(other, pdf) {
		t.Fatalf("the other form: %v", err)
	}
	if !reflect.DeepEqual(is, was) {
		t.Errorf("it says %v, and said %v", is, was)
	}
}

// redefine appends an update that gives an object a new body.
func redefine(t testing.TB, pdf []byte, number int, body string) []byte {
	t.Helper()
	doc, _, err := read(pdf)
	if err != nil {
		t.Fatal(err)
	}
	w := writer{start: len(pdf)}
	w.object(number, body)
	w.tail(doc, doc.first(len(doc.marks)), len(pdf)+w.out.Len())
	return append(bytes.Clone(pdf), w.out.Bytes()...)
}

func TestShadowUpdatesAreRefused(t *testing.T) {
	h := newHouse(t)
	base := paper(t)
	one, two := signed(t, h)
	evil := "<</Type /Page /Parent 1 0 R /Resources 2 0 R /Contents 6 0 R>>"
	between := redefine(t, one, 3, evil)
	for what, pdf := range map[string][]byte{
		"after both":             redefine(t, two, 3, evil),
		"between, second kept":   append(bytes.Clone(between), two[len(one):]...),
		"before the first":       append(redefine(t, base, 3, evil), one[len(base):]...),
		"instead of the second":  between,
		"second signature alone": append(bytes.Clone(base), two[len(one):]...),
		"first signature twice":  append(bytes.Clone(one), one[len(base):]...),
		"order turned":           append(append(bytes.Clone(base), two[len(one):]...), one[len(base):]...),
	} {
		if _, err := Verify(pdf, h.roots); err == nil {
			t.Error(what, "is not noticed")
		}
	}
	if _, err := Sign(between, h.dario, right()); err == nil {
		t.Error("a shadow update is signed over")
	}
}

// A signer with a good certificate must not change what others signed, not even
// under a signature that holds.
func TestHostileSignerIsRefused(t *testing.T) {
	h := newHouse(t)
	one, _ := signed(t, h)
	if _, err := Verify(forcedOn(t, one, h.dario, right()), h.roots); err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string][]string{
		"other contents":      {"/Contents 6 0 R", "/Contents 4 0 R"},
		"other resources":     {"/Resources 2 0 R", "/Resources 1 0 R"},
		"other page tree":     {"/Pages 1 0 R", "/Pages 2 0 R"},
		"not append-only":     {"/SigFlags 3", "/SigFlags 2"},
		"hidden":              {"/F 132", "/F 134"},
		"filled":              {" re S Q", " re f Q"},
		"other signer's name": {"/Name <feff0044", "/Name <feff0045"},
		"other SubFilter":     {"/ETSI.CAdES.detached", "/adbe.pkcs7.detached"},
		"no previous":         {"/Prev", "/Prew"},
	} {
		if _, err := Verify(forcedOn(t, one, h.dario, right(), change...), h.roots); err == nil {
			t.Error(what, "is not noticed")
		}
	}
}

// An update that gives a page more than the block, whole in itself and signed with a true key, is none of Sign's.
func TestPageThatIsGivenMoreIsRefused(t *testing.T) {
	h := newHouse(t)
	one, _ := signed(t, h)
	for what, change := range map[string][2]string{
		"nothing more":         {"/Contents ", "/Contents "},
		"an annotation":        {"/Annots [", "/Annots [<</Type /Annot /Subtype /FreeText /Rect [0 0 99 99] /DA (/Helv 9 Tf) /Contents (31)>> "},
		"other contents":       {"/Contents 6 0 R", "/Contents 4 0 R"},
		"contents over others": {"/Contents 6 0 R", "/Contents [6 0 R 4 0 R]"},
	} {
		doc, _, err := read(one)
		if err != nil {
			t.Fatal(err)
		}
		p := &doc.pages[right().Page-1]
		raw := strings.Replace(string(p.dictionary.raw), change[0], change[1], 1)
		if p.dictionary, err = parseDictionary([]byte(raw)); err != nil || change[0] != change[1] && !strings.Contains(raw, change[1]) {
			t.Fatalf("%s: %v: %s", what, err, raw)
		}
		if _, err := Verify(signedOn(t, doc, one, h.dario, right()), h.roots); (err == nil) != (what == "nothing more") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestHostileBaseIsRefused(t *testing.T) {
	h := newHouse(t)
	for what, change := range map[string][]string{
		"second pages key": {"/Type /Catalog", "/Pages 1 0 R /Type /Catalog"},
		"escaped key":      {"/PageMode", "/P#61geMode"},
		"comment":          {"/PageMode", "%\n/PageMode"},
		"encrypted":        {"/Root", "/Encrypt 1 0 R\n/Root"},
		"earlier revision": {"/Root", "/Prev 9\n/Root"},
		"form":             {"/PageMode", "/AcroForm <<>>\n/PageMode"},
		"moved xref":       {"startxref\n", "startxref\n1"},
		"no version":       {"%PDF-1.3", "%FDP-1.3"},
		"page twice":       {"[3 0 R 5 0 R ]", "[3 0 R 3 0 R ]"},
		"no pages":         {"[3 0 R 5 0 R ]", "[            ]"},
	} {
		changed := strings.NewReplacer(change...).Replace(string(paper(t)))
		if _, err := Sign([]byte(changed), h.anna, left()); err == nil {
			t.Error(what, "is signed")
		}
	}
}

// Pages one in the other would make reading quadratic.
func TestNestedPagesAreRefused(t *testing.T) {
	const pages = 20000
	var out, kids bytes.Buffer
	offsets := make([]int, pages+4)
	out.WriteString("%PDF-1.3\n")
	for i := 4; i < pages+4; i++ {
		offsets[i] = out.Len()
		fmt.Fprintf(&out, "%d 0 obj\n<</Type /Page /MediaBox [0 0 9 9] /X (", i)
		fmt.Fprintf(&kids, "%d 0 R ", i)
	}
	out.WriteString(strings.Repeat(")>>\nendobj\n", pages))
	for i, body := range []string{"<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Kids [" + kids.String() + "]>>", "<<>>"} {
		offsets[i+1] = out.Len()
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, body)
	}
	start := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n", len(offsets))
	for _, o := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", o)
	}
	fmt.Fprintf(&out, "trailer\n<</Size %d /Root 1 0 R /Info 3 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(offsets), start)
	if _, err := Verify(out.Bytes(), nil); err == nil || !strings.Contains(err.Error(), "lies over") {
		t.Error(err)
	}
}
