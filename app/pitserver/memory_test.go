package pitserver_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/pit/seal"
	"sabot/storage"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// A pit whose database was put back countersigns no other past of a machine than the one that it has countersigned before, and no
// shorter one. The machine that has that past goes on.
func TestNoOtherPastIsCountersigned(t *testing.T) {
	t.Parallel()
	p, e, a, _ := twoMembers(t)
	a.play(t, 2, 1)
	file := p.backedUp(t, a)
	others := []*machine{a.another(t), a.another(t)} // with the past of the backup
	a.play(t, 3, 2)
	_, err := a.ship()
	must(t, err)
	had, err := a.house.Store().Last("LB1")
	must(t, err)
	p.putBack(t, file)
	verified := func() (found string) {
		q := central.Read(p.folder.Serve, p.folder.House)
		defer q.Close()
		must(t, pitserver.Verify(t.Context(), q, p.folder, func(s central.Stream, wrong error) {
			if wrong != nil {
				found += s.Machine + " " + s.Name + ": " + wrong.Error() + "\n"
			}
		}))
		return found
	}
	if found := verified(); !strings.Contains(found, "tavolo-1 LB1: this pit has countersigned") {
		t.Errorf("pit verify of a database that was put back: %q", found)
	}
	p.ships(t, e)

	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	before, err := q.Stream(t.Context(), a.name, "LB1")
	must(t, err)
	others[0].play(t, 1, 7)
	_, err = others[0].ship()
	says(t, err, "its record is an older one")
	others[1].play(t, 9, 7)
	_, err = others[1].ship()
	says(t, err, "they have not the same past")
	if at, err := q.Stream(t.Context(), a.name, "LB1"); err != nil || at.Signed != before.Signed {
		t.Errorf("of another past %d entries are countersigned, and %d were: %v", at.Signed, before.Signed, err)
	}
	_, err = a.ship()
	must(t, err)
	if at, err := q.Stream(t.Context(), a.name, "LB1"); err != nil || at.Signed != had {
		t.Errorf("countersigned are %d of %d: %v", at.Signed, had, err)
	}
	if found := verified(); found != "" {
		t.Errorf("pit verify: %s", found)
	}
}

// A pit that does not write learns what the other one has countersigned.
func TestPitThatDoesNotWriteLearns(t *testing.T) {
	t.Parallel()
	p, _, a, _ := twoMembers(t)
	a.play(t, 1, 1)
	_, err := a.ship()
	must(t, err)
	had, err := a.house.Store().Last("LB1")
	must(t, err)
	dir := copied(t, p.dir)
	must(t, os.RemoveAll(filepath.Join(dir, "signed")))
	folder, err := pitserver.ReadFolder(dir)
	must(t, err)
	folder.Addresses = append(folder.Addresses, pgtest.Address(t))
	other := &pit{folder: folder}
	defer other.serve(t, 1, p.now)()
	memory, err := folder.Memory(t.Context())
	must(t, err)
	defer memory.Close()
	must(t, pgtest.Seen("the other pit knows LB1", func() bool {
		list, err := memory.Signed(t.Context())
		must(t, err)
		for _, s := range list {
			if s.Machine == a.name && s.Stream == "LB1" && s.Size == had {
				return true
			}
		}
		return false
	}))
}

// withOlderFolder returns a pit that has stopped, with a copy of its folder from before the member's last hands, and a backup of between these. Before and today
// are what it had countersigned of LB1 then and has now.
func withOlderFolder(t *testing.T) (p *pit, office *pitclient.Enrolment, a *machine, yesterday, backup string, before, today storage.SignedHead) {
	t.Helper()
	p, office, a, _ = twoMembers(t)
	a.play(t, 2, 1)
	_, err := a.ship()
	must(t, err)
	p.stop()
	before = p.held(t, a.name, "LB1")
	yesterday = copied(t, p.dir)
	p.up(t)
	a.play(t, 2, 2)
	backup = p.backedUp(t, a)
	a.play(t, 2, 3)
	_, err = a.ship()
	must(t, err)
	p.stop()
	today = p.held(t, a.name, "LB1")
	if before.Size == 0 || before.Size >= today.Size {
		t.Fatalf("held are %d entries of LB1, and then %d", before.Size, today.Size)
	}
	return p, office, a, yesterday, backup, before, today
}

