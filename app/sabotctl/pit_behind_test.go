package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"sabot/app/pitserver"
	"sabot/app/session"
	"sabot/pit/record"
	"sabot/storage/central/pgtest"
)

// A machine loses its disk while its pit lacks entries of its house since a restore. Fetching and enrolling say so, with the commands
// that work. A machine that comes back all the same gets no table, and what it got before lies there as it was played.
func TestMachineThatCannotComeBack(t *testing.T) {
	c := newCommanded(t)
	manager := demoCode("31") + "\n"
	move := func(table, to string, more ...string) []string {
		return append([]string{"pit", "move", "--data", c.data, "--pit", c.pit, "--table", table, "--to", to}, more...)
	}
	c.at(c.data, opens("LB1"))
	c.at(c.data, closes("LB1"))
	c.ships(c.data)
	late := c.in("late")
	c.enroll("tavolo-3", "")
	c.says(done, "taken in", "", "pit", "join", c.in("tavolo-3.pit"), "--data", late)
	c.ships(late)
	c.says(done, "is in", "", "pit", "backup", "--pit", c.pit, c.in("pit.dump"))

	c.at(c.other, opens("LB2"))
	c.says(done, "LB1 goes from ufficio to tavolo-3", manager, move("LB1", "tavolo-3")...)
	c.ships(late)
	c.at(late, opens("LB1"))
	c.at(late, closes("LB1"))
	c.ships(late)
	c.says(done, "LB1 goes from tavolo-3 to ufficio", manager, move("LB1", "ufficio")...)
	c.ships(late)
	c.ships(c.data)
	c.ships(c.other)

	folder, err := pitserver.ReadFolder(c.pit)
	must(t, err)
	c.stop()
	empty, err := aPostgres(t).URL()
	must(t, err)
	must(t, os.WriteFile(filepath.Join(c.pit, "owner.url"), []byte(empty), 0o600))
	ctl(t, "", "pit", "restore", c.in("pit.dump"), "--pit", c.pit)
	defer served(t, c.pit, folder.Addresses[0])()
	c.ships(c.data)
	must(t, os.RemoveAll(c.other))
	must(t, os.RemoveAll(late))

	said := c.says(notHeld, "tavolo-2 cannot come back under its name", "", "pit", "fetch", "--pit", c.pit, "--machine", "tavolo-2", "-o", c.in("tavolo-2.db"))
	for _, words := range []string{"--machine 'tavolo-2-2' -o FILE", "sabotctl pit join FILE --data DIR", "--table LB2 --to 'tavolo-2-2' --over --lacking"} {
		if !strings.Contains(said, words) {
			t.Errorf("it says\n%s, and not %q", said, words)
		}
	}
	c.says(unusable, "tavolo-2 cannot come back under its name", "", "pit", "enroll", "--data", c.data, "--pit", c.pit, "--machine", "tavolo-2", "--tables", "LB2", "-o", c.in("no.pit"))
	c.enroll("tavolo-2-2", "")
	c.says(done, "taken in", "", "pit", "join", c.in("tavolo-2-2.pit"), "--data", c.other)
	c.says(done, "LB2 goes from tavolo-2 to tavolo-2-2", manager, move("LB2", "tavolo-2-2", "--over", "--alive", "--lacking")...)
	c.ships(c.other)
	c.at(c.other, opens("LB2"))
	c.ships(c.other)

	lost := []string{"pit", "lost", "--data", c.data, "--pit", c.pit, "--machine"}
	c.says(unusable, "the own stream of ufficio: nothing is gone of that", "", append(lost, "ufficio")...)
	c.says(unusable, "may not: only", demoCode("21")+"\n", append(lost, "tavolo-2")...)
	if said := c.says(done, "of tavolo-2 are lost for good", manager, append(lost, "tavolo-2")...); !strings.HasPrefix(said, "tavolo-2 house: ") {
		t.Errorf("before somebody signs it says\n%s", said)
	}
	c.ships(c.data)
	c.says(done, "a manager signed that it goes on without the others, house/", "", append(lost, "tavolo-2")...)
	status := c.says(notHeld, "a manager signed that it goes on without the others, house/", "", "pit", "status", "--pit", c.pit)
	if strings.Contains(status, "tavolo-2 ships them again") || !strings.Contains(status, "tavolo-3 ships them again") {
		t.Errorf("pit status says\n%s", status)
	}

	c.says(notHeld, "tavolo-3 cannot come back under its name", "", "pit", "fetch", "--pit", c.pit, "--machine", "tavolo-3", "-o", c.in("tavolo-3.db"))
	c.enroll("tavolo-3", "", "--whole")
	t.Setenv(record.PepperEnv, c.in("pepper.key"))
	c.says(done, "once more for this machine", "", "restore", c.in("tavolo-3.db"), "--data", late)
	c.says(done, "a manager signs for that", "", "pit", "join", c.in("tavolo-3.pit"), "--data", late)
	must(t, os.WriteFile(c.in("pin"), []byte(strings.TrimPrefix(demoCode("31"), "31")), 0o600))
	c.says(done, "entered: restored from", "", "restored", "--data", late, "--backup", c.in("tavolo-3.db"), "--sign", "31", "--pin-file", c.in("pin"))
	c.says(done, "LB1 goes from ufficio to tavolo-3", manager, move("LB1", "tavolo-3")...) // nothing was refused yet
	c.says(unusable, "its record is an older one", "", "pit", "ship", "--data", late)
	c.says(done, "holds", "", "verify", "--data", late)
	c.says(done, "", "", "backup", "--data", late, c.in("late.db"))
	c.says(unusable, "the pit refuses the record of tavolo-3", manager, move("LB2", "tavolo-3")...)
}

