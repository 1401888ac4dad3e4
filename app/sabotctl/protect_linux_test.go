package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sabot/pit/record"
	"sabot/storage"
	"sabot/storage/protect"
	"sabot/storage/tpm"
	"sabot/storage/tpm/tpmtest"
)

// alone is a closed house whose account is its own, and the files of its secrets.
func alone(t *testing.T) (data string, secrets []string) {
	t.Helper()
	data = closed(t)
	pepper, err := storage.PepperFile()
	must(t, err)
	own := filepath.Join(t.TempDir(), "pepper.key")
	must(t, os.WriteFile(own, mustRead(t, pepper), 0o600))
	t.Setenv(record.PepperEnv, own)
	other, err := record.NewPepper() // of an office
	must(t, err)
	must(t, storage.PutAside(other))
	protect.Forget()
	t.Cleanup(protect.Forget)
	return data, []string{filepath.Join(data, storage.KeyFile), own}
}

// kitOf has a kit made, in lines.
func kitOf(t *testing.T, data string) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "kit.txt")
	pins, by := pinsOf(t, "31")
	if _, problem, status := ctl(t, "", "kit", "--data", data, "-o", file, "--sign", by, "--pin-file", pins); status != done {
		t.Fatal(problem)
	}
	return file
}

// signs has a slip signed, which takes the key of the record and the pepper.
func signs(t *testing.T, data string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "s.pdf")
	if _, problem, status := ctl(t, "", "report", "slip", "--data", data, "--table", "LB1", "--shift", "1", "--slip", "F 2026-0001", "-o", file, "--sign", "11,31", "--pin-file", pinsFile(t, "11", "31")); status != done {
		t.Errorf("signing: %s", problem)
	}
}

func contents(t *testing.T, files []string) (all [][]byte) {
	for _, file := range files {
		all = append(all, mustRead(t, file))
	}
	return all
}

// Under the TPM neither key nor pepper lies open, and all goes on as before; on another machine the files open nothing. Where the TPM
// is lost, the kit alone puts both back open. Without a kit nothing is protected.
func TestSecretsUnderTheTPM(t *testing.T) {
	tpmtest.Start(t)
	data, files := alone(t)
	was := contents(t, files)
	if _, problem, status := ctl(t, "", "protect", "--data", data, "--tpm"); status != unusable || !strings.Contains(problem, "recovery kit") {
		t.Errorf("without a kit: %d %s", status, problem)
	}
	kit := kitOf(t, data)
	if _, problem, status := ctl(t, "", "protect", "--data", data); status != unusable || !strings.Contains(problem, "--tpm") {
		t.Errorf("without a way: %d %s", status, problem)
	}
	for _, want := range []string{"under the TPM: ", "nothing was changed"} {
		if out, problem, status := ctl(t, "", "protect", "--data", data, "--tpm"); status != done || !strings.Contains(out, want) {
			t.Fatalf("%d %s%s", status, out, problem)
		}
	}
	for i, content := range contents(t, files) {
		secret := bytes.SplitN(bytes.TrimSpace(was[i]), []byte("+"), 3)[2] // its base64 may have a "+" as well
		if bytes.Contains(content, secret) || !bytes.Contains(content, []byte("How: tpm")) {
			t.Errorf("%s lies open: %s", files[i], content)
		}
		if _, err := os.Stat(files[i] + ".was"); err == nil {
			t.Errorf("%s.was is there", files[i])
		}
	}
	protect.Forget()
	on(t, data)
	signs(t, data)
	verified(t, done, data)

	t.Setenv(tpm.DeviceEnv, filepath.Join(t.TempDir(), "none"))
	protect.Forget()
	verified(t, done, data) // which takes what everybody may know
	for _, args := range [][]string{{"close-authority", "--data", data, "--sign", "31", "--pin-file", "x"}, {"protect", "--data", data, "--open"}} {
		if _, problem, status := ctl(t, "", args...); status != unusable || !strings.Contains(problem, "sabotctl recover") || !strings.Contains(problem, "no TPM 2.0") {
			t.Errorf("%v: %d %s", args, status, problem)
		}
	}
	tpmtest.Start(t)
	if _, problem, status := ctl(t, "", "protect", "--data", data, "--open"); status != unusable || !strings.Contains(problem, "another TPM sealed it") {
		t.Errorf("another TPM: %d %s", status, problem)
	}
	if out, problem, status := ctl(t, "", "recover", "--data", data, "--kit", kit); status != done {
		t.Fatalf("%d %s%s", status, out, problem)
	}
	for i, content := range contents(t, files) {
		if !bytes.Equal(content, was[i]) {
			t.Errorf("%s is not as it was: %s", files[i], content)
		}
	}
	protect.Forget()
	on(t, data)
	signs(t, data)

	for _, args := range [][]string{{"protect", "--data", data, "--tpm"}, {"protect", "--data", data, "--open"}} {
		if _, problem, status := ctl(t, "", args...); status != done {
			t.Errorf("%v: %s", args, problem)
		}
	}
	for i, content := range contents(t, files) {
		if !bytes.Equal(content, was[i]) {
			t.Errorf("%s is not as it was once it lies open again: %s", files[i], content)
		}
	}
}

// A kit puts back what a damaged file of a protected secret, or of one that lay open, held.
func TestKitAgainstDamagedSecrets(t *testing.T) {
	for _, damage := range []string{"", "-----BEGIN SABOT PROTECTED-----\n", "\x00\x00"} {
		data, files := alone(t)
		was := contents(t, files)
		kit := kitOf(t, data)
		for _, file := range files {
			must(t, os.WriteFile(file, []byte(damage), 0o600))
		}
		if out, problem, status := ctl(t, "", "recover", "--data", data, "--kit", kit); status != done {
			t.Fatalf("%q: %d %s%s", damage, status, out, problem)
		}
		for i, content := range contents(t, files) {
			if !bytes.Equal(content, was[i]) {
				t.Errorf("%s is not as it was: %s", files[i], content)
			}
		}
	}
}

