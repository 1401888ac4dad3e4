package session_test

import (
	"bytes"
	"database/sql"
	"errors"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/app/session/backups"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/recordtest"
	"sabot/pit/seal"
	"sabot/storage"
)

// behind works on a record's file as whoever has the disk can.
func behind(dir, statements string, args ...any) error {
	db, err := sql.Open("sqlite", "file:"+url.PathEscape(filepath.Join(dir, storage.FileName))+"?_pragma=busy_timeout(5000)")
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	_, err = db.Exec(statements, args...)
	return errors.Join(err, db.Close())
}

var closedOnce recordtest.Once

// closedHouse is the data directory of a house that has played two shifts and is closed, always the same one.
func closedHouse(t *testing.T) string {
	t.Helper()
	return closedOnce.Copy(t, func(dir string) { closeHouse(t, dir) })
}

// closeHouse makes another one.
func closeHouse(t *testing.T, dir string) {
	t.Helper()
	clock := demo.NewClock(evening)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	h, err := session.Open(dir, clock.Now)
	must(err)
	must(h.SetUp(house.DemoPlan("it", "lugano", 1)))
	for range 2 {
		must(demo.Play(t.Context(), h, clock, "LB1", 3, 1))
		_, err = demo.Close(h, clock, "LB1")
		must(err)
		clock.Pass(20 * time.Hour)
	}
	must(h.Close())
}

