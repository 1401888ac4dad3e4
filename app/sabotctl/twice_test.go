package main

import (
	"errors"
	"strings"
	"testing"

	"sabot/pit/audit"
)

// What a machine took in twice is told by verify with the command that puts it right, until a manager has signed for it.
func TestTakenTwice(t *testing.T) {
	var out strings.Builder
	err := tell(&out, []audit.Checked{{Name: "house", Entries: 20, Machine: "tavolo-3", TakenTwice: []int64{12, 14}}}, beside{})
	if !errors.Is(err, errNotHeld) || !strings.Contains(out.String(), "sabotctl twice --machine tavolo-3 --entries 12,14\n") || !strings.Contains(out.String(), "holds but for what was taken in twice") {
		t.Errorf("%v: %s", err, out.String())
	}
	out.Reset()
	err = tell(&out, []audit.Checked{{Name: "house", Entries: 20, Machine: "tavolo-3", SignedInVain: []int64{13, 15}}}, beside{})
	if err != nil || !strings.Contains(out.String(), "entries 13, 15 of tavolo-3 as taken in twice: they are none of those") {
		t.Errorf("%v: %s", err, out.String())
	}

	data := closed(t)
	pins, by := pinsOf(t, "31")
	if out := says(t, done, "twice", "--data", data, "--machine", "tavolo-3", "--entries", "14,12", "--sign", by, "--pin-file", pins); !strings.Contains(out, "entries 14,12 of tavolo-3") {
		t.Error(out)
	}
	if out := says(t, done, "log", "--data", data, "--table", "house", "--kind", "takentwice", "--lang", "en"); !strings.Contains(out, "tavolo-3") || !strings.Contains(out, "12") {
		t.Error(out)
	}
	for _, args := range [][]string{{}, {"--machine", "tavolo-3"}, {"--machine", "tavolo-3", "--entries", "0"}, {"--machine", "tavolo-3", "--entries", "12,,14"}} {
		says(t, unusable, append([]string{"twice", "--data", data, "--sign", by, "--pin-file", pins}, args...)...)
	}
	theirs, inspector := pinsOf(t, "21")
	says(t, unusable, "twice", "--data", data, "--machine", "tavolo-3", "--entries", "12", "--sign", inspector, "--pin-file", theirs)
}
