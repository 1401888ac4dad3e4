package pit

import (
	"sabot/pit/people"
)

// mayApprove says whether somebody may approve what takes a right: never the croupier
// who asks. Refusals: NeedsInspector where nobody is named, WrongRole.
func (t *Table) mayApprove(who *people.Staff, do people.Right) error {
	switch {
	case who == nil:
		return refuse(people.NeedsInspector)
	case !who.May(do) || do.TakesTwo() && who.Number == t.Croupier:
		return &people.Refusal{Why: people.WrongRole, What: who.Name, Right: do}
	}
	return nil
}

func refuse(why people.Why) error { return &people.Refusal{Why: why} }
