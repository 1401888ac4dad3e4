package practice

import (
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/practice"
	"sabot/games/drill"
)

// A key chooses and Enter answers, whatever is asked: a letter that was not meant is another one's, or
// is taken back, and what is lit is what counts.
func TestEnterAnswersEverywhere(t *testing.T) {
	l := sit(t)
	for _, c := range []struct {
		kind  drill.Kind
		typed string
		is    drill.Say
	}{{drill.Pays, "lc", drill.Take}, {drill.Pays, "c5", drill.Pay}, {drill.Draws, "bn", drill.NoCard}, {drill.Misdeals, "grc", drill.Cancel}, {drill.Hands, "", ""}} {
		l.drill(c.kind)
		l.Keys("\n")
		l.Says("Prima l")
		l.Keys(c.typed)
		if l.p.run.verdict != nil {
			t.Fatalf("%s: %q was an answer", c.kind, c.typed)
		}
		if c.typed != "" {
			l.Keys("\n")
			if l.p.run.verdict == nil || l.p.run.said.Say != c.is {
				t.Errorf("%s: %q and Enter say %q", c.kind, c.typed, l.p.run.said.Say)
			}
		}
		l.Press(fyne.KeyEscape, fyne.KeyEscape)
	}
	l.p.choose()
	l.drill(drill.Misdeals)
	l.TouchOn(l.p.run.drill.Pad, l.Shell.Text.T("drill_say_fine"))
	l.Press(fyne.KeyBackspace)
	l.Keys("\n")
	if l.p.run.verdict != nil {
		t.Error("what was taken back was an answer")
	}
	l.TouchOn(l.p.run.drill.Pad, l.Shell.Text.T("drill_say_fine"))
	l.TouchOn(l.p.run.drill.Pad, l.Shell.Text.T("sign_ok"))
	if l.p.run.verdict == nil || l.p.run.said.Say != drill.Fine {
		t.Errorf("two taps say %q", l.p.run.said.Say)
	}
}

// A tray has as many chips as it has: what is not there nobody lays, and it says so.
func TestOnlyChipsOfTheTrayAreLaid(t *testing.T) {
	l := sit(t)
	l.drill(drill.Chips)
	tray := &l.p.run.task.Tray
	tray.Stock[tray.Values[0]], tray.Stock[tray.Values[1]] = 0, 2
	l.Keys("a")
	l.Says("Fiche da " + l.Shell.Text.Amount(tray.Values[0]) + ": non ce ne sono altre")
	l.Keys("ffff")
	l.Says("Fiche da " + l.Shell.Text.Amount(tray.Values[1]) + ": non ce ne sono altre")
	if n := len(l.p.run.taken); n != 2 {
		t.Errorf("%d chips lie there", n)
	}
}

// Answers that are nobody's are given a name on the page of their results: the file has it, the marks are
// theirs, and what has a name keeps it.
func TestAnswersAreGivenANameLater(t *testing.T) {
	l := sit(t)
	l.drill(drill.Commission)
	_, right := l.asked()
	l.types(right)
	l.Press(fyne.KeyEscape)
	l.Says("Risultati · senza nome")
	l.Keys("n114711\n")
	l.Says("Sembra un codice")
	l.Keys("Bea\n")
	l.Says("Risultati · Bea")
	l.Says("1 giusta su 1")
	all, err := l.p.store.All()
	if err != nil || len(all) != 1 || all[0].Who != "Bea" || len(all[0].Done) != 1 {
		t.Fatalf("the folder has %+v: %v", all, err)
	}
	l.Keys("n")
	if l.Shell.Overlay() != nil {
		t.Error("answers of Bea are asked whose they are")
	}
	l.Press(fyne.KeyEscape)
	if one := l.p.person("Bea"); len(one.Sessions) != 1 || len(practice.Of(l.p.all, "")) != 0 {
		t.Errorf("of Bea the sheet has %+v", one)
	}
}
