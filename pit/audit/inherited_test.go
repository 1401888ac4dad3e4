package audit

import (
	"testing"

	"sabot/pit/record"
	"sabot/pit/seal"
)

// What a machine began to take over is missing, unless the table was moved on before the machine ever played it.
func TestTableThatNeverCame(t *testing.T) {
	w, err := NewWitness("")
	if err != nil {
		t.Fatal(err)
	}
	demands := func(step string, wanted int) {
		t.Helper()
		if faults := w.missed([]string{record.HouseStream}); len(faults) != wanted {
			t.Errorf("%s: %v, wanted %d faults", step, faults, wanted)
		}
	}
	moves := func(from, to string) {
		w.house.Apply(record.Entry{Table: record.HouseStream, Seq: w.house.Seq + 1, Fact: record.TableMoved{Table: "LB4", From: from, To: to}})
	}
	moves("a", "b")
	w.checkpoints["LB4"] = []checkpoint{{Head: seal.Head{Stream: "LB4", Size: 87}, heir: "b"}}
	demands("it is to come still", 1)
	moves("b", "c")
	demands("it was moved on", 0)
	w.takeHeld(&record.Entry{}, record.TablesHeld{Machine: "b", Tables: []string{"LB4"}})
	demands("it had been played here", 1)
}
