package sums

import (
	"bytes"

	"sabot/app/session/derived"
	"sabot/pit/audit"
	"sabot/pit/shifts"
	"sabot/reports"
)

// ThrowFalse throws away what is kept of streams and is not what their entries say, by forget. It throws away what
// this program has read of it, too. It compares that with the record as later returns it.
func (h Sums) ThrowFalse(streams []string, later func() (Record, error), forget func(file string) error) (thrown []audit.KeptFalse, err error) {
	for _, stream := range streams {
		names, err := h.keptFalse(stream, later)
		if err != nil {
			return thrown, err
		}
		for _, name := range names {
			file := derived.File(name, stream)
			thrown = append(thrown, audit.KeptFalse{Stream: stream, File: file, Left: forget(file)})
		}
		if len(names) > 0 {
			h.ForgetAll(stream)
		}
	}
	return thrown, nil
}

// ForgetAll forgets all that was read of a stream, and that any of it was proven.
func (h Sums) ForgetAll(stream string) {
	h.forget(stream)
	h.logs.mu.Lock()
	delete(h.logs.streams, stream)
	h.logs.mu.Unlock()
	h.shelf.Forget(stream)
}

// A keptJudged compares the derived data of a stream with the stream's entries.
type keptJudged struct {
	Sums   // by the record alone, and with nothing that was read of it before
	stream string
	last   int64
}

// keptFalse returns the names of what is kept of a stream and is not what its entries say.
func (h Sums) keptFalse(stream string, later func() (Record, error)) (names []string, err error) {
	kept, last, err := h.readKept(stream)
	if err != nil || len(kept) == 0 {
		return nil, err
	}
	by, err := later() // behind that: it knows all that was known when it was kept
	if err != nil {
		return nil, err
	}
	j := keptJudged{Of(by, InMemory()), stream, last}
	edges, err := j.Edges(stream, kept, func(done int64) error { return j.Progress(int(done), int(last)) })
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
			if same, err = c.same(d.Body, d.Seq); h.AnothersFault(stream, err) { // whoever verifies names that
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
func (h Sums) readKept(stream string) (kept map[string]derived.Kept, last int64, err error) {
	note, err := h.Store.Head(stream)
	if err != nil || note == "" {
		return nil, 0, err
	}
	head, err := headOf(note, stream)
	if err != nil {
		return nil, 0, err
	}
	kept = map[string]derived.Kept{}
	for _, name := range [...]string{headsName, sumsName, logName} {
		if d, ok := h.shelf.Read(h.Source, name, stream); ok {
			kept[name] = d
		}
	}
	if d, ok := h.shelf.ReadAt(h.Source, daysName, head); ok {
		kept[daysName] = d
	}
	return kept, head.Size, nil
}

func (j *keptJudged) sameHeads(body []byte, seq int64) (bool, error) {
	var list shifts.Heads
	if err := list.FollowTo(j.Store, j.stream, seq, j.Context.Err); err != nil {
		return false, err
	}
	again, err := list.MarshalBinary()
	return bytes.Equal(again, body), err
}

// sameSums reports whether the sums of shifts are those that their entries give. One of which more was counted since is looked at by nobody.
func (j *keptJudged) sameSums(body []byte, _ int64) (bool, error) {
	shifts := readSums(body)
	list, err := j.heads.between(j.Sums, j.stream, "", lastDay)
	if err != nil || len(shifts) == 0 || len(shifts) > len(list) {
		return false, err
	}
	for i := range shifts {
		k := &shifts[i]
		if err := j.Progress(i, len(shifts)); err != nil {
			return false, err
		}
		of := sumOfShift(j.State, j.stream, list[i], j.last)
		switch {
		case k.end > of.end || k.counts > of.counts:
			return false, nil
		case k.sumOf != of:
			continue
		}
		sum, err := j.shiftSum(j.State, j.stream, list[i], j.last, true, thisForm())
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
	list, err := j.heads.between(j.Sums, j.stream, reports.YearOf(day), day)
	if err != nil {
		return reports.HouseSum{}, err
	}
	var shifts []reports.HouseShift
	for i, s := range list {
		if s.Seq > j.last { // it began meanwhile
			break
		}
		if err := j.Progress(i, len(list)); err != nil {
			return reports.HouseSum{}, err
		}
		sum, err := j.shiftSum(j.State, j.stream, s, j.last, true, thisForm())
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
	for e, err := range j.Store.Entries(j.stream, 1) {
		if err != nil {
			return false, err
		}
		if e.Seq > seq {
			break
		}
		if list.Add(e); e.Seq%logTold == 0 {
			if err := j.Progress(int(e.Seq), int(seq)); err != nil {
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
