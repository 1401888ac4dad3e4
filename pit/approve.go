package pit

// mayApprove says whether somebody may approve what takes a right: never the croupier
// who asks. Refusals: NeedsInspector where nobody is named, WrongRole.
func (t *Table) mayApprove(who *Staff, do Right) error {
	switch {
	case who == nil:
		return refuse(NeedsInspector)
	case !who.May(do) || do.TakesTwo() && who.Number == t.Croupier:
		return &Refusal{Why: WrongRole, What: who.Name, Right: do}
	}
	return nil
}
