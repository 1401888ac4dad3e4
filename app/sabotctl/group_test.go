package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"sabot/app/pitserver"
	"sabot/pit/house"
	"sabot/storage/central/pgtest"
)

// A group is set up, the pit of a house joins it and says what its tables came to, the group asks for a table and has
// it; every command says the same of it.
func TestGroupByCommands(t *testing.T) {
	postgres := aPostgres(t)
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	said := func(words string, args ...string) string {
		t.Helper()
		out, problem, status := ctl(t, "", args...)
		if status != done || !strings.Contains(out, words) {
			t.Fatalf("%v: status %d, %s%s, wanted %q", args, status, out, problem, words)
		}
		return out
	}
	refused := func(words string, args ...string) {
		t.Helper()
		if out, problem, status := ctl(t, "", args...); status == done || !strings.Contains(out+problem, words) {
			t.Errorf("%v: status %d, %s%s, wanted %q", args, status, out, problem, words)
		}
	}
	database := func(name string) string {
		t.Helper()
		url, err := postgres.URL()
		must(t, err)
		must(t, os.WriteFile(in(name), []byte(url), 0o600))
		return in(name)
	}
	at, there := pgtest.Address(t), pgtest.Address(t)
	said("2 table(s)", "demo", "--at", "2026-01-10T19:00", "--data", in("data"), "--hands", "3", "--tables", "2", "--close")
	said("pit of", "pit", "init", "--data", in("data"), "--pit", in("pit"), "--address", at, "--database-file", database("pit.url"))
	said("is enrolled", "pit", "enroll", "--data", in("data"), "--pit", in("pit"), "--machine", "sala", "--tables", "LB1,LB2", "-o", in("sala.pit"))
	said("sala ships", "pit", "join", in("sala.pit"), "--data", in("data"))
	stop := served(t, in("pit"), at)
	said("entries shipped", "pit", "ship", "--data", in("data"))
	stop()

	refused("name the group with --name", "group", "init", "--group", in("group"), "--address", there, "--database-file", database("group.url"))
	said("group Gruppo in", "group", "init", "--group", in("group"), "--name", "Gruppo", "--address", there, "--database-file", in("group.url"))
	info, err := os.Stat(in("group/authority.pem"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the group's authority: %v, %v", info, err)
	}
	said("group Gruppo in", "group", "init", "--group", in("group")) // renews its certificate, and leaves the rest
	refused("is the folder of a group", "pit", "init", "--data", in("data"), "--pit", in("group"))
	refused("no group's", "group", "enroll", "--group", in("pit"), "--house", house.DemoName, "-o", in("house.group"))
	said("is enrolled", "group", "enroll", "--group", in("group"), "--house", "Kursaal", "-o", in("kursaal.group"))
	said("is enrolled", "group", "enroll", "--group", in("group"), "--house", "Arena", "-o", in("arena.group"))
	refused("enrolled the house \"Kursaal\"", "group", "join", in("kursaal.group"), "--pit", in("pit"))
	said("is enrolled", "group", "enroll", "--group", in("group"), "--house", house.DemoName, "-o", in("house.group"))
	out := func() string {
		out, problem, _ := ctl(t, "", "pit", "join", in("house.group"), "--data", in("data"))
		return out + problem
	}()
	if !strings.Contains(out, "sabotctl group join") || strings.Contains(out, "pit enroll") {
		t.Errorf("the group's file given to pit join: %s", out)
	}
	refused("is no plain file", "group", "join", os.DevNull, "--pit", in("pit"))
	said("is a member of the group Gruppo", "group", "join", in("house.group"), "--pit", in("pit"))
	group, err := pitserver.ReadFolder(in("group"))
	must(t, err)
	pit, err := pitserver.ReadFolder(in("pit"))
	must(t, err)
	for _, c := range []struct {
		of    *pitserver.Folder
		days  int // before the end of the group's certificates, and behind it
		says  []string
		talks bool
	}{
		{group, 50, []string{"its certificate ends on", "run sabotctl group init once more", "run sabotctl group enroll once more for the house, and group join --pit"}, true},
		{group, -2, []string{"its certificate ended on", "no house talks to it since: run sabotctl group init once more"}, false},
		{pit, 50, []string{"run sabotctl pit init once more", "its certificate in the group Gruppo ends on", "run sabotctl group enroll once more for the house"}, true},
		{pit, -2, []string{"no machine talks to it since: run sabotctl pit init once more", "its certificate in the group Gruppo ended on"}, false},
	} {
		var out strings.Builder
		now := group.Ending().AddDate(0, 0, -c.days)
		talks := sayEndings(streams{out: &out, err: &out}, c.of, []pitserver.Ending{{Machine: "M", Until: now.Add(time.Hour)}}, now)
		for _, words := range c.says {
			if !strings.Contains(out.String(), words) || talks != c.talks || c.of == group && strings.Contains(out.String(), "sabotctl pit") {
				t.Errorf("%d days before: others talk to it: %v, it says %s, wanted %q", c.days, talks, out.String(), words)
			}
		}
	}
	defer served(t, in("group"), there)()
	defer served(t, in("pit"), at)()

	seen := func(what string, words string, args ...string) {
		t.Helper()
		last := ""
		if err := pgtest.Seen(what, func() bool {
			out, problem, _ := ctl(t, "", args...)
			last = out + problem
			return strings.Contains(last, words)
		}); err != nil {
			t.Fatal(err, last)
		}
	}
	seen("the house has said all", "said to the group Gruppo: 3 entries, 3 of them countersigned", "pit", "status", "--pit", in("pit"))
	day := "2026-11-21"
	report := said("year: ", "pit", "report", "--pit", in("pit"), "--day", day)
	sums := said("group Gruppo, year to", "group", "report", "--group", in("group"), "--day", day, "--hours")
	if figures, none := strings.Index(sums, house.DemoName+", day"), strings.Index(sums, "Arena: nothing heard of it yet"); figures < 0 || none < figures {
		t.Errorf("a house of which nothing was heard comes before the figures:\n%s", sums)
	}
	if none := said(house.DemoName+": no shift from 2020-01-01 to 2020-01-01\n", "group", "report", "--group", in("group"), "--day", "2020-01-01"); strings.Contains(none, "year") {
		t.Errorf("a house without figures has tables:\n%s", none)
	}
	luck := 0 // lines of it, and each is said of the house and, with no other in it, of the group
	for _, line := range strings.Split(report, "\n") {
		if strings.HasPrefix(line, "lugano") && strings.Contains(line, " LB") && !strings.Contains(sums, line) {
			t.Errorf("the group's report has no line %s:\n%s", line, sums)
		}
		if strings.HasPrefix(line, "CHF: Result of the bets ") {
			luck++
			words := strings.ReplaceAll(line, "\u00a0", " ") // a sign and its number keep together
			if !strings.Contains(words, " by the odds + ") || !strings.Contains(words, " by the players’ decisions · ") || !strings.Contains(words, " · z ") || strings.Count(sums, line) < 2 {
				t.Errorf("%s\nis not said of the house and of the group:\n%s", line, sums)
			}
		}
	}
	if luck == 0 {
		t.Errorf("no period says whether luck explains it:\n%s", report)
	}
	if strings.Contains(sums, "preset_") || !strings.Contains(sums, "= all") || !strings.Contains(report, " LB1 ") {
		t.Errorf("%s\n%s", sums, report)
	}
	refused("no head of that stream", "group", "ask", "--group", in("group"), "--house", house.DemoName, "--machine", "sala", "--table", "LB9")
	ask := []string{"group", "ask", "--group", in("group"), "--house", house.DemoName, "--machine", "sala", "--table", "LB1"}
	said("is asked for", ask...)
	seen("the table arrives", "sala/LB1", "pit", "verify", "--pit", in("group"))
	said("holds", "pit", "verify", "--pit", in("group"))
	said("holds", "pit", "verify", "--pit", in("pit"))
	said("no more", append(ask, "--end")...)

	said("", "pit", "backup", "--pit", in("group"), in("group.dump"))
	must(t, os.CopyFS(in("group-try"), os.DirFS(in("group"))))
	must(t, os.RemoveAll(filepath.Join(in("group-try"), "signed")))
	empty, err := postgres.URL()
	must(t, err)
	must(t, os.WriteFile(filepath.Join(in("group-try"), "owner.url"), []byte(empty), 0o600))
	must(t, filepath.WalkDir(in("group-try"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			err = os.Chmod(path, 0o600)
		}
		return err
	}))
	if restored := said("Each house says by itself what came since", "pit", "restore", in("group.dump"), "--pit", in("group-try")); strings.Contains(restored, "have the office ship") {
		t.Errorf("a group has no office:\n%s", restored)
	}

	again := said("is enrolled", "group", "enroll", "--group", in("group"), "--house", house.DemoName, "-o", in("again.group"))
	for _, words := range []string{house.DemoName + " has shipped ", "this enrolment is for its own pit", "The one that it has counts no more: it ships again once it has joined"} {
		if !strings.Contains(again, words) {
			t.Errorf("who enrolls a house that has shipped reads nothing of %q:\n%s", words, again)
		}
	}
	if never := said("is enrolled", "group", "enroll", "--group", in("group"), "--house", "Arena", "-o", in("arena-2.group")); strings.Contains(never, "has shipped") {
		t.Errorf("a house that never shipped:\n%s", never)
	}

	conn, err := pgx.Connect(t.Context(), group.Owner)
	must(t, err)
	for _, sql := range []string{`SET session_replication_role = replica`, `DELETE FROM sabot.streams`} {
		_, err = conn.Exec(t.Context(), sql)
		must(t, err)
	}
	must(t, conn.Close(t.Context()))
	if out, problem, status := ctl(t, "", "group", "report", "--group", in("group"), "--day", day); status != notHeld || !strings.Contains(out, house.DemoName+" cannot be summed up: 3 entries had been countersigned") {
		t.Errorf("the row of its stream is deleted: status %d, %s%s", status, out, problem)
	}
}

// A house that was cut off for long does not look like one that played nothing.
func TestHouseThatIsNotHeard(t *testing.T) {
	now := time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)
	if says := pitserver.QuietSince(now.Add(-time.Minute), now); says != "" {
		t.Error(says)
	}
	if says := pitserver.QuietSince(now.Add(-time.Hour), now); !strings.Contains(says, "since 2026-11-21 19:00 UTC") {
		t.Error(says)
	}
}
