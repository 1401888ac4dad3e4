package session_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
	"sabot/reports/sign"
)

const phrase = "quattro assi nella manica"

// closes puts the house's authority under a passphrase.
func (n *night) closes() {
	n.Helper()
	n.must(n.house.Authority().CloseAuthority(phrase, false, n.elena))
}

// sealedFiles are those of closed authorities in a data directory.
func sealedFiles(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "authority-*.sealed"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func isOpen(t *testing.T, dir string) bool {
	t.Helper()
	_, err := os.Stat(filepath.Join(dir, "authority.pem"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return err == nil
}

// newPIN has a manager enter somebody, who then chooses a PIN of their own.
func (n *night) newPIN(number string) house.Badge {
	n.Helper()
	n.must(n.house.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: number, Name: "Gina Neri", Role: record.Manager}, PIN: "730264"}, n.elena))
	n.must(n.house.Staff().ChangePIN(number+"730264", "946175"))
	return signOn(n.T, n.house, number+"946175")
}

// signedBy is the shift's report with the signature of the croupier and of that supervisor.
func (n *night) signedBy(supervisor house.Badge) []byte {
	n.Helper()
	n.clock.Pass(time.Minute)
	_, pdf, err := papers.Of(n.house).Signed(papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 1}, n.dealer(), supervisor)
	n.must(err)
	return pdf
}

// A house whose authority lies open, as those of 0.9, puts it under a passphrase: the open file is gone, what was signed
// holds, who had a certificate keeps it, and the record holds.
func TestAuthorityIsClosed(t *testing.T) {
	n := short(t)
	was := n.house.State.Authority()
	text, err := os.ReadFile(filepath.Join(n.dir, "authority.pem"))
	n.must(err)
	before := n.signedAs(reports.ShiftReport)
	n.closes()
	if isOpen(t, n.dir) || len(sealedFiles(t, n.dir)) != 1 || n.house.State.Authority() != was || !n.house.State.AuthorityClosed() {
		t.Errorf("open %t, closed %v", isOpen(t, n.dir), sealedFiles(t, n.dir))
	}
	key := text[bytes.Index(text, []byte("PRIVATE KEY-----")):]
	for _, file := range sealedFiles(t, n.dir) {
		content, err := os.ReadFile(file)
		n.must(err)
		if bytes.Contains(content, key[20:60]) || bytes.Contains(content, []byte(phrase)) {
			t.Errorf("%s holds the key or the passphrase: %s", file, content)
		}
	}
	after := n.signedBy(n.dario)
	for _, pdf := range [][]byte{before, after} {
		v, err := papers.Of(n.house).VerifyReport(pdf)
		if n.must(err); !v.Holds() || len(v.ByKey) > 0 {
			t.Errorf("%v, %v", v.Faults, v.ByKey)
		}
	}
	if coming := n.house.Coming(); len(coming) > 0 {
		t.Errorf("certificates still to come: %v", coming)
	}
	n.no(house.AuthorityShut, n.house.Authority().CloseAuthority(phrase, false, n.elena))
	n.holds()
}

// A key that is made while the authority is closed signs at once, and the paper says that its certificate is still to come; the
// record vouches for it until then, and the certificate afterwards.
func TestKeyOfAClosedAuthority(t *testing.T) {
	n := short(t)
	n.closes()
	gina := n.newPIN("22")
	if coming := n.house.Coming(); len(coming) != 1 || coming[0].Number != "22" {
		t.Fatalf("certificates still to come: %v", coming)
	}
	pdf := n.signedBy(gina)
	for word := range strings.FieldsSeq(papers.Of(n.house).Words(n.house.State.Language).T("report_certificate_to_come")) {
		var hex strings.Builder
		for _, unit := range utf16.Encode([]rune(word)) {
			fmt.Fprintf(&hex, "%04x", unit)
		}
		if !bytes.Contains(bytes.ToLower(pdf), []byte(hex.String())) {
			t.Errorf("under the signature nothing says %q", word)
		}
	}
	roots, err := n.house.Roots()
	n.must(err)
	for _, came := range []bool{false, true} {
		v, err := papers.Of(n.house).VerifyReport(pdf)
		if n.must(err); !v.Holds() || len(v.ByKey) != 1 || v.ByKey[1].IsZero() == came {
			t.Errorf("once it came %t: %v, %v", came, v.Faults, v.ByKey)
		}
		if v := papers.CheckReport(t.Context(), pdf, roots); v.Answer() != papers.Unknown || v.Signatures[1].Trusted {
			t.Errorf("by the certificate alone: %v, %v", v.Answer(), v.Faults)
		}
		given, err := n.house.Authority().CertifyComing(phrase, n.elena.Number)
		if n.must(err); (len(given) == 1) == came {
			t.Errorf("certificates given: %v", given)
		}
	}
	v, err := papers.Of(n.house).VerifyReport(n.signedBy(gina))
	if n.must(err); !v.Holds() || len(v.ByKey) > 0 || !v.Signatures[1].Trusted {
		t.Errorf("signed afterwards: %v, %v", v.Faults, v.ByKey)
	}
	n.holds()
}