// reads has the pit go by another folder.
func (p *pit) reads(t *testing.T, dir string) {
	t.Helper()
	folder, err := pitserver.ReadFolder(dir)
	must(t, err)
	p.dir, p.folder = dir, folder
}

// A server that starts with an older folder on the database of today writes at once. First it takes in what its own key has countersigned there, and says of how
// many streams. So it finds out a database that is put back later. What its key did not countersign it does not take in.
func TestPitThatWritesAtOnceLearns(t *testing.T) {
	t.Parallel()
	p, e, a, yesterday, file, _, today := withOlderFolder(t)
	p.reads(t, yesterday)
	p.again(t)
	p.stop()
	if now := p.held(t, a.name, "LB1"); now.Size != today.Size || now.Root != today.Root || now.Edge == nil || now.Serial != today.Serial {
		t.Errorf("the server with the older folder holds %+v, and has countersigned %+v", now, today)
	}
	const older = "was older than the database"
	if said := p.said.String(); strings.Count(said, older) != 1 || !strings.Contains(said, "in 1 of 3 streams") {
		t.Errorf("it says: %s", said)
	}
	p.again(t)
	if said := p.said.String(); strings.Count(said, older) != 1 {
		t.Errorf("it says so again: %s", said)
	}

	p.putBack(t, file)
	if said := p.said.String(); !strings.Contains(said, "it was put back to what it was") {
		t.Errorf("of a database that was put back it says: %s", said)
	}
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	status, err := pitserver.StatusOf(t.Context(), q, p.folder, then())
	must(t, err)
	if status.Waits == "" || !slices.ContainsFunc(status.Gone, func(g pitserver.Gone) bool { return g.Stream == "LB1" && g.Had == today.Size }) {
		t.Errorf("pit status: waits %q, gone %+v", status.Waits, status.Gone)
	}
	if found := p.faults(t); !strings.Contains(found, "tavolo-1 LB1: this pit has countersigned") {
		t.Errorf("pit verify: %q", found)
	}
	p.ships(t, e)
	_, err = a.ship()
	must(t, err)
	if found := p.faults(t); found != "" {
		t.Errorf("pit verify, once all was shipped again: %q", found)
	}
}

// Each command that is given an older folder takes in what the pit's own key has countersigned since, as a server does. So pit status with that folder finds
// out a database that is put back later, though no server has begun to write with it. What a command says of the database of today is as before.
func TestCommandsWithAnOlderFolderLearn(t *testing.T) {
	t.Parallel()
	p, _, a, yesterday, file, _, today := withOlderFolder(t)
	folders := map[string]*pitserver.Folder{}
	for name, asks := range map[string]func(q central.Reading, f *pitserver.Folder) error{
		"status": func(q central.Reading, f *pitserver.Folder) error {
			_, err := pitserver.StatusOf(t.Context(), q, f, then())
			return err
		},
		"verify": func(q central.Reading, f *pitserver.Folder) error {
			return pitserver.Verify(t.Context(), q, f, func(s central.Stream, wrong error) {
				if wrong != nil {
					t.Errorf("pit verify with the older folder: %s %s: %v", s.Machine, s.Name, wrong)
				}
			})
		},
		"backup": func(q central.Reading, f *pitserver.Folder) error {
			gone, err := pitserver.GoneFrom(t.Context(), q, f)
			if len(gone) > 0 {
				t.Errorf("pit backup with the older folder says that %+v is gone", gone)
			}
			return err
		},
		"report": func(q central.Reading, f *pitserver.Folder) error {
			_, err := pitserver.House(t.Context(), q, f, then)
			return err
		},
	} {
		f, err := pitserver.ReadFolder(copied(t, yesterday))
		must(t, err)
		must(t, asks(p.asked(t), f))
		folders[name] = f
	}
	p.putInPlace(t, file)
	for name, f := range folders {
		status, err := pitserver.StatusOf(t.Context(), p.asked(t), f, then())
		must(t, err)
		if status.Holds() || !slices.ContainsFunc(status.Gone, func(g pitserver.Gone) bool { return g.Machine == a.name && g.Stream == "LB1" && g.Had == today.Size }) {
			t.Errorf("pit status with the folder of pit %s says nothing of a database that was put back: gone %+v, wanted %d entries", name, status.Gone, today.Size)
		}
	}
}