// A pit is put back to before its machines' certificates were renewed, and refuses those. It says that they are newer, which machine comes first, and what is
// to be done. That works, line by line.
func TestPitOfBeforeItsCertificatesWereRenewed(t *testing.T) {
	c := newCommanded(t)
	c.says(done, "is in", "", "pit", "backup", "--pit", c.pit, c.in("pit.dump"))
	given := time.Now().Unix() // a certificate has the second in which it was given
	must(t, pgtest.Seen("the next second", func() bool { return time.Now().Unix() > given }))
	join := func(machine, data string) {
		t.Helper()
		c.says(done, "", "", "pit", "join", c.in(machine+".pit"), "--data", data)
		c.ships(data)
	}
	c.enroll("ufficio", "LB1", "--office", "--reads")
	join("ufficio", c.data)
	c.enroll("tavolo-2", "LB2")
	join("tavolo-2", c.other)
	c.at(c.data, func(h *session.House) error {
		manager, err := h.SignOn(demoCode("31"))
		must(t, err)
		return h.Staff().RemoveStaff("12", manager)
	})
	c.ships(c.data)
	c.at(c.other, opens("LB2"))
	c.ships(c.other)

	folder, err := pitserver.ReadFolder(c.pit)
	must(t, err)
	c.stop()
	empty, err := aPostgres(t).URL()
	must(t, err)
	must(t, os.WriteFile(filepath.Join(c.pit, "owner.url"), []byte(empty), 0o600))
	ctl(t, "", "pit", "restore", c.in("pit.dump"), "--pit", c.pit)
	defer served(t, c.pit, folder.Addresses[0])()

	const older = "the pit's database has an older certificate of "
	said := c.says(unusable, older+"tavolo-2 than this one", "", "pit", "ship", "--data", c.other)
	said += c.says(unusable, older+"ufficio than this one", "", "pit", "ship", "--data", c.data)
	said += c.says(notHeld, older+"ufficio than this one", "", "pit", "status", "--pit", c.pit)
	said += c.says(notHeld, older+"tavolo-2 than this one", "", "pit", "status", "--pit", c.pit)
	if strings.Contains(said, "counts no more") || strings.Count(said, "First see that ufficio ships. Enroll tavolo-2 once more") != 3 || !strings.Contains(said, "Enroll ufficio once more with sabotctl pit enroll, run sabotctl pit join there, then ship") {
		t.Errorf("they say\n%s", said)
	}
	enroll := func(machine, with string, more ...string) {
		t.Helper()
		said := c.says(unusable, "If the pit refuses its certificate", "", "pit", "enroll", "--data", c.data, "--pit", c.pit, "--machine", machine, "-o", c.in("no.pit"))
		if !strings.Contains(said, "--machine '"+machine+"' --tables "+with+" --whole -o FILE\n    sabotctl pit join FILE") {
			t.Errorf("pit enroll says\n%s", said)
		}
		c.enroll(machine, with[:len("LB1")], append(more, "--whole")...)
	}
	enroll("ufficio", "LB1 --office --reads", "--office", "--reads")
	join("ufficio", c.data)
	enroll("tavolo-2", "LB2")
	join("tavolo-2", c.other)
	c.says(done, older, "", "pit", "seen", "--pit", c.pit)
	c.says(done, "LB2", "", "pit", "status", "--pit", c.pit)
}

