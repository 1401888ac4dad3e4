package session_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
	"sabot/reports/paper"
	"sabot/reports/sign"
	"sabot/storage"
)

// liar writes every amount on paper as another one.
type liar struct{ paper.Words }

func (liar) Amount(games.Amount) string { return "1" }
func (liar) Cents(games.Amount) string  { return "1.00" }

// forged is the report of some evidence as somebody writes it who has keys and no scruples:
// in words of their own, signed at a moment of their own.
func (n *night) forged(e reports.Evidence, w paper.Words, at time.Time, who ...sign.Identity) []byte {
	n.Helper()
	doc, err := e.Draw(w)
	n.must(err)
	pdf := doc.PDF
	for i, id := range who {
		pdf, err = sign.Sign(pdf, id, n.field(e, doc, i, id.Certificate, at))
		n.must(err)
	}
	return pdf
}

// field is how Sabot has somebody sign in the i-th block of a report: with their name, role and number, when, and the house.
func (n *night) field(e reports.Evidence, doc paper.Document, i int, c *x509.Certificate, at time.Time) sign.Field {
	n.Helper()
	zone, err := time.LoadLocation(e.Zone)
	n.must(err)
	b, who, house := doc.Blocks[i], c.Subject, n.house.State.Name
	role := papers.Of(n.house).Words(e.Language).T("role_" + who.OrganizationalUnit[0])
	return sign.Field{
		Name: fmt.Sprintf("signature-%d", i+1), Page: b.Page, X: b.X + 1, Y: b.Y + 1, W: b.W - 2, H: b.H - 2,
		Lines:  []string{who.CommonName, role + " · " + who.SerialNumber, at.In(zone).Format("02.01.2006 15:04:05 MST"), house},
		Reason: b.Label, Location: house, At: at,
	}
}

// printedAs is what the record says of a signed report of a shift, without who signed it.
func printedAs(e reports.Evidence) record.ReportPrinted {
	return record.ReportPrinted{Report: string(e.Kind) + record.SignedReport, Table: e.Table, Shift: e.Shift, Item: e.Item, Copy: e.Copy, Version: e.Version, Digest: e.Digest()}
}

// enters has the record say that a report of a shift was signed, as Sabot does.
func (n *night) enters(e reports.Evidence, with, by house.Badge) {
	n.Helper()
	printed := printedAs(e)
	printed.By, printed.With, printed.PINs = by.Number, with.Number, true
	entries, err := house.Sign(n.house.Stood(), n.house.State.Stamp(n.clock.Now(), by.Number, printed), with, by)
	n.must(err)
	n.must(n.house.Store().Append(entries...))
	n.must(n.house.Takeover().CatchUp())
}

func (n *night) identity(b house.Badge) sign.Identity {
	n.Helper()
	id, err := n.house.Authority().Identity(b)
	n.must(err)
	return id
}

// evidence is what the shift's report says as it is signed next.
func (n *night) evidence() reports.Evidence {
	n.Helper()
	e, err := papers.Of(n.house).Evidence(papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 1})
	n.must(err)
	e.Copy = n.house.State.Backups().Copies(printedAs(e)) + 1
	return e
}

// saysOf is the verdict on a PDF, with its faults in one text.
func (n *night) saysOf(h *session.House, pdf []byte) (papers.Answer, string) {
	n.Helper()
	v, err := papers.Of(h).VerifyReport(pdf)
	n.must(err)
	return v.Answer(), failings(v)
}

// A page that says another thing than its figures never holds, whichever Sabot it says drew
// it; one that another Sabot drew as this one does still holds.
func TestLyingPageNeverHolds(t *testing.T) {
	n := short(t)
	for _, c := range []struct {
		version string
		lies    bool
		want    papers.Answer
	}{{"0.3.0", true, papers.Unknown}, {"", true, papers.Fails}, {"0.3.0", false, papers.Holds}} {
		e := n.evidence()
		if c.version != "" {
			e.Sabot = c.version
		}
		var w paper.Words = papers.Of(n.house).Words(e.Language)
		if c.lies {
			w = liar{w}
		}
		pdf := n.forged(e, w, n.clock.Now(), n.identity(n.dealer()), n.identity(n.dario))
		n.enters(e, n.dealer(), n.dario)
		if got, faults := n.saysOf(n.house, pdf); got != c.want {
			t.Errorf("%+v: %v\n%s", c, got, faults)
		}
	}
}