// A server with an older folder does not take in a head that its own key did not countersign, whatever else stands under it.
func TestPitTakesInWhatItsOwnKeyCountersigned(t *testing.T) {
	t.Parallel()
	p, _, a, yesterday, _, before, today := withOlderFolder(t)
	p.reads(t, yesterday)
	s, _ := p.streamOf(t, a.name, "LB1")
	own, _, err := seal.Split(s.Note)
	must(t, err)
	witness, err := seal.NewWitnessKey()
	must(t, err)
	others, err := seal.Countersign(own, witness)
	must(t, err)
	for what, note := range map[string]string{"nobody": own, "another key": others} {
		p.owns(t, `UPDATE sabot.streams SET note = '`+note+`' WHERE id = `+fmt.Sprint(s.ID))
		p.again(t)
		p.stop()
		if now := p.held(t, a.name, "LB1"); now.Size != before.Size || now.Root != before.Root {
			t.Errorf("countersigned by %s: held are %d entries, and were %d", what, now.Size, before.Size)
		}
	}
	p.owns(t, `UPDATE sabot.streams SET note = '`+s.Note+`' WHERE id = `+fmt.Sprint(s.ID))
	p.again(t)
	if now := p.held(t, a.name, "LB1"); now.Size != today.Size || now.Root != today.Root {
		t.Errorf("countersigned by its own key: held are %d entries, and were %d", now.Size, today.Size)
	}
}

// A group's server that starts with an older folder takes in what its key has countersigned of a house that was enrolled once more since, with another key: the
// house goes on, and nobody is said to have changed its row.
func TestGroupsServerWithAnOlderFolder(t *testing.T) {
	t.Parallel()
	g := newGroup(t)
	g.up(t)
	p, _ := g.member(t, "Casinò Uno", "CHF")
	own, size := p.folder.Member.Tables[0], 0
	machine, err := seal.NewKey()
	must(t, err)
	s := g.teller(t, p)
	tells := func(instance string) {
		t.Helper()
		must(t, s.begin(instance))
		size++
		log, _ := logOf(size, "a")
		must(t, s.tell(own, &s.tree, "", s.grown(head(t, machine, p.folder.Witness, &log))))
	}
	tells("one")
	g.stop()
	yesterday := copied(t, g.dir)
	g.up(t)
	g.join(t, p, false)
	p.folder.Witness, err = seal.NewWitnessKey()
	must(t, err)
	tree := s.tree
	s = g.teller(t, p)
	s.tree = tree
	tells("two")
	g.stop()

	g.dir = yesterday
	g.folder, err = pitserver.ReadFolder(g.dir)
	must(t, err)
	g.again(t)
	if now := g.held(t, "Casinò Uno", own); now.Size != 2 || !strings.Contains(g.said.String(), "was older than the database in 1 of 1 streams") {
		t.Errorf("held are %d of 2 entries, and it says: %s", now.Size, g.said.String())
	}
	g.of(t, p)
	g.again(t)
	tells("three")
	g.of(t, p)
}

