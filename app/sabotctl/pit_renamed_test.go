package main

import (
	"os"
	"path/filepath"
	"testing"

	"sabot/app/session"
	"sabot/pit/house"
	"sabot/storage/central/pgtest"
)

// calls gives a house another name.
func calls(name string) func(h *session.House) error {
	return func(h *session.House) error {
		elena, err := h.SignOn(demoCode("31"))
		if err != nil {
			return err
		}
		set := h.State.Particulars()
		set.Name = name
		return h.SetHouse(set, elena)
	}
}

// A house whose name was changed before it had a pit sets one up; the office and a machine join, and ship.
func TestHouseWithAnotherNameGetsAPit(t *testing.T) {
	c := commanded{t, t.TempDir(), "", "", "", nil}
	c.data, c.pit, c.other = c.in("data"), c.in("pit"), c.in("other")
	must(t, os.WriteFile(c.in("owner.url"), []byte(aDatabase(t)), 0o600))
	address := pgtest.Address(t)
	c.at(c.data, func(h *session.House) error { return h.SetUp(house.DemoPlan("it", "lugano", 2)) })
	c.at(c.data, calls("Casino Due"))
	c.says(done, "pit of Casino Due", "", "pit", "init", "--data", c.data, "--pit", c.pit, "--address", address, "--database-file", c.in("owner.url"))
	c.enroll("ufficio", "LB1", "--office")
	c.says(done, "ufficio ships", "", "pit", "join", c.in("ufficio.pit"), "--data", c.data)
	defer served(t, c.pit, address)()
	c.ships(c.data)
	c.enroll("tavolo-2", "LB2")
	c.says(done, "taken in", "", "pit", "join", c.in("tavolo-2.pit"), "--data", c.other)
	c.ships(c.other)
	c.says(done, "equal, countersigned", "", "pit", "status", "--data", c.other)
}

// A house that has a pit gets another name. Its pit keeps its own: it is renewed and restored, machines are enrolled, and a
// group knows it by either name. Another house is refused.
func TestHouseGetsAnotherName(t *testing.T) {
	c := newCommanded(t)
	c.at(c.data, calls("Casino Due"))
	c.ships(c.data)
	c.says(done, "pit of "+house.DemoName, "", "pit", "init", "--data", c.data, "--pit", c.pit)
	c.enroll("ufficio", "LB1", "--office")
	c.says(done, "ufficio ships", "", "pit", "join", c.in("ufficio.pit"), "--data", c.data)
	c.enroll("tavolo-2", "LB2")
	c.says(done, "tavolo-2 ships", "", "pit", "join", c.in("tavolo-2.pit"), "--data", c.other) // it has not heard of the name
	c.enroll("tavolo-3", "")
	c.says(done, "of the house Casino Due", "", "pit", "join", c.in("tavolo-3.pit"), "--data", c.in("new"))
	c.ships(c.in("new"))
	c.ships(c.data)
	c.says(done, "holds", "", "pit", "verify", "--pit", c.pit)

	must(t, os.WriteFile(c.in("group.url"), []byte(aDatabase(t)), 0o600))
	c.says(done, "group Gruppo in", "", "group", "init", "--group", c.in("group"), "--name", "Gruppo", "--address", pgtest.Address(t), "--database-file", c.in("group.url"))
	for name, status := range map[string]int{house.DemoName: done, "Casino Due": done, "Kursaal": unusable} {
		file := c.in(name + ".group")
		c.says(done, "is enrolled", "", "group", "enroll", "--group", c.in("group"), "--house", name, "-o", file)
		c.says(status, name, "", "group", "join", file, "--pit", c.pit)
	}

	c.says(done, "is in", "", "pit", "backup", "--pit", c.pit, c.in("pit.dump"))
	c.stop()
	must(t, os.RemoveAll(c.pit)) // a folder that is made anew is that of the database
	c.says(done, "pit of "+house.DemoName, "", "pit", "init", "--data", c.data, "--pit", c.pit, "--address", "127.0.0.1:1", "--database-file", c.in("owner.url"))
	must(t, os.RemoveAll(c.pit)) // the database is lost too
	must(t, os.WriteFile(c.in("empty.url"), []byte(aDatabase(t)), 0o600))
	c.at(c.in("foreign"), func(h *session.House) error {
		plan := house.DemoPlan("it", "lugano", 2)
		plan.Name = "Kursaal"
		return h.SetUp(plan)
	})
	c.says(done, "pit of Casino Due", "", "pit", "init", "--data", c.data, "--pit", c.pit, "--address", "127.0.0.1:1", "--database-file", c.in("empty.url"))
	c.says(unusable, `is the folder of the pit of "Casino Due", and this is "Kursaal"`, "", "pit", "init", "--data", c.in("foreign"), "--pit", c.pit)
	c.says(unusable, `the pit is that of the house "Casino Due", and this is a record of "Kursaal"`, "", "pit", "enroll", "--data", c.in("foreign"), "--pit", c.pit, "--machine", "x", "-o", c.in("x.pit"))
	c.says(unusable, "the database is of another house", "", "pit", "init", "--data", c.in("foreign"), "--pit", c.in("pit-2"), "--address", "127.0.0.1:1", "--database-file", c.in("empty.url"))
	empty, err := aPostgres(t).URL()
	must(t, err)
	must(t, os.WriteFile(filepath.Join(c.pit, "owner.url"), []byte(empty), 0o600))
	c.says(notHeld, "", "", "pit", "restore", c.in("pit.dump"), "--pit", c.pit) // what another pit has countersigned
	c.says(done, "pit of "+house.DemoName, "", "pit", "init", "--data", c.data, "--pit", c.pit)
}