// faults are what an audit of a record finds.
func faults(t *testing.T, dir string) (found []*record.Fault) {
	t.Helper()
	r, err := storage.OpenReader(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	trusted, err := r.Verifier()
	if err != nil {
		t.Fatal(err)
	}
	all, err := audit.Verify(t.Context(), r, audit.Check{Trusted: trusted})
	if err != nil || len(all) == 0 {
		t.Fatal(all, err)
	}
	for _, c := range all {
		if c.Fault != nil {
			found = append(found, c.Fault)
		}
	}
	return found
}

// A record that was sealed is none of before there were seals, whatever its file says of its layout.
func TestLayoutSetBackIsNoOldRecord(t *testing.T) {
	for _, less := range []string{`DELETE FROM goose_db_version`, `DELETE FROM goose_db_version WHERE version_id > 2`, `DROP TABLE goose_db_version`} {
		dir := closedHouse(t)
		if err := behind(dir, less); err != nil {
			t.Fatal(err)
		}
		if _, err := session.Read(dir, time.Now); !errors.Is(err, record.ErrChanged) {
			t.Errorf("%s: %v", less, err)
		}
	}
}

// What somebody does to the file itself is named by an audit and refused at the next start.
func TestFileIsJudged(t *testing.T) {
	for _, c := range []struct{ name, statements, names string }{
		{"a trigger that leaves entries out", `CREATE TRIGGER z BEFORE INSERT ON entries WHEN NEW.key >> 40 = 2 BEGIN SELECT RAISE(IGNORE); END`, "trigger z"},
		{"a trigger less", `DROP TRIGGER entries_are_facts_update`, "entries_are_facts_update"},
		{"a trigger that does nothing", `DROP TRIGGER entries_are_facts_delete; CREATE TRIGGER entries_are_facts_delete BEFORE DELETE ON entries BEGIN SELECT 1; END`, "entries_are_facts_delete"},
		{"a table of somebody's own", `CREATE TABLE mine (x)`, "table mine"},
		{"a view of somebody's own", `CREATE VIEW mine AS SELECT 1`, "view mine"},
		{"an index less", `DROP INDEX openings`, "openings"},
		{"a narrower index", `DROP INDEX openings; CREATE INDEX openings ON entries (key) WHERE headline = 1 AND key % 2`, "openings"},
		{"a layout set back", `DELETE FROM goose_db_version WHERE version_id = 4`, ""},
		{"no layout", `DELETE FROM goose_db_version`, ""},
		{"a layout of doubles", `INSERT INTO goose_db_version (version_id, is_applied) VALUES (4, 0)`, "layout"},
		{"the name of a stream as bytes", `UPDATE streams SET name = CAST(name AS BLOB) WHERE name = 'LB1'`, "no text"},
		{"a head as text", `UPDATE heads SET size = 'x' WHERE stream = 2`, "head of stream 2"},
		{"a stream beyond all", `INSERT INTO streams (id, name) VALUES (8388607, 'LB9')`, "8388607"},
		{"a sealed key as bytes", `UPDATE pins SET hash = CAST(hash AS BLOB) WHERE number = '31'`, "31"},
	} {
		dir := closedHouse(t)
		if err := behind(dir, c.statements); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if c.names != "" {
			found := faults(t, dir)
			if !slices.ContainsFunc(found, func(f *record.Fault) bool { return f.Code == record.WrongFile && strings.Contains(f.What, c.names) }) {
				t.Errorf("%s: an audit names %v", c.name, found)
			}
		}
		if h, err := session.Open(dir, time.Now); err == nil || c.names != "" && !errors.Is(err, record.ErrChanged) {
			t.Errorf("%s: the next start says %v", c.name, err)
			if err == nil {
				h.Close()
			}
		}
	}
}

// Entries of another type, or where no stream has any, are found by an audit.
func TestRowsThatSabotDoesNotWrite(t *testing.T) {
	const free = `DROP TRIGGER entries_are_facts_update; DROP TRIGGER entries_are_facts_delete; `
	const back = `; CREATE TRIGGER entries_are_facts_update BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END;
CREATE TRIGGER entries_are_facts_delete BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'an entry is never deleted'); END`
	for name, statements := range map[string]string{
		"an entry as bytes":   free + `UPDATE entries SET entry = CAST(entry AS BLOB) WHERE key = (2 << 40) + 3` + back,
		"a mark as bytes":     free + `UPDATE entries SET mark = CAST(mark AS BLOB) WHERE key = (2 << 40) + 3` + back,
		"a headline as bytes": free + `UPDATE entries SET headline = x'32' WHERE key = (2 << 40) + 2` + back,
		"a row beyond all":    `INSERT INTO entries (key, entry) VALUES (8388607 << 40, 'x')`,
		"a row at the end":    `INSERT INTO entries (key, entry) VALUES (9223372036854775807, 'x')`,
		"a row before all":    `INSERT INTO entries (key, entry) VALUES (-1, 'x')`,
		"a row at number 0":   `INSERT INTO entries (key, entry) VALUES (2 << 40, 'x')`,
	} {
		dir := closedHouse(t)
		if err := behind(dir, statements); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if found := faults(t, dir); len(found) != 1 || found[0].Code == record.WrongFile {
			t.Errorf("%s: an audit names %v", name, found)
		}
	}
}

// narrowed has an index leave entries out while its text says that it does not.
func narrowed(t *testing.T, dir, name, condition string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+url.PathEscape(filepath.Join(dir, storage.FileName)))
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	defer db.Close()
	var text string
	if err := db.QueryRow(`SELECT sql FROM sqlite_schema WHERE name = ?`, name).Scan(&text); err != nil {
		t.Fatal(err)
	}
	for _, s := range []struct {
		statement string
		args      []any
	}{
		{`DROP INDEX ` + name, nil},
		{text + condition, nil},
		{`PRAGMA writable_schema = ON`, nil},
		{`UPDATE sqlite_schema SET sql = ? WHERE name = ?`, []any{text, name}},
		{`PRAGMA writable_schema = RESET`, nil},
	} {
		if _, err := db.Exec(s.statement, s.args...); err != nil {
			t.Fatalf("%s: %v", s.statement, err)
		}
	}
}

