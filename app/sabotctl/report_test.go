package main

import (
	"bytes"
	"crypto/x509"
	"encoding/pem"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"sabot/pit/recordtest"
	"sabot/reports"
)

// people are the demo's, by number, with their PINs.
var everybody = []struct{ number, pin, role string }{
	{"11", "4711", "croupier"}, {"12", "4712", "croupier"}, {"21", "5821", "inspector"}, {"31", "6931", "manager"}, {"41", "7041", "backoffice"},
}

var closedHouse recordtest.Once

// closed is a demo whose night is over, always the same.
func closed(t *testing.T) (data string) {
	t.Helper()
	return closedHouse.Copy(t, func(dir string) { closedIn(t, dir) })
}

// closedIn makes another one.
func closedIn(t *testing.T, data string) {
	t.Helper()
	out, problem, status := ctl(t, "", "demo", "--at", "2026-01-10T19:00", "--data", data, "--hands", "30", "--seed", "7", "--close")
	if status != done || !strings.Contains(out, "LB1 is closed, its report signed: ") {
		t.Fatalf("demo --close: %d %s%s", status, out, problem)
	}
}

// pinsOf is a file with the PINs of people by their numbers, and the numbers in a row.
func pinsOf(t *testing.T, numbers ...string) (file, row string) {
	t.Helper()
	var pins []string
	for _, n := range numbers {
		for _, p := range everybody {
			if p.number == n {
				pins = append(pins, p.pin)
			}
		}
	}
	file = filepath.Join(t.TempDir(), "pins")
	must(t, os.WriteFile(file, []byte(strings.Join(pins, "\n")+"\n"), 0o600))
	return file, strings.Join(numbers, ",")
}

// wanted are the arguments of a report of each kind, and who signs it.
var wanted = []struct {
	args    []string
	signers []string
	copy    string // the demo has signed the shift's first
}{
	{[]string{"shift"}, []string{"11", "21"}, "2"},
	{[]string{"reconstruction"}, []string{"11", "21"}, "1"},
	{[]string{"incidents"}, []string{"12", "31"}, "1"},
	{[]string{"slip", "--slip", "F 2026-0001"}, []string{"11", "21"}, "1"},
	{[]string{"table", "--from", "2026-01-01", "--to", "2026-01-31"}, []string{"21"}, "1"},
	{[]string{"house", "--day", "31.01.2026"}, []string{"31"}, "1"},
	{[]string{"changes", "--day", "31.01.2026"}, []string{"31"}, "1"},
	{[]string{"exceptions", "--day", "31.01.2026"}, []string{"21"}, "1"},
}

// Figures lie nowhere where the paper with them could not be made.
func TestNoFiguresOfAPaperThatIsRefused(t *testing.T) {
	data, dir := closed(t), t.TempDir()
	pins, by := pinsOf(t, "11")
	args := []string{"report", "house", "--data", data, "-o", filepath.Join(dir, "h.pdf"), "--csv", filepath.Join(dir, "csv"), "--xlsx", filepath.Join(dir, "h.xlsx"), "--sign", by, "--pin-file", pins}
	if _, problem, status := ctl(t, "", args...); status == done || problem == "" {
		t.Fatalf("a croupier signs for the house's day: %d %s", status, problem)
	}
	for _, pattern := range []string{"*.pdf", "*.xlsx", "csv/*"} {
		if files, err := filepath.Glob(filepath.Join(dir, pattern)); err != nil || len(files) > 0 {
			t.Errorf("refused, it left %v, %v", files, err)
		}
	}
}

