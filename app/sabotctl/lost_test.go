package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage"
)

// restoredHouse is a house that was backed up, went on with heads kept elsewhere, and was restored from
// that backup with its kit, as docs/install.md says.
type restoredHouse struct{ data, old, kept, backup string }

func restoredFromBackup(t *testing.T) restoredHouse {
	t.Helper()
	dir := t.TempDir()
	r := restoredHouse{data: filepath.Join(dir, "srv"), old: closed(t), kept: filepath.Join(dir, "second"), backup: filepath.Join(dir, "sabot-2026-11-21.db")}
	kit := filepath.Join(dir, "kit.txt")
	pins, by := pinsOf(t, "31")
	says(t, done, "kit", "--data", r.old, "-o", kit, "--sign", by, "--pin-file", pins)
	keep(t, r.old, r.kept, "house", "LB1") // of before: they hold
	says(t, done, "backup", "--data", r.old, r.backup)
	on(t, r.old)
	keep(t, r.old, r.kept, "house", "LB1")
	says(t, done, "restore", r.backup, "--data", r.data)
	says(t, done, "recover", "--data", r.data, "--kit", kit)
	return r
}

func says(t *testing.T, want int, args ...string) string {
	t.Helper()
	out, problem, status := ctl(t, "", args...)
	if status != want {
		t.Fatalf("%s: %d, not %d: %s%s", strings.Join(args, " "), status, want, out, problem)
	}
	return out + problem
}

func (r restoredHouse) enter(t *testing.T, want int) string {
	t.Helper()
	pins, by := pinsOf(t, "31")
	return says(t, want, "restored", "--data", r.data, "--backup", r.backup, "--checkpoints", r.kept, "--sign", by, "--pin-file", pins)
}

func (r restoredHouse) verify(t *testing.T, want int) string {
	t.Helper()
	return says(t, want, "verify", "--data", r.data, "--checkpoints", r.kept)
}

// A restore that is entered is told from a rewritten record: its loss is said, with status 1 until an
// inspector and a manager have signed for it, and then the record holds, whatever comes later.
func TestRestoreWithALoss(t *testing.T) {
	r := restoredFromBackup(t)
	if out := r.verify(t, notHeld); !strings.Contains(out, "younger than this copy") {
		t.Errorf("before it is entered: %s", out)
	}
	wrong := filepath.Join(t.TempDir(), "pins")
	must(t, os.WriteFile(wrong, []byte("999999\n"), 0o600)) // an entry of the house, and no other
	says(t, unusable, "restored", "--data", r.data, "--backup", r.backup, "--checkpoints", r.kept, "--sign", "31", "--pin-file", wrong)
	theirs, inspector := pinsOf(t, "21")
	says(t, unusable, "restored", "--data", r.data, "--backup", r.backup, "--checkpoints", r.kept, "--sign", inspector, "--pin-file", theirs)
	r.enter(t, done)
	for _, played := range []bool{false, true} {
		if played {
			on(t, r.data)
		}
		out := r.verify(t, notHeld)
		if !regexp.MustCompile(`restored from backup sabot-2026-11-21.db at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d (CET|CEST) by `).MatchString(out) || !strings.Contains(out, " of LB1") || strings.Contains(out, "changed") {
			t.Errorf("unsigned, played on %v: %s", played, out)
		}
	}
	for _, two := range [][]string{{"31", "31"}, {"11", "31"}, {"21", "21"}} {
		pins, by := pinsOf(t, two...)
		says(t, unusable, "lost", "--data", r.data, "--sign", by, "--pin-file", pins)
	}
	pins, by := pinsOf(t, "21", "31")
	says(t, done, "lost", "--data", r.data, "--sign", by, "--pin-file", pins)
	if out := r.verify(t, done); !strings.Contains(out, "21 and 31 signed for that loss") {
		t.Error(out)
	}
	for lang, words := range map[string]string{"it": "registrazioni ", "de": "Einträge ", "fr": "écritures ", "en": "entries "} {
		for kind, name := range map[string]string{"restoredfrom": "", "losssigned": "sabot-2026-11-21.db"} {
			out := says(t, done, "log", "--data", r.data, "--table", "house", "--lang", lang, "--kind", kind)
			if !strings.Contains(out, "LB1") || !strings.Contains(out, words) || !strings.Contains(out, name) {
				t.Errorf("%s, %s: it does not say what was lost: %s", kind, lang, out)
			}
		}
	}
	keep(t, r.data, r.kept, "house", "LB1") // later heads count as ever
	on(t, r.data)
	r.verify(t, done)
	says(t, unusable, "lost", "--data", r.data, "--sign", by, "--pin-file", pins)
}