// Under a passphrase each command that opens the record asks for it, or reads the file that SABOT_PASSPHRASE_FILE names; the passphrase is told
// nowhere. What only reads, and a backup, asks nobody. Where it is lost, the kit alone has all lie open again.
func TestSecretsUnderAPassphrase(t *testing.T) {
	data, files := alone(t)
	was := contents(t, files)
	under := []string{"protect", "--data", data, "--passphrase", "--passphrase-file", phraseFile(t, phrase)}
	if _, problem, status := ctl(t, "", under...); status != unusable || !strings.Contains(problem, "recovery kit") {
		t.Errorf("without a kit: %d %s", status, problem)
	}
	kit := kitOf(t, data)
	if _, problem, status := ctl(t, "", "protect", "--data", data, "--passphrase", "--passphrase-file", phraseFile(t, "short")); status != unusable || !strings.Contains(problem, "15 to 200") {
		t.Errorf("a short one: %d %s", status, problem)
	}
	out, problem, status := ctl(t, "", under...)
	if status != done || strings.Count(out, "under the passphrase: ") < len(files) || strings.Contains(out+problem, phrase) {
		t.Fatalf("%d %s%s", status, out, problem)
	}
	for i, content := range contents(t, files) {
		if bytes.Contains(content, []byte("PRIVATE+KEY")) || bytes.Contains(content, []byte("sabot-pepper")) || bytes.Contains(content, []byte(phrase)) {
			t.Errorf("%s lies open: %s", files[i], content)
		}
	}
	signs(t, data) // the program that put it there knows it

	protect.Forget()
	pins, by := pinsOf(t, "31")
	asks := []string{"kit", "--data=" + data, "-o", filepath.Join(t.TempDir(), "k.txt"), "--sign", by, "--pin-file", pins}
	if _, problem, status := ctl(t, "", asks...); status != unusable || !strings.Contains(problem, "SABOT_PASSPHRASE_FILE") || strings.Count(problem, "\n") != 1 {
		t.Errorf("nobody to ask: %d %s", status, problem)
	}
	if _, problem, status := ctl(t, "", under...); status != unusable || !strings.Contains(problem, "under a passphrase already") || !strings.Contains(problem, "SABOT_PASSPHRASE_FILE name the file with that one") {
		t.Errorf("put under another one: %d %s", status, problem)
	}
	verified(t, done, data)
	if _, problem, status := ctl(t, "", "backup", "--data", data, filepath.Join(t.TempDir(), "b.db")); status != done {
		t.Errorf("a backup at night: %s", problem)
	}
	readsWithoutSecrets(t, data)
	t.Setenv(unlockEnv, phraseFile(t, "cinque assi nella manica"))
	if _, problem, status := ctl(t, "", asks...); status != unusable || !strings.Contains(problem, "not the passphrase") {
		t.Errorf("the wrong one: %d %s", status, problem)
	}
	t.Setenv(unlockEnv, phraseFile(t, phrase))
	if _, problem, status := ctl(t, "", asks...); status != done {
		t.Errorf("with the passphrase: %s", problem)
	}
	on(t, data)

	protect.Forget()
	t.Setenv(unlockEnv, "")
	if out, problem, status := ctl(t, "", "recover", "--data", data, "--kit", kit); status != done {
		t.Fatalf("%d %s%s", status, out, problem)
	}
	for i, content := range contents(t, files) {
		if !bytes.Equal(content, was[i]) {
			t.Errorf("%s is not as it was: %s", files[i], content)
		}
	}
	on(t, data) // whatever else is under the passphrase that was lost
	signs(t, data)
	t.Setenv(unlockEnv, phraseFile(t, phrase+" nuova"))
	if _, problem, status := ctl(t, "", "protect", "--data", data, "--passphrase", "--passphrase-file", phraseFile(t, phrase+" nuova")); status != done {
		t.Errorf("under another one then: %s", problem)
	}
	protect.Forget()
	t.Setenv(unlockEnv, "")
	if _, problem, status := ctl(t, "", "protect", "--data", data, "--open", "--passphrase-file", phraseFile(t, phrase+" nuova")); status != done {
		t.Errorf("open again: %s", problem)
	}
}

// readsWithoutSecrets demands that what only reads needs no secret of the machine, and that what enters something says so.
func readsWithoutSecrets(t *testing.T, data string) {
	t.Helper()
	sheet := filepath.Join(t.TempDir(), "shift.xlsx")
	for _, args := range [][]string{
		{"log", "--data", data},
		{"export", "--data", data},
		{"report", "shift", "--data", data, "--table", "LB1", "--xlsx", sheet},
	} {
		if out, problem, status := ctl(t, "", args...); status != done {
			t.Errorf("%v without the secrets: %d %s%s", args, status, out, problem)
		}
	}
	file := filepath.Join(t.TempDir(), "shift.pdf")
	if _, _, status := ctl(t, "", "report", "shift", "--data", data, "--table", "LB1", "-o", file); status != unusable {
		t.Errorf("a report is entered without the key of the record: %d", status)
	}
	if _, problem, status := ctl(t, "", "pit", "status", "--data", data); status != unusable || !strings.Contains(problem, "ships to no pit") {
		t.Errorf("pit status without the secrets: %d %s", status, problem)
	}
}
