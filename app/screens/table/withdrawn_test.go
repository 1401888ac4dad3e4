package table

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sabot/app/screens/screentest"
	"sabot/app/text"
	"sabot/pit/record"
)

// line is the word that stands under the act.
func (s *seat) line() string {
	return s.screen.viewer().Of(s.Table(), s.screen.cursor, s.screen.notice).Notice.Text
}

// stands reports what else the line under the act says than a text.
func (s *seat) stands(when, want string) {
	s.T.Helper()
	if got := s.line(); got != want {
		s.T.Errorf("%s: it says %q, want %q", when, got, want)
	}
}

// The line on a split box names the hand, and the other hand, where no chip moves, takes nothing of it away.
func TestLineOfTakenBackPaymentNamesTheHand(t *testing.T) {
	s := seats(t)
	s.Keys("350\n450\n\n" + "at" + "9" + "a9" + "\n" + "p9k" + "s" + "a")
	const back = "Fiche già mosse? Riportale: box 3 sx ↓50"
	s.Keys("\n\n")
	s.Press(fyne.KeyBackspace, fyne.KeyBackspace)
	s.stands("taken back", "Disfatto: pagamento. "+back)
	s.Keys("\n")
	s.stands("a push of the right hand", back)
	s.Picture("withdrawn-by-hand")
	s.Keys("\n")
	s.stands("paid again", "")
}

// Who approves that more is taken back reads which chips may have to come back, and not above it that nobody gives back anything.
func TestApprovalNamesChipsThatMayComeBack(t *testing.T) {
	s := seats(t)
	s.Keys("125\n450\n\n" + "a5a" + "k6" + "\n" + "4" + "\n" + "n")
	s.Press(fyne.KeyBackspace, fyne.KeyBackspace)
	s.asks("fine dell’assicurazione", s.Shell.Text.T("approve_no_money"))
	s.Keys(screentest.InspectorCode)
	s.Press(fyne.KeyBackspace)
	if s.Shell.Overlay() == nil {
		t.Fatalf("nobody is asked: %s", s.said())
	}
	s.asks("Fiche già mosse? Riportale: box 4")
	if over := strings.Join(strings.Fields(s.Over()), " "); strings.Contains(over, s.Shell.Text.T("approve_no_money")) {
		t.Errorf("it says both: %s", over)
	}
}

// What a double has put down goes back by the line, as a payment does, until it is put down again.
func TestLineOfTakenBackDouble(t *testing.T) {
	s := asksFirst(t)
	s.Keys("x")
	s.Press(fyne.KeyBackspace)
	const back = "Fiche già mosse? Riportale: box 1 ↩100"
	if got := s.line(); !strings.HasSuffix(got, back) {
		t.Errorf("it says %q", got)
	}
	s.Keys("h")
	s.stands("played on", back)
	s.Picture("withdrawn-double")
	s.Press(fyne.KeyBackspace)
	s.Keys("x")
	s.stands("doubled after all", "")
}

// A hand that is cancelled while the line stands carries it: on the page of the reason, on the one that is approved, on the one
// of what goes back, on the felt, in the list of the hands.
func TestCancelledHandCarriesTheLine(t *testing.T) {
	s := seats(t)
	s.Keys("150\n250\n\n" + "a9" + "5" + "k9" + "\n" + "\n")
	s.Press(fyne.KeyBackspace)
	const back = "Fiche già mosse? Riportale: box 1 ↓75"
	s.F4("i")
	s.asks(back)
	s.Keys("Rissa\n")
	s.asks(back)
	s.Picture("withdrawn-approved")
	s.Keys(screentest.ManagerCode)
	s.asks(back)
	s.Picture("withdrawn-refunds")
	for s.Shell.Overlay() != nil {
		s.Escape()
	}
	if got := s.line(); !strings.HasSuffix(got, back) {
		t.Errorf("the felt says %q", got)
	}
	s.Shell.TypedKey(fyne.KeyF8)
	s.Keys("\n")
	s.asks(back)
	for s.Shell.Overlay() != nil {
		s.Escape()
	}
	s.Keys("150\n")
	if got := s.line(); strings.Contains(got, back) {
		t.Errorf("with the bets of the next hand it says %q", got)
	}
}