// A slip that is made after a restore has the number of no slip that the restore lost, and its paper says why.
func TestSlipsAfterARestoreAreMarked(t *testing.T) {
	r := restoredFromBackup(t)
	r.enter(t, done)
	clock := demo.NewClock(time.Now())
	h, err := session.Open(r.data, clock.Now)
	must(t, err)
	must(t, demo.Play(t.Context(), h, clock, "LB1", 12, 9))
	_, err = demo.Close(h, clock, "LB1")
	must(t, err)
	must(t, h.Close())
	slips := says(t, done, "log", "--data", r.data, "--table", "LB1", "--lang", "en", "--kind", "sliprequested")
	if all := regexp.MustCompile(`LB1-F-\d{4}-\d{4}-R1\b`).FindAllString(slips, -1); len(all) != 1 || strings.Contains(slips, "R2") {
		t.Fatalf("%s", slips)
	}
	if lost := says(t, done, "log", "--data", r.old, "--table", "LB1", "--lang", "en", "--kind", "sliprequested"); strings.Contains(lost, "-R") {
		t.Errorf("before a restore: %s", lost)
	}
	name := regexp.MustCompile(`F-(\d{4}-\d{4}-R1)`).FindStringSubmatch(slips)[1]
	pdf := filepath.Join(t.TempDir(), "slip.pdf")
	says(t, done, "report", "slip", "--data", r.data, "--table", "LB1", "--slip", "LB1-F-"+name, "--lang", "en", "--unsigned", "--csv", filepath.Dir(pdf), "-o", pdf)
	sheets, err := filepath.Glob(filepath.Join(filepath.Dir(pdf), "*.csv"))
	must(t, err)
	var paper strings.Builder
	for _, sheet := range sheets {
		b, err := os.ReadFile(sheet)
		must(t, err)
		paper.Write(b)
	}
	if !strings.Contains(paper.String(), "R1: made after a restore of the record") {
		t.Errorf("%s", paper.String())
	}
	pins, by := pinsOf(t, "21", "31")
	says(t, done, "lost", "--data", r.data, "--sign", by, "--pin-file", pins)
	r.verify(t, done)
}

// A restore that never took place is not entered: of a living original, from another file than the one that
// was restored, while another program has the record open, after it has gone on, or twice.
func TestRestoreThatDidNotTakePlace(t *testing.T) {
	r := restoredFromBackup(t)
	pins, by := pinsOf(t, "31")
	refused := func(what, data, backup string, heads ...string) {
		t.Helper()
		out := says(t, unusable, slices.Concat([]string{"restored", "--data", data, "--backup", backup, "--sign", by, "--pin-file", pins}, heads)...)
		if !strings.Contains(out, what) {
			t.Errorf("not %q: %s", what, out)
		}
	}
	copied := func(name string, change func([]byte)) string {
		t.Helper()
		content, err := os.ReadFile(name)
		must(t, err)
		change(content)
		file := filepath.Join(t.TempDir(), filepath.Base(name))
		must(t, os.WriteFile(file, content, 0o600))
		return file
	}
	refused("no restore took place", r.old, r.backup, "--checkpoints", r.kept)
	refused("no restore took place", r.old, copied(filepath.Join(r.old, storage.FileName), func([]byte) {}))
	refused("not restored from that backup", r.data, copied(r.backup, func(b []byte) {
		at := bytes.Index(b, []byte(`"by":"`))
		b[at+len(`"by":"`)]++
	}))
	refused("no such file", r.data, filepath.Join(t.TempDir(), "none.db"))
	other, err := session.Open(r.data, time.Now)
	must(t, err)
	refused("another program has the record", r.data, r.backup)
	must(t, other.Close())
	r.enter(t, done)
	signs, two := pinsOf(t, "21", "31")
	refused("entered already", r.data, r.backup, "--checkpoints", r.kept)
	says(t, done, "lost", "--data", r.data, "--sign", two, "--pin-file", signs)
	refused("entered already", r.data, r.backup)
	r.verify(t, done)

	gone := restoredFromBackup(t)
	on(t, gone.data)
	refused("opened the record too early", gone.data, gone.backup)
}

