package windowtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/tray"
)

// night is a night of a Lugano table with two boxes, keyed in as fast as hands do.
type night struct {
	*dealer
	n int // hands
}

// patterns are hands whose cards ask for nothing more: boxes 1 and 2, the bank, boxes 1
// and 2 again, the bank. Each rank comes often enough for a shoe to last.
var patterns = []string{"98k885", "7k9q07", "5j60j9", "a8k7a8", "960j98", "28q767"}

// keys are those of the nth hand.
func (n *night) keys() []string {
	p := strings.Split(patterns[n.n%len(patterns)], "")
	return append([]string{"space", "Return", p[0], p[1], p[2], p[3], p[4], "space", "s", "s", p[5]}, "space")
}

// hand plays one hand to its end.
func (n *night) hand() {
	n.t.Helper()
	want := len(n.state.History) + 1
	n.state = n.row(n.keys(), "hand "+strconv.Itoa(want)+" to close", func(t *pit.Table) bool { return len(t.History) == want })
	n.n++
}

func (n *night) hands(count int) {
	for range count {
		n.hand()
		if n.n%18 == 0 { // before the eights are out
			n.act(dario, "F10", "a", "b") // a new shoe though the cut card is not out
		}
	}
}

// act presses keys and the code of who approves, and waits for the entry.
func (n *night) act(code string, keys ...string) {
	n.t.Helper()
	n.key(keys...)
	n.digits(code)
	n.press("Return")
}

func (n *night) relief(code string) { n.act(code, "F9") }

// slip asks for a fill (c) or a credit (d) of one line and has it verified.
func (n *night) slip(kind string) {
	n.t.Helper()
	n.key("F5", kind, "Down")
	n.digits("5000")
	n.key("End", "Return")
	n.digits(dario)
	n.press("Return")
	n.key("F5", "e", "a", "Down")
	n.digits("5000")
	n.key("End", "Return", "b", "o", "Return", "n", "o", "Return")
	n.digits(n.onDuty())
	n.key("Return")
	n.digits(dario)
	n.press("Return")
}

// onDuty is the code of who deals now.
func (n *night) onDuty() string {
	return map[string]string{"11": anna, "12": bruno, "13": "134713"}[n.record().Croupier]
}

// irregularities puts four things right, of four kinds.
func (n *night) skipped() {
	p := strings.Split(patterns[n.n%len(patterns)], "")
	n.state = n.row([]string{"space", "Return", p[0], p[1]}, "two cards", func(t *pit.Table) bool { return len(t.Current.Round.Laid) == 2 })
	n.key("F4", "a", "1", "Return") // box 1 got no card: that one
	n.press("Return")               // so they lie
	n.key("Return", "v", "Return")  // put them right, why
	n.digits(dario)
	n.press("Return")
	want := len(n.state.History) + 1
	n.state = n.row([]string{p[2], p[3], p[4], "space", "s", "s", p[5], "space"}, "the hand to close", func(t *pit.Table) bool { return len(t.History) == want })
	n.n++
}

func (n *night) burned() {
	p := strings.Split(patterns[n.n%len(patterns)], "")
	n.state = n.row([]string{"space", "Return"}, "no more bets", func(t *pit.Table) bool { return t.Current.BetsClosed })
	n.act(dario, "F4", "d", "a", "6", "Return", "v", "Return")
	want := len(n.state.History) + 1
	n.state = n.row([]string{p[0], p[1], p[2], p[3], p[4], "space", "s", "s", p[5], "space"}, "the hand to close", func(t *pit.Table) bool { return len(t.History) == want })
	n.n++
}

func (n *night) ruled() {
	p := strings.Split(patterns[n.n%len(patterns)], "")
	n.state = n.row([]string{"space", "Return", p[0], p[1], p[2], p[3], p[4], "space"}, "the first bets paid", func(t *pit.Table) bool {
		return t.Deal().Phase() == hand.Deciding && t.Current.Paid == 2
	})
	n.act(dario, "F4", "g", "2", "a", "5", "0", "Return", "v", "Return")
	want := len(n.state.History) + 1
	n.state = n.row([]string{"space", "s", "s", p[5], "space"}, "the hand to close", func(t *pit.Table) bool { return len(t.History) == want })
	n.n++
}

func (n *night) corrected() {
	n.act(dario, "F4", "h", "Return", "Return", "3", "Return", "f", "a", "e", "Return") // its first card was a three
}

// nightHands are how many hands a night has, and the stretches of it between what happens;
// make test plays a short one.
func nightHands() (all, long, short int) {
	if testing.Short() {
		return 30, 5, 3
	}
	return 200, 29, 20
}

// TestNight plays a night in the real window: opening, the hands, 3 reliefs, 2 fills, 1
// credit, 4 irregularities, closing, the signed report; then the record and the report
// are verified through the programs that people use.
func TestNight(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	n := &night{dealer: &dealer{sabot: newDesk(t, "1024x768").open(data, "it", "--demo", "--table", tableName)}}
	t.Cleanup(func() {
		if t.Failed() {
			n.shot("night", "stuck")
		}
	})
	all, long, short := nightHands()
	n.first()
	n.hands(long)
	n.relief(bruno)
	n.slip("c")
	n.hands(short)
	n.skipped()
	n.hands(long)
	n.relief("134713")
	n.burned()
	n.hands(long)
	n.slip("d")
	n.ruled()
	n.hands(long)
	n.slip("c")
	n.relief(anna)
	n.corrected()
	n.hands(all - n.n)
	n.shot("night", "last-hand")
	n.key("F10", "k")
	n.countStock()
	n.shot("night", "closing")
	n.digits(anna)
	n.key("Return")
	n.digits(dario)
	n.press("Return")
	n.key("a") // the shift's report: there is one of the hands put right too
	n.shot("night", "result")
	n.key("Return")
	n.digits(anna)
	n.key("Return")
	n.digits(dario)
	n.key("Return")
	report := filepath.Join(data, "reports", "shift-LB1-1.pdf")
	n.until("the signed report", func() bool { _, err := os.Stat(report); return err == nil })
	n.settle()
	n.judge(data, report)
}

// judge verifies the record and the report.
func (n *night) judge(data, report string) {
	n.t.Helper()
	state := n.record()
	all, _, _ := nightHands()
	if r := state.Result(); r.Difference != tray.KnownSum(0) || len(state.History) != all || len(state.Reliefs) != 4 || len(state.Slips(tray.Verified)) != 3 {
		n.t.Errorf("%d hands, %d croupiers, %d slips, %+v", len(state.History), len(state.Reliefs), len(state.Slips()), r)
	}
	for _, args := range [][]string{{"verify", "--data", data}, {"verify-report", report, "--data", data}} {
		out, err := exec.Command(program(n.t, "sabotctl"), args...).CombinedOutput()
		if err != nil || !strings.HasSuffix(string(out), "holds\n") {
			n.t.Errorf("sabotctl %v: %v\n%s", args, err, out)
		}
	}
	n.settledAsRecorded(data, all)
}
