package memory_test

import (
	"testing"

	"sabot/pit/record"
	"sabot/pit/recordtest"
	"sabot/storage/memory"
)

func TestContract(t *testing.T) {
	recordtest.Run(t, func(t *testing.T) record.Keeper {
		r, err := memory.New()
		if err != nil {
			t.Fatal(err)
		}
		return r
	})
}
