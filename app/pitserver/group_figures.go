package pitserver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"sabot/app/pitclient"
	"sabot/games"
	"sabot/pit/seal"
	"sabot/reports"
	"sabot/storage/central"
)

// A HouseAt is a house's figures at a group, as far as the group has countersigned them.
type HouseAt struct {
	House  string
	Stream central.Stream // its own
	Shifts []reports.HouseShift
	Hours  []Hour
	Doubts []string // what its pit knows against these figures, a sentence each
	Still  string   // why they stand still; "" where they do not
}

// An Hour is the change of a table's figures within an hour.
type Hour struct {
	Said            time.Time // UTC
	Table, Currency string

	Hands                  int
	Turnover, Drop, Result games.Amount // the result by hands; the drop as far as it is known
}

// hours returns the differences between a house's new figures of a gaming day's shifts and those before.
func (f *figures) hours(said time.Time, g Grown, day string) (list []Hour) {
	for _, s := range g.Shifts {
		if was := f.shifts[g.name()][s.Number]; s.Day == day {
			list = append(list, Hour{
				Said: said, Table: s.Table, Currency: s.Currency, Hands: s.Hands - was.Hands, Turnover: s.Turnover - was.Turnover, Drop: s.Cash - was.Cash,
				Result: s.Result.ByHands - was.Result.ByHands,
			})
		}
	}
	return list
}

// HoursSummed returns hours in the order of time, with a line without a table behind each hour of the clock in which several
// tables moved: all of them together, each currency by itself.
func HoursSummed(hours []Hour) []Hour {
	var all []Hour
	sorted := slices.SortedStableFunc(slices.Values(hours), func(a, b Hour) int { return a.Said.Compare(b.Said) })
	for len(sorted) > 0 {
		to := slices.IndexFunc(sorted, func(h Hour) bool { return !h.Said.Truncate(time.Hour).Equal(sorted[0].Said.Truncate(time.Hour)) })
		if to < 0 {
			to = len(sorted)
		}
		all = append(all, sorted[:to]...)
		var sums []Hour
		tables := map[string]int{}
		for _, h := range sorted[:to] {
			i := slices.IndexFunc(sums, func(s Hour) bool { return s.Currency == h.Currency })
			if i < 0 {
				i, sums = len(sums), append(sums, Hour{Currency: h.Currency})
			}
			s := &sums[i]
			s.Said, s.Hands, s.Turnover, s.Drop, s.Result = h.Said, s.Hands+h.Hands, s.Turnover.Plus(h.Turnover), s.Drop.Plus(h.Drop), s.Result.Plus(h.Result)
			tables[h.Currency]++
		}
		for _, s := range sums {
			if tables[s.Currency] > 1 {
				all = append(all, s)
			}
		}
		sorted = sorted[to:]
	}
	return all
}

// quietAtMost is the longest time in which nothing is heard of a house that ships: its pit asks its group every few seconds.
const quietAtMost = 5 * time.Minute

// QuietSince returns what is to be said of a house that was heard last at a time. It returns "" where that was less
// than five minutes ago.
func QuietSince(heard, now time.Time) string {
	if now.Sub(heard) < quietAtMost {
		return ""
	}
	return fmt.Sprintf("nothing was heard of it since %s: what came since is in no sum. See sabotctl pit status --pit at that house", heard.UTC().Format("2006-01-02 15:04 UTC"))
}

// standsStill returns why the figures of a house stand still, at its group: nothing is heard of it, or its pit has not the past that it said before.
// It returns "" of any other stream.
func standsStill(st central.Stream, heard, now time.Time, refused []central.Refusal) string {
	if _, _, whole := pitclient.CutMachine(st.Name); whole {
		return ""
	}
	for _, r := range refused {
		why := pitclient.Why(r.Why)
		switch {
		case r.Machine != st.Machine || r.Stream != st.Name || r.Ours != st.Size:
		case why.Copied() && r.Theirs == st.Own && st.Signed > 0:
			return fmt.Sprintf("its pit says %d entries that do not go on from the %d here: its database was put back, and its figures stand still. Run sabotctl group enroll --anew for it, and sabotctl group join there", r.Theirs, r.Ours)
		case !why.Copied() && why.Lasting() && r.Theirs > r.Ours && st.Own > st.Size:
			return fmt.Sprintf("what its pit says behind the first %d entries is refused, and its figures stand still: %s. See sabotctl pit status --pit and pit verify at that house. Once all holds there, run sabotctl group enroll --anew for it, and sabotctl group join there", r.Ours, r.Says)
		}
	}
	if st.Signed == 0 {
		return ""
	}
	return QuietSince(heard, now)
}