// A shift that an index was made to leave out is missed: by an audit, by the table's own
// opening, by every list and report.
func TestIndexThatLeavesAShiftOut(t *testing.T) {
	for _, c := range []struct{ name, condition string }{
		{"openings", ` AND key <> (2 << 40) + 1`},
		{"openings", ` AND key < (2 << 40) + 2`},
		{"headlines", ` AND headline = 1`},
	} {
		dir := closedHouse(t)
		narrowed(t, dir, c.name, c.condition)
		found := faults(t, dir)
		if len(found) != 1 || found[0].Table != "LB1" || found[0].Code != record.WrongFile {
			t.Errorf("%s%s: an audit names %v", c.name, c.condition, found)
		}
		h, err := session.Open(dir, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = pit.Shifts(h.Store(), "LB1"); err == nil {
			for _, wrong := range h.Store().Headlines("LB1", 1) {
				err = wrong
			}
		}
		if !errors.Is(err, record.ErrChanged) {
			t.Errorf("%s%s: the shifts are listed: %v", c.name, c.condition, err)
		}
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A record whose layout was set back to before there were seals is not sealed again, and
// what was in it is not signed with the house's key.
func TestRecordIsNotSealedAgain(t *testing.T) {
	const again = `
		DROP INDEX openings; DROP TRIGGER entries_are_facts_update; DELETE FROM heads; DELETE FROM goose_db_version WHERE version_id > 2;
		UPDATE entries SET entry = replace(entry, '"house":', '"house":1') WHERE entry LIKE '%"handclosed",{%';`
	for name, statements := range map[string]string{
		"with marks": again,
		"with nothing left of a seal": again + `UPDATE entries SET mark = NULL;
			UPDATE entries SET entry = replace(replace(entry, '"sealedby",{', '"pinfailed",{'), '"checkpoint",{', '"pinfailed",{')`,
		"as the first Sabot wrote it": `
			DROP VIEW sealed; DROP INDEX openings; DROP TRIGGER entries_are_facts_update; DROP TABLE heads; ALTER TABLE entries DROP COLUMN mark;
			DELETE FROM goose_db_version WHERE version_id > 1; CREATE TRIGGER entries_are_facts_update BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END`,
	} {
		dir := closedHouse(t)
		if err := behind(dir, statements); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if _, err := session.Open(dir, time.Now); !errors.Is(err, record.ErrChanged) {
			t.Errorf("%s: the next start says %v", name, err)
		}
		db, err := sql.Open("sqlite", "file:"+url.PathEscape(filepath.Join(dir, storage.FileName)))
		if err != nil {
			t.Fatal(err)
		}
		heads := 0
		if err := db.QueryRow(`SELECT count(*) FROM heads`).Scan(&heads); err == nil && heads > 0 {
			t.Errorf("%s: it was sealed again", name)
		}
		db.Close()
	}
}

// The key beside a record is the one that has sealed it, or nothing goes on; and where the
// key is there, the record is.
func TestKeyAndRecordBelongTogether(t *testing.T) {
	other := t.TempDir()
	closeHouse(t, other)
	for _, c := range []struct {
		name string
		do   func(dir string) error
		want error
	}{
		{"no key", func(dir string) error { return os.Remove(filepath.Join(dir, storage.KeyFile)) }, record.ErrKeyLost},
		{"the key of another house", func(dir string) error {
			key, err := os.ReadFile(filepath.Join(other, storage.KeyFile))
			return errors.Join(err, os.WriteFile(filepath.Join(dir, storage.KeyFile), key, 0o600))
		}, record.ErrKeyLost},
		{"the key as one that waits", func(dir string) error {
			return os.Rename(filepath.Join(dir, storage.KeyFile), filepath.Join(dir, storage.KeyFile+".new"))
		}, record.ErrKeyLost},
		{"no key and no seals", func(dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, storage.KeyFile)), behind(dir, `DROP INDEX openings; DROP TRIGGER entries_are_facts_update; DELETE FROM heads; DELETE FROM goose_db_version WHERE version_id > 2`))
		}, record.ErrChanged},
		{"no record", func(dir string) error { return os.Remove(filepath.Join(dir, storage.FileName)) }, record.ErrChanged},
		{"an empty file", func(dir string) error { return os.Truncate(filepath.Join(dir, storage.FileName), 0) }, record.ErrChanged},
		{"no entries of the house", func(dir string) error {
			return behind(dir, `DROP TRIGGER entries_are_facts_delete; DELETE FROM heads WHERE stream = 1; DELETE FROM entries WHERE key >> 40 = 1;
				CREATE TRIGGER entries_are_facts_delete BEFORE DELETE ON entries`+"\n"+`BEGIN SELECT RAISE(ABORT, 'an entry is never deleted'); END`)
		}, record.ErrChanged},
		{"another house's record", func(dir string) error {
			file, err := os.ReadFile(filepath.Join(other, storage.FileName))
			return errors.Join(err, os.WriteFile(filepath.Join(dir, storage.FileName), file, 0o600))
		}, record.ErrKeyLost},
	} {
		dir := closedHouse(t)
		if err := c.do(dir); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		before, _ := os.ReadFile(filepath.Join(dir, storage.KeyFile))
		if h, err := session.Open(dir, time.Now); !errors.Is(err, c.want) {
			t.Errorf("%s: the next start says %v", c.name, err)
			if err == nil {
				h.Close()
			}
		}
		if after, _ := os.ReadFile(filepath.Join(dir, storage.KeyFile)); string(before) != string(after) {
			t.Errorf("%s: a key was made", c.name)
		}
	}
}