// A pit does not forget what it has countersigned where another one, which has lost its memory, countersigns another past: of more entries, or of
// just as many. It says so, and takes no entry behind that past once it writes.
func TestNoPitForgetsWhatItCountersigned(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		more  int  // hands of the other past
		old   bool // a Sabot that kept no edges made the memory
		stood bool // the pit stood while the other one countersigned
	}{
		"more": {more: 2}, "as many": {}, "by a memory without edges": {more: 2, old: true}, "as many, once it starts": {stood: true}, "more, once it starts": {more: 2, stood: true},
	} {
		t.Run(name, func(t *testing.T) {
			p, _, a, _ := twoMembers(t)
			file := p.backedUp(t, a)
			other := a.another(t)
			a.play(t, 3, 1)
			_, err := a.ship()
			must(t, err)
			p.stop()
			before := p.held(t, a.name, "LB1")
			if last, err := a.house.Store().Last("LB1"); err != nil || before.Size != last || before.Edge == nil {
				t.Fatalf("held is %+v, and LB1 has %d entries: %v", before, last, err)
			}
			if c.old {
				p.withoutEdges(t)
			}
			p.putInPlace(t, file)

			forgot := &pit{folder: p.copyOf(t), now: p.now}
			stop := forgot.serve(t, 0, p.now)
			defer stop()
			must(t, pgtest.Seen("the other pit writes", func() bool { return forgot.began() > 0 }))
			began := p.began()
			if !c.stood {
				p.stop = p.serve(t, 0, p.now)
			}
			elsewhere := *a.enrolment
			elsewhere.Addresses = forgot.folder.Addresses
			other.enrolment = &elsewhere
			other.play(t, 3+c.more, 1)
			_, err = other.ship()
			must(t, err)
			const says = "LB1 of tavolo-1 in the database has another past than this pit has countersigned: "
			if !c.stood {
				must(t, pgtest.Seen("the pit says so while the other one writes", func() bool { return strings.Contains(p.said.String(), says) }))
			}
			stop()
			if c.stood {
				p.stop = p.serve(t, 0, p.now)
			}
			must(t, pgtest.Seen("the pit writes", func() bool { return p.began() > began }))
			if !strings.Contains(p.said.String(), says) {
				t.Errorf("it says nothing: %s", p.said.String())
			}
			if now := p.held(t, a.name, "LB1"); now.Size != before.Size || now.Root != before.Root {
				t.Errorf("held is %+v, and was %+v", now, before)
			}
			other.enrolment = a.enrolment
			other.play(t, 1, 8)
			_, err = other.ship()
			if err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("the other past ships on: %v", err)
			}
			if found := p.faults(t); !strings.Contains(found, "tavolo-1 LB1: ") {
				t.Errorf("pit verify: %q", found)
			}
			q := central.Read(p.folder.Serve, p.folder.House)
			defer q.Close()
			all, err := pitserver.House(t.Context(), q, p.folder, then)
			must(t, err)
			if !slices.ContainsFunc(all.Doubts, func(d pitserver.Doubt) bool {
				return d.Stream == "LB1" && strings.Contains(d.String(), "that this pit has countersigned") || strings.Contains(d.String(), "than this pit has countersigned")
			}) {
				t.Errorf("pit report: %+v", all.Doubts)
			}
		})
	}
}

// withoutEdges makes the file of what the pit has countersigned one of Sabot 0.9.
func (p *pit) withoutEdges(t *testing.T) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(p.dir, "signed", "signed.db"))
	must(t, err)
	_, err = db.Exec(`ALTER TABLE signed DROP COLUMN edge`)
	must(t, err)
	must(t, db.Close())
}

// held returns what the pit holds of a stream as countersigned.
func (p *pit) held(t *testing.T, machine, stream string) (head storage.SignedHead) {
	t.Helper()
	m, err := p.folder.Memory(t.Context())
	must(t, err)
	defer m.Close()
	list, err := m.Signed(t.Context())
	must(t, err)
	for _, r := range list {
		if r.Machine == machine && r.Stream == stream {
			head = r
		}
	}
	return head
}

