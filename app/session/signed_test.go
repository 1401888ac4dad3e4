package session_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	mrand "math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
	"sabot/reports"
	"sabot/reports/sign"
)

// short is a night of few hands: one is disputed, one is corrected.
func short(t *testing.T) *night {
	t.Helper()
	n := newNight(t)
	opener := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	n.money = opener.Value()
	n.slip(record.Fill, record.Float{{Value: 2500, Pieces: 100}})
	for hand := range 4 {
		n.begin()
		if hand == 1 {
			n.disputed()
		}
		n.finish()
	}
	n.misread()
	n.incident()
	closer := count(n.money)
	n.must(n.table.Close(n.dealer(), n.dario, &closer))
	return n
}

// Others find every report's signatures valid and its signers trusted: poppler, with the
// house's authority in an NSS database as Firefox and LibreOffice have one.
func TestPopplerTrustsEveryReport(t *testing.T) {
	n := short(t)
	database, authority := "sql:"+t.TempDir(), filepath.Join(t.TempDir(), "house.pem")
	der, err := base64.StdEncoding.DecodeString(n.house.State.Authority())
	n.must(err)
	pem := "-----BEGIN CERTIFICATE-----\n" + base64.StdEncoding.EncodeToString(der) + "\n-----END CERTIFICATE-----\n"
	n.must(os.WriteFile(authority, []byte(pem), 0o600))
	tool := func(name string, args ...string) string {
		t.Helper()
		out, err := exec.Command(name, args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%s, which make test installs: %v\n%s", name, err, out)
		}
		return string(out)
	}
	tool("certutil", "-N", "-d", database, "--empty-password")
	tool("certutil", "-A", "-d", database, "-n", "house", "-t", ",C,", "-a", "-i", authority)
	for kind, pdf := range n.signed() {
		file := filepath.Join(t.TempDir(), string(kind)+".pdf")
		n.must(os.WriteFile(file, pdf, 0o600))
		said, signers := tool("pdfsig", "-nssdir", database, file), 2
		if kind == reports.TableReport || kind.OfHouse() {
			signers = 1
		}
		for _, line := range []string{"Signature is Valid.", "Certificate is Trusted."} {
			if got := strings.Count(said, line); got != signers {
				t.Errorf("%s: %q stands there %d times, not %d:\n%s", kind, line, got, signers, said)
			}
		}
		if strings.Count(said, "Total document signed") != 1 {
			t.Errorf("%s: the last signature does not cover the file:\n%s", kind, said)
		}
	}
}

// A thousand random bytes over every kind of report, each changed alone, and whatever is
// put behind the end: each is refused.
func TestChangedReportsAreRefused(t *testing.T) {
	n := short(t)
	all := n.signed()
	random := mrand.New(mrand.NewPCG(9, 9))
	const flips = 1000
	tried := 0
	refused := func(pdf []byte, what string, args ...any) {
		t.Helper()
		tried++
		if v, err := papers.Of(n.house).VerifyReport(pdf); err == nil && v.Holds() {
			t.Errorf("%s does not matter", fmt.Sprintf(what, args...))
		}
	}
	for _, kind := range reports.Kinds() {
		pdf := all[kind]
		for range flips / len(reports.Kinds()) {
			at, bit := random.IntN(len(pdf)), byte(1)<<random.IntN(8)
			pdf[at] ^= bit
			refused(pdf, "%s: bit %#x of byte %d of %d", kind, bit, at, len(pdf))
			pdf[at] ^= bit
		}
		for _, more := range []string{"\n", " ", "%", "\x00", "%%EOF\n", string(pdf[len(pdf)-200:])} {
			refused(append(bytes.Clone(pdf), more...), "%s: %q behind the end", kind, more)
		}
		for _, cut := range []int{1, 100, len(pdf) / 2} {
			refused(pdf[:len(pdf)-cut], "%s without its last %d bytes", kind, cut)
		}
		if v, err := papers.Of(n.house).VerifyReport(pdf); err != nil || !v.Holds() {
			t.Errorf("%s as it was: %v, %v", kind, v.Faults, err)
		}
	}
	if tried < flips {
		t.Errorf("only %d were tried", tried)
	}
}

