package house

import (
	"reflect"
	"slices"
	"testing"
	"unsafe"

	"sabot/pit/record"
)

// filled gives every field of a house that holds others something to hold.
func filled(t *testing.T, h *House) {
	t.Helper()
	v := reflect.ValueOf(h).Elem()
	for i := range v.NumField() {
		f := v.Field(i)
		f = reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
		switch f.Kind() {
		case reflect.Map:
			f.Set(reflect.MakeMap(f.Type()))
			f.SetMapIndex(reflect.New(f.Type().Key()).Elem(), reflect.New(f.Type().Elem()).Elem())
		case reflect.Slice:
			f.Set(reflect.MakeSlice(f.Type(), 1, 8))
		case reflect.Pointer, reflect.Interface, reflect.Chan, reflect.Func:
			t.Errorf("House.%s is a %s: say here how it is cloned", v.Type().Field(i).Name, f.Type())
		}
	}
}

// A clone has all that the house has, and nothing that both could write to.
func TestClone(t *testing.T) {
	h := &House{Name: "Sabot"}
	filled(t, h)
	c := h.Clone()
	if !reflect.DeepEqual(h, c) {
		t.Errorf("the clone is %+v, the house %+v", c, h)
	}
	one, other := reflect.ValueOf(h).Elem(), reflect.ValueOf(c).Elem()
	for i := range one.NumField() {
		switch f := one.Field(i); f.Kind() {
		case reflect.Map, reflect.Slice:
			if f.Pointer() == other.Field(i).Pointer() {
				t.Errorf("both write to one %s", one.Type().Field(i).Name)
			}
		}
	}
}

// Counts of one box are added to its list as it is: the list is not copied for each of them.
func TestCountsOfOneBoxAreNotCopied(t *testing.T) {
	const counts = 2000
	allocs := testing.AllocsPerRun(1, func() {
		var h House
		for seq := range int64(counts) {
			h.Boxes().applyDrop(countAt(seq + 1))
		}
	})
	if allocs > 100 {
		t.Errorf("%d counts of one box take %.0f allocations", counts, allocs)
	}
}

func countAt(seq int64) DropCount {
	return DropCount{Seq: seq, Number: seq, BoxCounted: record.BoxCounted{Table: "LB1", Shift: 1}}
}

// A house and what was made of it go on apart: a count that one of them adds is not the other's, and what was read of either stays as it was.
func TestCountsOfAClonedHouseAreItsOwn(t *testing.T) {
	var h, other House
	add := func(h *House, numbers ...int64) {
		for _, n := range numbers {
			h.Apply(record.Entry{Seq: n, Fact: record.BoxCounted{Table: "LB1", Shift: 1}})
		}
	}
	is := func(what string, list []DropCount, wants ...int64) {
		t.Helper()
		var got []int64
		for _, c := range list {
			got = append(got, c.Number)
		}
		if !slices.Equal(got, wants) {
			t.Errorf("%s has %v, and not %v", what, got, wants)
		}
	}
	drops := func(h *House) []DropCount { return h.Boxes().Drops("LB1", 1) }
	add(&h, 1, 2, 3)
	read := drops(&h)
	clone, with := h.Clone(), other.With(&h, "LB1", "LB1")
	apart := h.Boxes().WithDropsOf(&h, 3)
	add(&h, 10, 11)
	add(clone, 20, 21)
	add(with, 30)
	add(apart, 40)
	again := clone.Clone()
	add(again, 50)
	add(clone, 22)
	add(&h, 9) // it was made before, and comes later
	_ = append(read, countAt(60))
	add(&h, 12)
	is("the house", drops(&h), 1, 2, 3, 9, 10, 11, 12)
	is("its clone", drops(clone), 1, 2, 3, 20, 21, 22)
	is("the clone of that", drops(again), 1, 2, 3, 20, 21, 50)
	is("the house with its table", drops(with), 1, 2, 3, 30)
	is("the house with its counts", drops(apart), 1, 2, 3, 40)
	is("what was read", read, 1, 2, 3)
}
