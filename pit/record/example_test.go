package record_test

import (
	"fmt"
	"time"

	"sabot/pit/record"
)

// An entry has one encoding. What was written is read again as the same fact, and what is damaged is an error.
func Example() {
	text := record.Encode(record.Entry{
		Table: "LB1", Seq: 12, At: time.Date(2026, 11, 21, 20, 15, 0, 0, time.UTC), By: "11",
		Shift: 1, Shoe: 1, Hand: 3, Fact: record.CardLaid{Card: "8", At: "box:1"},
	})
	fmt.Println(string(text))

	read, err := record.Decode(text)
	if err != nil {
		panic(err)
	}
	card := read.Fact.(record.CardLaid)
	fmt.Println(record.KindOf(card), card.Card, "at", card.At)

	_, err = record.Decode(text[:len(text)-1])
	fmt.Println("cut off:", err != nil)
	// Output:
	// [1,"LB1",12,1795292100000,"11",1,1,3,"card",{"card":"8","at":"box:1"}]
	// card 8 at box:1
	// cut off: true
}