// Where there is nothing to sign for, lost only says so: the record stays as the restore left it, and is entered afterwards.
func TestLostBeforeRestoredWritesNothing(t *testing.T) {
	r := restoredFromBackup(t)
	r.data = filepath.Join(t.TempDir(), "restored")
	says(t, done, "restore", r.backup, "--data", r.data)
	before := says(t, done, "checkpoint", "--data", r.data)
	pins, by := pinsOf(t, "21", "31")
	_, problem, status := ctl(t, "", "lost", "--data", r.data, "--sign", by, "--pin-file", pins)
	if status == done || !strings.Contains(problem, "nothing to sign for") || !strings.Contains(problem, "sabotctl restored") {
		t.Errorf("%d: %s", status, problem)
	}
	if after := says(t, done, "checkpoint", "--data", r.data); after != before {
		t.Errorf("it wrote into the record: %s, then %s", before, after)
	}
	r.enter(t, done)
}

// A restore that left no kept head behind is said by verify too.
func TestRestoreWithoutALossIsSaid(t *testing.T) {
	r := restoredFromBackup(t)
	pins, by := pinsOf(t, "31")
	if out := says(t, done, "restored", "--data", r.data, "--backup", r.backup, "--sign", by, "--pin-file", pins); !strings.Contains(out, "no kept heads were named") {
		t.Error(out)
	}
	if out := says(t, done, "verify", "--data", r.data); !strings.Contains(out, "restored from backup sabot-2026-11-21.db") || !strings.Contains(out, "no kept heads were named, so the record does not say what was lost") {
		t.Error(out)
	}

	r = restoredFromBackup(t)
	held := filepath.Join(t.TempDir(), "held")
	keep(t, r.data, held, "house", "LB1")
	for _, out := range []string{
		says(t, done, "restored", "--data", r.data, "--backup", r.backup, "--checkpoints", held, "--sign", by, "--pin-file", pins),
		says(t, done, "verify", "--data", r.data),
	} {
		if !strings.Contains(out, "none of the 2 kept heads that were named was left behind") {
			t.Error(out)
		}
	}
}

// A paper that was signed in the stretch that a restore lost has words of its own, from verify-report and from
// verify; one of more than the restore names does not hold, nor does one of which a byte was changed.
func TestPaperOfWhatARestoreLost(t *testing.T) {
	r := restoredFromBackup(t)
	report := func(name string) string {
		file := filepath.Join(t.TempDir(), name)
		pins, by := pinsOf(t, "11", "21")
		says(t, done, "report", "shift", "--data", r.old, "--table", "LB1", "--shift", "1", "-o", file, "--sign", by, "--pin-file", pins)
		return file
	}
	paper := report("lost.pdf")
	keep(t, r.old, r.kept, "house", "LB1")
	report("between.pdf")
	beyond := report("beyond.pdf")                                              // no head that was kept is of this entry
	for printed := time.Now().UnixMilli(); time.Now().UnixMilli() == printed; { // a paper is older than the restore by its millisecond
		runtime.Gosched()
	}
	r.enter(t, done)
	pins, by := pinsOf(t, "21", "31")
	says(t, done, "lost", "--data", r.data, "--sign", by, "--pin-file", pins)
	for _, played := range []bool{false, true} {
		if played {
			on(t, r.data)
		}
		out := says(t, notHeld, "verify-report", paper, "--data", r.data)
		if !strings.Contains(out, "that the restore of ") || !strings.Contains(out, "its signatures are good") || strings.Contains(out, "does not hold") || strings.Contains(out, "changed") {
			t.Errorf("played on %v: %s", played, out)
		}
		out = says(t, notHeld, "verify", "--data", r.data, "--pdf", paper)
		if !strings.Contains(out, "lost.pdf is of entries that the restore of ") || strings.Contains(out, "does not hold") || strings.Contains(out, "missing") {
			t.Errorf("played on %v: %s", played, out)
		}
	}
	if out := says(t, notHeld, "verify-report", beyond, "--data", r.data); !strings.Contains(out, "does not hold") {
		t.Error(out)
	}
	if out := says(t, notHeld, "verify", "--data", r.data, "--pdf", beyond); !strings.Contains(out, "does not hold") {
		t.Error(out)
	}
	content, err := os.ReadFile(paper)
	must(t, err)
	content[len(content)/2]++
	must(t, os.WriteFile(paper, content, 0o600))
	if out := says(t, notHeld, "verify-report", paper, "--data", r.data); !strings.Contains(out, "does not hold") {
		t.Error(out)
	}
	later := filepath.Join(t.TempDir(), "later.pdf") // the record's own papers hold as ever
	pins, by = pinsOf(t, "11", "21")
	says(t, done, "report", "shift", "--data", r.data, "--table", "LB1", "--shift", "1", "-o", later, "--sign", by, "--pin-file", pins)
	says(t, done, "verify-report", later, "--data", r.data)
	says(t, done, "verify", "--data", r.data, "--pdf", later)
}

