package view

import (
	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
)

// A Held is a reason why the cards that an electronic shoe read wait until a person confirms that they belong
// here.
type Held string

// The reasons.
const (
	NotHeld        Held = ""
	HeldLinked     Held = "linked"     // its line was lost, or was opened in the middle of a shoe
	HeldRestarted  Held = "restarted"  // Sabot began in the middle of a shoe: what waited is gone
	HeldGap        Held = "gap"        // a card may be missing
	HeldElsewhere  Held = "elsewhere"  // the shoe has the card at another place
	HeldImpossible Held = "impossible" // the shoe holds no such card any more
	HeldBack       Held = "back"       // the card was entered, and taken back
	HeldTyped      Held = "typed"      // a card was entered by hand: the shoe may say it too
	HeldRefused    Held = "refused"    // the table would not take it
	HeldBurned     Held = "burned"     // bets were closed before all were burned: it may be one of those
	HeldPage       Held = "page"       // the hand was put right meanwhile: the card may have been part of that
)

// A ShoeLine is a state of the line to an electronic shoe.
type ShoeLine string

// The states of a line.
const (
	NoLine     ShoeLine = ""       // no shoe is read, or all is well
	LineLost   ShoeLine = "lost"   // it is opened again and again
	LineSilent ShoeLine = "silent" // nothing comes
	LineFaulty ShoeLine = "fault"  // the shoe has a trouble of its own
	LineLocked ShoeLine = "locked" // the shoe gives no card
)

// Read are the cards that an electronic shoe read and that are not entered yet.
type Read struct {
	On    bool         // a shoe is read at the table
	Cards []games.Card // in the order of the shoe; 0 is the cut card
	Held  Held
	Line  ShoeLine
	// Burned is how many of the cards that are burned face down it read.
	Burned int
	// Next is the card that a key would enter now; none where none can be.
	Next games.Card
	// Cut says that it is the cut card.
	Cut bool
	// Open says that it is one of those that lie face down, and is known then.
	Open bool
}

// A Waits is the part of the waiting cards that the screen shows.
type Waits struct {
	Cards []Card
	Word  string
	Bad   bool // a person has to say something
}

// mostWaiting is how many cards that wait are drawn.
const mostWaiting = 6

// waits returns the cards that wait. In a game that deals cards face down nobody sees them but the first, where it
// is proposed for a place at which it lies open. None is seen while bets may still change or a player is asked.
func (v ActViewer) waits(t *pit.Table) Waits {
	r := v.Read
	if len(r.Cards) == 0 {
		return Waits{}
	}
	w := Waits{Bad: r.Held != NotHeld, Word: v.Text.T("read_waits", text.Args{"N": len(r.Cards)})}
	if w.Bad {
		w.Word = v.Text.T("read_held_n", text.Args{"N": len(r.Cards), "Why": v.Text.T("read_held_" + string(r.Held))})
	}
	switch {
	case t.Current.ChipsDue():
		w.Word = v.Text.T("read_waits_chips", text.Args{"N": len(r.Cards)})
	case t.Deal().Phase() == hand.Deciding:
		w.Word = v.Text.T("read_waits_decision", text.Args{"N": len(r.Cards)})
	}
	covered := t.Deal().WaitsCovered()
	for i, c := range r.Cards {
		if i == mostWaiting {
			break
		}
		if !c.Valid() {
			w.Cards = append(w.Cards, Card{Cut: true})
			continue
		}
		card := Card{Rank: RankLabel(c.Rank().String())}
		switch {
		case covered && (i > 0 || c != r.Next || r.Open || !t.Deal().ProposesOpen()):
			card = Card{Back: true}
		case t.Game.ReadsSuits():
			card.Suit = c.Suit().String()
		}
		w.Cards = append(w.Cards, card)
	}
	return w
}

// readButton returns the buttons with the one that enters the waiting card before them. It has Enter where no
// other has; it takes the place of the one that deals face down.
func (v ActViewer) readButton(t *pit.Table, buttons []Button) []Button {
	r := v.Read
	if !r.Next.Valid() && !r.Cut {
		return buttons
	}
	b := Button{ID: ButtonRead, Key: "Enter", On: true, Main: true, Label: v.Text.T("button_read_open")}
	switch {
	case r.Cut:
		b.Label = v.Text.T("button_read", text.Args{"Card": v.Text.T("button_cut_card")})
	case !r.Open && (!t.Deal().DealsCovered() || t.Deal().ProposesOpen()):
		b.Label = v.Text.T("button_read", text.Args{"Card": v.cardName(t.Game, r.Next)})
	}
	out := []Button{b}
	for _, other := range buttons {
		switch {
		case other.ID == ButtonHide:
			continue
		case other.Key == "Enter" && other.On:
			out[0].Key, out[0].Main = "", false
		}
		out = append(out, other)
	}
	return out
}

// shoeMark returns the mark of a shoe that nobody hears; "" where all is well.
func (v ActViewer) shoeMark() string {
	if v.Read.Line == NoLine {
		return ""
	}
	return "mark_shoe_" + string(v.Read.Line)
}