// One signature cut off leaves a whole PDF with one signature less: it is named.
func TestMissingSignatureIsNamed(t *testing.T) {
	n := short(t)
	pdf := n.signedAs(reports.ShiftReport)
	signed, err := sign.Verify(pdf, nil)
	n.must(err)
	v, err := papers.Of(n.house).VerifyReport(pdf[:signed.Signatures[0].End])
	if err != nil || v.Holds() || !strings.Contains(failings(v), "it has 1 signatures and needs 2") {
		t.Errorf("%v, %v", v.Faults, err)
	}
}

// The report of another record of the same people, properly signed, has figures that are
// not this record's: verify names it.
func TestFiguresOfAnotherRecordAreNamed(t *testing.T) {
	n := short(t)
	figures, err := papers.Of(n.house).Evidence(papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 1})
	n.must(err)
	figures.Figures = bytes.Replace(figures.Figures, []byte(`"Table":"LB1"`), []byte(`"Table":"LB2"`), 1)
	doc, err := figures.Draw(papers.Of(n.house).Words("it"))
	n.must(err)
	pdf := doc.PDF
	for i, badge := range []house.Badge{n.dealer(), n.dario} {
		identity, err := n.house.Authority().Identity(badge)
		n.must(err)
		pdf, err = sign.Sign(pdf, identity, n.field(figures, doc, i, identity.Certificate, n.clock.Now()))
		n.must(err)
	}
	v, err := papers.Of(n.house).VerifyReport(pdf)
	if err != nil || v.Holds() || !strings.Contains(failings(v), "its figures are not the record's") {
		t.Errorf("%v, %v", v.Faults, err)
	}
}

// A record that was changed after a report was signed: the report names it, by what comes
// after its own entries nothing changes.
func TestChangedRecordIsNamed(t *testing.T) {
	n := short(t)
	pdf := n.signedAs(reports.ShiftReport)
	n.must(n.table.CountDrop(100, n.dario, n.elena))
	opener := count(n.money)
	n.clock.Pass(20 * time.Hour)
	n.must(n.table.Open(n.dealers[1], n.dario, &opener))
	if v, err := papers.Of(n.house).VerifyReport(pdf); err != nil || !v.Holds() {
		t.Errorf("what came later: %v, %v", v.Faults, err)
	}
	other := t.TempDir()
	n.restored(other)
	change(t, other, `UPDATE entries SET entry = replace(entry, '[2500,100]', '[2500,101]') WHERE entry LIKE '%"sliprequested"%'`)
	h, err := session.Open(other, n.clock.Now)
	n.must(err)
	defer h.Close()
	v, err := papers.Of(h).VerifyReport(pdf)
	said := failings(v)
	if err != nil || v.Holds() || !strings.Contains(said, "its figures are not the record's") {
		t.Errorf("a changed fill: %v, %v", v.Faults, err)
	}
	if strings.Contains(said, `":`+"{") || strings.Contains(said, `"Amount"`) || !strings.Contains(said, "the paper says") {
		t.Errorf("where they differ is not said in words of the paper: %s", said)
	}
}

