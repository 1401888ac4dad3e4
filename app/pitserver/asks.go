package pitserver

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"sabot/app/pitclient"
	"sabot/pit/record"
)

// An asks is a list of the requests of tables for approvals from elsewhere. It belongs to the leader and is
// only in its memory. A request is short-lived: whoever asks repeats it.
type asks map[string]*asked // by ID

// An asked is one of them.
type asked struct {
	pitclient.AskedAt
	until  time.Time            // by the pit's clock
	looks  map[string]time.Time // numbers of those who look at it, and until when
	answer *pitclient.Look
}

// ask takes the request of a machine's table, and returns who looks at it.
func (l *leader) ask(m *machine, c client, a pitclient.Ask) (any, *pitclient.Refusal) {
	alerts := a.Table == record.HouseStream
	if alerts {
		a.ID = pitclient.AlertsOf(m.Name)
	}
	if !l.mayShip(m, c, a.Table) {
		return nil, pitclient.Refuse(pitclient.NotItsTable, "%s may not ask for %s: %s", m.Name, a.Table, l.whose(m, a.Table))
	}
	now := l.server.Now()
	l.asks.forget(now)
	was := l.asks[a.ID]
	if was != nil && was.Machine != m.Name {
		return nil, pitclient.Refuse(pitclient.Malformed, "another machine asks under that name")
	}
	if a.Over {
		delete(l.asks, a.ID)
		return pitclient.Asked{}, nil
	}
	if was == nil {
		for id, other := range l.asks { // a table asks for one thing
			if !alerts && other.Table == a.Table {
				delete(l.asks, id)
			}
		}
		if len(l.asks) >= pitclient.MostAsked {
			return nil, pitclient.Refuse(pitclient.NotWriting, "%d tables ask for something: later", len(l.asks))
		}
		was = &asked{looks: map[string]time.Time{}}
		l.asks[a.ID] = was
	}
	was.AskedAt, was.until = pitclient.AskedAt{Ask: a, Machine: m.Name}, now.Add(pitclient.AskLives)
	answer := pitclient.Asked{Answer: was.answer}
	was.answer = nil // the table has it now
	maps.DeleteFunc(was.looks, func(_ string, until time.Time) bool { return now.After(until) })
	answer.Looks = slices.Sorted(maps.Keys(was.looks))
	return answer, nil
}

// look notes who looks at a request, or answers it.
func (l *leader) look(look pitclient.Look) (any, *pitclient.Refusal) {
	l.asks.forget(l.server.Now())
	a := l.asks[look.ID]
	switch {
	case a == nil:
		return nil, pitclient.Refuse(pitclient.NotAsked, "that is asked no more")
	case len(look.Given) > 0:
		a.answer = &look
		return struct{}{}, nil
	}
	if _, looks := a.looks[look.By]; !looks && len(a.looks) >= pitclient.MostLooks {
		return nil, pitclient.Refuse(pitclient.NotAsked, "%d people look at that already", len(a.looks))
	}
	a.looks[look.By] = l.server.Now().Add(pitclient.AskLives)
	return struct{}{}, nil
}

// asked returns the present requests, the table's name first.
func (l *leader) asked() (any, *pitclient.Refusal) {
	l.asks.forget(l.server.Now())
	list := []pitclient.AskedAt{}
	for _, a := range l.asks {
		if a.Table != record.HouseStream { // nobody need be told that somebody may see to alerts
			list = append(list, a.AskedAt)
		}
	}
	slices.SortFunc(list, func(a, b pitclient.AskedAt) int {
		return cmp.Or(strings.Compare(a.Table, b.Table), strings.Compare(a.ID, b.ID))
	})
	return list, nil
}

// forget drops the requests that have ended.
func (a asks) forget(now time.Time) {
	maps.DeleteFunc(a, func(_ string, asked *asked) bool { return now.After(asked.until) })
}

// ask handles the request of a table for an approval.
func (s *Server) ask(r *http.Request, c client) (any, error) {
	a, err := pitclient.ReadAsk(r.Body)
	if err != nil {
		return nil, err
	}
	return s.leads(r.Context(), &job{client: c, does: func(l *leader, m *machine) (any, *pitclient.Refusal) { return l.ask(m, c, a) }})
}

// look handles the answer of somebody who may approve it.
func (s *Server) look(r *http.Request, c client) (any, error) {
	look, err := pitclient.ReadLook(r.Body)
	if err != nil {
		return nil, err
	}
	return s.leads(r.Context(), &job{client: c, does: func(l *leader, _ *machine) (any, *pitclient.Refusal) { return l.look(look) }})
}

// readAsked answers with the present requests.
func (s *Server) readAsked(r *http.Request, c client) (any, error) {
	return s.leads(r.Context(), &job{client: c, does: func(l *leader, _ *machine) (any, *pitclient.Refusal) { return l.asked() }})
}
