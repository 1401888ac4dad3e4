package pitserver

import (
	"bytes"
	"fmt"
	"log"
	"sync"
	"time"
)

// A rareLog is a log that writes each kind of line at most so often: what is refused again each few seconds, or comes with each
// of a thousand connections, would hide all else and fill the disk.
type rareLog struct {
	to  *log.Logger
	now func() time.Time

	mu   sync.Mutex
	kept map[string]*rareLine
}

// A rareLine is a kind of line that was written.
type rareLine struct {
	at   time.Time
	more int // lines of the kind that were not written since
}

// Bounds of a log's repeated lines.
const (
	rarely    = 10 * time.Minute // time until a line of one kind is written again
	mostRare  = 1000             // kinds that are remembered
	rarestTLS = "a connection"   // the kind of what net/http says of connections
)

// printf writes a line of a kind, unless it was written lately; then the next one says how many were not.
func (r *rareLog) printf(kind, format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.kept == nil || len(r.kept) >= mostRare {
		r.kept = map[string]*rareLine{}
	}
	now, more := r.now(), ""
	if was := r.kept[kind]; was != nil {
		if since := now.Sub(was.at); since >= 0 && since < rarely {
			was.more++
			return
		}
		if was.more > 0 {
			more = fmt.Sprintf(" (and %d times since %s)", was.more, was.at.UTC().Format(time.TimeOnly))
		}
	}
	r.kept[kind] = &rareLine{at: now}
	r.to.Printf(format+"%s", append(args, more)...)
}

// Write writes what net/http says of its connections.
func (r *rareLog) Write(line []byte) (int, error) {
	r.printf(rarestTLS, "%s", bytes.TrimRight(line, "\n"))
	return len(line), nil
}
