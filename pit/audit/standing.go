package audit

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Standing is the result of a record's audit: the gravest thing that was found decides.
type Standing int

// The standings, the gravest last.
const (
	Sound          Standing = iota // all of it holds
	KeyUnknown                     // it holds as far as the trusted keys vouch for it, and goes on behind them
	OthersUnjudged                 // it holds but for what other machines entered at a table, as far as nothing of this house bears it out
	EntriesCutOff                  // it holds, and by a move another machine goes on with a table without entries that the pit had countersigned
	PapersLost                     // it holds, and papers of entries that a restore lost cannot be held against it
	TwiceUnsigned                  // it holds but for what two programs took in twice: no manager has signed for that yet
	LossUnsigned                   // it holds but for what a restore has lost: nobody has signed for that yet
	KeptWasFalse                   // it holds, and what was derived from it and kept beside it said something else
	Broken                         // something of it does not hold
)

// StandingOf returns what the audit of all streams of a record comes to.
func StandingOf(all []Checked) Standing {
	worst := Sound
	for _, c := range all {
		worst = max(worst, c.standing())
	}
	return worst
}

// standing returns what the audit of one stream comes to.
func (c Checked) standing() Standing {
	switch {
	case c.Fault != nil:
		return Broken
	case len(c.KeptFalse) > 0:
		return KeptWasFalse
	case c.LossOpen():
		return LossUnsigned
	case len(c.TakenTwice) > 0:
		return TwiceUnsigned
	case len(c.LostPapers) > 0:
		return PapersLost
	case c.CutOff > 0:
		return EntriesCutOff
	case c.Unjudged > 0:
		return OthersUnjudged
	case c.Beyond > 0:
		return KeyUnknown
	}
	return Sound
}

// Twice returns the numbers of the entries that were taken in twice in one text.
func (c Checked) Twice(between string) string { return joined(c.TakenTwice, between) }

// Vain returns the numbers of the entries for which somebody has signed in vain in one text.
func (c Checked) Vain() string { return joined(c.SignedInVain, ", ") }

func joined(numbers []int64, between string) string {
	texts := make([]string, len(numbers))
	for i, n := range numbers {
		texts[i] = strconv.FormatInt(n, 10)
	}
	return strings.Join(texts, between)
}

// A LostPaper is a report of entries that a restore lost.
type LostPaper struct {
	Source   string    // where it was kept, in English
	Restored time.Time // UTC
}

// lostPapers returns the papers of entries that a restore lost, each once.
func (w *Witness) lostPapers() (lost []LostPaper) {
	for _, g := range w.given {
		if l := w.within(g.head, g.at); l != nil && !g.at.IsZero() {
			lost = append(lost, LostPaper{g.source, l.At})
		}
	}
	slices.SortFunc(lost, func(a, b LostPaper) int {
		return cmp.Or(cmp.Compare(a.Source, b.Source), a.Restored.Compare(b.Restored))
	})
	return slices.Compact(lost)
}
