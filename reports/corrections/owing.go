package corrections

import (
	"sabot/games"
	"sabot/pit/hand"
	"sabot/reports/forms"
)

// An Owing is the commission that a closed hand leaves owed, before and after it was corrected or voided. It is no chip: the
// difference at the table has none of it, and the house's result has both.
type Owing struct {
	Was, Is games.Amount
	Left    bool `json:",omitempty"` // the table had closed: nothing of it is collected or given back any more
}

// OwingOf returns the commission of a hand before and after; nil where it stays, and before form 7.
func OwingOf(was, is *hand.Hand, form int) *Owing {
	if o := (Owing{was.Noted(), is.Noted(), is.AfterClosing()}); form >= forms.Seven && o.Was != o.Is {
		return &o
	}
	return nil
}

// Said returns it in words.
func (o Owing) Said(w forms.Pen) string {
	return w.T("report_owing", map[string]any{"Was": w.Amount(o.Was), "Is": w.Amount(o.Is), "Left": o.Left})
}