// Every kind of report as a PDF, CSV and workbook, signed, and verified with and without
// the record; one changed byte and it does not hold.
func TestReportsOfEveryKind(t *testing.T) {
	data := closed(t)
	verified(t, done, data)
	for _, w := range wanted {
		dir := t.TempDir()
		at := func(name string) string { return filepath.Join(dir, name) }
		pins, by := pinsOf(t, w.signers...)
		args := append([]string{"report", "--data", data, "--lang", "en"}, w.args...)
		if !reports.Kind(w.args[0]).OfHouse() {
			args = append(args, "--table", "LB1")
		}
		plain := append(args, "-o", at("plain.pdf"), "--csv", at("r.csv"), "--xlsx", at("r.xlsx"))
		if w.copy != "1" { // beside the signed one another would be taken for it
			if _, problem, status := ctl(t, "", plain...); status != unusable || !strings.Contains(problem, filepath.Join(data, "reports", "shift-LB1-1.pdf")) || !strings.Contains(problem, "--unsigned") {
				t.Errorf("%v, which is signed: %d %s", w.args, status, problem)
			}
			if files, err := filepath.Glob(at("*")); err != nil || len(files) > 0 {
				t.Errorf("refused, it left %v, %v", files, err)
			}
			plain = append(plain, "--unsigned")
		}
		if _, problem, status := ctl(t, "", plain...); status != done {
			t.Fatalf("%v: %d %s", w.args, status, problem)
		}
		if out, problem, status := ctl(t, "", append(args, "-o", at("signed.pdf"), "--sign", by, "--pin-file", pins)...); status != done {
			t.Fatalf("%v signed: %d %s", w.args, status, problem)
		} else if again := strings.Contains(out, "it was signed before: this is a REPRINT, copy 2 of version 1"); again != (w.copy == "2") {
			t.Errorf("%v, whose copy %s it is, says %s", w.args, w.copy, out)
		}
		files, err := filepath.Glob(at("r.csv/*.csv"))
		must(t, err)
		if len(files) == 0 { // one where there was nothing to list
			t.Fatalf("%v: the CSV is %v", w.args, files)
		}
		if text, err := os.ReadFile(files[0]); err != nil || !strings.HasPrefix(string(text), "\ufeffCasinò di prova\r\n") {
			t.Errorf("%v: %v, %.60q", w.args, err, text)
		}
		if book, err := excelize.OpenFile(at("r.xlsx")); err != nil || len(book.GetSheetList()) != len(files) && w.args[0] != "incidents" {
			t.Errorf("%v: %v", w.args, err)
		}
		out, problem, status := ctl(t, "", "verify-report", at("signed.pdf"), "--data", data)
		if status != done || strings.Count(out, "signed by ") != len(w.signers) || strings.Count(out, ", certificate of this house\n") != len(w.signers) ||
			!strings.HasSuffix(out, "the figures are the record's\nholds\n") || !strings.Contains(out, ", copy "+w.copy+"\n") {
			t.Errorf("%v verified: %d %s%s", w.args, status, out, problem)
		}
		if out, _, status := ctl(t, "", "verify-report", at("signed.pdf")); status != notHeld || !strings.HasSuffix(out, "unknown\n") || !strings.Contains(out, "nobody here vouches for") || strings.Contains(out, "the record's") {
			t.Errorf("%v without the record: %d %s", w.args, status, out)
		}
		if out, _, status := ctl(t, "", "verify-report", at("plain.pdf"), "--data", data); status != notHeld || !strings.Contains(out, "nobody signed this file") {
			t.Errorf("%v without signatures: %d %s", w.args, status, out)
		}
		pdf, err := os.ReadFile(at("signed.pdf"))
		must(t, err)
		pdf[len(pdf)/2] ^= 4
		must(t, os.WriteFile(at("signed.pdf"), pdf, 0o600))
		for _, with := range [][]string{nil, {"--data", data}} {
			if out, _, status := ctl(t, "", append([]string{"verify-report", at("signed.pdf")}, with...)...); status != notHeld || !strings.HasSuffix(out, "does not hold\n") {
				t.Errorf("%v with one byte changed: %d %s", w.args, status, out)
			}
		}
	}
	verified(t, done, data)
}

// Every role tries to sign in every place: only who may, and two people where it takes
// two. Nothing is written for the others.
func TestWhoMaySignReports(t *testing.T) {
	data := closed(t)
	try := func(may bool, args []string, numbers ...string) {
		t.Helper()
		pins, by := pinsOf(t, numbers...)
		file := filepath.Join(t.TempDir(), "signed.pdf")
		args = append([]string{"report", "--data", data, "--table", "LB1", "-o", file, "--sign", by, "--pin-file", pins}, args...)
		_, problem, status := ctl(t, "", args...)
		_, err := os.Stat(file)
		if may && (status != done || err != nil) {
			t.Errorf("%v by %s: %d %s", args[9:], by, status, problem)
		}
		if !may && (status != unusable || err == nil || strings.Count(problem, "\n") != 1) {
			t.Errorf("%v by %s: status %d, %v, says %q", args[9:], by, status, err, problem)
		}
	}
	slip, table := []string{"slip", "--slip", "F 2026-0001"}, []string{"table"}
	for _, a := range everybody {
		supervises := a.role == "inspector" || a.role == "manager"
		try(supervises, table, a.number)
		try(false, slip, a.number)
		for _, b := range everybody {
			try(a.role == "croupier" && (b.role == "inspector" || b.role == "manager"), slip, a.number, b.number)
		}
	}
	try(false, table, "11", "21")
	try(false, slip, "11", "12", "21")
}

