package pitserver_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"sabot/app/demo"
	"sabot/app/demo/demotest"
	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/app/session"
	"sabot/app/session/backups"
	"sabot/app/session/kit"
	"sabot/pit/audit"
	"sabot/pit/record"
	"sabot/reports/sign"
	"sabot/storage/central"
)

// lostOffice has the office of a pit be lost with its disk: a backup of it is older than what it has shipped.
func lostOffice(t *testing.T) (p *pit, a *machine, backup string, secrets kit.Kit) {
	t.Helper()
	p, e, a, b := twoMembers(t)
	a.night(t, 2, 1)
	_, err := a.ship()
	must(t, err)
	manager := demotest.Badge(t, p.house, code("31"))
	lines, err := backups.Of(p.house).MakeKit(manager, "it", filepath.Join(t.TempDir(), "kit.txt"))
	must(t, err)
	secrets, err = backups.ReadKit(strings.Join(lines, "\n"))
	must(t, err)
	backup = filepath.Join(t.TempDir(), "older.db")
	_, err = p.house.Store().(record.Copied).Backup(t.Context(), backup, func(record.Snapshot) error { return nil })
	must(t, err)
	says := p.house.State.Particulars()
	says.Address = "via Nassa 1"
	must(t, p.house.SetHouse(says, manager))
	p.handedOver(t, "LB1", "tavolo-2")
	p.ships(t, e)
	a.hears(t)
	b.pull(t)
	must(t, p.house.Close())
	return p, a, backup, secrets
}

// officeOf puts a backup in place of the office's record, with its kit.
func (p *pit) officeOf(t *testing.T, file string, secrets kit.Kit) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "office")
	must(t, backups.Restore(t.Context(), file, dir, audit.Check{}))
	_, err := backups.Recover(dir, secrets)
	must(t, err)
	p.house, err = session.Open(dir, demo.NewClock(then()).Now)
	must(t, err)
}

// An office that was lost with its disk comes back by what the pit has of it: all of it, with its people's keys. It ships on from there,
// and the other machines go by it.
func TestOfficeComesBackFromThePit(t *testing.T) {
	t.Parallel()
	p, a, _, secrets := lostOffice(t)
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	file := filepath.Join(t.TempDir(), "ufficio.db")
	done, err := pitserver.Fetch(t.Context(), q, p.folder, "ufficio", file)
	must(t, err)
	if len(done.Streams) != 1 || done.Keys == 0 {
		t.Errorf("fetched are %+v", done)
	}
	p.officeOf(t, file, secrets)
	if at := p.house.State.Particulars().Address; at != "via Nassa 1" {
		t.Errorf("the house is at %q", at)
	}
	manager := demotest.Badge(t, p.house, code("31"))
	_, err = backups.Of(p.house).EnterRestore(t.Context(), file, nil, manager)
	must(t, err)
	e, err := pitserver.EnrollOffice(t.Context(), p.house, p.folder, sign.Post{Kind: sign.MachinePost, Name: "ufficio"}, false)
	must(t, err)
	text, err := e.Text()
	must(t, err)
	e, err = pitclient.Join(p.house.Store(), p.house.State.Name, text)
	must(t, err)
	p.ships(t, e)
	_, err = p.moved(t, "LB1", a.name, true)
	must(t, err)
	p.ships(t, e)
	a.pull(t)
	if f, _, moved := a.house.State.Moves().Moved("LB1"); !moved || f.To != a.name {
		t.Errorf("%s has heard nothing of the office: %+v", a.name, f)
	}
	holds(t, p.house)
	holds(t, a.house)
	if found := p.faults(t); found != "" {
		t.Error(found)
	}
}

// The record of an older backup is no office's any more: the pit refuses what it ships, and it moves no table.
func TestOlderOfficeMovesNothing(t *testing.T) {
	t.Parallel()
	p, a, backup, secrets := lostOffice(t)
	p.officeOf(t, backup, secrets)
	_, err := p.moved(t, "LB1", a.name, true)
	if !errors.Is(err, pitserver.ErrNotOffice) {
		t.Errorf("the office of an older backup moves a table: %v", err)
	}
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	machines, err := q.Machines(t.Context())
	must(t, err)
	for _, m := range machines {
		for _, table := range m.Tables {
			if table == "LB1" && m.Name != "tavolo-2" {
				t.Errorf("LB1 is played on %s", m.Name)
			}
		}
	}
}