// What is gone ends pit verify as it ends pit status. A backup that says so of itself is restored all the same, and says what comes next.
func TestWhatIsGoneEndsVerify(t *testing.T) {
	c := newCommanded(t)
	c.says(done, "holds", "", "pit", "verify", "--pit", c.pit)
	c.stop()
	serve, err := os.ReadFile(filepath.Join(c.pit, "serve.url"))
	must(t, err)
	conn, err := pgx.Connect(t.Context(), strings.TrimSpace(string(serve)))
	must(t, err)
	_, err = conn.Exec(t.Context(), `SELECT sabot.goes_without('tavolo-2', 'house', 99)`)
	must(t, errors.Join(err, conn.Close(t.Context())))
	const gone = "tavolo-2 house: the database says that 99 entries had been countersigned"
	for _, command := range []string{"status", "verify"} {
		c.says(notHeld, gone, "", "pit", command, "--pit", c.pit)
	}
	c.says(done, "is in", "", "pit", "backup", "--pit", c.pit, c.in("pit.dump"))
	empty, err := aPostgres(t).URL()
	must(t, err)
	must(t, os.WriteFile(filepath.Join(c.pit, "owner.url"), []byte(empty), 0o600))
	said := c.says(done, gone, "", "pit", "restore", c.in("pit.dump"), "--pit", c.pit)
	if !strings.Contains(said, "Next: have the office ship") {
		t.Errorf("it says\n%s, and not what comes next", said)
	}
}

// A machine that was enrolled since the backup of its pit is lost, with a table. What is said then works, line by line: the table goes on under another
// name, one that is free.
func TestLostMachineThatTheBackupLacks(t *testing.T) {
	c := newCommanded(t)
	manager := demoCode("31") + "\n"
	c.at(c.data, opens("LB1"))
	c.at(c.data, closes("LB1"))
	c.ships(c.data)
	c.says(done, "is in", "", "pit", "backup", "--pit", c.pit, c.in("pit.dump"))
	late := c.in("late")
	c.enroll("tavolo-3", "")
	c.says(done, "taken in", "", "pit", "join", c.in("tavolo-3.pit"), "--data", late)
	c.ships(late)
	c.says(done, "LB1 goes from ufficio to tavolo-3", manager, "pit", "move", "--data", c.data, "--pit", c.pit, "--table", "LB1", "--to", "tavolo-3")
	c.ships(c.data)
	c.ships(late)

	folder, err := pitserver.ReadFolder(c.pit)
	must(t, err)
	c.stop()
	empty, err := aPostgres(t).URL()
	must(t, err)
	must(t, os.WriteFile(filepath.Join(c.pit, "owner.url"), []byte(empty), 0o600))
	ctl(t, "", "pit", "restore", c.in("pit.dump"), "--pit", c.pit)
	defer served(t, c.pit, folder.Addresses[0])()
	c.ships(c.data)
	must(t, os.RemoveAll(late))
	const waits = "LB1 waits for tavolo-3 to be enrolled: the office has signed that it went from ufficio to tavolo-3"
	for _, command := range []string{"status", "verify", "report"} {
		c.says(notHeld, waits, "", "pit", command, "--pit", c.pit)
	}
	c.enroll("tavolo-3-2", "")
	said := c.says(unusable, "tavolo-3 cannot come back under its name", "", "pit", "enroll", "--data", c.data, "--pit", c.pit, "--machine", "tavolo-3", "-o", c.in("no.pit"))
	for _, words := range []string{"--machine 'tavolo-3-3' -o FILE", "--machine 'tavolo-3' --whole -o FILE", "--table LB1 --to 'tavolo-3-3' --over --lacking"} {
		if !strings.Contains(said, words) {
			t.Errorf("it says\n%s, and not %q", said, words)
		}
	}
	c.enroll("tavolo-3-3", "")
	c.says(done, "taken in", "", "pit", "join", c.in("tavolo-3-3.pit"), "--data", late)
	over := []string{"pit", "move", "--data", c.data, "--pit", c.pit, "--table", "LB1", "--to", "tavolo-3-3", "--over", "--alive", "--lacking"}
	c.says(unusable, waits, manager, over...)
	c.enroll("tavolo-3", "", "--whole")
	must(t, pgtest.Seen("the pit follows the move", func() bool {
		out, problem, _ := ctl(t, "", "pit", "status", "--pit", c.pit)
		return !strings.Contains(out+problem, "the database, as one of before LB1 went") && !strings.Contains(out+problem, "LB1 waits for")
	}))
	c.says(done, "LB1 goes from ufficio to tavolo-3-3", manager, over...)
	c.ships(c.data)
	c.ships(late)
	c.at(late, opens("LB1"))
	c.ships(late)
}

