package pitserver

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"sabot/app/pitclient"
	"sabot/storage/central"
)

// A told is the list of the readers who listen for what is new.
type told struct {
	mu   sync.Mutex
	ears map[chan map[place]int64]bool
}

// tell sends the news to all who listen; a slow one gets all of it later, at once.
func (t *told) tell(fresh map[place]int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for ear := range t.ears {
		news := map[place]int64{}
		select {
		case news = <-ear:
		default:
		}
		for p, size := range fresh {
			news[p] = size
		}
		ear <- news // it has room for one, and nobody else fills it
	}
}

func (t *told) listen() (ear chan map[place]int64, stop func()) {
	ear = make(chan map[place]int64, 1)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ears == nil {
		t.ears = map[chan map[place]int64]bool{}
	}
	t.ears[ear] = true
	return ear, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		delete(t.ears, ear)
	}
}

var errMayNotRead = pitclient.Refuse(pitclient.NotItsTable, "this machine ships and does not read: enroll it with --reads")

// reads answers machines that may read.
func (s *Server) reads(answer func(*http.Request, client) (any, error)) http.Handler {
	return s.asked(func(r *http.Request, c client) (any, error) {
		if err := s.mayRead(r.Context(), c); err != nil {
			return nil, err
		}
		return answer(r, c)
	})
}

// mayRead returns the reason why a machine may not read the streams of others; nil where it may.
func (s *Server) mayRead(ctx context.Context, c client) error {
	if !c.Reads {
		return errMayNotRead
	}
	ctx, cancel := context.WithTimeout(ctx, answered)
	defer cancel()
	serial, err := s.queries.Serial(ctx, c.Name)
	if err == nil && serial != c.serial {
		err = s.notEnrolled(ctx, c)
	}
	return err
}

// notEnrolled returns the refusal of a machine whose certificate is not the one that it was given last. Other errors: of a database that does not answer.
func (s *Server) notEnrolled(ctx context.Context, c client) error {
	machines, err := s.queries.Machines(ctx)
	if err != nil {
		return err
	}
	var row *central.Machine
	if i := slices.IndexFunc(machines, func(m central.Machine) bool { return m.Name == c.Name }); i >= 0 {
		row = &machines[i]
	}
	return s.otherCertificate(c, row, officeAmong(machines))
}

// fromOf returns the position from which a request reads. The error is a Refusal.
func fromOf(r *http.Request) (int64, error) {
	from, err := strconv.ParseInt(r.URL.Query().Get("from"), 10, 64)
	if err != nil || from < 0 {
		return 0, pitclient.Refuse(pitclient.Malformed, "it asks for entries from nowhere on")
	}
	return from, nil
}

// readStreams answers how far every stream of the house has come.
func (s *Server) readStreams(r *http.Request, c client) (any, error) {
	list, err := s.queries.Streams(r.Context())
	if err != nil {
		return nil, err
	}
	out := []pitclient.StreamAt{}
	for _, st := range list {
		if st.Machine == central.Member {
			continue
		}
		out = append(out, pitclient.StreamAt{Machine: st.Machine, Stream: st.Name, Size: st.Size, Own: st.Own, Heard: st.Heard, Note: st.Note})
	}
	return out, nil
}

// quietFrom is the silence after which a machine is asked whether a table is open there: those that are up are heard
// every few seconds.
const quietFrom = time.Minute

// readMachines answers when each machine was heard and how its clock goes.
func (s *Server) readMachines(r *http.Request, c client) (any, error) {
	machines, err := s.queries.Machines(r.Context())
	if err != nil {
		return nil, err
	}
	streams, err := s.queries.Streams(r.Context())
	if err != nil {
		return nil, err
	}
	now, out := s.Now().UnixMilli(), []pitclient.MachineAt{}
	overtaken, err := s.overtaken(r, now)
	if err != nil {
		return nil, err
	}
	for _, m := range machines {
		if m.Name == central.Member {
			continue
		}
		at := pitclient.MachineAt{Machine: m.Name, Heard: m.Heard, Apart: m.Apart, Quiet: max(0, now-m.Heard), Tables: m.Tables, Overtaken: overtaken[m.Name]}
		for _, st := range streams {
			if m.Heard == 0 || at.Open || st.Machine != m.Name || !slices.Contains(m.Tables, st.Name) || at.Quiet < quietFrom.Milliseconds() { // one that went is open there for good
				continue
			}
			if at.Open, err = s.queries.Open(r.Context(), st.ID); err != nil {
				return nil, err
			}
		}
		out = append(out, at)
	}
	return out, nil
}

// changes sends to a reader which streams have grown: one message a tick, of all of them.
func (s *Server) changes(w http.ResponseWriter, r *http.Request) {
	c, err := s.client(r)
	if err == nil {
		err = s.mayRead(r.Context(), c)
	}
	if err == nil && s.leader.Load() == nil {
		err = pitclient.Refuse(pitclient.NotWriting, "this pit does not write now")
	}
	if err != nil {
		pitclient.Answer(w, nil, s.outside(r, c, err))
		return
	}
	ear, stop := s.told.listen()
	defer stop()
	pitclient.Speak(w.Header())
	w.Header().Set("Content-Type", "text/event-stream")
	flow := http.NewResponseController(w)
	_ = flow.SetReadDeadline(time.Time{})
	const quiet = 10 * time.Second
	for {
		if err := flow.Flush(); err != nil {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case <-time.After(quiet):
			if s.leader.Load() == nil || s.mayRead(r.Context(), c) != nil {
				return
			}
			fmt.Fprint(w, ":\n\n")
		case news := <-ear:
			list := []pitclient.StreamAt{}
			for p, size := range news {
				list = append(list, pitclient.StreamAt{Machine: p.machine, Stream: p.stream, Size: size})
			}
			text, err := json.Marshal(list)
			if err != nil {
				return
			}
			fmt.Fprintf(w, "data: %s\n\n", text)
		}
	}
}
