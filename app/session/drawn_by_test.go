package session_test

import (
	"strings"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/app/session/papers"
	"sabot/assets"
	"sabot/pit/record"
	"sabot/reports/paper"
)

// drawnAs has two people sign the report of the shift as a forger draws it who has their keys: in words of their own, by the Sabot
// that the paper names.
func (n *night) drawnAs(version string, words func(paper.Words) paper.Words) []byte {
	n.Helper()
	n.clock.Pass(time.Minute)
	e := n.evidence()
	e.Sabot = version
	pdf := n.forged(e, words(papers.Of(n.house).Words(e.Language)), n.clock.Now(), n.identity(n.dealer()), n.identity(n.dario))
	n.enters(e, n.dealer(), n.dario)
	return pdf
}

// Which Sabot drew a page the record says, and never the page. Where it was the one that verifies, pages that differ do not hold;
// where it was another one nobody can tell, and the verdict names it. So it is for a window, and for a command that no entry names.
func TestTheRecordSaysWhichSabotDrewAPage(t *testing.T) {
	n := short(t)
	lies := func(w paper.Words) paper.Words { return liar{w} }
	honest := func(w paper.Words) paper.Words { return w }
	program := func(hash string) record.Program {
		return record.Program{Version: assets.Version, SHA256: strings.Repeat(hash, 32)}
	}
	judged := func(what string, pdf []byte, want papers.Answer, names ...string) {
		t.Helper()
		command, err := session.Open(n.dir, n.clock.Now)
		n.must(err)
		defer func() { n.must(command.Close()) }()
		for who, h := range map[string]*session.House{"a window": n.house, "a command": command} {
			v, err := papers.Of(h).VerifyReport(pdf)
			n.must(err)
			said := failings(v)
			for _, f := range v.DrawnElsewhere() {
				said += f.String() + "\n"
			}
			if v.Answer() != want {
				t.Errorf("%s, by %s: %v, and not %v: %s", what, who, v.Answer(), want, said)
			}
			for _, name := range names {
				if !strings.Contains(said, name) {
					t.Errorf("%s, by %s: it lacks %q: %s", what, who, name, said)
				}
			}
			if want == papers.Unknown && !v.Compared {
				t.Errorf("%s, by %s: its figures were not compared", what, who)
			}
		}
	}

	unnamed, unnamedOlder := n.drawnAs(assets.Version, lies), n.drawnAs("0.3.0", lies)
	judged("no program on the record", unnamed, papers.Fails, "its pages are not those of its figures")
	judged("no program on the record, of another by its own word", unnamedOlder, papers.Unknown, "the paper names: 0.3.0")

	n.must(n.house.Started("LB1", program("1f")))
	first, older, good := n.drawnAs(assets.Version, lies), n.drawnAs("0.3.0", lies), n.drawnAs(assets.Version, honest)
	judged("by the Sabot that verifies", first, papers.Fails, "its pages are not those of its figures")
	judged("by the Sabot that verifies, of another by its own word", older, papers.Fails, "its pages are not those of its figures")
	judged("as it is drawn", good, papers.Holds)

	n.must(n.house.Started("LB1", program("2e")))
	second := n.drawnAs(assets.Version, lies)
	judged("by the Sabot of before", first, papers.Unknown, program("1f").SHA256)
	judged("by the Sabot of before, of another by its own word", older, papers.Unknown, program("1f").SHA256)
	judged("as it is drawn, by the Sabot of before", good, papers.Holds)
	judged("by the Sabot since the update", second, papers.Fails, "its pages are not those of its figures")

	n.must(n.house.Stopped())
	judged("nothing runs", second, papers.Fails, "its pages are not those of its figures")
	n.must(n.house.Started("LB1", record.Program{Version: "0.99.0", SHA256: program("3d").SHA256}))
	judged("by the Sabot of before a newer one", second, papers.Unknown, program("2e").SHA256)
}
