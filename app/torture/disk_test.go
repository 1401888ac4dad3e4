package torture

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"sync"
	"syscall"

	"sabot/storage/disk"
)

// Beside what the disk package does SQLite also makes its shared memory larger: nothing that a
// power cut leaves, but a disk may refuse it.
const share disk.Kind = "share memory"

// watched is a folder of which everything is seen that is written into it, by SQLite and
// beside it. It may remember that, or refuse it.
type watched struct {
	root string
	keep bool // remember in ops
	ops  []disk.Op

	mu     sync.Mutex
	n      int                            // how many there were
	refuse func(n int, o disk.Op) refusal // nil where nothing is refused
}

// refusal is how a disk fails; the zero one is none.
type refusal struct {
	err  error // syscall.EIO or syscall.ENOSPC
	half bool  // half of what should be written is
}

// now is the folder that is watched in this process.
var now *watched

// watch has a folder watched until the answer is called.
func watch(w *watched) (end func()) {
	if now != nil {
		panic("two folders cannot be watched at once")
	}
	now = w
	disk.Before = func(o disk.Op) error { return w.before(o).err }
	return func() { now, disk.Before = nil, nil }
}

// before sees what is about to be done, and says whether it is refused.
func (w *watched) before(o disk.Op) refusal {
	if w == nil || !strings.HasPrefix(o.Path+"/", w.root+"/") {
		return refusal{}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.n++
	var r refusal
	if w.refuse != nil {
		r = w.refuse(w.n, o)
	}
	if w.keep && r.err == nil && o.Kind != share {
		o.Data = bytes.Clone(o.Data)
		w.ops = append(w.ops, o)
	}
	return r
}

// count is how many things were done so far.
func (w *watched) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.ops)
}

// once is a disk that fails at the nth thing that is done to it, and at nothing before or
// after; hit is what that was.
func once(n int, err error, half bool, hit *disk.Op) func(int, disk.Op) refusal {
	return func(at int, o disk.Op) refusal {
		if at != n {
			return refusal{}
		}
		*hit = o
		return refusal{err, half}
	}
}

// room is a disk of so many bytes: it counts what lies in each file, in blocks. What takes none
// is never refused: names of files, and memory that is shared.
type room struct {
	size  int64
	most  int64 // that ever lay there
	files map[string]int64
}

const block = 4096

func (r *room) refuse(_ int, o disk.Op) refusal {
	if r.files == nil {
		r.files = map[string]int64{}
	}
	end := r.files[o.Path]
	switch o.Kind {
	case disk.Make:
		end = 0
	case disk.Write:
		end = max(end, o.At+int64(len(o.Data)))
	case disk.Truncate:
		end = o.At
	case disk.Rename:
		r.files[o.To] = end
		delete(r.files, o.Path)
		return refusal{}
	case disk.Remove:
		delete(r.files, o.Path)
		return refusal{}
	default:
		return refusal{}
	}
	sum := blocks(end)
	for path, n := range r.files {
		if path != o.Path {
			sum += blocks(n)
		}
	}
	if sum > r.size && end > r.files[o.Path] {
		return refusal{syscall.ENOSPC, true}
	}
	r.files[o.Path] = end
	r.most = max(r.most, sum)
	return refusal{}
}

// blocks is how much room so many bytes take.
func blocks(n int64) int64 { return (n + block - 1) / block * block }

func (r refusal) String() string {
	switch {
	case errors.Is(r.err, syscall.ENOSPC):
		return "full"
	case r.half:
		return "fails half way"
	}
	return "fails"
}

func said(o disk.Op) string {
	return fmt.Sprintf("%s %s at %d, %d bytes", o.Kind, o.Path[strings.LastIndexByte(o.Path, '/')+1:], o.At, len(o.Data))
}
