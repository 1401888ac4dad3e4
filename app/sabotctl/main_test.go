package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sabot/pit/house"
)

// ctl runs a command as a shell would.
func ctl(t *testing.T, in string, args ...string) (out, problem string, status int) {
	t.Helper()
	var o, e bytes.Buffer
	status = run(context.Background(), args, streams{strings.NewReader(in), &o, &e})
	return o.String(), e.String(), status
}

const good = `{"game":"lugano","rules":"lugano","bets":[{"box":1,"spot":"59","amount":2000},{"box":1,"spot":"play","amount":4000}],"cards":["8h","Td","8c","3s","2d"],"decisions":[{"box":1,"do":"stand"}]}`

func TestSettle(t *testing.T) {
	want := `{"v":1,"ok":true,"bets":[{"box":1,"spot":"59","bettor":"","amount":2000,"staked":2000,"outcome":"win","odds":"2:1","returned":6000},{"box":1,"spot":"play","bettor":"","amount":4000,"staked":4000,"outcome":"win","odds":"1:1","returned":8000}],"hands":[{"at":"box:1","cards":["8h","8c"],"total":6},{"at":"bank","cards":["Td","3s","2d"],"total":5}],"burned":[],"commission":0,"house":-8000}` + "\n"
	file := filepath.Join(t.TempDir(), "hand.json")
	if err := os.WriteFile(file, []byte(good), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"settle"}, {"settle", "-"}, {"settle", file}, {"settle", "--json", file}} {
		if out, problem, status := ctl(t, good, args...); out != want || problem != "" || status != done {
			t.Errorf("%v: %s %s %d", args, out, problem, status)
		}
	}
	if out, _, status := ctl(t, good+"\n{}\n", "settle"); status != notHeld || strings.Count(out, "\n") != 2 {
		t.Errorf("a wrong hand: %s, status %d", out, status)
	}
}

func TestUnusable(t *testing.T) {
	for _, args := range [][]string{
		{},
		{"sing"},
		{"settle", "a", "b"},
		{"settle", "/no/such/file"},
		{"settle", "--loud"},
		{"odds"},
		{"odds", "poker"},
		{"odds", "lugano", "--rule", "decks"},
		{"odds", "lugano", "--rule", "decks=0"},
		{"odds", "lugano", "--rule", "colour=red"},
		{"export", "--data", "/no/such/dir"},
		{"report", "shift"},
		{"report", "poem", "--data", "x"},
		{"backup"},
		{"restore", "x", "--data", "/tmp"},
		{"verify", "--data", "/no/such/dir"},
		{"verify", "a"},
		{"checkpoint", "--data", "/no/such/dir"},
		{"demo", "--game", "poker", "--data", "x"},
		{"demo", "--tables", "0"},
	} {
		out, problem, status := ctl(t, "", args...)
		if status != unusable || out != "" || problem == "" {
			t.Errorf("%v: status %d, out %q, says %q", args, status, out, problem)
		}
		if strings.Count(problem, "\n") != 1 {
			t.Errorf("%v: an error is one line, not %q", args, problem)
		}
	}
}

func TestEveryCommandHasHelpWithAnExample(t *testing.T) {
	for _, c := range commands() {
		if _, problem, status := ctl(t, "", c.name, "--help"); status != done || !strings.Contains(problem, "example: ") {
			t.Errorf("%s --help: status %d, %q", c.name, status, problem)
		}
	}
	if _, help, _ := ctl(t, "", "pit", "enroll", "--help"); !strings.Contains(help, "usage: sabotctl pit enroll --data DIR") || strings.Contains(help, "pit init") {
		t.Errorf("the usage of one of several is not its own: %s", help)
	}
}

// What the help says that a demo makes is what it makes, and every game that it names is one.
func TestDemoIsWhatTheHelpSays(t *testing.T) {
	_, help, _ := ctl(t, "", "demo", "--help")
	if !strings.Contains(help, "one table of Lugano Baccarat, or N of the game G ("+strings.Join(house.DemoGames(), ", ")+")") {
		t.Errorf("it says %s", help)
	}
	for made, args := range map[string][]string{"LB1": nil, "BJ1 BJ2": {"--game", "blackjack", "--tables", "2"}} {
		data := filepath.Join(t.TempDir(), "house")
		if _, problem, status := ctl(t, "", append([]string{"demo", "--at", "2026-01-10T19:00", "--data", data, "--hands", "1"}, args...)...); status != done {
			t.Fatal(problem)
		}
		h, err := reading(data)
		must(t, err)
		names, err := h.TableNames("")
		must(t, errors.Join(err, h.Close()))
		if got := strings.Join(names, " "); got != made {
			t.Errorf("%v makes %s, want %s", args, got, made)
		}
	}
}

