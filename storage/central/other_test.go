package central

import "testing"

func TestOther(t *testing.T) {
	const one = "postgres://owner:secret@db1:5432/sabot?sslmode=verify-full"
	for url, want := range map[string]bool{
		one:                                false,
		"postgres://serve:other@db1/sabot": false,
		"postgres://owner@db1,db2/sabot?target_session_attrs=read-write": false,
		"postgres://owner@db1/sabot2":                                    true,
		"postgres://owner@db2/sabot":                                     true,
		"postgres://owner@db1:5433/sabot":                                true,
	} {
		is, was, other, err := Other(url, one)
		if err != nil || other != want || was != "sabot at db1:5432" {
			t.Errorf("%s: %v, %s, it was %s: %v", url, other, is, was, err)
		}
	}
}