// The figures of a paper of whose table a restore lost nothing are held against that table: lost is no more than its print.
func TestPaperWhosePrintARestoreLost(t *testing.T) {
	dir := t.TempDir()
	r := restoredHouse{data: filepath.Join(dir, "srv"), old: closed(t), kept: filepath.Join(dir, "second"), backup: filepath.Join(dir, "sabot-2026-11-21.db")}
	kit, paper := filepath.Join(dir, "kit.txt"), filepath.Join(dir, "paper.pdf")
	pins, by := pinsOf(t, "31")
	says(t, done, "kit", "--data", r.old, "-o", kit, "--sign", by, "--pin-file", pins)
	says(t, done, "backup", "--data", r.old, r.backup)
	says(t, done, "report", "table", "--data", r.old, "--table", "LB1", "-o", filepath.Join(dir, "before.pdf")) // an entry that is lost
	pins, by = pinsOf(t, "11", "21")
	says(t, done, "report", "shift", "--data", r.old, "--table", "LB1", "--shift", "1", "-o", paper, "--sign", by, "--pin-file", pins)
	keep(t, r.old, r.kept, "house", "LB1")
	says(t, done, "restore", r.backup, "--data", r.data)
	says(t, done, "recover", "--data", r.data, "--kit", kit)
	r.enter(t, done)
	for _, played := range []bool{false, true} {
		if played {
			on(t, r.data)
		}
		out := says(t, notHeld, "verify-report", paper, "--data", r.data)
		if !strings.Contains(out, "the figures are the record's") || !strings.Contains(out, "its print is not on the record\nholds but for its print") || strings.Contains(out, "cannot be held") {
			t.Errorf("played on %v: %s", played, out)
		}
	}
}

// Whoever signed in the croupiers' place is told as that of a paper that a restore lost, as of any other.
func TestLostPaperNamesWhoSignedInPlace(t *testing.T) {
	dir := t.TempDir()
	r := restoredHouse{data: filepath.Join(dir, "srv"), old: closed(t), kept: filepath.Join(dir, "second"), backup: filepath.Join(dir, "sabot-2026-11-21.db")}
	h, err := session.Open(r.old, func() time.Time { return time.Now() })
	must(t, err)
	elena, err := h.SignOn("316931")
	must(t, err)
	must(t, h.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: "17", Name: "Giulia Neri", Role: record.Croupier}, PIN: "739164"}, elena))
	for _, number := range []string{"11", "12", "13"} {
		must(t, h.Staff().RemoveStaff(number, elena))
	}
	must(t, h.Close())
	kit, paper := filepath.Join(dir, "kit.txt"), filepath.Join(dir, "paper.pdf")
	pins, by := pinsOf(t, "31")
	says(t, done, "kit", "--data", r.old, "-o", kit, "--sign", by, "--pin-file", pins)
	says(t, done, "backup", "--data", r.old, r.backup)
	says(t, done, "report", "table", "--data", r.old, "--table", "LB1", "-o", filepath.Join(dir, "before.pdf")) // an entry that is lost
	pins, by = pinsOf(t, "31", "21")
	says(t, done, "report", "shift", "--data", r.old, "--table", "LB1", "--shift", "1", "-o", paper, "--sign", by, "--pin-file", pins)
	const place = "(31) in place of the croupiers, who work here no more, on "
	if out := says(t, done, "verify-report", paper, "--data", r.old); !strings.Contains(out, place) {
		t.Errorf("as it was signed: %s", out)
	}
	keep(t, r.old, r.kept, "house", "LB1")
	says(t, done, "restore", r.backup, "--data", r.data)
	says(t, done, "recover", "--data", r.data, "--kit", kit)
	r.enter(t, done)
	if out := says(t, notHeld, "verify-report", paper, "--data", r.data); !strings.Contains(out, place) || strings.Count(out, "in place of") != 1 {
		t.Errorf("restored: %s", out)
	}
}

