package house_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
)

// A floor is a house of some machines among which LB1 is moved, and whose office and pit know all.
type floor struct {
	t        *rapid.T
	key      *seal.Key
	badges   []house.Badge
	old      bool // it is counted by Sabot 0.9
	clock    time.Time
	office   []string                // entries of the house's office
	people   *house.House            // as the office has it
	machines map[string]*house.House // each by its own entries
	counted  map[string][]string     // by machine, entries of counts as they were entered, or came
	places   []record.TableMoved
	stays    [][]games.Amount // what was counted, by the stay of the table
	cash     games.Amount
	size     int64 // entries of the table where it is
}

func newFloor(t *rapid.T, old bool) *floor {
	f := &floor{t: t, old: old, clock: time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC), people: &house.House{}, machines: map[string]*house.House{}, counted: map[string][]string{}, stays: [][]games.Amount{nil}, size: 10}
	f.key = sealKey
	for i, number := range []string{"31", "41"} {
		who := house.Staff{Number: number, Name: "Somebody " + number, Role: record.Manager}
		public, err := house.PublicKey(peopleKeys[i])
		must(t, err)
		f.badges = append(f.badges, house.NewBadge(who, peopleKeys[i]))
		f.says(record.StaffSet(who))
		f.says(record.PINSet{Number: number, Key: public})
	}
	for _, machine := range []string{"a", "b", "c", "d"} {
		f.machines[machine] = &house.House{}
		f.hears(machine)
	}
	return f
}

var (
	sealKey    = func() *seal.Key { k, _ := seal.NewKey(); return k }()
	peopleKeys = func() (keys []*ecdsa.PrivateKey) {
		for range 2 {
			k, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
			keys = append(keys, k)
		}
		return keys
	}()
)

