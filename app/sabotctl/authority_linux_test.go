package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/app/session/backups"
)

const phrase = "quattro assi nella manica"

// phraseFile holds a passphrase that nobody else may read.
func phraseFile(t *testing.T, phrase string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "phrase")
	must(t, os.WriteFile(file, []byte(phrase+"\n"), 0o600))
	return file
}

// One command puts the authority of a house under a passphrase and destroys the open file; whatever is wrong is told before,
// and leaves it as it was. Reports hold before and after, and a kit has no key of it any more.
func TestCloseAuthority(t *testing.T) {
	data, dir := closed(t), t.TempDir()
	open := filepath.Join(data, "authority.pem")
	pins, by := pinsOf(t, "31")
	theirs, inspector := pinsOf(t, "21")
	house, _, _ := ctl(t, "", "authority", "--data", data)
	wide := phraseFile(t, phrase)
	must(t, os.Chmod(wide, 0o644))
	for words, args := range map[string][]string{
		"name the manager":             {"--passphrase-file", phraseFile(t, phrase)},
		"15 to 200 characters":         {"--sign", by, "--pin-file", pins, "--passphrase-file", phraseFile(t, "short")},
		"others may read the passphra": {"--sign", by, "--pin-file", pins, "--passphrase-file", wide},
		"no terminal":                  {"--sign", by, "--pin-file", pins},
		"manager":                      {"--sign", inspector, "--pin-file", theirs, "--passphrase-file", phraseFile(t, phrase)},
	} {
		out, problem, status := ctl(t, "", append([]string{"close-authority", "--data", data}, args...)...)
		if status != unusable || !strings.Contains(problem, words) {
			t.Errorf("want %q: %d %s%s", words, status, out, problem)
		}
	}
	if _, err := os.Stat(open); err != nil {
		t.Fatal(err)
	}
	if _, problem, status := ctl(t, "", "certify", "--data", data, "--passphrase-file", phraseFile(t, phrase)); status != unusable || !strings.Contains(problem, "authority is open") {
		t.Errorf("%d %s", status, problem)
	}
	read, write, err := os.Pipe()
	must(t, err)
	_, err = write.WriteString(phrase + "\n")
	must(t, err)
	must(t, write.Close())
	out, problem, status := ctl(t, "", "close-authority", "--data", data, "--sign", by, "--pin-file", pins, "--passphrase-file", fdPath(read))
	if status != done || strings.Contains(out+problem, phrase) {
		t.Fatalf("%d %s%s", status, out, problem)
	}
	if _, err := os.Stat(open); !os.IsNotExist(err) {
		t.Errorf("the open file: %v", err)
	}
	if now, _, _ := ctl(t, "", "authority", "--data", data); now != house {
		t.Error("the certificate of the house is another one")
	}
	for _, c := range []struct{ words, phrase string }{{"not the passphrase", "tre assi nella manica"}, {"no certificate is to come", phrase}} {
		if out, problem, _ := ctl(t, "", "certify", "--data", data, "--passphrase-file", phraseFile(t, c.phrase)); !strings.Contains(out+problem, c.words) {
			t.Errorf("want %q: %s%s", c.words, out, problem)
		}
	}
	if _, problem, status := ctl(t, "", "close-authority", "--data", data, "--sign", by, "--pin-file", pins, "--passphrase-file", phraseFile(t, phrase)); status != unusable || !strings.Contains(problem, "is closed") {
		t.Errorf("closed twice: %d %s", status, problem)
	}
	kit := filepath.Join(dir, "kit.txt")
	if _, problem, status := ctl(t, "", "kit", "--data", data, "-o", kit, "--sign", by, "--pin-file", pins); status != done {
		t.Fatal(problem)
	}
	text, err := os.ReadFile(kit)
	must(t, err)
	if k, err := backups.ReadKit(string(text)); err != nil || len(k.Authority) > 0 || len(k.Seal) == 0 {
		t.Errorf("the kit has an authority's key: %t, %v", len(k.Authority) > 0, err)
	}
	if out, problem, status := ctl(t, "", "close-authority", "--data", data, "--new", "--sign", by, "--pin-file", pins, "--passphrase-file", phraseFile(t, phrase+"!")); status != done {
		t.Errorf("another authority: %s%s", out, problem)
	}
	if now, _, _ := ctl(t, "", "authority", "--data", data); now == house {
		t.Error("the certificate of the house is the same")
	}
	pin, err := os.ReadFile(pins)
	must(t, err)
	h, err := session.Open(data, time.Now)
	must(t, err)
	must(t, h.Staff().ChangePIN(by+strings.TrimSpace(string(pin)), "946175"))
	must(t, h.Close())
	anew := filepath.Join(dir, "new")
	croupier, err := os.ReadFile(pinsFile(t, "11"))
	must(t, err)
	must(t, os.WriteFile(anew, append(croupier, "946175\n"...), 0o600))
	slip := filepath.Join(dir, "s.pdf")
	if _, problem, status := ctl(t, "", "report", "slip", "--data", data, "--table", "LB1", "--shift", "1", "--slip", "F 2026-0001", "-o", slip, "--sign", "11,31", "--pin-file", anew); status != done {
		t.Errorf("signing: %s", problem)
	}
	for _, words := range []string{"with the key that the record has for them: the certificate is still to come", "certificate of this house, which came on "} {
		if out, _, status := ctl(t, "", "verify-report", slip, "--data", data); status != done || strings.Count(out, "certificate of this house\n") != 1 || !strings.Contains(out, words) {
			t.Errorf("want %q: %d %s", words, status, out)
		}
		if out, _, _ := ctl(t, "", "certify", "--data", data, "--passphrase-file", phraseFile(t, phrase+"!")); !strings.Contains(out, "(31)") && !strings.Contains(out, "no certificate") {
			t.Error(out)
		}
	}
	verified(t, done, data)
}

func fdPath(f *os.File) string { return fmt.Sprintf("/dev/fd/%d", f.Fd()) }