// HousesOf reads the houses of a group with their figures, and what each hour of a gaming day brought. It calls
// told for every house, with the error of one of which no figures can be made. It returns what else is doubted of the
// group's database, by the account of which pit status goes too.
func HousesOf(ctx context.Context, q central.Reading, f *Folder, day string, now time.Time, told func(HouseAt, error)) (doubts []Doubt, err error) {
	signed, err := f.signedBefore(ctx, q) // first: a server goes on countersigning
	if err != nil {
		return nil, err
	}
	a, err := accountOf(ctx, q, f.ours(), signed, true, true)
	if err != nil {
		return nil, err
	}
	refused, err := q.Refusals(ctx, 0)
	if err != nil {
		return nil, err
	}
	doubts = slices.DeleteFunc(a.all(), func(d Doubt) bool { return d.passing })
	for _, m := range a.machines {
		for _, name := range m.Tables {
			at, said := HouseAt{House: m.Name, Stream: a.streamOf(m.Name, name)}, newFigures()
			s := at.Stream
			err := a.lacksFigures(s)
			if err != nil {
				doubts = slices.DeleteFunc(doubts, func(d Doubt) bool { return d.Machine == m.Name && d.Stream == name })
			} else {
				err = said.read(ctx, q, s, func(when time.Time, g Grown) { at.Hours = append(at.Hours, said.hours(when, g, day)...) })
			}
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			at.Still = standsStill(s, time.UnixMilli(max(m.Heard, s.Heard)), now, refused)
			if before := a.shippedBefore(m); at.Still == "" && s.Size == 0 && before > 0 {
				at.Still = fmt.Sprintf("nothing was heard of it since it was enrolled anew, and its %d entries of before count no more: run sabotctl group join there", before)
			}
			at.Shifts, at.Doubts = said.list(), said.doubts
			told(at, err)
		}
	}
	return doubts, nil
}

// streamOf returns a stream; one without entries where the database has none of that name.
func (a *account) streamOf(machine, name string) central.Stream {
	for _, s := range a.streams {
		if s.Machine == machine && s.Name == name {
			return s
		}
	}
	return central.Stream{Machine: machine, Name: name}
}

// shippedBefore returns how many entries a group has of a house in streams that it was enrolled with before.
func (a *account) shippedBefore(m central.Machine) (entries int64) {
	for _, s := range a.streams {
		if s.Machine == m.Name && over(m, s.Name) {
			entries += s.Size
		}
	}
	return entries
}

// lacksFigures returns why no figures can be made of a house's stream at a group: of what is doubted, of what is gone altogether, or of entries
// without a head; nil where they can.
func (a *account) lacksFigures(s central.Stream) error {
	var says []string
	for _, d := range a.all() {
		if d.Machine == s.Machine && d.Stream == s.Name && (s.Size == 0 || a.isOut(s.Machine, s.Name)) {
			says = append(says, d.Says)
		}
	}
	if len(says) == 0 {
		return nil
	}
	return errors.New(strings.Join(says, "; "))
}

// read applies what a house has said, as far as its head goes, and holds that against the head. It calls told before each message.
func (f *figures) read(ctx context.Context, q central.Reading, s central.Stream, told func(time.Time, Grown)) error {
	var tree seal.Tree
	err := eachGrown(ctx, q, s, s.Signed, func(text []byte, when time.Time, g Grown) error {
		tree.Add(text)
		told(when, g)
		f.apply(g)
		return nil
	})
	if err != nil || s.Signed == 0 {
		return err
	}
	head, err := seal.ReadHead(s.Note)
	if err == nil && head.Root != tree.Root() {
		err = fmt.Errorf("its first %d entries are not those of its last head: whoever administers the database has changed some. See sabotctl pit verify", s.Signed)
	}
	return err
}

// headsSaid returns, at a group's server, the heads that houses reported, ascending, of those streams of their machines that are
// among streams.
func headsSaid(ctx context.Context, q central.Reading, streams []central.Stream) (heads map[place][]seal.Head, unread map[place]error, err error) {
	heads, unread = map[place][]seal.Head{}, map[place]error{}
	houses := map[string]bool{} // of which a stream of a machine is here
	for _, s := range streams {
		if _, _, whole := pitclient.CutMachine(s.Name); whole {
			houses[s.Machine], heads[place{s.Machine, s.Name}] = true, []seal.Head{}
		}
	}
	for _, s := range streams {
		if _, _, whole := pitclient.CutMachine(s.Name); whole || !houses[s.Machine] {
			continue
		}
		err := eachGrown(ctx, q, s, s.Size, func(_ []byte, _ time.Time, g Grown) error {
			head, err := seal.ReadHead(g.Head)
			if at := (place{s.Machine, g.name()}); heads[at] != nil {
				heads[at] = append(heads[at], head)
			}
			return err
		})
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if err != nil {
			unread[place{s.Machine, s.Name}] = err
		}
	}
	for _, list := range heads { // those of a stream that was begun anew may be behind
		slices.SortStableFunc(list, func(a, b seal.Head) int { return cmp.Compare(a.Size, b.Size) })
	}
	return heads, unread, nil
}