// What cannot be done has status 2, one line that says why, and leaves no file.
func TestReportsThatCannotBe(t *testing.T) {
	data, open := closed(t), filepath.Join(t.TempDir(), "open")
	if _, problem, status := ctl(t, "", "demo", "--at", "2026-01-10T19:00", "--data", open, "--hands", "2"); status != done {
		t.Fatal(problem)
	}
	pins, _ := pinsOf(t, "11", "21")
	wrong := filepath.Join(t.TempDir(), "wrong")
	must(t, os.WriteFile(wrong, []byte("4711\n0000\n"), 0o600))
	file := filepath.Join(t.TempDir(), "r.pdf")
	for _, c := range []struct {
		why  string
		args []string
	}{
		{"there is no report", []string{"report", "poem", "--data", data, "--table", "LB1", "-o", file}},
		{"name the table", []string{"report", "shift", "--data", data, "-o", file}},
		{"name the file", []string{"report", "shift", "--data", data, "--table", "LB1"}},
		{"takes no --table", []string{"report", "house", "--data", data, "--table", "LB1", "-o", file}},
		{`no table "LB9"`, []string{"report", "shift", "--data", data, "--table", "LB9", "-o", file}},
		{"from 1 on: not 0", []string{"report", "shift", "--data", data, "--table", "LB1", "--shift", "0", "-o", file}},
		{"no shift 9", []string{"report", "shift", "--data", data, "--table", "LB1", "--shift", "9", "-o", file}},
		{"name the slip", []string{"report", "slip", "--data", data, "--table", "LB1", "-o", file}},
		{"no slip", []string{"report", "slip", "--slip", "F 2026-0099", "--data", data, "--table", "LB1", "-o", file}},
		{"no shift from", []string{"report", "table", "--from", "2027-01-01", "--data", data, "--table", "LB1", "-o", file}},
		{"--pin-file", []string{"report", "shift", "--data", data, "--table", "LB1", "-o", file, "--sign", "11,21"}},
		{"or --unsigned", []string{"report", "shift", "--data", data, "--table", "LB1", "-o", file, "--sign", "11,21", "--pin-file", pins, "--unsigned"}},
		{"reading the PINs", []string{"report", "shift", "--data", data, "--table", "LB1", "-o", file, "--sign", "11,21", "--pin-file", "/no/such/file"}},
		{"2 PINs for 1 people", []string{"report", "shift", "--data", data, "--table", "LB1", "-o", file, "--sign", "11", "--pin-file", pins}},
		{"number and PIN of nobody", []string{"report", "shift", "--data", data, "--table", "LB1", "-o", file, "--sign", "11,21", "--pin-file", wrong}},
		{"provisional", []string{"report", "shift", "--data", open, "--table", "LB1", "-o", file, "--sign", "11,21", "--pin-file", pins}},
		{"there is no file /no/such/file", []string{"verify-report", "/no/such/file"}},
		{"takes 1 argument", []string{"verify-report"}},
		{"holds no record", []string{"authority", "--data", "/no/such/dir"}},
	} {
		out, problem, status := ctl(t, "", c.args...)
		if status != unusable || out != "" || !strings.Contains(problem, c.why) || strings.Count(problem, "\n") != 1 {
			t.Errorf("%v: status %d, %q, says %q, wanted %q", c.args, status, out, problem, c.why)
		}
		if _, err := os.Stat(file); err == nil {
			t.Fatalf("%v left a file", c.args)
		}
	}
	if _, problem, status := ctl(t, "", "report", "shift", "--data", open, "--table", "LB1", "-o", file); status != done {
		t.Errorf("a provisional report can be printed: %s", problem)
	}
}

// The authority is a certificate in PEM that others can take in, and no key.
func TestAuthority(t *testing.T) {
	out, problem, status := ctl(t, "", "authority", "--data", closed(t))
	block, rest := pem.Decode([]byte(out))
	if status != done || block == nil || block.Type != "CERTIFICATE" || len(bytes.TrimSpace(rest)) != 0 {
		t.Fatalf("%d %s%s", status, out, problem)
	}
	c, err := x509.ParseCertificate(block.Bytes)
	if err != nil || !c.IsCA || !strings.Contains(c.Subject.String(), "Casinò di prova") {
		t.Errorf("%v, %v", c.Subject, err)
	}
}

// What was cancelled was no hand: a night with everything that can go wrong exports to
// what settle settles, of every game.
func TestExportOfANightWithTrouble(t *testing.T) {
	for _, game := range []string{"lugano", "puntobanco", "blackjack"} {
		data := filepath.Join(t.TempDir(), game)
		if _, problem, status := ctl(t, "", "demo", "--at", "2026-01-10T19:00", "--data", data, "--game", game, "--hands", "100", "--seed", "2", "--close"); status != done {
			t.Fatal(problem)
		}
		exported, _, _ := ctl(t, "", "export", "--data", data)
		settled, problem, status := ctl(t, exported, "settle")
		recorded, _, _ := ctl(t, "", "export", "--data", data, "--settled")
		if status != done || settled != recorded || strings.Count(exported, "\n") != 100 {
			t.Errorf("%s: %d hands, status %d, %s; settled the same: %v", game, strings.Count(exported, "\n"), status, problem, settled == recorded)
		}
		verified(t, done, data)
	}
}

// A slip is asked for by the name that stands on a paper, with its table or without.
func TestNamesOfSlips(t *testing.T) {
	for asked, want := range map[string]string{"LB1-F-2026-0001": "F 2026-0001", "F 2026-0001": "F 2026-0001", "K1": "K 1", "K 1": "K 1", "T\u202f12": "T 12"} {
		if got := slipOf("LB1", asked); got != want {
			t.Errorf("%q is %q, wanted %q", asked, got, want)
		}
	}
}
