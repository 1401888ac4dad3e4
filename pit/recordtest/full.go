package recordtest

import (
	"encoding/json"
	"reflect"
	"time"

	"sabot/games"
	"sabot/pit/record"
)

// Full returns a fact of the kind of another one that says all it can say.
func Full(blank record.Fact) record.Fact {
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
		v.Set(reflect.ValueOf(time.UnixMilli(1_795_241_553_123).UTC()))
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
