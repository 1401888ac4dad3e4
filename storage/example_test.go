package storage_test

import (
	"errors"
	"fmt"
	"os"
	"time"

	"sabot/pit/record"
	"sabot/storage"
)

// What Append has accepted is on disk, and is read again in its order. A second program that enters the same number is refused, and
// reads what the first one entered.
func Example() {
	dir, err := os.MkdirTemp("", "record")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	store, err := storage.Open(dir)
	if err != nil {
		panic(err)
	}
	defer store.Close()

	at := time.Date(2026, 11, 21, 20, 15, 0, 0, time.UTC)
	card := func(seq int64, name record.CardName, place record.PlaceName) record.Entry {
		return record.Entry{Table: "LB1", Seq: seq, At: at, By: "11", Shift: 1, Shoe: 1, Hand: 1, Fact: record.CardLaid{Card: name, At: place}}
	}
	if err := store.Append(card(1, "8", "box:1"), card(2, "T", "bank")); err != nil {
		panic(err)
	}
	fmt.Println(errors.Is(store.Append(card(2, "5", "box:1")), record.ErrConflict))
	for e, err := range store.Entries("LB1", 1) {
		if err != nil {
			panic(err)
		}
		laid := e.Fact.(record.CardLaid)
		fmt.Println(e.Seq, laid.Card, laid.At)
	}
	// Output:
	// true
	// 1 8 box:1
	// 2 T bank
}
