package worlds

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"sabot/app/demo"
	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/app/session"
	"sabot/pit/house"
	"sabot/reports/sign"
	"sabot/storage/central/twin"
)

// office is the machine whose people, tables and rules are the house's.
const office = "ufficio"

// tablesOf are the tables of each machine at first: one has two, the last none.
var tablesOf = [][]string{{"LB1", "LB2"}, {"LB3"}, {"LB4"}, {}}

func machineName(n int) string { return fmt.Sprintf("tavolo-%d", n+1) }

// A house is what every world begins with: it is set up once, and copied.
type wholeHouse struct {
	folder *pitserver.Folder
	base   *twin.Base
	dir    string // a folder for each machine
}

// setUp sets the house up.
var setUp = sync.OnceValues(func() (*wholeHouse, error) {
	dir := filepath.Join(shelf, "house")
	clock := demo.NewClock(began.Add(-time.Hour))
	h, err := session.Open(filepath.Join(dir, office), clock.Now)
	if err != nil {
		return nil, err
	}
	defer h.Close()
	if err := h.SetUp(house.DemoPlan("it", "lugano", 4)); err != nil {
		return nil, err
	}
	name := h.State.Name
	id, err := h.Authority().NewPost(sign.Post{Kind: sign.PitPost, Name: "pit", Hosts: []string{"pit"}})
	if err != nil {
		return nil, err
	}
	t := &wholeHouse{base: twin.New(name), dir: dir}
	t.folder, err = pitserver.MakeFolder(filepath.Join(shelf, "pit"), nil, pitserver.Folder{House: name, Addresses: []string{"pit-1", "pit-2"}, Owner: "in memory", Serve: "in memory", Identity: id, In: t.base})
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	e, err := pitserver.EnrollOffice(ctx, h, t.folder, sign.Post{Kind: sign.MachinePost, Name: office}, true)
	if err == nil {
		err = joins(h, name, e)
	}
	if err != nil {
		return nil, err
	}
	for n, tables := range tablesOf {
		if err := t.enroll(h, machineName(n), tables, clock); err != nil {
			return nil, err
		}
	}
	if err := h.Stopped(); err != nil {
		return nil, err
	}
	return t.live()
})

// live has the office ship, and each machine take in what it entered: worlds begin there.
func (t *wholeHouse) live() (*wholeHouse, error) {
	w, err := newWorld(t, filepath.Join(shelf, "begun"))
	if err != nil {
		return nil, err
	}
	for !strings.Contains(w.said.String(), " writing: ") {
		time.Sleep(time.Millisecond)
	}
	var all []error
	for _, m := range w.machines {
		p, err := m.start()
		if err != nil {
			return nil, err
		}
		_, err = p.pull()
		if m.name != office {
			all = append(all, err)
		}
		_, err = p.ship()
		all = append(all, err, p.house.Stopped(), p.kill())
	}
	for n := range w.pits {
		w.stopPit(n)
	}
	return &wholeHouse{folder: t.folder, base: w.base.Copy(), dir: w.dir}, errors.Join(all...)
}

// enroll gives a machine a folder with its enrolment.
func (t *wholeHouse) enroll(h *session.House, name string, tables []string, clock *demo.Clock) error {
	e, err := pitserver.Enroll(context.Background(), h, t.folder, sign.Post{Kind: sign.MachinePost, Name: name, Tables: tables}, true)
	if err != nil {
		return err
	}
	m, err := session.Open(filepath.Join(t.dir, name), clock.Now)
	if err != nil {
		return err
	}
	defer m.Close()
	return joins(m, "", e)
}

func joins(h *session.House, name string, e *pitclient.Enrolment) error {
	text, err := e.Text()
	if err == nil {
		_, err = pitclient.Join(h.Store(), name, text)
	}
	return err
}