// The last hand of every table of a house to try ended a few minutes ago, so that nothing waits on its floor; with --at the
// night begins then.
func TestDemoEndsNow(t *testing.T) {
	last := func(args ...string) map[string]time.Time {
		t.Helper()
		data := filepath.Join(t.TempDir(), "house")
		if _, problem, status := ctl(t, "", append([]string{"demo", "--hands", "3", "--tables", "2", "--data", data}, args...)...); status != done {
			t.Fatal(problem)
		}
		out, problem, status := ctl(t, "", "log", "--data", data)
		if status != done {
			t.Fatal(problem)
		}
		at := map[string]time.Time{}
		for line := range strings.Lines(out) {
			cells := strings.Split(line, "\t")
			when, err := time.ParseInLocation("2006-01-02 15:04:05", strings.Join(strings.Fields(cells[0])[:2], " "), zurich(t))
			must(t, err)
			table, _, _ := strings.Cut(cells[1], "/")
			if when.After(at[table]) {
				at[table] = when
			}
		}
		return at
	}
	for _, args := range [][]string{nil, {"--close"}} {
		for table, at := range last(args...) {
			if ago := time.Since(at); table != "house" && (ago < 0 || args == nil && ago > 10*time.Minute || ago > time.Hour) {
				t.Errorf("%v: the last entry of %s is %v old", args, table, ago)
			}
		}
	}
	for table, at := range last("--at", "2026-01-10T19:00") {
		if at.UTC().Format(time.DateOnly) != "2026-01-10" {
			t.Errorf("--at: the last entry of %s is of %v", table, at)
		}
	}
	if _, problem, status := ctl(t, "", "demo", "--at", "yesterday", "--data", filepath.Join(t.TempDir(), "house")); status != unusable || !strings.Contains(problem, "--at yesterday is no time") {
		t.Errorf("--at yesterday: %d, %q", status, problem)
	}
}

func zurich(t *testing.T) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Zurich")
	must(t, err)
	return zone
}

func TestOddsJSON(t *testing.T) {
	out, _, status := ctl(t, "", "odds", "lugano", "--json", "--rule", "decks=6")
	var v struct {
		Preset, Method string
		Decks          int
		Spots          map[string]map[string]float64
		Luck           struct {
			Spots      []string
			Box, Boxes [][]float64
		}
	}
	if err := json.Unmarshal([]byte(out), &v); err != nil || status != done {
		t.Fatal(err, status)
	}
	if v.Preset != "lugano" || v.Method != "exact" || v.Decks != 6 || len(v.Spots) != 4 {
		t.Errorf("%+v", v)
	}
	if edge := v.Spots["59"]["edge"]; math.Abs(edge-0.0294335889191) > 1e-12 {
		t.Errorf("edge of 59 is %.13f", edge)
	}
	if len(v.Luck.Spots) != 4 || math.Abs(v.Luck.Box[0][0]-1.0674) > 0.0003 || math.Abs(v.Luck.Boxes[1][1]-0.3128) > 0.001 {
		t.Errorf("%+v", v.Luck)
	}
	for spot, values := range v.Spots {
		if math.Abs(values["return"]+values["edge"]-1) > 1e-12 || math.Abs(values["win"]+values["push"]+values["lose"]-1) > 1e-12 {
			t.Errorf("%s does not add up: %v", spot, values)
		}
	}
	rules, _, status := ctl(t, "", "odds", "bj-eu", "--rules")
	for _, want := range []string{"dealer_hits_soft_17    true, false                  false", "enhc                   all, original                \"all\"", "max_splits             0 to 1                       1"} {
		if status != done || !strings.Contains(rules, want) {
			t.Errorf("the rules lack %q:\n%s", want, rules)
		}
	}
	text, _, _ := ctl(t, "", "odds", "lugano")
	for _, want := range []string{"total  bank's card", "    5   H  H  S  S  S  H  H  H  H  H", "expected profit"} {
		if !strings.Contains(text, want) {
			t.Errorf("the table for everybody lacks %q", want)
		}
	}
}

