package session_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/session/papers"
	"sabot/pit/house"
	"sabot/reports"
	"sabot/reports/sign"
)

// Who signed last takes the signature off and signs anew with the same key, in a block that says something else or stands
// elsewhere. The block as Sabot writes it holds, no other does, and what differs is said. In short each of them is tried in the first
// language, and in the others what is said in words of theirs.
func TestBlockThatSaysSomethingElse(t *testing.T) {
	n := short(t)
	spoken := []string{"another number", "another role", "in place", "another time", "a certificate due", "a line less", "/M later", "another page"}
	for i, lang := range []string{"it", "en", "de", "fr"} {
		pdf := n.signedIn(lang)
		e, err := reports.EvidenceOf(pdf)
		n.must(err)
		doc, err := e.Draw(papers.Of(n.house).Words(lang))
		n.must(err)
		signed, err := sign.Verify(pdf, nil)
		n.must(err)
		first, last := signed.Signatures[0], signed.Signatures[1]
		anew := func(change func(*sign.Field)) []byte {
			f := n.field(e, doc, 1, last.Certificate, last.At)
			change(&f)
			again, err := sign.Sign(pdf[:first.End], n.identity(n.dario), f)
			n.must(err)
			return again
		}
		for _, v := range [][]byte{pdf, anew(func(*sign.Field) {})} {
			if got, said := n.saysOf(n.house, v); got != papers.Holds {
				t.Errorf("%s: as Sabot signs it: %v: %s", lang, got, said)
			}
		}
		words := papers.Of(n.house).Words(lang)
		line := func(i int, text string) func(*sign.Field) {
			return func(f *sign.Field) { f.Lines = slices.Clone(f.Lines); f.Lines[i] = text }
		}
		for what, c := range map[string]struct {
			change func(*sign.Field)
			said   string
		}{
			"another name":      {line(0, "Elena Moser"), `says "Elena Moser" instead of "Dario Bianchi"`},
			"letters exchanged": {line(0, "Bario Dianchi"), `says "Bario Dianchi" instead of "Dario Bianchi"`},
			"a name alike":      {line(0, "Dario Bіanchi"), `instead of "Dario Bianchi"`}, // the letter of another script
			"another number":    {line(1, words.T("role_inspector")+" · 12"), `12" instead of "`},
			"another role":      {line(1, words.T("role_manager")+" · 21"), words.T("role_manager")},
			"in place":          {line(1, words.T("signs_in_place")+" · 21"), words.T("role_inspector")},
			"another language":  {line(1, "Inspecteurs · 21"), "Inspecteurs"},
			"another time":      {line(2, last.At.Add(-2*time.Hour).Format("02.01.2006 15:04:05 MST")), "CET"},
			"another zone":      {line(2, last.At.UTC().Format("02.01.2006 15:04:05 MST")), "UTC"},
			"another house":     {line(3, "Casino Royale"), `says "Casino Royale"`},
			"a certificate due": {line(3, n.house.State.Name+" · "+words.T("report_certificate_to_come")), words.T("report_certificate_to_come")[:8]},
			"everything": {func(f *sign.Field) {
				f.Lines = []string{"Elena Moser", "Responsabile · 31", "27.11.2026 10:23:37 CET", "x"}
			}, "Elena Moser"},
			"a line more":         {func(f *sign.Field) { f.Lines = append(f.Lines[:4:4], "e Elena Moser") }, "e Elena Moser"},
			"a line less":         {func(f *sign.Field) { f.Lines = f.Lines[:3] }, n.house.State.Name},
			"other lines bold":    {func(f *sign.Field) { f.Lines = []string{f.Lines[0] + " " + f.Lines[1], f.Lines[2], f.Lines[3]} }, "Dario Bianchi"},
			"/M later":            {func(f *sign.Field) { f.At = f.At.Add(3 * time.Minute) }, "CET"},
			"/Reason":             {func(f *sign.Field) { f.Reason = "Croupier" }, `"Croupier" as its /Reason`},
			"no /Reason":          {func(f *sign.Field) { f.Reason = "" }, "/Reason"},
			"/Location":           {func(f *sign.Field) { f.Location = "Lugano" }, `"Lugano" as its /Location`},
			"no /Location":        {func(f *sign.Field) { f.Location = "" }, "/Location"},
			"/T":                  {func(f *sign.Field) { f.Name = "signature-31" }, `"signature-31" as its /T`},
			"another page":        {func(f *sign.Field) { f.Page = 1 }, "not where"},
			"over the figures":    {func(f *sign.Field) { f.Y = 60 }, "not where"},
			"over the words":      {func(f *sign.Field) { f.Y -= 5 }, "not where"},
			"a hair's breadth":    {func(f *sign.Field) { f.X += 0.01 }, "not where"},
			"larger":              {func(f *sign.Field) { f.H += 10 }, "not where"},
			"smaller, small type": {func(f *sign.Field) { f.H -= 8 }, "not where"},
		} {
			if testing.Short() && i > 0 && !slices.Contains(spoken, what) {
				continue
			}
			forged := anew(c.change)
			if got, said := n.saysOf(n.house, forged); got != papers.Fails || !strings.Contains(said, c.said) {
				t.Errorf("%s: %s: %v: %q", lang, what, got, said)
			}
			if v := papers.CheckReport(t.Context(), forged, nil); what != "in place" && v.Answer() != papers.Fails {
				t.Errorf("%s: %s, without a record: %v", lang, what, v.Answer())
			}
		}
	}
}

// signedIn is the signed report of the shift in a language.
func (n *night) signedIn(lang string) []byte {
	n.Helper()
	_, pdf, err := papers.Of(n.house).Signed(papers.Wanted{Kind: reports.ShiftReport, Table: "LB1", Shift: 1, Lang: lang}, n.dealer(), n.dario)
	n.must(err)
	return pdf
}

// The first who signs lies in the block too, before the other one signs.
func TestFirstBlockThatSaysSomethingElse(t *testing.T) {
	n := short(t)
	e := n.evidence()
	doc, err := e.Draw(papers.Of(n.house).Words(e.Language))
	n.must(err)
	for _, c := range []struct {
		number string
		want   papers.Answer
	}{{n.dealer().Number, papers.Holds}, {"12", papers.Fails}} {
		e, pdf := e, doc.PDF
		for i, who := range []house.Badge{n.dealer(), n.dario} {
			id := n.identity(who)
			f := n.field(e, doc, i, id.Certificate, n.clock.Now())
			f.Lines[1] = strings.Replace(f.Lines[1], n.dealer().Number, c.number, 1)
			pdf, err = sign.Sign(pdf, id, f)
			n.must(err)
		}
		n.enters(e, n.dealer(), n.dario)
		if got, said := n.saysOf(n.house, pdf); got != c.want {
			t.Errorf("%s: %v: %s", c.number, got, said)
		}
	}
}
