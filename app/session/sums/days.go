package sums

import (
	"slices"
	"strings"

	"sabot/pit/house"
	"sabot/pit/seal"
	"sabot/reports"
)

// A tableDays is a list of a table's sums on gaming days. All are of the entries of one head, so that no shift
// is read as long as nothing has come.
type tableDays struct {
	head seal.Head
	list []keptDay // the last is the one that was made last
}

// A keptDay is a table's sum on a gaming day, in its month and in its year up to that day.
type keptDay struct {
	day     string
	offices int              // the counts of the table's drop boxes that the back office had made
	sum     reports.HouseSum // without the house's name
}

const (
	// daysName is what the file of a table's days begins with, another one wherever its bytes mean something else.
	daysName = "days3"
	// daysKept is how many days are kept of a table.
	daysKept = 8
)

// daysAt returns the days of a table at one head of it, read from the shelf the first time. mu must be locked.
func (s *houseSums) daysAt(h Sums, head seal.Head) *tableDays {
	if s.days == nil {
		s.days = map[string]*tableDays{}
	}
	d := s.days[head.Stream]
	if d == nil || d.head != head {
		d = &tableDays{head: head}
		s.days[head.Stream] = d
		if body, ok := h.shelf.At(h.Source, daysName, head); ok {
			d.list = readDays(body)
		}
	}
	return d
}

// headOf returns the head of a note under the name by which the record has its table. Of two machines that had a table of one name, the record of a pit has
// one under another name than its entries say, and what is kept of it is not the other one's.
func headOf(note, table string) (seal.Head, error) {
	head, err := seal.ReadHead(note)
	head.Stream = table
	return head, err
}

// dayKept returns a table's sum up to a gaming day; false where none was kept of the same entries.
func (h Sums) dayKept(head seal.Head, day string, offices int) (reports.HouseSum, bool) {
	h.sums.mu.Lock()
	defer h.sums.mu.Unlock()
	for _, k := range h.sums.daysAt(h, head).list {
		if k.day == day && k.offices == offices {
			return k.sum, true
		}
	}
	return reports.HouseSum{}, false
}

// keepDay keeps what a table came to up to a gaming day, which was derived from what has those names. Errors: those of
// derived.Shelf.KeepAt.
func (h Sums) keepDay(head seal.Head, k keptDay, of ...string) error {
	h.sums.mu.Lock()
	d := h.sums.daysAt(h, head)
	list := slices.DeleteFunc(slices.Clone(d.list), func(old keptDay) bool { return old.day == k.day })
	list = append(list, k)
	list = list[max(0, len(list)-daysKept):]
	h.sums.mu.Unlock()
	since := min(head.Size, h.shelf.Proven(head.Stream, of...)) + 1
	if err := h.shelf.KeepAt(h.Source, daysName, head, since, writeDays(list)); err != nil {
		h.forget(head.Stream)
		return err
	}
	h.sums.mu.Lock()
	defer h.sums.mu.Unlock()
	d.list = list
	return nil
}

// HouseSum returns the sum of the house over those streams, in a state of it. It is that of a gaming day, of its
// month and its year to that day, or of the days FROM..TO. With kept, earlier sums are used while nothing that they
// depend on has changed; those of FROM..TO never are. Errors: of what is no gaming day; of reading; the context's.
func (h Sums) HouseSum(streams []reports.Stream, day string, house *house.House, kept bool, e *reports.Evidence) (reports.HouseSum, error) {
	from, to, span := strings.Cut(day, "..")
	if !span {
		from, to = reports.YearOf(day), day
	}
	all, err := reports.HouseSumOf(e.CalledOn(house, to), day, nil)
	if err != nil {
		return all, err
	}
	offices := house.Boxes().DropCounts()
	var unknown []reports.Stream
	var tables []reports.HouseSum
	var names []string // of them
	for _, s := range streams {
		if kept && !span {
			if head, err := headOf(s.Checkpoint, s.Table); err == nil && head.Size == s.Seq {
				if sum, ok := h.dayKept(head, day, offices[s.Table]); ok {
					h.leavesNot(s.Table)
					tables, names = append(tables, sum), append(names, s.Table)
					continue
				}
			}
		}
		if kept {
			if err := h.heads.prove(h, s.Table); h.Leaves(s.Table, err) {
				continue
			} else if err != nil {
				return all, err
			}
		}
		unknown = append(unknown, s)
	}
	err = h.eachTable(unknown, from, to, house, kept, e, func(s reports.Stream, shifts []reports.HouseShift, kept bool) error {
		sum, err := e.HouseSumOf("", day, shifts)
		if err != nil {
			return err
		}
		open := sum.Open > 0
		if !Knows(house, s.Table, e.Form) {
			sum.Open, sum.Running = 0, nil
		}
		head, err := headOf(s.Checkpoint, s.Table)
		if !kept || span || err != nil || head.Size != s.Seq || open { // another hand of an open shift, and it is worth nothing
			tables, names = append(tables, sum), append(names, s.Table)
			return nil
		}
		of := []string{headsName}
		if len(shifts) > 0 {
			of = append(of, sumsName)
		}
		if err := h.keepDay(head, keptDay{day, offices[s.Table], sum}, of...); err != nil {
			return err
		}
		tables, names = append(tables, sum), append(names, s.Table)
		return nil
	})
	for _, i := range all.Add(tables...) {
		if fault := reports.TooMuch(names[i]); !h.Leaves(names[i], fault) && err == nil {
			err = fault
		}
	}
	all.Name(house, e.Form)
	return all, err
}
