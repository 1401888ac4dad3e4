package session_test

import (
	"context"
	"path/filepath"
	"testing"

	"sabot/app/demo/demotest"
	"sabot/app/session"
	"sabot/app/session/backups"
	"sabot/app/session/papers"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
	"sabot/storage"
)

// A meanwhile is a record in which another program enters something right before the next entry.
type meanwhile struct {
	*storage.Store
	enters func()
}

func (m *meanwhile) Append(entries ...record.Entry) error { return m.AppendWith(nil, entries...) }

func (m *meanwhile) AppendWith(secrets []record.Secret, entries ...record.Entry) error {
	if enters := m.enters; enters != nil {
		m.enters = nil
		enters()
	}
	return m.Store.AppendWith(secrets, entries...)
}

// A copy or a backup that nobody signs is nobody's who may not have it any more, whenever another program took the right from them.
func TestNobodyIsNamedWhoMayNoMore(t *testing.T) {
	for _, late := range []bool{false, true} {
		for what, does := range map[string]func(*session.House, house.Badge, string, func()) error{
			"a paper": func(h *session.House, _ house.Badge, table string, now func()) error {
				w := papers.Wanted{Kind: reports.ShiftReport, Table: table, Shift: 1, By: "41"}
				_, err := papers.Of(h).Paper(w, func(context.Context, string) (string, error) { now(); return "hp", nil })
				return err
			},
			"a backup": func(h *session.House, by house.Badge, _ string, now func()) error {
				now()
				_, err := backups.Of(h).BackUp(context.Background(), backups.Backup{File: filepath.Join(t.TempDir(), "b.db"), By: by.Staff})
				return err
			},
		} {
			n := closedNight(t)
			n.must(n.house.Close())
			store, err := storage.OpenExisting(n.dir)
			n.must(err)
			t.Cleanup(func() { _ = store.Close() })
			keeper := &meanwhile{Store: store}
			h, err := session.On(keeper, n.clock.Now)
			n.must(err)
			other, err := session.On(store, n.clock.Now)
			n.must(err)
			manager := demotest.Badge(t, other, "316931")
			by, err := h.EnterOffice("417041")
			n.must(err)
			who := by.Staff
			loses := func() {
				who.Role = record.Croupier
				n.must(other.Staff().EnterStaff(house.NewStaff{Staff: who}, manager))
			}
			err = does(h, by, n.table.State.Name, func() {
				if late {
					keeper.enters = loses
				} else {
					loses()
				}
			})
			if err != nil {
				t.Errorf("%s, late: %v: %v", what, late, err)
			}
			n.must(store.Close())
			verified(t, n.dir)
		}
	}
}
