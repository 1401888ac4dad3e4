package record

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"sync"

	"sabot/games"
)

// Amounts of facts are found by their type, so that no field is forgotten. An amount is from 0 to games.MaxSum. The tag `amount` says of a
// field what else it is.
const (
	amountTag    = "amount"
	signedAmount = "signed"  // a result or a difference: less than nothing, too
	oneAmount    = "entered" // what people enter for one bet, one buy-in or one box: up to games.MaxAmount
)

// BadAmount returns an error that names an amount of a fact that no Sabot enters: one that is less than nothing where it cannot be, or past its
// bound; nil where there is none. Of counts that came with a table their own entries are read.
func BadAmount(f Fact) error {
	var s amountSum
	if row := factRowOf(f); row.amounts != nil {
		row.amounts(reflect.ValueOf(f), &s)
	}
	if s.bad != "" {
		return fmt.Errorf("no Sabot enters %s of %d", s.bad, s.is)
	}
	if came, is := f.(BoxesTaken); is {
		for _, text := range came.Entries {
			e, err := Decode([]byte(text))
			if err != nil {
				continue // it is no count, and named as that
			}
			if _, again := e.Fact.(BoxesTaken); again {
				continue
			}
			if err := BadAmount(e.Fact); err != nil {
				return err
			}
		}
	}
	return nil
}

// Bulk returns what the amounts in a value come to if none of them is taken off another, minor units. Whatever is summed up of them stays within
// that. It is more than games.MaxSum where one of them is, and no more than an amount can be.
func Bulk(v any) games.Amount {
	var s amountSum
	find := finder(nil)
	if f, is := v.(Fact); is {
		find = factRowOf(f).amounts
	} else {
		find = findersOf.of(reflect.TypeOf(v))
	}
	if find != nil {
		find(reflect.ValueOf(v), &s)
	}
	return s.total
}

// An amountSum is the sum of the amounts that were found, with the first that is past its bounds.
type amountSum struct {
	total games.Amount
	bad   string // its name
	is    games.Amount
}

// An amountPlace is a name of amounts in a fact, and their bounds.
type amountPlace struct {
	name      string
	low, high games.Amount
}

func (s *amountSum) add(n games.Amount, at amountPlace) {
	if (n < at.low || n > at.high) && s.bad == "" {
		s.bad, s.is = at.name, n
	}
	s.total = s.total.Plus(n.Size())
}

// A finder is a function that adds the amounts in a value of its type to a sum.
type finder func(v reflect.Value, s *amountSum)

// A finders is the list of finders of the types of which somebody has asked.
type finders struct{ types sync.Map }

var findersOf finders

// of returns how amounts are found in values of a type; nil where it has none.
func (f *finders) of(t reflect.Type) finder {
	if known, is := f.types.Load(t); is {
		return known.(finder)
	}
	made := finderOf(t, amountPlace{high: games.MaxSum})
	f.types.Store(t, made)
	return made
}

// finderOf returns how amounts are found in values of a type that lies at a place; nil where it has none.
func finderOf(t reflect.Type, at amountPlace) finder {
	switch t {
	case reflect.TypeFor[games.Amount]():
		return func(v reflect.Value, s *amountSum) { s.add(games.Amount(v.Int()), at) }
	case reflect.TypeFor[Float]():
		return func(v reflect.Value, s *amountSum) { s.addFloat(v.Interface().(Float), at) }
	}
	switch t.Kind() {
	case reflect.Pointer:
		if find := finderOf(t.Elem(), at); find != nil {
			return func(v reflect.Value, s *amountSum) {
				if !v.IsNil() {
					find(v.Elem(), s)
				}
			}
		}
	case reflect.Slice, reflect.Array:
		if find := finderOf(t.Elem(), at); find != nil {
			return func(v reflect.Value, s *amountSum) {
				for i := range v.Len() {
					find(v.Index(i), s)
				}
			}
		}
	case reflect.Map:
		if find := finderOf(t.Elem(), at); find != nil {
			return func(v reflect.Value, s *amountSum) {
				for each := v.MapRange(); each.Next(); {
					find(each.Value(), s)
				}
			}
		}
	case reflect.Struct:
		return fieldsFinder(t)
	}
	return nil
}

// fieldsFinder returns how amounts are found in the fields of a struct; nil where they have none.
func fieldsFinder(t reflect.Type) finder {
	type field struct {
		n    int
		find finder
	}
	var fields []field
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() {
			continue
		}
		at := amountPlace{name: strings.ToLower(f.Name), high: games.MaxSum}
		switch f.Tag.Get(amountTag) {
		case signedAmount:
			at.low = -games.MaxSum
		case oneAmount:
			at.high = games.MaxAmount
		}
		if find := finderOf(f.Type, at); find != nil {
			fields = append(fields, field{i, find})
		}
	}
	if len(fields) == 0 {
		return nil
	}
	return func(v reflect.Value, s *amountSum) {
		for _, f := range fields {
			f.find(v.Field(f.n), s)
		}
	}
}

// addFloat adds what chips are worth.
func (s *amountSum) addFloat(f Float, at amountPlace) {
	var worth games.Amount
	for _, stack := range f {
		if stack.Value < 0 || stack.Pieces < 0 {
			s.add(min(stack.Value, games.Amount(stack.Pieces)), at)
			worth = math.MaxInt64
		}
		worth = worth.Plus(stack.worth())
	}
	s.add(worth, at)
}

// worth returns what chips of a value are worth, and no more than an amount can be.
func (s Stack) worth() games.Amount {
	if s.Value > 0 && s.Pieces > 0 && s.Value > math.MaxInt64/games.Amount(s.Pieces) {
		return math.MaxInt64
	}
	return s.Value * games.Amount(s.Pieces)
}