// A backup from before an earlier restore does not know the key of since: heads under that one are refused, with what to do.
func TestHeadsUnderAKeyOfAfterTheBackup(t *testing.T) {
	r := restoredFromBackup(t)
	under := func(name string) restoredHouse { // under a new key, as without the kit
		other := r
		other.data = filepath.Join(t.TempDir(), name)
		says(t, done, "restore", r.backup, "--data", other.data)
		return other
	}
	first := under("first")
	first.enter(t, done)
	on(t, first.data)
	again := under("again")
	again.kept = t.TempDir()
	keep(t, first.data, again.kept, "house", "LB1")
	if out := again.enter(t, unusable); !strings.Contains(out, "none of the keys has signed it: it is of another record, or of this one under a key that it has had since that backup") || !strings.Contains(out, "Restore a newer backup") {
		t.Errorf("it says %s", out)
	}
}

// A head of entries that were there and are others now is no loss: neither the program enters it, nor
// does the audit take it from one that does.
func TestRewrittenRecordIsNoLoss(t *testing.T) {
	r := restoredFromBackup(t)
	on(t, r.data) // it goes on before the restore is entered: what was played is not what the heads have
	if out := r.enter(t, unusable); !strings.Contains(out, "the backup is good") || !strings.Contains(out, "opened the record too early") {
		t.Error(out)
	}
	if out := r.verify(t, notHeld); !strings.Contains(out, "changed") {
		t.Error(out)
	}
}

// Whoever has the seal's key and no PIN enters no restore, and one that was signed is none where it
// leaves a head behind that the record had reached, or calls a table shorter than it was.
func TestForgedRestore(t *testing.T) {
	for name, forged := range map[string]struct {
		sign bool
		make func(*record.RestoredFrom)
		want string
	}{
		"not signed":          {false, func(*record.RestoredFrom) {}, "has not approved it"},
		"reached before":      {true, func(*record.RestoredFrom) {}, "that is no loss"},
		"a table left out":    {true, func(f *record.RestoredFrom) { f.Heads = f.Heads[:1] }, "older than it"},
		"without the house":   {true, func(f *record.RestoredFrom) { f.Heads = f.Heads[1:] }, "does not name the head of the house"},
		"a head of no key":    {true, func(f *record.RestoredFrom) { f.Left = []string{strings.Replace(f.Left[0], "9", "8", 1)} }, "none of the record's keys"},
		"no head left behind": {true, nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := restoredFromBackup(t)
			before, err := session.Open(r.data, time.Now)
			must(t, err)
			note, err := before.Store().Head("LB1")
			must(t, err)
			must(t, before.Close())
			table, err := seal.ReadHead(note)
			must(t, err)
			if forged.sign { // else all of it is right but the signature
				on(t, r.data)
			}
			h, err := session.Open(r.data, time.Now)
			must(t, err)
			badge, err := h.SignOnAs("31", pinOf("31"))
			must(t, err)
			f := record.RestoredFrom{Backup: "b.db", By: "31"}
			for _, stream := range []string{"house", "LB1"} {
				note, err := h.Store().Head(stream)
				must(t, err)
				f.Heads = append(f.Heads, note)
			}
			kept, err := notesIn(r.kept)
			must(t, err)
			for _, k := range kept {
				if head, err := seal.ReadHead(k.Note); err == nil && (head.Size > table.Size || head.Stream == record.HouseStream && head.Size > 33 && !forged.sign) {
					f.Left = append(f.Left, k.Note)
				}
			}
			if forged.make != nil {
				forged.make(&f)
			} else {
				f.Left = nil
			}
			entries := h.State.Stamp(time.Now(), "31", f)
			if forged.sign {
				entries, err = house.Sign(h.Stood(), entries, badge)
				must(t, err)
			}
			must(t, h.Store().Append(entries...))
			must(t, h.Close())
			if out := r.verify(t, notHeld); forged.make != nil && !strings.Contains(out, forged.want) {
				t.Error(out)
			} else if !strings.Contains(out, "changed") && forged.make == nil {
				t.Error(out)
			}
		})
	}
}

func pinOf(number string) string {
	for _, p := range everybody {
		if p.number == number {
			return p.pin
		}
	}
	return ""
}
