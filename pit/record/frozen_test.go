package record_test

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"sabot/games"
	"sabot/pit/record"
)

// A frozenFact is a fact with the bytes that it is.
type frozenFact struct {
	fact  record.Fact
	bytes string
}

// everyKindFrozen has the bytes of a fact of each kind that says all it can say. Lines are only added: SABOT_FROZEN=write adds the
// lines of new kinds, and of kinds that have a new field.
const everyKindFrozen = "testdata/frozen.txt"

// everyFact returns the facts of the file, in its order.
func everyFact(t testing.TB) (all []frozenFact) {
	t.Helper()
	b, err := os.ReadFile(everyKindFrozen)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		line = strings.TrimSuffix(line, "\n")
		e, err := record.Decode([]byte(`[1,"LB1",17,1795241553123,"11",3,1,45,` + line + `]`))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		all = append(all, frozenFact{e.Fact, line})
	}
	return all
}

// Every kind of entry has the bytes of all its fields frozen, by the names and in the order of its struct.
func TestEveryFactIsFrozen(t *testing.T) {
	there := map[string]bool{}
	for _, f := range everyFact(t) {
		there[f.bytes] = true
		if is := factBytes(f.fact); is != f.bytes {
			t.Errorf("%s is written as %s", f.bytes, is)
		}
	}
	var added []string
	for _, kind := range record.Kinds() {
		fact := full(record.Blank(kind))
		said := factBytes(fact)
		if !there[said] {
			added = append(added, said)
		}
		back, err := record.Decode([]byte(`[1,"LB1",17,1795241553123,"11",3,1,45,` + said + `]`))
		if err != nil || !record.Same(back.Fact, fact) {
			t.Errorf("%s reads as %+v: %v", said, back.Fact, err)
		}
	}
	if len(added) > 0 && os.Getenv("SABOT_FROZEN") == "write" && !t.Failed() {
		f, err := os.OpenFile(everyKindFrozen, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		_, err = f.WriteString(strings.Join(added, "\n") + "\n")
		if closed := f.Close(); err != nil || closed != nil {
			t.Fatal(err, closed)
		}
		added = nil
	}
	for _, said := range added {
		t.Errorf("no line of %s freezes %s: see there that it is meant, and run this test with SABOT_FROZEN=write", everyKindFrozen, said)
	}
}

// factBytes returns the kind and the fields of a fact as an entry has them.
func factBytes(f record.Fact) string {
	return strings.TrimSuffix(strings.TrimPrefix(string(record.Encode(record.Entry{At: time.UnixMilli(0), Fact: f})), `[1,"",0,0,"",0,0,0,`), "]")
}

// full returns a fact of the kind of another one that says all it can say.
func full(blank record.Fact) record.Fact {
	v := reflect.New(reflect.TypeOf(blank)).Elem()
	fill(v)
	return v.Interface().(record.Fact)
}

// fill sets a value, and all that lies in it, to something that is not left out.
func fill(v reflect.Value) {
	switch v.Interface().(type) {
	case record.CardName:
		v.SetString("8h")
		return
	case record.PlaceName:
		v.SetString("box:3")
		return
	case json.RawMessage:
		v.SetBytes([]byte(`{"preset":"x"}`))
		return
	case games.Odds:
		v.Set(reflect.ValueOf(games.Odds{Win: 1, Per: 1}))
		return
	case time.Time:
		v.Set(reflect.ValueOf(moment))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				fill(v.Field(i))
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key)
		fill(value)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Uint8:
		v.SetUint(1)
	default:
		v.SetInt(2)
	}
}