// Whoever has the authority's file can issue certificates; a report that is signed with one
// which the record does not have does not hold.
func TestCertificateIsTheRecords(t *testing.T) {
	n := short(t)
	text, err := n.house.Store().Kept("authority.pem")
	n.must(err)
	authority, err := sign.ParsePEM(text)
	n.must(err)
	fresh := func(who house.Badge) sign.Identity {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		n.must(err)
		c, err := authority.Issue(key.Public(), who.Number, who.Name, string(who.Role), n.clock.Now())
		n.must(err)
		return sign.Identity{Certificate: c, Key: key}
	}
	e := n.evidence()
	pdf := n.forged(e, papers.Of(n.house).Words(e.Language), n.clock.Now(), fresh(n.dealer()), fresh(n.dario))
	n.enters(e, n.dealer(), n.dario)
	if got, faults := n.saysOf(n.house, pdf); got != papers.Fails || !strings.Contains(faults, "is not the one on the record") {
		t.Errorf("%v: %s", got, faults)
	}
	roots, err := n.house.Roots()
	n.must(err)
	if v := papers.CheckReport(t.Context(), pdf, roots); v.Answer() != papers.Unknown || !v.Vouched || len(v.Faults) > 0 {
		t.Errorf("by the house's certificate alone: %v, %v", v.Answer(), v.Faults)
	}
}

// A report is signed where the record says so: not outside of it, not by somebody who had
// left, not at another time, not with a certificate that was replaced.
func TestSigningIsOnTheRecord(t *testing.T) {
	n := short(t)
	dealer, dario := n.identity(n.dealer()), n.identity(n.dario)
	words := papers.Of(n.house).Words("it")
	n.clock.Pass(5 * time.Hour)
	e := n.evidence()
	pdf := n.forged(e, words, n.clock.Now(), dealer, dario)
	if got, faults := n.saysOf(n.house, pdf); got != papers.Fails || !strings.Contains(faults, "the record does not say that") {
		t.Errorf("nobody signed that here: %v, %s", got, faults)
	}
	early := n.forged(e, words, n.clock.Now().Add(-4*time.Hour), dealer, dario)
	n.enters(e, n.dealer(), n.dario)
	if got, faults := n.saysOf(n.house, pdf); got != papers.Holds {
		t.Errorf("as it is signed here: %v, %s", got, faults)
	}
	if got, faults := n.saysOf(n.house, early); got != papers.Fails || !strings.Contains(faults, "claims to have signed at") {
		t.Errorf("signed before it was made: %v, %s", got, faults)
	}
	e = n.evidence()
	other := n.dario.Staff
	other.Name = "Dario Verdi"
	n.must(n.house.Staff().EnterStaff(house.NewStaff{Staff: other}, n.elena)) // with another certificate
	pdf = n.forged(e, words, n.clock.Now(), dealer, dario)
	n.enters(e, n.dealer(), n.dario)
	if got, faults := n.saysOf(n.house, pdf); got != papers.Fails || !strings.Contains(faults, "a certificate that was not theirs then") {
		t.Errorf("signed with a certificate of before: %v, %s", got, faults)
	}
	e, dario = n.evidence(), n.identity(n.dario)
	other.Number, other.Name = "22", "Ada Neri"
	n.must(n.house.Staff().EnterStaff(house.NewStaff{Staff: other, PIN: "582193"}, n.elena)) // somebody has to inspect
	n.must(n.house.Staff().RemoveStaff(n.dario.Number, n.elena))
	pdf = n.forged(e, words, n.clock.Now(), dealer, dario)
	n.enters(e, n.dealer(), n.dario)
	if got, faults := n.saysOf(n.house, pdf); got != papers.Fails || !strings.Contains(faults, "the record does not say that Dario Verdi signed it") {
		t.Errorf("signed by who has left: %v, %s", got, faults)
	}
}

