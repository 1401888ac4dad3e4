package torture

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sabot/app/session"
	"sabot/pit/record"
)

// A file that a power cut, or a program that does not sync, has left empty or cut short: the
// house goes on where nothing is lost with it, and else names the file and says what to do;
// once the file is back it goes on.
func TestFilesThatArePartlyThere(t *testing.T) {
	for _, c := range []struct {
		file string
		goes bool  // with the file empty
		why  error // with the file cut short
	}{
		{"data/seal.key", false, record.ErrKeyLost},
		{"data/authority.pem", true, session.ErrAuthorityDamaged},
		{"account/pepper.key", false, record.ErrNoPepper},
		{"data/sabot.db", false, nil},
	} {
		for how, left := range map[string]func([]byte) []byte{
			"empty": func([]byte) []byte { return nil },
			"zeros": func(b []byte) []byte { return make([]byte, len(b)) },
			"cut":   func(b []byte) []byte { return b[:len(b)/2] },
		} {
			t.Run(filepath.Base(c.file)+" "+how, func(t *testing.T) {
				l := newLife(t, scratch(t))
				must(t, inOrder(l.open, func() error { return hadShift(l) }, l.close))
				path := l.dir(c.file)
				whole, err := os.ReadFile(path)
				must(t, err)
				must(t, os.WriteFile(path, left(whole), 0o600))
				err = inOrder(l.open, func() error { return hasGina(l, false) })
				if c.goes && how != "cut" {
					must(t, err)
					must(t, l.close())
					return
				}
				if err == nil || !strings.Contains(err.Error(), filepath.Base(c.file)) || c.why != nil && !errors.Is(err, c.why) {
					t.Fatalf("it says %v", err)
				}
				t.Log(err)
				if l.house != nil {
					_ = l.close()
				}
				must(t, os.WriteFile(path, whole, 0o600))
				must(t, inOrder(l.open, func() error { return hasGina(l, false) }, func() error { return l.playsOn(tables()[0], 1) }))
			})
		}
	}
}

// A key that waits and of which a power cut left the name alone has sealed nothing: another
// one is made.
func TestWaitingKeyThatIsEmpty(t *testing.T) {
	l := newLife(t, scratch(t))
	must(t, os.MkdirAll(l.dir("data"), 0o700))
	must(t, os.WriteFile(l.dir("data/seal.key.new"), nil, 0o600))
	must(t, inOrder(l.open, l.setUp, func() error { return l.playsOn(tables()[0], 1) }))
}
