package view

import (
	"slices"
	"time"

	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
)

// An Announced is the phase of the game as the house announces it, to all who can see it.
type Announced struct {
	Text  string
	About string // why the table itself is paused; "" for a hand that is put right
	Kind  AnnouncedKind
	// Seconds are those left to bet, and Share of all the time there is; both only where
	// Timed.
	Timed   bool
	Seconds int
	Share   float32
	// Limits are new limits that were announced and do not act yet; nil where none were.
	Limits *NewLimits
}

// An AnnouncedKind is a phase of a table.
type AnnouncedKind int

// The phases that are announced.
const (
	BetsOpen AnnouncedKind = iota
	LastBets
	TimeOver // no more bets is due
	NoMoreBets
	InPlay // cards, decisions, payments, the next shoe
	GamePaused
)

// A TimeLeft is a function that returns how much of the time to bet is left; false where no clock runs.
type TimeLeft func(*pit.Table) (left time.Duration, runs bool)

// Announce returns the phase of a table.
func (v ActViewer) Announce(t *pit.Table) Announced {
	a := v.phase(t)
	if limits, announced := v.NewLimits(t, v.now()); announced {
		a.Limits = &limits
	}
	return a
}

func (v ActViewer) phase(t *pit.Table) Announced {
	say := func(kind AnnouncedKind, key string) Announced {
		return Announced{Kind: kind, Text: v.Text.T("announce_" + key)}
	}
	h := &t.Current
	switch t.Deal().Phase() {
	case hand.Shut:
		return say(InPlay, "shut")
	case hand.Shoeless, hand.Burning:
		return say(InPlay, "shoe")
	case hand.Betting:
		return v.announceBets(t, say)
	case hand.Paused:
		a := say(GamePaused, "paused")
		if h.Paused.Kind.General() {
			a.About = v.PausedBy(t)
		}
		return a
	case hand.Halted:
		return say(GamePaused, "paused")
	case hand.Paying:
		return say(InPlay, "paying")
	case hand.Deciding:
		return say(InPlay, "deciding")
	}
	if !slices.ContainsFunc(h.Hands(), func(hand games.Hand) bool { return len(hand.Cards) > 0 }) {
		return say(NoMoreBets, "no_more")
	}
	return say(InPlay, "dealing")
}

// announceBets returns the phase while bets are open.
func (v ActViewer) announceBets(t *pit.Table, say func(AnnouncedKind, string) Announced) Announced {
	left, runs := time.Duration(0), false
	if v.Left != nil {
		left, runs = v.Left(t)
	}
	a := say(BetsOpen, "open")
	switch {
	case runs && left <= 0:
		a = say(TimeOver, "over")
	case runs && left <= hand.LastCall, !t.Current.LastBets.IsZero():
		a = say(LastBets, "last")
	case cancelledLast(t) && t.Current.Empty():
		a = say(BetsOpen, "cancelled")
	}
	if runs {
		a.Timed, a.Seconds = true, int((left+time.Second-1)/time.Second)
		a.Share = min(1, max(0, float32(left)/float32(t.Bets().BetTime())))
	}
	return a
}

// cancelledLast reports whether the stakes of the hand before went back.
func cancelledLast(t *pit.Table) bool {
	if len(t.History) == 0 {
		return false
	}
	last := &t.History[len(t.History)-1]
	return last.Cancelled != nil && !last.VoidUnmoved()
}

// called puts what was just called before a sentence of what to do next.
func (v ActViewer) called(t *pit.Table, sentence string) string {
	if v.Announce(t).Kind != NoMoreBets {
		return sentence
	}
	return v.Text.T("act_after_call", text.Args{"Call": v.Text.T("announce_no_more"), "Act": sentence})
}
