package memory_test

import (
	"testing"

	"sabot/pit"
	"sabot/pit/recordtest"
	"sabot/storage/memory"
)

func TestContract(t *testing.T) {
	recordtest.Run(t, func(t *testing.T) pit.Record {
		r, err := memory.New()
		if err != nil {
			t.Fatal(err)
		}
		return r
	})
}