// A record that was written anew and sealed with its own key, where something is other that
// no figure shows, is not the one that the report was made of.
func TestReportKnowsItsPast(t *testing.T) {
	n := short(t)
	pdf := n.signedAs(reports.ShiftReport)
	key, err := os.ReadFile(filepath.Join(n.dir, storage.KeyFile))
	n.must(err)
	again := func(stream string, change func(*record.Entry)) *session.House {
		dir := t.TempDir()
		n.must(os.WriteFile(filepath.Join(dir, storage.KeyFile+".new"), append([]byte("not in use yet\n"), key...), 0o600)) // as one that waits for its record
		to, err := storage.Open(dir)
		n.must(err)
		for _, name := range []string{record.HouseStream, "LB1"} {
			for e, err := range n.house.Store().Entries(name, 1) {
				n.must(err)
				if change != nil && name == stream {
					change(&e)
				}
				n.must(to.Append(e))
			}
		}
		n.must(to.Close())
		h, err := session.Open(dir, n.clock.Now)
		n.must(err)
		t.Cleanup(func() { n.must(h.Close()) })
		return h
	}
	if got, faults := n.saysOf(again("", nil), pdf); got != papers.Holds {
		t.Errorf("the same entries: %v, %s", got, faults)
	}
	later := func(e *record.Entry) {
		if _, ok := e.Fact.(record.BetsClosed); ok {
			e.At = e.At.Add(time.Millisecond)
		}
	}
	if got, faults := n.saysOf(again("LB1", later), pdf); got != papers.Fails || !strings.Contains(faults, "not what it was when the report was made: LB1") {
		t.Errorf("a moment is another: %v, %s", got, faults)
	}
	colour := func(e *record.Entry) {
		if f, ok := e.Fact.(record.ChipsSet); ok {
			f.Colours = nil
			f.By = "31"
			e.Fact = f
		}
	}
	if got, faults := n.saysOf(again(record.HouseStream, colour), pdf); got != papers.Fails || !strings.Contains(faults, "not what it was when the report was made: house") {
		t.Errorf("an entry of the house is another: %v, %s", got, faults)
	}
}

// Whoever has the keys of the machine cannot have the record say that somebody's certificate is that of another
// one: it names its owner, as the house knows them.
func TestCertificateNamesItsOwner(t *testing.T) {
	for _, c := range []struct {
		number, name, role string
		years              int // before now that it was given
		names              string
	}{
		{"12", "Bruno Keller", "croupier", 0, ""},
		{"31", "Bruno Keller", "croupier", 0, "names 31, Bruno Keller"},
		{"12", "Elena Moser", "croupier", 0, "names 12, Elena Moser"},
		{"12", "Bruno Keller", "manager", 0, "Bruno Keller, manager"},
		{"12", "Bruno Keller", "croupier", 8, "the certificate of 12 had ended on"},
		{"12", "Bruno Keller", "left", 0, "12, whose key is certified, worked here no more"},
	} {
		dir := closedHouse(t)
		must := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}
		h, err := session.Open(dir, func() time.Time { return evening.AddDate(0, 0, 3) })
		must(err)
		text, err := h.Store().Kept("authority.pem")
		must(err)
		authority, err := sign.ParsePEM(text)
		must(err)
		der, err := base64.StdEncoding.DecodeString(h.State.People().KeyOf("12"))
		must(err)
		key, err := x509.ParsePKIXPublicKey(der)
		must(err)
		if c.role == "left" {
			c.role = "croupier"
			manager, err := h.SignOn("316931")
			must(err)
			must(h.Staff().RemoveStaff("12", manager))
		}
		certificate, err := authority.Issue(key, c.number, c.name, c.role, h.Now().AddDate(-c.years, 0, 0))
		must(err)
		fact := record.Certified{Number: "12", Certificate: base64.StdEncoding.EncodeToString(certificate.Raw)}
		must(h.Store().Append(h.State.Stamp(h.Now(), "", fact)...))
		must(h.Close())
		found := faults(t, dir)
		if (len(found) == 0) != (c.names == "") || len(found) > 0 && !strings.Contains(found[0].What, c.names) {
			t.Errorf("%+v: an audit names %v", c, found)
		}
	}
}