func must(t *rapid.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// says enters a fact at the office.
func (f *floor) says(fact record.Fact) {
	e := record.Entry{Table: record.HouseStream, Seq: int64(len(f.office) + 1), At: f.clock, By: "31", Fact: fact}
	f.people.Apply(e)
	f.office = append(f.office, string(record.Encode(e)))
}

// enters enters facts at a machine.
func (f *floor) enters(machine string, facts ...record.Fact) {
	h := f.machines[machine]
	for _, e := range h.Stamp(f.clock, "31", facts...) {
		h.Apply(e)
	}
}

func (f *floor) hears(machine string) {
	from := f.machines[machine].Office().Size
	f.enters(machine, record.HouseTaken{Machine: "office", From: from, Entries: f.office[from:]}, record.TablesHeld{Machine: machine})
}

// count has two people count the drop box of the first shift at a machine, during one of the stays of the table.
func (f *floor) count(machine string, stay int) {
	h := f.machines[machine]
	f.cash += 10_000
	f.clock = f.clock.Add(time.Duration(rapid.IntRange(-90, 90).Draw(f.t, "clock")) * time.Minute) // no order goes by it
	count := record.BoxCounted{Table: "LB1", Shift: 1, Notes: record.Float{{Value: f.cash, Pieces: 1}}, By: "31", With: "41", Move: h.Moves().CameBy("LB1"), Behind: f.size}
	if f.old {
		count.Move, count.Behind = 0, 0
	}
	if before := h.Boxes().Drops("LB1", 1); len(before) > 0 {
		count.Replaces, count.Reason = before[len(before)-1].Seq, "again"
	}
	entries := h.Stamp(h.Last.Add(time.Minute), "31", count)
	signed, err := house.Sign(record.Stood{Size: entries[0].Seq - 1}, entries, f.badges...)
	must(f.t, err)
	for _, e := range signed {
		h.Apply(e)
		f.counted[machine] = append(f.counted[machine], string(record.Encode(e)))
	}
	f.stays[stay] = append(f.stays[stay], f.cash)
}

// moves has the office sign that the table goes from a machine to another one.
func (f *floor) moves(from, to string, over bool) {
	var tree seal.Tree
	for range f.size {
		tree.Add([]byte("entry"))
	}
	note, err := seal.HeadOf("LB1", &tree).Sign(f.key)
	must(f.t, err)
	moved := record.TableMoved{Table: "LB1", From: from, To: to, Head: note, Over: over, By: "31"}
	f.says(moved)
	f.places, f.stays = append(f.places, moved), append(f.stays, nil)
}

// takes has a machine take over the table, with other entries of counts than came, where other is not nil.
func (f *floor) takes(machine string, other func(record.BoxesTaken) []record.BoxesTaken) (taken []record.BoxesTaken) {
	m := f.places[len(f.places)-1]
	for _, fact := range f.machines[machine].Boxes().TakeBoxes("LB1", m.From, f.counted[m.From]) {
		if other == nil {
			taken = append(taken, fact.(record.BoxesTaken))
		} else {
			taken = append(taken, other(fact.(record.BoxesTaken))...)
		}
	}
	for _, fact := range taken {
		f.enters(machine, fact)
		f.counted[machine] = append(f.counted[machine], fact.Entries...)
	}
	f.enters(machine, record.TableInherited{Table: "LB1", Machine: m.From, Size: f.size})
	return taken
}

func amounts(counts []house.DropCount) (list []games.Amount) {
	for _, c := range counts {
		list = append(list, c.Notes.Value())
	}
	return list
}

// pit returns the counts of the pit's report, as it reads the table at a machine.
func (f *floor) pit(machine string) []games.Amount {
	own, taken := f.machines[machine].Boxes().Entered("LB1")
	origin := map[string][]house.DropCount{}
	for name, h := range f.machines {
		if theirs, _ := h.Boxes().Entered("LB1"); name != machine && len(theirs) > 0 {
			origin[name] = theirs
		}
	}
	list, err := f.people.Boxes().Made("LB1", own, taken, origin, func(name string) ([]string, error) { return f.counted[name], nil })
	must(f.t, err)
	return amounts(f.machines[machine].Boxes().WithCounts("LB1", list).Boxes().Drops("LB1", 1))
}

// mixed returns the counts of an entry in some order, some of them twice or not at all, in one entry or two.
func mixed(t *rapid.T, f record.BoxesTaken) (out []record.BoxesTaken) {
	const lines = 3 // of each count
	var list []string
	counts := slices.Collect(slices.Chunk(f.Entries, lines))
	order := rapid.SliceOfN(rapid.IntRange(0, len(counts)-1), 1, len(counts)+2).Draw(t, "order")
	if rapid.Bool().Draw(t, "all of them") {
		order = rapid.Permutation(rangeOf(len(counts))).Draw(t, "permutation")
	}
	for _, n := range order {
		list = append(list, counts[n]...)
	}
	cut := lines * rapid.IntRange(0, len(order)-1).Draw(t, "cut")
	for _, part := range [][]string{list[:cut], list[cut:]} {
		if len(part) > 0 {
			f.Entries = part
			out = append(out, f)
		}
	}
	return out
}

func rangeOf(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

// Whatever a machine to which a table is moved makes of the counts that came with it: the pit's report has them all, in the order in which people
// signed them. That machine's own has the same, or what it entered is refused by name. Clocks say nothing.
func TestOrderOfCountsIsSigned(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := newFloor(t, rapid.Bool().Draw(t, "by Sabot 0.9"))
		at, heir, inOrder := "a", "", true
		var honest *house.House
		var lines []string
		var taken []record.BoxesTaken
		moves := rapid.IntRange(1, 3).Draw(t, "moves")
		for i := range moves {
			for range rapid.IntRange(0, 2).Draw(t, "counts") {
				f.count(at, i)
				f.size += int64(rapid.IntRange(0, 3).Draw(t, "dealt"))
			}
			heir = rapid.SampledFrom([]string{"a", "b", "c", "d"}).Filter(func(m string) bool { return m != at }).Draw(t, "to")
			over := !f.old && rapid.Bool().Draw(t, "over")
			inOrder = inOrder && !over
			f.moves(at, heir, over)
			if over && rapid.Bool().Draw(t, "counts before it hears") {
				f.count(at, i)
			}
			f.hears(heir)
			if i == moves-1 {
				lines = slices.Clone(f.counted[at])
				honest = f.machines[heir].Clone()
				for _, fact := range honest.Boxes().TakeBoxes("LB1", at, lines) {
					honest.Apply(honest.Stamp(f.clock, "31", fact)[0])
				}
				taken = f.takes(heir, func(b record.BoxesTaken) []record.BoxesTaken { return mixed(t, b) })
			} else {
				f.takes(heir, nil)
			}
			f.hears(at)
			at = heir
		}
		truth := slices.Concat(f.stays...)
		if got := f.pit(heir); !slices.Equal(got, truth) {
			t.Fatalf("the pit's report has %v, and people counted %v", got, truth)
		}
		h := f.machines[heir]
		var came []house.TakenCount
		named := len(h.Boxes().LacksBoxes("LB1", lines, f.people, h.Moves().CameBy("LB1"))) > 0
		for _, b := range taken {
			named = named || h.Boxes().WrongBoxes(b) != ""
			came = append(came, house.TakenCounts("LB1", b.Entries)...)
		}
		named = named || house.TurnedFrom(came, house.TakenCounts("LB1", lines))
		got, want := amounts(h.Boxes().Drops("LB1", 1)), amounts(honest.Boxes().Drops("LB1", 1))
		if !named && !slices.Equal(got, want) {
			t.Fatalf("nothing is named, and it has %v in place of %v", got, want)
		}
		if inOrder && !slices.Equal(want, truth) {
			t.Fatalf("an honest machine has %v, and people counted %v", want, truth)
		}
	})
}
