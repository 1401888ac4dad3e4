package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Every command of the auditor's walk runs as it stands there, in its order, and nothing is found that does not hold.
func TestAuditorsWalk(t *testing.T) {
	data, dir := closed(t), t.TempDir()
	heads, copied := filepath.Join(dir, "heads"), filepath.Join(dir, "october")
	must(t, os.Mkdir(heads, 0o700))
	head, _, _ := ctl(t, "", "checkpoint", "--data", data, "--table", "LB1")
	must(t, os.WriteFile(filepath.Join(heads, "LB1.checkpoint"), []byte(head), 0o600))
	verified, _, _ := ctl(t, "", "verify", "--data", data)
	key := regexp.MustCompile(`\S+\+[0-9a-f]{8}\+\S+`).FindString(verified)
	if key == "" {
		t.Fatalf("verify says no key: %s", verified)
	}
	reports, err := filepath.Glob(filepath.Join(data, "reports", "shift-LB1-*.pdf"))
	if err != nil || len(reports) == 0 {
		t.Fatal(reports, err)
	}
	real := strings.NewReplacer("'KEY'", key, "/srv/sabot", data, "/mnt/backup", dir, "~/heads", heads, "~/october", copied, "~/reports", filepath.Join(dir, "reports"), "shift-LB1-1.pdf", reports[0],
		"2026-10-01", "2020-01-01", "2026-10-31", "2099-12-31")
	var commands []string
	for _, found := range regexp.MustCompile(`(?m)^    sabotctl (.*)$`).FindAllStringSubmatch(guide(t, "auditor.md"), -1) {
		line := found[1]
		commands = append(commands, strings.Fields(line)[0])
		args := strings.Fields(real.Replace(line))
		for i, arg := range args {
			if i > 0 && slices.Contains([]string{"-o", "--xlsx", ">"}, args[i-1]) || filepath.Ext(arg) == ".ndjson" {
				args[i] = filepath.Join(dir, arg)
			}
		}
		file := ""
		if to := slices.Index(args, ">"); to > 0 {
			args, file = args[:to], args[to+1]
		}
		out, problem, status := ctl(t, "", args...)
		if status != done {
			t.Errorf("sabotctl %s: %d\n%s%s", line, status, out, problem)
		}
		if file != "" {
			must(t, os.WriteFile(file, []byte(out), 0o600))
		}
	}
	rules, err := os.ReadFile(filepath.Join(dir, "rules.ndjson"))
	must(t, err)
	record, err := os.ReadFile(filepath.Join(dir, "record.ndjson"))
	must(t, err)
	if len(rules) == 0 || !bytes.Equal(rules, record) {
		t.Errorf("the rules give\n%s\nand the record has\n%s", rules, record)
	}
	mine := filepath.Join(dir, "mine")
	must(t, os.Mkdir(mine, 0o700))
	for _, name := range []string{"house-october.checkpoint", "LB1-october.checkpoint"} {
		must(t, os.Rename(filepath.Join(dir, name), filepath.Join(mine, name)))
	}
	for _, of := range []string{copied, data} { // once more after all of it, and next time
		if out, problem, status := ctl(t, "", "verify", "--data", of, "--key", key, "--checkpoints", heads, "--checkpoints", mine); status != done {
			t.Errorf("%s: %d\n%s%s", of, status, out, problem)
		}
	}
	for _, name := range []string{"backup", "restore", "verify", "verify-report", "report", "export", "checkpoint"} {
		if !slices.Contains(commands, name) {
			t.Errorf("the walk has no %s", name)
		}
	}
}