// Every role tries to sign every report in each place, with everybody else who may or may
// not: it passes only with the rights of docs/rights.md.
func TestWhoMaySign(t *testing.T) {
	n := short(t)
	badges := []house.Badge{n.dealers[0], n.dealers[1], n.dario, n.elena}
	for _, code := range []string{"417041"} {
		who, err := n.house.SignOn(code)
		n.must(err)
		badges = append(badges, who)
	}
	dealt := map[record.Role]bool{record.Croupier: true}
	supervises := map[record.Role]bool{record.Inspector: true, record.Manager: true}
	try := func(w papers.Wanted, may bool, badges ...house.Badge) {
		t.Helper()
		before := n.house.State.Backups().Copies(record.ReportPrinted{Report: string(w.Kind) + "-signed", Table: w.Table, Shift: w.Shift, Item: w.Item})
		file, pdf, err := papers.Of(n.house).Signed(w, badges...)
		var who []record.Role
		for _, b := range badges {
			who = append(who, b.Role)
		}
		var refusal *house.Refusal
		switch {
		case may && err != nil:
			t.Errorf("%s by %v is refused: %v", w.Kind, who, err)
		case !may && (err == nil || pdf != nil || file != "" || !errors.As(err, &refusal)):
			t.Errorf("%s by %v: %q, %v", w.Kind, who, file, err)
		}
		after := n.house.State.Backups().Copies(record.ReportPrinted{Report: string(w.Kind) + "-signed", Table: w.Table, Shift: w.Shift, Item: w.Item})
		if (after > before) != may {
			t.Errorf("%s by %v: %d copies, then %d", w.Kind, who, before, after)
		}
	}
	slip := papers.Wanted{Kind: reports.SlipReport, Table: "LB1", Shift: 1, Item: "F 2026-0001"}
	table := papers.Wanted{Kind: reports.TableReport, Table: "LB1", Item: "2026-11-01.." + evening.Format(time.DateOnly)}
	n.clock.Pass(24 * time.Hour) // its last day is over
	for _, a := range badges {
		try(slip, false, a)
		try(table, supervises[a.Role], a)
		for _, b := range badges {
			try(slip, dealt[a.Role] && a.Number == n.dealer().Number && supervises[b.Role] && a.Number != b.Number, a, b)
			try(table, false, a, b)
		}
	}
	ahead := table
	ahead.Item = "2026-11-01..2026-11-30" // the month is not over
	try(ahead, false, n.elena)
	try(slip, false)
	try(slip, false, n.dealers[0], n.dario, n.elena)
	opener := count(n.money)
	n.must(n.table.Open(n.dealers[1], n.dario, &opener))
	try(papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 2}, false, n.dealers[1], n.dario) // it is provisional
}

// Another house's croupier, whoever they say they are, is not trusted.
func TestAnotherHouseIsNotTrusted(t *testing.T) {
	n, other := short(t), newNight(t)
	v, err := papers.Of(other.house).VerifyReport(n.signedAs(reports.SlipReport))
	if err != nil || v.Holds() || !strings.Contains(failings(v), "is not from this house") {
		t.Errorf("%v, %v", v.Faults, err)
	}
}

// A shift's report is signed by a croupier who dealt in it and an inspector who answered
// for it, or by a manager; a file in which somebody else signed does not hold.
func TestWhoWasThereSigns(t *testing.T) {
	n := short(t)
	w := papers.Wanted{Kind: reports.ShiftReport, Table: n.table.State.Name, Shift: n.table.State.Shift}
	head, err := n.house.Derived().Head(w.Table, w.Shift)
	n.must(err)
	var away house.Badge
	for _, d := range n.dealers {
		if !slices.Contains(head.Dealt, d.Number) {
			away = d
		}
	}
	if away.Number == "" || len(head.Dealt) == 0 {
		t.Fatalf("%v dealt of %d", head.Dealt, len(n.dealers))
	}
	there := n.dealers[slices.IndexFunc(n.dealers, func(d house.Badge) bool { return d.Number == head.Dealt[0] })]
	_, _, err = papers.Of(n.house).Signed(w, away, n.dario)
	var refusal *house.Refusal
	if !errors.As(err, &refusal) || refusal.Why != house.NeverDealt || refusal.What != away.Name {
		t.Errorf("who never dealt signs: %v", err)
	}
	for _, with := range []house.Badge{n.dario, n.elena} {
		if _, _, err := papers.Of(n.house).Signed(w, there, with); err != nil {
			t.Errorf("%s signs: %v", with.Name, err)
		}
	}
	stranger := shifts.Head{Number: 1, Dealt: []string{"1"}, Answered: []string{"2"}}
	if err := stranger.MaySign(&n.house.State, n.dario.Staff, house.SignReports); !house.RefusedFor(err, house.NeverAnswered) {
		t.Errorf("an inspector of another table signs: %v", err)
	}
}

// failings is what does not hold of a report, in English.
func failings(v papers.Verdict) string {
	var all []string
	for _, f := range v.Faults {
		all = append(all, f.String())
	}
	return strings.Join(all, "\n")
}
