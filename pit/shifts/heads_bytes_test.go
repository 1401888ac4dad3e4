package shifts

import (
	"reflect"
	"testing"
	"time"
)

func headsOfYears(shifts int) *Heads {
	at := time.UnixMilli(1795241553123).UTC()
	l := &Heads{Seq: int64(shifts) * 100, Seen: map[string]time.Time{"11": at, "31": at.Add(time.Hour)}, incidents: map[int64]int{17: 1, 18: 1}, differences: map[int64]int{18: 1}, found: map[int64]int{18: 1}}
	for n := range shifts {
		day := at.AddDate(0, 0, n)
		l.List = append(l.List, Head{
			Number: n + 1, Seq: int64(n)*100 + 1, Day: day.Format(time.DateOnly), Game: "baccarat", Currency: "CHF", Opened: day, Closed: day.Add(time.Hour), Shut: int64(n)*100 + 90,
			People: []string{"11", "31", "12"}, Dealt: []string{"11", "12"}, Answered: []string{"31"},
			Differences: 1, Incidents: 2, Counted: true, Drop: true, Counts: 3, Changed: day.Add(2 * time.Hour),
		})
	}
	return l
}

// The shifts of a table are read from their bytes as they were, whatever stands in them;
// bytes that were cut off or go on are none. A field that is new is written too.
func TestShiftHeadsInBytes(t *testing.T) {
	l := headsOfYears(3)
	full := reflect.ValueOf(l.List[0])
	for i := range full.NumField() {
		if full.Field(i).IsZero() {
			t.Errorf("%s is not tried", full.Type().Field(i).Name)
		}
	}
	if n := reflect.TypeFor[Heads]().NumField(); n != 6 {
		t.Errorf("the list has %d fields, and 6 are written", n)
	}
	l.List[1] = Head{Number: 2, Seq: 101, Day: "2026-11-22", Opened: l.List[1].Opened}
	l.List[2].Closed, l.List[2].Drop = time.Time{}, false
	b, err := l.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var got Heads
	if err := got.UnmarshalBinary(b); err != nil || !reflect.DeepEqual(&got, l) {
		t.Fatalf("%v\n%+v, want\n%+v", err, &got, l)
	}
	for n := range b {
		if err := new(Heads).UnmarshalBinary(b[:n]); err == nil {
			t.Errorf("%d of %d bytes were taken for all", n, len(b))
		}
	}
	if err := new(Heads).UnmarshalBinary(append(b, 0)); err == nil {
		t.Error("a byte more was taken for none")
	}
	// Who was there later is nobody of the next shift.
	got.List[0].with("99")
	if !reflect.DeepEqual(got.List[2], l.List[2]) || !reflect.DeepEqual(got.List[0].Dealt, l.List[0].Dealt) {
		t.Error("a number was written over another one's")
	}
}

// Whatever lies in the bytes, reading them ends.
func FuzzShiftHeadsInBytes(f *testing.F) {
	b, _ := headsOfYears(2).MarshalBinary()
	f.Add(b)
	f.Add([]byte{0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Fuzz(func(t *testing.T, b []byte) {
		var l Heads
		if err := l.UnmarshalBinary(b); err != nil && l.List != nil {
			t.Error("half a list was left behind")
		}
	})
}

// Reading many shifts allocates no more often than reading few.
func TestShiftHeadsInBytesCostTheSame(t *testing.T) {
	var costs []float64
	for _, n := range []int{30, 3000} {
		b, _ := headsOfYears(n).MarshalBinary()
		costs = append(costs, testing.AllocsPerRun(5, func() {
			if err := new(Heads).UnmarshalBinary(b); err != nil {
				t.Fatal(err)
			}
		}))
	}
	if costs[0] != costs[1] {
		t.Errorf("%.0f allocations for 30 shifts, %.0f for 3,000", costs[0], costs[1])
	}
}
