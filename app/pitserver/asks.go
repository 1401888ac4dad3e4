package pitserver

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"sabot/app/wire"
	"sabot/pit/record"
)

// asks is what tables ask of who may approve it from elsewhere. It belongs to the leader, is nowhere but in its memory,
// and short-lived: who asks says so again and again.
type asks map[string]*asked // by ID

// asked is one of them.
type asked struct {
	wire.AskedAt
	until  time.Time            // by the pit's clock
	looks  map[string]time.Time // numbers of those who look at it, and until when
	answer *wire.Look
}

// ask takes what a machine's table asks, and answers who looks at it.
func (l *leader) ask(m *machine, c client, a wire.Ask) (any, *wire.Refusal) {
	alerts := a.Table == record.HouseStream
	if alerts {
		a.ID = wire.AlertsOf(m.Name)
	}
	if !l.mayShip(m, c, a.Table) {
		return nil, wire.Refuse(wire.NotItsTable, "%s may not ask for %s: %s", m.Name, a.Table, l.whose(a.Table))
	}
	now := l.server.Now()
	l.asks.forget(now)
	was := l.asks[a.ID]
	if was != nil && was.Machine != m.Name {
		return nil, wire.Refuse(wire.Malformed, "another machine asks under that name")
	}
	if a.Over {
		delete(l.asks, a.ID)
		return wire.Asked{}, nil
	}
	if was == nil {
		for id, other := range l.asks { // a table asks for one thing
			if !alerts && other.Table == a.Table {
				delete(l.asks, id)
			}
		}
		if len(l.asks) >= wire.MostAsked {
			return nil, wire.Refuse(wire.NotWriting, "%d tables ask for something: later", len(l.asks))
		}
		was = &asked{looks: map[string]time.Time{}}
		l.asks[a.ID] = was
	}
	was.AskedAt, was.until = wire.AskedAt{Ask: a, Machine: m.Name}, now.Add(wire.AskLives)
	answer := wire.Asked{Answer: was.answer}
	was.answer = nil // the table has it now
	maps.DeleteFunc(was.looks, func(_ string, until time.Time) bool { return now.After(until) })
	answer.Looks = slices.Sorted(maps.Keys(was.looks))
	return answer, nil
}

// look takes who looks at what is asked, or answers it.
func (l *leader) look(look wire.Look) (any, *wire.Refusal) {
	l.asks.forget(l.server.Now())
	a := l.asks[look.ID]
	switch {
	case a == nil:
		return nil, wire.Refuse(wire.NotAsked, "that is asked no more")
	case len(look.Given) > 0:
		a.answer = &look
		return struct{}{}, nil
	}
	if _, looks := a.looks[look.By]; !looks && len(a.looks) >= wire.MostLooks {
		return nil, wire.Refuse(wire.NotAsked, "%d people look at that already", len(a.looks))
	}
	a.looks[look.By] = l.server.Now().Add(wire.AskLives)
	return struct{}{}, nil
}

// asked is what is asked now, the table's name first.
func (l *leader) asked() (any, *wire.Refusal) {
	l.asks.forget(l.server.Now())
	list := []wire.AskedAt{}
	for _, a := range l.asks {
		if a.Table != record.HouseStream { // nobody need be told that somebody may see to alerts
			list = append(list, a.AskedAt)
		}
	}
	slices.SortFunc(list, func(a, b wire.AskedAt) int {
		return cmp.Or(strings.Compare(a.Table, b.Table), strings.Compare(a.ID, b.ID))
	})
	return list, nil
}

// forget drops what is asked no more.
func (a asks) forget(now time.Time) {
	maps.DeleteFunc(a, func(_ string, asked *asked) bool { return now.After(asked.until) })
}

// ask is a table that asks.
func (s *Server) ask(r *http.Request, c client) (any, error) {
	a, err := wire.ReadAsk(r.Body)
	if err != nil {
		return nil, err
	}
	return s.leads(r.Context(), &job{client: c, does: func(l *leader, m *machine) (any, *wire.Refusal) { return l.ask(m, c, a) }})
}

// look is who may approve it.
func (s *Server) look(r *http.Request, c client) (any, error) {
	look, err := wire.ReadLook(r.Body)
	if err != nil {
		return nil, err
	}
	return s.leads(r.Context(), &job{client: c, does: func(l *leader, _ *machine) (any, *wire.Refusal) { return l.look(look) }})
}

// readAsked answers with what is asked.
func (s *Server) readAsked(r *http.Request, c client) (any, error) {
	return s.leads(r.Context(), &job{client: c, does: func(l *leader, _ *machine) (any, *wire.Refusal) { return l.asked() }})
}