// The chips that go back are named with their amount also behind a late change, which an inspector has just approved.
func TestWithdrawnIsNamedBehindALateChange(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("120\t20\n\n" + "8k3" + "\n" + "x2\b\bh" + screentest.InspectorCode)
	if n := s.Table().Notes; len(n) != 1 || n[0].Kind != record.LateChange {
		t.Fatalf("noted %+v: %s", n, s.said())
	}
	if got, want := s.screen.viewer().Of(s.Table(), s.screen.cursor, s.screen.notice).Notice.Text, "Fiche già mosse? Riportale: box 1: PLAY ↩20"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	s.Picture("withdrawn-late")
}

// A code that is typed while chips have to come back takes nothing from that line: it stands beside it with the amount.
func TestWithdrawnIsNamedBehindACode(t *testing.T) {
	for _, lang := range []string{"it", "en", "de", "fr"} {
		s := newSeat(t, "BJ1", lang)
		s.Keys("\n" + screentest.Counted + "114711\n215821\n\n3" + "350\n450\n\n" + "at" + "9" + "a9" + "\n" + "p9k" + "s" + "a" + "\n\n")
		s.Press(fyne.KeyBackspace, fyne.KeyBackspace)
		back := s.screen.viewer().Log().Withdrawn(s.Table())
		if !strings.Contains(back, "50") {
			t.Fatalf("%s: it says %q", lang, back)
		}
		s.Keys(screentest.InspectorCode)
		if got := s.line(); !strings.HasSuffix(got, back) || !strings.HasPrefix(got, s.Shell.Text.T("digits_code_brief")) {
			t.Errorf("%s: it says %q, want %q", lang, got, back)
		}
		s.Picture("withdrawn-code-" + lang)
	}
}

// The digits of a code that a box which is asked takes for cards, and that are taken back, leave the line as it was: they confirm nothing.
func TestWithdrawnStandsBehindACodeTakenForCards(t *testing.T) {
	s := newSeat(t, "LB1", "it")
	s.Open()
	s.Keys("120\t20\n\n" + "8k3" + "\n")
	s.Press(fyne.KeyBackspace)
	s.stands("taken back", "Disfatto: pagamento. Fiche già mosse? Riportale: box 1: 59 ↑20")
	seq := s.Table().Seq
	s.Keys(screentest.InspectorCode)
	if s.Table().Seq == seq {
		t.Fatal("no digit was taken for a card")
	}
	if got := s.line(); !strings.HasSuffix(got, "Fiche già mosse? Riportale: box 1 ↑20") {
		t.Errorf("it says %q", got)
	}
	s.Picture("withdrawn-code-cards")
}

// A hole card that makes the blackjack which the dealer denied takes nothing from the line: both are said.
func TestWithdrawnIsNamedBesideADeniedBlackjack(t *testing.T) {
	for _, lang := range []string{"it", "en", "de", "fr"} {
		s := newSeat(t, "BJ1", lang)
		s.Keys("\n" + screentest.Counted + "114711\n215821\n\n3" + "120\n320\n\n" + "69k" + "57" + "\n" + "n" + "x8" + "s" + "7" + "\n")
		s.Press(fyne.KeyBackspace, fyne.KeyBackspace)
		back := s.screen.viewer().Log().Withdrawn(s.Table())
		if !strings.Contains(back, "1") {
			t.Fatalf("%s: it says %q", lang, back)
		}
		s.Keys("a")
		if got := s.line(); !s.Table().Deal().Contradicted() || !strings.HasPrefix(got, s.Shell.Text.T("hole_is_blackjack_brief")) || !strings.Contains(got, strings.TrimSpace(s.Shell.Text.T("said_withdrawn", text.Args{"What": ""}))) {
			t.Errorf("%s: it says %q, want also %q", lang, got, back)
		}
		s.Picture("withdrawn-denied-" + lang)
		s.Shell.Speak(map[string]string{"it": "de", "de": "it", "en": "fr", "fr": "en"}[lang]) // whoever relieves has another language
		s.screen.Update()
		if got, said := s.line(), s.Shell.Text.T("hole_is_blackjack_brief"); !strings.HasPrefix(got, said) || strings.Count(got, "Blackjack")+strings.Count(got, "blackjack") != 1 {
			t.Errorf("%s: after the relief it says %q", lang, got)
		}
	}
}
