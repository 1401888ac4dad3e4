package seal_test

import (
	"errors"
	"fmt"

	"sabot/pit/seal"
)

// A signed head stands for every record and their order. Who keeps one elsewhere can tell later whether
// the log is still the one that it was.
func Example() {
	key, err := seal.KeyOfSeed([]byte("a secret of 32 bytes, not a good")) // NewKey makes one by chance
	if err != nil {
		panic(err)
	}
	var log seal.Tree
	for _, record := range []string{"bet 40.–", "card 8h", "paid 80.–"} {
		log.Add([]byte(record))
	}
	note, err := seal.HeadOf("LB1", &log).Sign(key)
	if err != nil {
		panic(err)
	}
	head, _, err := seal.Open(note, key.Verifier())
	fmt.Println(head.Stream, head.Size, head.Root == log.Root(), err)

	var forged seal.Tree
	for _, record := range []string{"bet 40.–", "card 8h", "paid 800.–"} {
		forged.Add([]byte(record))
	}
	from, to, apart := forged.Apart(&log)
	fmt.Println(head.Root == forged.Root(), from, to, apart)

	other, err := seal.NewKey()
	if err != nil {
		panic(err)
	}
	_, _, err = seal.Open(note, other.Verifier())
	fmt.Println(errors.Is(err, seal.ErrNotSigned))
	// Output:
	// LB1 3 true <nil>
	// false 3 3 true
	// true
}
