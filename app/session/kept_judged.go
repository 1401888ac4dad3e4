package session

import (
	"slices"

	"sabot/app/session/sums"
	"sabot/pit/audit"
	"sabot/pit/record"
)

// HoldKept adds to what the audit of a record came to, where that holds, what is kept beside it and is false. It is
// false if it is signed with the key that seals the record and says something else than its entries. It is thrown
// away, by forget. What is of another Sabot, torn, or of a past that is gone is none of it. Errors: of reading;
// those of the work's context.
func (h Sums) HoldKept(work Work, all []audit.Checked, forget func(file string) error) ([]audit.Checked, error) {
	if audit.StandingOf(all) == audit.Broken {
		return all, nil
	}
	by, err := h.AsideFor(work)
	if err != nil {
		return nil, err
	}
	for _, stream := range append([]string{record.HouseStream}, by.tableNames()...) {
		list, err := by.throwFalse([]string{stream}, forget)
		if err != nil {
			return nil, err
		}
		if len(list) > 0 {
			all = withKeptFalse(all, stream, list)
		}
	}
	return all, nil
}

func withKeptFalse(all []audit.Checked, stream string, list []audit.KeptFalse) []audit.Checked {
	i := slices.IndexFunc(all, func(c audit.Checked) bool { return c.Name == stream })
	if i < 0 {
		return append(all, audit.Checked{Name: stream, KeptFalse: list})
	}
	all[i].KeptFalse = list
	return all
}

// KeptFalse throws away what is kept beside the record and is false, and returns it. It is false if it is signed
// with the key that seals the record and says something else than its entries.
func (h Sums) KeptFalse() ([]audit.KeptFalse, error) {
	if err := h.Takeover().CatchUp(); err != nil {
		return nil, err
	}
	return h.throwFalse(append([]string{record.HouseStream}, h.tableNames()...), h.store.Forget)
}

// ForgetThrown has ThrownAway return nothing until Distrust is asked again.
func (h Sums) ForgetThrown() { h.thrown = nil }

// Distrust throws away what is kept of tables and is not what their entries say.
func (h Sums) Distrust(tables []string) error {
	for _, table := range tables {
		thrown, err := h.throwFalse([]string{table}, h.store.Forget)
		if err != nil {
			return err
		}
		h.thrown = append(h.thrown, thrown...)
		h.Derived().ForgetAll(table) // another program may have thrown the file away
	}
	return nil
}

// ThrownAway returns what Distrust has thrown away since ForgetThrown: it was kept beside the record, and its figures were not the record's.
func (h Sums) ThrownAway() []audit.KeptFalse { return h.thrown }

// throwFalse throws away what is kept of streams and is not what their entries say, by forget.
func (h *House) throwFalse(streams []string, forget func(file string) error) ([]audit.KeptFalse, error) {
	later := func() (sums.Record, error) {
		by, err := h.AsideFor(h.work)
		if err != nil {
			return sums.Record{}, err
		}
		return by.source(), nil
	}
	return h.Derived().ThrowFalse(streams, later, forget)
}
