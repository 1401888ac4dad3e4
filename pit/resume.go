package pit

// Resume folds a table's last shift: what it needs of the shifts before is in the
// numbers that every entry carries.
func Resume(journal Journal, name string) (*Table, error) {
	openings, err := journal.Openings(name)
	if err != nil {
		return nil, err
	}
	from := int64(1)
	if len(openings) > 0 {
		from = openings[len(openings)-1]
	}
	state := NewTable(name)
	for e, err := range journal.Entries(name, from) {
		if err != nil {
			return nil, err
		}
		state.Apply(e)
	}
	return state, nil
}

// Shift is a table's shift folded from the record; n counts from 1. False where
// the table had no such shift.
func Shift(journal Journal, table string, n int) (*Table, bool, error) {
	openings, err := journal.Openings(table)
	if err != nil || n < 1 || n > len(openings) {
		return nil, false, err
	}
	state := NewTable(table)
	for e, err := range journal.Entries(table, openings[n-1]) {
		if err != nil {
			return nil, false, err
		}
		if e.Shift != n {
			break
		}
		state.Apply(e)
	}
	return state, true, nil
}

// Shifts is how many shifts a table has had.
func Shifts(journal Journal, table string) (int, error) {
	openings, err := journal.Openings(table)
	return len(openings), err
}