// Of a stream the largest head is kept, whoever keeps it and in which order.
func TestMemoryKeepsTheLargest(t *testing.T) {
	t.Chdir(t.TempDir())
	var folder pitserver.Folder // of the folder in which the test is
	one, err := folder.Memory(t.Context())
	must(t, err)
	defer one.Close()
	two, err := folder.Memory(t.Context())
	must(t, err)
	defer two.Close()
	root := seal.Hash{7}
	must(t, one.Keep(t.Context(), []storage.SignedHead{{Machine: "m1", Stream: "LB1", Size: 4, Root: root}, {Machine: "m2", Stream: "LB1", Size: 9}}))
	must(t, two.Keep(t.Context(), []storage.SignedHead{{Machine: "m1", Stream: "LB1", Size: 3}}))
	list, err := two.Signed(t.Context())
	if err != nil || len(list) != 2 || list[0].Size != 4 || list[0].Root != root {
		t.Errorf("%+v, %v", list, err)
	}
}

// A pit waits for its office once after its database was put back, and not at each of its starts: a machine whose disk is gone never ships
// again what is lacking.
func TestPutBackWaitsOnce(t *testing.T) {
	t.Parallel()
	p, e, a, _ := twoMembers(t)
	a.play(t, 2, 1)
	file := p.backedUp(t, a)
	a.play(t, 2, 2)
	_, err := a.ship()
	must(t, err)
	p.putBack(t, file)
	restored := func() bool {
		q := central.Read(p.folder.Serve, p.folder.House)
		defer q.Close()
		back, err := q.Restored(t.Context())
		must(t, err)
		return back
	}
	if !restored() {
		t.Fatal("nobody has noticed that the database was put back")
	}
	p.ships(t, e)
	p.again(t)
	if restored() {
		t.Error("the pit waits for the office again, which has shipped all")
	}
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	must(t, pitserver.Verify(t.Context(), q, p.folder, func(s central.Stream, wrong error) {
		if wrong != nil {
			t.Errorf("%s %s: %v", s.Machine, s.Name, wrong)
		}
	}))
}

// A pit that finds nothing of what it has countersigned says that nothing is held against it, once: a later loss it finds out.
func TestPitWithoutItsMemorySaysSo(t *testing.T) {
	t.Parallel()
	p, _, a, _ := twoMembers(t)
	_, err := a.ship()
	must(t, err)
	told := func() int { return strings.Count(p.said.String(), "here is nothing that this pit has countersigned") }
	if told() > 0 {
		t.Errorf("a new pit says: %s", p.said.String())
	}
	p.stop()
	must(t, os.RemoveAll(filepath.Join(p.dir, "signed")))
	for range 2 {
		p.up(t)
		p.stop()
		if n := told(); n != 1 {
			t.Errorf("told %d times: %s", n, p.said.String())
		}
	}

	// A pit that starts without it while another one writes says so too.
	p.up(t)
	other := &pit{folder: p.copyOf(t)}
	defer other.serve(t, 0, p.now)()
	must(t, pgtest.Seen("the other pit says so", func() bool {
		return strings.Contains(other.said.String(), "here is nothing that this pit has countersigned")
	}))
	p.stop()
	must(t, pgtest.Seen("the other pit writes", func() bool { return strings.Contains(other.said.String(), "writing: ") }))
	if n := strings.Count(other.said.String(), "here is nothing that this pit has countersigned"); n != 1 {
		t.Errorf("told %d times: %s", n, other.said.String())
	}
}

// copyOf returns a copy of the folder of a pit, at an address of its own.
func (p *pit) copyOf(t *testing.T) *pitserver.Folder {
	t.Helper()
	dir := copied(t, p.dir)
	must(t, os.RemoveAll(filepath.Join(dir, "signed")))
	folder, err := pitserver.ReadFolder(dir)
	must(t, err)
	folder.Addresses = []string{pgtest.Address(t)}
	return folder
}
