package centraltest

import (
	"crypto/rand"

	"sabot/storage/central"
)

// texts tests that one statement is refused for what is in it, and that all else goes on.
func (b *base) texts() {
	ctx := b.Context()
	long := ""
	for range 1000 { // that no index takes: no two bytes of it can be packed
		long += rand.Text()
	}
	for what, text := range map[string]string{"a zero byte": "LB1\x00", "no UTF-8": "LB1\xff\xfe", "too long": long} {
		if _, err := b.w.Begin(ctx, "m1", text); !central.IsData(err) {
			b.Errorf("a stream of that name, %s: %v", what, err)
		}
		if err := b.w.Refuse(ctx, central.Refusal{Machine: "m1", Stream: text, Why: "forked", Last: 7}); !central.IsData(err) {
			b.Errorf("a refusal, %s: %v", what, err)
		}
		if text == long {
			continue
		}
		if err := b.w.Hear(ctx, []central.Heard{{Machine: "m2", At: 7}, {Machine: "m1", At: 7, Program: text}}); !central.IsData(err) {
			b.Errorf("a program, %s: %v", what, err)
		}
	}
	machines, err := b.q.Machines(ctx)
	if err != nil || machines[0].Heard != 0 || machines[1].Heard != 0 {
		b.Errorf("%+v, %v", machines, err)
	}
	_, tree := b.begin("m1", "LB1", 3)
	if tree.Size() != 3 {
		b.Errorf("%d entries", tree.Size())
	}
}