// Somebody else's key, or one that the record has of nobody, signs nothing in a house whose authority is closed.
func TestKeyOfOnesOwnIsNamed(t *testing.T) {
	n := short(t)
	stranger, err := house.NewKey()
	n.must(err)
	for _, closed := range []bool{false, true} {
		if closed {
			n.closes()
		}
		for _, key := range []house.Badge{house.NewBadge(n.dario.Staff, stranger), house.NewBadge(n.elena.Staff, n.dario.Key()), n.dario} {
			if closed && key.Number == n.dario.Number && key.Key() == n.dario.Key() {
				continue // it is his
			}
			id, err := sign.OwnIdentity(key.Key(), n.house.State.Name, key.Number, key.Name, string(key.Role), n.clock.Now())
			n.must(err)
			e := n.evidence()
			pdf := n.forged(e, papers.Of(n.house).Words(e.Language), n.clock.Now(), n.identity(n.dealer()), id)
			n.enters(e, n.dealer(), key)
			if got, faults := n.saysOf(n.house, pdf); got != papers.Fails || !strings.Contains(faults, "is not from this house") {
				t.Errorf("closed %t, %s: %v\n%s", closed, key.Name, got, faults)
			}
		}
	}
}

// A wrong passphrase opens nothing and leaves everything as it was; a short one closes nothing.
func TestWrongPassphrase(t *testing.T) {
	n := short(t)
	for _, weak := range []string{"", "short", strings.Repeat("a", 40), strings.Repeat("ab", 20), strings.Repeat("word ", 50), "with\na line of its own"} {
		n.no(house.BadSetting, n.house.Authority().CloseAuthority(weak, false, n.elena))
	}
	if !isOpen(t, n.dir) || len(sealedFiles(t, n.dir)) > 0 || n.house.State.AuthorityClosed() {
		t.Error("a passphrase that was refused has closed the authority")
	}
	_, err := n.house.Authority().CertifyComing(phrase, n.elena.Number)
	n.no(house.AuthorityIsOpen, err)
	n.no(house.WrongRole, n.house.Authority().CloseAuthority(phrase, false, n.dario))
	n.closes()
	gina := n.newPIN("22")
	seq := n.house.State.Seq
	for _, wrong := range []string{"", phrase + "x", strings.ToUpper(phrase)} {
		_, err := n.house.Authority().CertifyComing(wrong, n.elena.Number)
		n.no(house.WrongPassphrase, err)
		n.no(house.WrongPassphrase, n.house.Authority().OpenAuthority(wrong))
	}
	if n.house.State.Seq != seq {
		t.Error("a wrong passphrase is on the record")
	}
	if _, err := n.house.Authority().CertifyComing(" "+phrase+"\n", n.elena.Number); err != nil { // as a file ends
		t.Error(err)
	}
	if v, err := papers.Of(n.house).VerifyReport(n.signedBy(gina)); err != nil || !v.Holds() {
		t.Error(err, v.Faults)
	}
}

// A house that lost the passphrase, or the file, goes on signing, and makes another authority: what the one before certified
// stays trusted.
func TestLostPassphrase(t *testing.T) {
	n := short(t)
	n.closes()
	old, was := n.signedBy(n.dario), sealedFiles(t, n.dir)
	for _, gone := range []bool{false, true} {
		if gone {
			for _, file := range sealedFiles(t, n.dir) {
				n.must(os.Remove(file))
			}
			_, err := n.house.Authority().CertifyComing(phrase, n.elena.Number)
			n.no(house.AuthorityGone, err)
			_, err = n.house.Authority().CertifyComing("another passphrase of it", n.elena.Number)
			n.no(house.AuthorityGone, err)
		}
		n.must(n.house.Authority().CloseAuthority("another passphrase of it", true, n.elena))
		if files := sealedFiles(t, n.dir); len(files) != 1 || files[0] == was[0] || isOpen(t, n.dir) {
			t.Errorf("%v after %v", files, was)
		}
	}
	if len(n.house.State.Authorities) != 3 {
		t.Errorf("%d authorities", len(n.house.State.Authorities))
	}
	for _, pdf := range [][]byte{old, n.signedBy(n.dario), n.signedBy(n.newPIN("22"))} {
		if v, err := papers.Of(n.house).VerifyReport(pdf); err != nil || !v.Holds() {
			t.Error(err, v.Faults)
		}
	}
	n.holds()
}

