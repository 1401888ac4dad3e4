package pitserver_test

import (
	"fmt"
	"strings"
	"testing"
)

// Of people whose sealed key somebody has deleted in the database pit status and pit verify say the numbers, until the office has sent all of them
// again.
func TestKeysThatTheDatabaseLacks(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	office := p.office(t)
	p.ships(t, office)
	if s := p.status(t); len(s.Keyless) > 0 || !s.Holds() {
		t.Fatalf("of a pit that has all it says %+v", s)
	}
	p.owned(t, `DELETE FROM sabot.sealed WHERE number IN ('11', '31')`)
	s := p.status(t)
	if got := fmt.Sprint(s.Keyless); got != "[11 31]" || s.Holds() {
		t.Errorf("pit status says %s, holds: %v", got, s.Holds())
	}
	if says := p.faults(t); !strings.Contains(says, "the database lacks the sealed keys of 11, 31") {
		t.Errorf("pit verify says %q", says)
	}
	p.again(t)
	p.ships(t, office)
	if s := p.status(t); len(s.Keyless) > 0 || !s.Holds() {
		t.Errorf("once the office has sent them again it says %+v", s)
	}
}
