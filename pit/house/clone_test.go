package house

import (
	"reflect"
	"testing"
	"unsafe"
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