// An open authority that is put beside a closed one certifies nobody: it is destroyed where the closed one is there, left
// alone where it may be all that there is of its key, and put under a passphrase again where it is of the house's.
func TestOpenAuthorityBesideAClosedOne(t *testing.T) {
	n := short(t)
	open, err := os.ReadFile(filepath.Join(n.dir, "authority.pem"))
	n.must(err)
	n.closes()
	forger, err := sign.NewAuthority(n.house.State.Name, n.clock.Now())
	n.must(err)
	foreign, err := forger.MarshalPEM()
	n.must(err)
	n.must(os.WriteFile(filepath.Join(n.dir, "authority.pem"), foreign, 0o600))
	n.newPIN("22")
	if len(n.house.State.Authorities) != 1 || len(n.house.Coming()) != 1 {
		t.Errorf("%d authorities, still to come: %v", len(n.house.State.Authorities), n.house.Coming())
	}
	again := func() *session.House {
		h, err := session.Open(n.dir, n.clock.Now)
		n.must(err)
		return h
	}
	n.must(again().Close())
	if isOpen(t, n.dir) {
		t.Error("what was put there is there still")
	}
	n.must(os.Remove(sealedFiles(t, n.dir)[0]))
	n.must(os.WriteFile(filepath.Join(n.dir, "authority.pem"), open, 0o600)) // as from a recovery kit
	h := again()
	defer h.Close()
	if !isOpen(t, n.dir) {
		t.Fatal("all that there was of the key was destroyed")
	}
	n.must(h.Authority().CloseAuthority(phrase, false, n.elena))
	if len(h.State.Authorities) != 1 || len(h.Coming()) > 0 || isOpen(t, n.dir) {
		t.Errorf("%d authorities, still to come: %v", len(h.State.Authorities), h.Coming())
	}
	n.must(n.house.Takeover().CatchUp())
	n.holds()
}

// A house that is set up with a passphrase has no open authority at any time, and everybody has a certificate.
func TestSetUpWithAPassphrase(t *testing.T) {
	dir := t.TempDir()
	h, err := session.Open(dir, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	plan := house.DemoPlan("it", "lugano", 1)
	plan.Passphrase = "short"
	if err := h.SetUp(plan); !house.RefusedFor(err, house.BadSetting) {
		t.Errorf("%v", err)
	}
	plan.Passphrase = phrase
	if err := h.SetUp(plan); err != nil {
		t.Fatal(err)
	}
	if isOpen(t, dir) || len(sealedFiles(t, dir)) != 1 || !h.State.AuthorityClosed() || len(h.Coming()) > 0 {
		t.Errorf("open %t, closed %v, still to come %v", isOpen(t, dir), sealedFiles(t, dir), h.Coming())
	}
	if _, err := h.Authority().Identity(signOn(t, h, "215821")); err != nil {
		t.Error(err)
	}
	verified(t, dir)
	record, err := os.ReadFile(filepath.Join(dir, "sabot.db"))
	wal, _ := os.ReadFile(filepath.Join(dir, "sabot.db-wal"))
	if err != nil || bytes.Contains(append(record, wal...), []byte(phrase)) {
		t.Errorf("the record holds the passphrase, %v", err)
	}
}

// Once a house has closed its authority, the audit names one that nobody signed for.
func TestUnsignedAuthorityIsNamed(t *testing.T) {
	n := short(t)
	n.closes()
	forger, err := sign.NewAuthority(n.house.State.Name, n.clock.Now())
	n.must(err)
	certificate := base64.StdEncoding.EncodeToString(forger.Certificate.Raw)
	for _, f := range []record.Fact{record.AuthoritySet{Certificate: certificate}, record.AuthorityClosed{Certificate: certificate}, record.AuthorityClosed{Certificate: certificate, By: "31"}} {
		other := t.TempDir()
		n.restored(other)
		h, err := session.Open(other, n.clock.Now)
		n.must(err)
		n.must(h.Store().Append(h.State.Stamp(n.clock.Now(), "", f)...))
		all, err := papers.Of(h).VerifyRecord(t.Context(), nil)
		n.must(err)
		if len(all) == 0 || all[0].Fault == nil {
			t.Errorf("%s holds: %+v", record.KindOf(f), all)
		} else {
			t.Log(all[0].Fault)
		}
		n.must(h.Close())
	}
}

// Machines of a house whose authority is closed get their certificates once it was opened.
func TestPostOfAClosedAuthority(t *testing.T) {
	n := short(t)
	n.closes()
	post := sign.Post{Kind: sign.MachinePost, Name: "tavolo-1", Tables: []string{"LB1"}}
	_, err := n.house.Authority().NewPost(post)
	n.no(house.AuthorityShut, err)
	_, err = n.house.Authority().VouchOffice(house.DemoName, "ufficio")
	n.no(house.AuthorityShut, err)
	n.must(n.house.Authority().OpenAuthority(phrase))
	id, err := n.house.Authority().NewPost(post)
	n.must(err)
	roots, err := n.house.Roots()
	n.must(err)
	if _, err := sign.CheckPost(id.Certificate, roots, n.house.State.Name, sign.MachinePost, n.clock.Now()); err != nil {
		t.Error(err)
	}
	_, err = n.house.Authority().VouchOffice(house.DemoName, "ufficio")
	n.must(err)
}