// The office and its pit are lost together and put back, and tavolo-2 had taken in more of the office. A move of its table says, before somebody signs, that it
// never hears of that. Nothing is signed without a flag where the move would wait for it: --deaf where the table is to go there, --over where it is there. What it
// deals on is refused, and its own status says so.
func TestMoveOfWhichAMachineNeverHears(t *testing.T) {
	c := newCommanded(t)
	manager := demoCode("31") + "\n"
	move := []string{"pit", "move", "--data", c.data, "--pit", c.pit, "--over", "--alive"}
	c.at(c.other, opens("LB2"))
	c.ships(c.other)
	c.says(done, "is in", "", "pit", "backup", "--pit", c.pit, c.in("pit.dump"))
	must(t, os.CopyFS(c.in("data.before"), os.DirFS(c.data)))
	c.says(done, "LB1 goes from ufficio to tavolo-2", manager, append(move, "--table", "LB1", "--to", "tavolo-2")...)
	c.ships(c.other)

	folder, err := pitserver.ReadFolder(c.pit)
	must(t, err)
	c.stop()
	must(t, errors.Join(os.RemoveAll(c.data), os.Rename(c.in("data.before"), c.data), os.RemoveAll(filepath.Join(c.pit, "signed"))))
	empty, err := aPostgres(t).URL()
	must(t, err)
	must(t, os.WriteFile(filepath.Join(c.pit, "owner.url"), []byte(empty), 0o600))
	ctl(t, "", "pit", "restore", c.in("pit.dump"), "--pit", c.pit)
	c.enroll("ufficio", "LB1", "--office", "--whole")
	c.says(done, "ufficio ships", "", "pit", "join", c.in("ufficio.pit"), "--data", c.data)
	defer served(t, c.pit, folder.Addresses[0])()
	c.ships(c.data)
	c.enroll("tavolo-3", "")
	c.ships(c.data)
	ctl(t, "", "pit", "ship", "--data", c.other)
	inOrder := move[:len(move)-2]
	for _, flags := range [][]string{nil, {"--over"}, {"--over", "--alive"}} {
		c.says(unusable, "nothing is signed: tavolo-2 never hears of the move, and would not play LB1", manager, append(append(inOrder[:len(inOrder):len(inOrder)], flags...), "--table", "LB1", "--to", "tavolo-2")...)
	}
	c.at(c.other, closes("LB2"))
	ctl(t, "", "pit", "ship", "--data", c.other)
	c.says(unusable, "nothing is signed: tavolo-2 never hears of the move, and nobody would play LB2 on tavolo-3", manager, append(inOrder[:len(inOrder):len(inOrder)], "--table", "LB2", "--to", "tavolo-3")...)
	c.at(c.other, opens("LB2"))
	ctl(t, "", "pit", "ship", "--data", c.other)
	said := c.says(unusable, "LB2 there and end Sabot there. Then move it with --over a minute later, or at once with --alive", manager, append(append([]string{}, move[:len(move)-1]...), "--table", "LB2", "--to", "tavolo-3")...)
	if strings.Contains(said, "in order") {
		t.Errorf("within a minute pit move says\n%s", said)
	}
	said = c.says(done, "LB2 goes from tavolo-2 to tavolo-3", manager, append(move, "--table", "LB2", "--to", "tavolo-3")...)
	const never, out = "tavolo-2 never hears of this move: it had taken in entries ", "Keep its disk, enroll it under another name with an empty data directory, and move its tables there with pit move --over"
	if !strings.Contains(said, never) || !strings.Contains(said, "Close LB2 there: what it deals there from then on is in no figure") || !strings.Contains(said, out) {
		t.Errorf("pit move says\n%s", said)
	}
	c.says(unusable, never, "", append(move, "--table", "LB1", "--to", "tavolo-2")...)                                           // before it asks who signs
	if said := c.says(unusable, "", "", append(move, "--table", "LB1", "--to", "tavolo-9")...); !strings.Contains(said, never) { // by the lost move it deals LB1
		t.Errorf("of LB1 pit move says\n%s", said)
	}
	c.at(c.other, closes("LB2"))
	for range 2 { // before it ships what it dealt, and after
		said = c.says(notHeld, "refused and never arrive", "", "pit", "status", "--data", c.other)
		if !strings.Contains(said, "LB2 went to tavolo-3 with the first ") || !strings.Contains(said, "Close LB2 here: what it deals is in no figure") {
			t.Errorf("at tavolo-2 pit status says\n%s", said)
		}
		ctl(t, "", "pit", "ship", "--data", c.other)
	}
	said = c.says(done, "LB1 goes from ufficio to tavolo-2", manager, append(move, "--table", "LB1", "--to", "tavolo-2", "--deaf")...)
	if !strings.Contains(said, "tavolo-2 never hears of it, and does not play LB1: move it on") || strings.Contains(said, "has to hear of it") {
		t.Errorf("with --deaf pit move says\n%s", said)
	}
}