// What a table really pays a stake: 19:20 of 10.00 rounded down to 5.00 is 5.00.
func TestOddsAtAStake(t *testing.T) {
	edge := func(args ...string) float64 {
		t.Helper()
		out, told, status := ctl(t, "", append([]string{"odds", "pb-speed", "--json", "--rule", `rounding={"unit":500}`}, args...)...)
		var v struct {
			Stake int64
			Spots map[string]map[string]float64
		}
		if err := json.Unmarshal([]byte(out), &v); err != nil || status != done {
			t.Fatal(err, told, status)
		}
		return v.Spots["banker"]["edge"]
	}
	for _, c := range []struct {
		args []string
		want float64
	}{
		{nil, 0.0105791},
		{[]string{"--stake", "10000"}, 0.0105791},
		{[]string{"--stake", "1000"}, 0.2169479},
		{[]string{"--stake", "1000", "--rule", "commission=tracked"}, -0.0123508},
		{[]string{"--stake", "1000", "--rule", "commission=tracked", "--rule", `commission_rounding={"unit":1}`}, 0.0105791},
	} {
		if got := edge(c.args...); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%v: edge of banker %.7f, want %.7f", c.args, got, c.want)
		}
	}
	if _, _, status := ctl(t, "", "odds", "pb-speed", "--stake", "-5"); status == done {
		t.Error("a stake below 0 is taken")
	}
	if rules, _, _ := ctl(t, "", "odds", "pb-speed", "--rules"); !strings.Contains(rules, "\nrounding ") || !strings.Contains(rules, "\ncommission_rounding ") {
		t.Errorf("the rules lack how is rounded:\n%s", rules)
	}
}

// A house made, exported, settled, backed up and restored: the record says the
// same each time.
func TestDemoExportBackupRestore(t *testing.T) {
	data := filepath.Join(t.TempDir(), "house")
	must := func(in string, args ...string) string {
		t.Helper()
		out, problem, status := ctl(t, in, args...)
		if status != done {
			t.Fatalf("%v: status %d, %s", args, status, problem)
		}
		return out
	}
	if out := must("", "demo", "--at", "2026-01-10T19:00", "--data", data, "--tables", "2", "--hands", "60", "--seed", "7"); !strings.Contains(out, "114711") {
		t.Errorf("the demo prints no PINs: %s", out)
	}
	if _, problem, status := ctl(t, "", "demo", "--at", "2026-01-10T19:00", "--data", data); status != unusable || !strings.Contains(problem, "a house already") {
		t.Errorf("a demo over a house: %d %s", status, problem)
	}
	exported := must("", "export", "--data", data)
	if n := strings.Count(exported, "\n"); n != 120 {
		t.Errorf("%d hands exported, want 120", n)
	}
	settled := must(exported, "settle")
	if recorded := must("", "export", "--data", data, "--settled"); recorded != settled {
		t.Error("export | settle is not export --settled")
	}
	one := must("", "export", "--data", data, "--table", "LB2", "--shift", "1")
	if !strings.HasSuffix(exported, one) || strings.Count(one, "\n") != 60 {
		t.Error("one table's shift is not the end of all")
	}

	if _, problem, status := ctl(t, "", "backup", "--data", data, filepath.Join(data, "backup.db")); status != unusable || !strings.Contains(problem, "if its disk fails, the backup is lost too") {
		t.Errorf("a backup beside its record: %d, %q", status, problem)
	}
	backup := filepath.Join(t.TempDir(), "backup.db")
	must("", "backup", "--data", data, backup)
	again := filepath.Join(t.TempDir(), "again")
	must("", "restore", backup, "--data", again)
	if must("", "export", "--data", again) != exported {
		t.Error("what was restored is not what was backed up")
	}

	same := filepath.Join(t.TempDir(), "same")
	must("", "demo", "--at", "2026-01-10T19:00", "--data", same, "--tables", "2", "--hands", "60", "--seed", "7")
	if must("", "export", "--data", same) != exported {
		t.Error("the same seed gives other hands")
	}

	file := filepath.Join(t.TempDir(), "shift.pdf")
	must("", "report", "shift", "--data", data, "--table", "LB1", "--lang", "en", "-o", file)
	if pdf, err := os.ReadFile(file); err != nil || !bytes.HasPrefix(pdf, []byte("%PDF-")) {
		t.Errorf("the report: %v", err)
	}
}
