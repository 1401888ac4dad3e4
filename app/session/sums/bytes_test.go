package sums

import (
	"reflect"
	"testing"
	"time"

	"sabot/reports"
)

// sumsOfYears are the sums of so many shifts, with something in every field.
func sumsOfYears(shifts int) []keptShift {
	var list []keptShift
	for n := range shifts {
		k := keptShift{sumOf: sumOf{end: int64(n)*100 + 99, counts: 1, offices: 2}}
		fill(reflect.ValueOf(&k.sum).Elem(), int64(n)*50+1)
		for i := range k.sum.Voided {
			v := &k.sum.Voided[i]
			v.Table, v.Currency, v.Day, v.Number = k.sum.Table, k.sum.Currency, k.sum.Day, k.sum.Number
			v.People, v.AskedBy = "", "" // they are named when a report is made, and a voided slip has who voided it
		}
		list = append(list, k)
	}
	return list
}

// fill puts something into every field.
func fill(v reflect.Value, n int64) {
	switch v.Interface().(type) {
	case time.Time:
		v.Set(reflect.ValueOf(time.UnixMilli(1795241553123 + n).UTC()))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), n+int64(i))
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), n)
		fill(v.Index(1), n+1)
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), n)
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), n)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString("CHF")
	default:
		v.SetInt(-n)
	}
}

// The sums of shifts are read from their bytes as they were, each field of them; bytes that
// were cut off or go on are none.
func TestSumsInBytes(t *testing.T) {
	list := sumsOfYears(3)
	list[1] = keptShift{} // nobody has asked for it
	list[2].sum = reports.HouseShift{ShiftSum: reports.ShiftSum{Day: "2026-11-22", Opened: list[2].sum.Opened}, Stakes: []reports.Stake{{Spot: "59"}}}
	b := writeSums(list)
	if got := readSums(b); !reflect.DeepEqual(got, list) {
		t.Fatalf("%+v, want\n%+v", got, list)
	}
	for n := range b {
		if readSums(b[:n]) != nil {
			t.Errorf("%d of %d bytes were taken for all", n, len(b))
		}
	}
	if readSums(append(b, 0)) != nil {
		t.Error("a byte more was taken for none")
	}
}

// daysOfYears are the sums of so many days, with something in every field.
func daysOfYears(days int) []keptDay {
	var list []keptDay
	for n := range days {
		k := keptDay{day: "2026-11-23", offices: n + 5}
		k.sum, _ = reports.HouseSumOf("", k.day, nil)
		k.sum.Open = 7
		for i := range k.sum.Periods {
			p := &k.sum.Periods[i]
			fill(reflect.ValueOf(&p.Lines).Elem(), int64(n*10+i))
			fill(reflect.ValueOf(&p.Croupiers).Elem(), int64(n*20+i))
		}
		fill(reflect.ValueOf(&k.sum.Voided).Elem(), int64(n))
		for i := range k.sum.Voided {
			k.sum.Voided[i].People, k.sum.Voided[i].AskedBy = "", ""
		}
		list = append(list, k)
	}
	return list
}

// So are the sums of days.
func TestDaysInBytes(t *testing.T) {
	days := daysOfYears(2)
	b := writeDays(days)
	if got := readDays(b); !reflect.DeepEqual(got, days) {
		t.Fatalf("%+v, want\n%+v", got, days)
	}
	for n := range b {
		if readDays(b[:n]) != nil {
			t.Errorf("%d of %d bytes were taken for all", n, len(b))
		}
	}
	if readDays(append(b, 0)) != nil {
		t.Error("a byte more was taken for none")
	}
}

// Whatever lies in the bytes, reading them ends.
func FuzzSumsInBytes(f *testing.F) {
	f.Add(writeSums(sumsOfYears(2)))
	f.Add(writeDays(daysOfYears(2)))
	f.Fuzz(func(_ *testing.T, b []byte) {
		readSums(b)
		readDays(b)
	})
}

// Reading the sums of many shifts allocates no more often than reading few.
func TestSumsInBytesCostTheSame(t *testing.T) {
	var costs []float64
	for _, n := range []int{30, 3000} {
		list := sumsOfYears(n)
		for i := range list {
			list[i].sum.Voided = nil // few have any
		}
		b := writeSums(list)
		costs = append(costs, testing.AllocsPerRun(5, func() {
			if len(readSums(b)) != n {
				t.Fatal("they were not read")
			}
		}))
	}
	if costs[0] != costs[1] {
		t.Errorf("%.0f allocations for 30 shifts, %.0f for 3,000", costs[0], costs[1])
	}
}
