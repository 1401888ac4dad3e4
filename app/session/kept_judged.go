package session

import (
	"bytes"
	"slices"

	"sabot/app/session/derived"
	"sabot/pit/audit"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/pit/shifts"
	"sabot/reports"
)

// HoldKept adds to what the audit of a record came to, where that holds, what is kept beside it, signed with the key that seals it,
// and says something else than its entries: it is thrown away, by forget. What is of another Sabot, torn, or of a past that is gone is none of it.
// Errors: of reading; those of the work's context.
func (h Papers) HoldKept(work Work, all []audit.Checked, forget func(file string) error) ([]audit.Checked, error) {
	if audit.StandingOf(all) == audit.Broken {
		return all, nil
	}
	by, err := h.AsideFor(work)
	if err != nil {
		return nil, err
	}
	for _, stream := range append([]string{record.HouseStream}, by.tableNames()...) {
		list, err := by.Papers().throwFalse([]string{stream}, forget)
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

// KeptFalse throws away what is kept beside the record, signed with the key that seals it, and says something else than its
// entries, and returns which that was.
func (h Papers) KeptFalse() ([]audit.KeptFalse, error) {
	if err := h.Takeover().catchUp(); err != nil {
		return nil, err
	}
	return h.throwFalse(append([]string{record.HouseStream}, h.tableNames()...), h.store.Forget)
}

// ThrownAway returns what Signed threw away when it was asked last: it was kept beside the record, and its figures were not the record's.
func (h Papers) ThrownAway() []audit.KeptFalse { return h.thrown }

// throwFalse throws away what is kept of streams and is not what their entries say, by forget; so is what this program has read of it.
func (h Papers) throwFalse(streams []string, forget func(file string) error) (thrown []audit.KeptFalse, err error) {
	for _, stream := range streams {
		names, err := h.keptFalse(stream)
		if err != nil {
			return thrown, err
		}
		for _, name := range names {
			file := derived.File(name, stream)
			thrown = append(thrown, audit.KeptFalse{Stream: stream, File: file, Left: forget(file)})
		}
		if len(names) > 0 {
			h.forgetAll(stream)
		}
	}
	return thrown, nil
}

// forgetAll forgets all that was read of a stream, and that any of it was proven.
func (h Papers) forgetAll(stream string) {
	h.Sums().forget(stream)
	h.logs.mu.Lock()
	delete(h.logs.streams, stream)
	h.logs.mu.Unlock()
	h.shelf.Forget(stream)
}

// A keptJudged compares the derived data of a stream with the stream's entries.
type keptJudged struct {
	*House // by the record alone, and with nothing that was read of it before
	stream string
	last   int64
}

// keptFalse returns the names of what is kept of a stream and is not what its entries say.
func (h Papers) keptFalse(stream string) (names []string, err error) {
	kept, last, err := h.readKept(stream)
	if err != nil || len(kept) == 0 {
		return nil, err
	}
	by, err := h.AsideFor(h.work) // behind that: it knows all that was known when it was kept
	if err != nil {
		return nil, err
	}
	by.lists = &lists{shelf: derived.InMemory()}
	j := keptJudged{by, stream, last}
	edges, err := j.source().Edges(stream, kept, func(done int64) error { return j.progress(int(done), int(last)) })
	if err != nil {
		return nil, err
	}
	for _, c := range []struct {
		name string
		same func(body []byte, seq int64) (bool, error)
	}{{headsName, j.sameHeads}, {sumsName, j.sameSums}, {daysName, j.sameDays}, {logName, j.sameLog}} {
		d, is := kept[c.name]
		if !is {
			continue
		}
		same := edges[c.name]
		if same {
			if same, err = c.same(d.Body, d.Seq); h.anothersFault(stream, err) { // whoever verifies names that
				same = true
			} else if err != nil {
				return nil, err
			}
		}
		if !same {
			names = append(names, c.name)
		}
	}
	return names, nil
}

// readKept reads what is kept of a stream and would be taken for what its entries say, and how far it has come.
func (h Papers) readKept(stream string) (kept map[string]derived.Kept, last int64, err error) {
	note, err := h.store.Head(stream)
	if err != nil || note == "" {
		return nil, 0, err
	}
	head, err := seal.ReadHead(note)
	if err != nil {
		return nil, 0, err
	}
	kept = map[string]derived.Kept{}
	for _, name := range [...]string{headsName, sumsName, logName} {
		if d, ok := h.shelf.Read(h.source(), name, stream); ok {
			kept[name] = d
		}
	}
	if d, ok := h.shelf.ReadAt(h.source(), daysName, head); ok {
		kept[daysName] = d
	}
	return kept, head.Size, nil
}

func (j *keptJudged) sameHeads(body []byte, seq int64) (bool, error) {
	var list shifts.Heads
	if err := list.FollowTo(j.store, j.stream, seq, j.work.context().Err); err != nil {
		return false, err
	}
	again, err := list.MarshalBinary()
	return bytes.Equal(again, body), err
}

// sameSums reports whether the sums of shifts are those that their entries give. One of which more was counted since is looked at by nobody.
func (j *keptJudged) sameSums(body []byte, _ int64) (bool, error) {
	shifts := readSums(body)
	list, err := j.heads.between(j.House, j.stream, "", lastDay)
	if err != nil || len(shifts) == 0 || len(shifts) > len(list) {
		return false, err
	}
	for i := range shifts {
		k := &shifts[i]
		if err := j.progress(i, len(shifts)); err != nil {
			return false, err
		}
		of := sumOfShift(&j.State, j.stream, list[i], j.last)
		switch {
		case k.end > of.end || k.counts > of.counts:
			return false, nil
		case k.sumOf != of:
			continue
		}
		sum, err := j.Sums().shiftSum(&j.State, j.stream, list[i], j.last, true, thisForm())
		again := keptShift{of, sum}
		if err != nil || !bytes.Equal(again.append(nil), k.append(nil)) {
			return false, err
		}
	}
	return true, nil
}

// lastDay is behind every gaming day.
const lastDay = "9999-12-31"

func (j *keptJudged) sameDays(body []byte, _ int64) (bool, error) {
	days, offices := readDays(body), j.State.Boxes().DropCounts()[j.stream]
	for i := range days {
		if days[i].offices != offices {
			continue
		}
		sum, err := j.daySum(days[i].day)
		again := keptDay{days[i].day, offices, sum}
		if err != nil || !bytes.Equal(again.append(nil), days[i].append(nil)) {
			return false, err
		}
	}
	return len(days) > 0, nil
}

func (j *keptJudged) daySum(day string) (reports.HouseSum, error) {
	list, err := j.heads.between(j.House, j.stream, reports.YearOf(day), day)
	if err != nil {
		return reports.HouseSum{}, err
	}
	var shifts []reports.HouseShift
	for i, s := range list {
		if s.Seq > j.last { // it began meanwhile
			break
		}
		if err := j.progress(i, len(list)); err != nil {
			return reports.HouseSum{}, err
		}
		sum, err := j.Sums().shiftSum(&j.State, j.stream, s, j.last, true, thisForm())
		if err != nil {
			return reports.HouseSum{}, err
		}
		shifts = append(shifts, sum)
	}
	return thisForm().HouseSumOf("", day, shifts)
}

func (j *keptJudged) sameLog(body []byte, seq int64) (bool, error) {
	var kept, list shifts.LogIndex
	if kept.UnmarshalBinary(body) != nil {
		return false, nil
	}
	for e, err := range j.store.Entries(j.stream, 1) {
		if err != nil {
			return false, err
		}
		if e.Seq > seq {
			break
		}
		if list.Add(e); e.Seq%logTold == 0 {
			if err := j.progress(int(e.Seq), int(seq)); err != nil {
				return false, err
			}
		}
	}
	was, err := kept.MarshalBinary()
	if err != nil {
		return false, err
	}
	is, err := list.MarshalBinary()
	return bytes.Equal(was, is), err
}