// A house of which SQLite's own file beside the record is taken away, after a power cut,
// does not begin anew.
func TestWALTakenAway(t *testing.T) {
	n := newNight(t)
	cut := t.TempDir()
	for _, name := range []string{storage.FileName, storage.KeyFile} {
		content, err := os.ReadFile(filepath.Join(n.dir, name))
		n.must(err)
		n.must(os.WriteFile(filepath.Join(cut, name), content, 0o600))
	}
	h, err := session.Open(cut, n.clock.Now)
	if err == nil {
		defer h.Close()
	}
	if err == nil && len(h.State.SealKeys) == 0 || err == nil && h.State.SealKey() != n.house.State.SealKey() {
		t.Error("another house began where this one was")
	}
	if err != nil && !errors.Is(err, record.ErrChanged) {
		t.Error(err)
	}
}

// A bit that is turned in what SQLite has written ahead, or an older state of it, puts the record back to an earlier moment, whole: an
// audit of it alone finds nothing, and what was kept elsewhere has more.
func TestWALOfAnEarlierMoment(t *testing.T) {
	n := dealing(t)
	read := func(name string) []byte {
		t.Helper()
		content, err := os.ReadFile(filepath.Join(n.dir, name))
		n.must(err)
		return content
	}
	older := read(storage.FileName + "-wal")
	for box := range 5 {
		n.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.Bets().Place(games.Bet{Box: box + 1, Spot: "play", Amount: 4000})
		})
	}
	turned := read(storage.FileName + "-wal")
	turned[len(turned)*2/3] ^= 1
	for what, wal := range map[string][]byte{"older": older, "a bit turned": turned} {
		cut := t.TempDir()
		for name, content := range map[string][]byte{storage.FileName: read(storage.FileName), storage.KeyFile: read(storage.KeyFile), storage.FileName + "-wal": wal} {
			n.must(os.WriteFile(filepath.Join(cut, name), content, 0o600))
		}
		h, err := session.Open(cut, n.clock.Now)
		if errors.Is(err, record.ErrChanged) {
			continue
		}
		n.must(err)
		last, err := h.Store().Last("LB1")
		n.must(err)
		if last >= n.table.State.Seq {
			t.Errorf("%s: it ends at entry %d, as before", what, last)
		}
		for e, err := range h.Store().Entries("LB1", 1) {
			n.must(err)
			for own := range n.house.Store().Entries("LB1", e.Seq) {
				if !bytes.Equal(record.Encode(own), record.Encode(e)) {
					t.Errorf("%s: entry %d is another one", what, e.Seq)
				}
				break
			}
		}
		n.must(h.Close())
		if found := faults(t, cut); len(found) > 0 {
			t.Errorf("%s: an audit finds %v", what, found)
		}
	}
}

// dealing is a night whose table is open, with a shoe.
func dealing(t *testing.T) *night {
	t.Helper()
	n := newNight(t)
	opener := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.StartShoe(pit.NewShoe{Fresh: t.DueCards(n.clock.Now()) != ""}, n.clock.Now())
	})
	return n
}

func firstBet(t *pit.Table) ([]record.Fact, error) {
	return t.Bets().Place(games.Bet{Box: 1, Spot: "play", Amount: 4000})
}

// A record that is taken away or exchanged while it is open is noticed at the next act, and
// what was not written is not told as written.
func TestRecordTakenAwayWhileOpen(t *testing.T) {
	for name, take := range map[string]func(dir string) error{
		"the record": func(dir string) error { return os.Remove(filepath.Join(dir, storage.FileName)) },
		"the record, for another": func(dir string) error {
			content, err := os.ReadFile(filepath.Join(dir, storage.FileName))
			return errors.Join(err, storage.WriteFile(filepath.Join(dir, storage.FileName), content))
		},
		"what is written ahead": func(dir string) error { return os.Remove(filepath.Join(dir, storage.FileName+"-wal")) },
		"its folder":            func(dir string) error { return os.Rename(dir, dir+".away") },
		"its folder, for a file": func(dir string) error {
			return errors.Join(os.Rename(dir, dir+".away"), storage.WriteFile(dir, []byte("a file")))
		},
	} {
		n := dealing(t)
		n.must(take(n.dir))
		before := n.table.State.Seq
		err := n.table.Do(firstBet)
		if !errors.Is(err, record.ErrReplaced) || n.table.State.Seq != before {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A trigger that is put there while Sabot has the record open does not make it tell a card
// as kept that is nowhere.
func TestWhatIsWrittenIsThere(t *testing.T) {
	for name, trigger := range map[string]string{
		"left out":          `CREATE TRIGGER z BEFORE INSERT ON entries WHEN NEW.key >> 40 = 2 BEGIN SELECT RAISE(IGNORE); END`,
		"left out, counted": `CREATE TABLE y (x); CREATE TRIGGER z BEFORE INSERT ON entries WHEN NEW.key >> 40 = 2 BEGIN INSERT INTO y VALUES (1); SELECT RAISE(IGNORE); END`,
		"taken out again":   `DROP TRIGGER entries_are_facts_delete; CREATE TRIGGER z AFTER INSERT ON entries WHEN NEW.key >> 40 = 2 BEGIN DELETE FROM entries WHERE key = NEW.key; END`,
		"changed":           `DROP TRIGGER entries_are_facts_update; CREATE TRIGGER z AFTER INSERT ON entries WHEN NEW.key >> 40 = 2 BEGIN UPDATE entries SET entry = 'x' WHERE key = NEW.key; END`,
	} {
		n := dealing(t)
		n.must(behind(n.dir, trigger))
		before := n.table.State.Seq
		err := n.table.Do(firstBet)
		if !errors.Is(err, record.ErrChanged) || n.table.State.Seq != before {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Who writes into the file while Sabot runs makes nobody a manager: not by entries, nor by
// entries with a head of another key.
func TestRightsWrittenIntoTheFileWhileItRuns(t *testing.T) {
	key, err := seal.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	for _, headed := range []bool{false, true} {
		n := newNight(t)
		n.must(n.house.Takeover().CatchUp())
		forged := n.house.State.Stamp(n.clock.Now(), "", record.StaffSet{Number: "99", Name: "Nessuno", Role: record.Manager})[0]
		text := record.Encode(forged)
		n.must(behind(n.dir, `INSERT INTO entries (key, entry) VALUES ((1 << 40) + ?, ?)`, forged.Seq, string(text)))
		if headed {
			var tree seal.Tree
			for e, err := range n.house.Store().Entries(record.HouseStream, 1) {
				n.must(err)
				tree.Add(record.Encode(e))
			}
			note, err := seal.HeadOf(record.HouseStream, &tree).Sign(key)
			n.must(err)
			n.must(behind(n.dir, `UPDATE heads SET size = ?, edge = ?, note = ? WHERE stream = 1`, tree.Size(), tree.Edge(), note))
		}
		for name, follow := range map[string]func() error{
			"the house":      n.house.Takeover().CatchUp,
			"work beside it": func() error { _, err := n.house.Aside(); return err },
			"read anew":      n.table.Reread,
			"a sign-on":      func() error { _, err := n.house.SignOn("114711"); return err },
		} {
			if err := follow(); headed && err == nil {
				t.Errorf("%s: it is taken with a head of another key", name)
			}
			if _, known := n.house.State.StaffBy("99"); known {
				t.Fatalf("%s: 99 is a manager", name)
			}
		}
	}
}

// The key of a record from before it was restored elsewhere signs nothing that came behind:
// entries of the old machine do not become those of the new one's table.
func TestOldMachineAddsNothingToARestoredRecord(t *testing.T) {
	old, restored := closedHouse(t), t.TempDir()
	clock := demo.NewClock(evening)
	clock.Pass(60 * time.Hour)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	h, err := session.Open(old, clock.Now)
	must(err)
	file := filepath.Join(t.TempDir(), "b.db")
	_, err = backups.Of(h).BackUp(t.Context(), backups.Backup{File: file})
	must(err)
	must(backups.Restore(t.Context(), file, restored, audit.Check{}))
	clock.Pass(time.Minute)
	must(demo.Play(t.Context(), h, clock, "LB1", 3, 1))
	must(h.Close())
	on, err := session.Open(restored, clock.Now)
	must(err)
	must(on.Close())
	verified(t, restored)
	must(behind(restored, `ATTACH ? AS old;
		INSERT INTO entries SELECT * FROM old.entries AS o WHERE key >> 40 = 2 AND NOT EXISTS (SELECT 1 FROM main.entries AS e WHERE e.key = o.key);
		UPDATE heads SET (size, edge, note) = (SELECT size, edge, note FROM old.heads AS o WHERE o.stream = heads.stream) WHERE stream = 2;`, filepath.Join(old, storage.FileName)))
	found := faults(t, restored)
	if len(found) != 1 || found[0].Table != "LB1" || found[0].Code != record.NoCheckpoint { // they opened it in another house
		t.Errorf("an audit names %v", found)
	}
}
