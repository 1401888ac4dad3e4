package session_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/app/session/backups"
	"sabot/app/session/papers"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/reports"
	"sabot/storage"
	"sabot/storage/protect"
	"sabot/storage/tpm"
)

// A machine that is lost takes nothing with it: the backup, restored elsewhere, goes on with
// the kit under the keys that the house had, and PINs open what they opened.
func TestRecoveryKit(t *testing.T) {
	n, strangers := short(t), newNight(t).dir
	key := n.house.Store().Verifier()
	file := filepath.Join(t.TempDir(), "kit.pdf")
	lines, err := backups.Of(n.house).MakeKit(n.elena, "", file)
	n.must(err)
	if at := n.house.State.Backups().KitMade(); at.IsZero() {
		t.Error("the record does not say that a kit was made")
	}
	if _, err := backups.Of(n.house).MakeKit(n.dario, "", file+".pdf"); !house.RefusedFor(err, house.WrongRole) {
		t.Errorf("an inspector has a kit made: %v", err)
	}
	signed := n.signedAs(reports.ShiftReport)
	authority := n.house.State.Authority()
	other := t.TempDir()
	n.backUp(filepath.Join(other, "sabot.db"))
	t.Setenv(record.PepperEnv, filepath.Join(t.TempDir(), "pepper.key")) // another account

	for name, text := range map[string]string{"a line lacks": strings.Join(lines[1:], "\n"), "nothing": ""} {
		if _, err := backups.ReadKit(text); err == nil {
			t.Errorf("%s, and it is a kit", name)
		}
	}
	k, err := backups.ReadKit(onPaper(t, file))
	n.must(err)
	if _, err := backups.Recover(strangers, k); err == nil || !strings.Contains(err.Error(), "of another house, or of another machine of this one") {
		t.Errorf("into another house: %v", err)
	}
	if _, err := backups.Recover(t.TempDir(), k); err == nil || !strings.Contains(err.Error(), "restore") {
		t.Errorf("without a record: %v", err)
	}
	done, err := backups.Recover(other, k)
	n.must(err)
	if len(done) != 3 {
		t.Errorf("put back: %q", done)
	}
	h, err := session.Open(other, n.clock.Now)
	n.must(err)
	defer h.Close()
	elena := signOn(t, h, "316931")
	n.must(h.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: "22", Name: "Gina Neri", Role: record.Manager}, PIN: "730281"}, elena))
	if len(h.State.SealKeys) != 1 || h.Store().Verifier() != key || h.State.Authority() != authority || len(h.State.Authorities) != 1 {
		t.Errorf("it goes on under %v, and %d authorities", h.State.SealKeys, len(h.State.Authorities))
	}
	if v, err := papers.Of(h).VerifyReport(signed); err != nil || !v.Holds() {
		t.Errorf("what was signed before: %v, %v", v.Faults, err)
	}
	verified(t, other)
}

// A pepper that lies there is not lost: that of PINs of this house stays, and one that, as far as anybody knows, those
// of another need lies beside the kit's and opens them; what is none is kept under another name.
func TestRecoverKeepsThePepperInUse(t *testing.T) {
	n := short(t)
	lines, err := backups.Of(n.house).MakeKit(n.elena, "it", filepath.Join(t.TempDir(), "kit.txt"))
	n.must(err)
	other := t.TempDir()
	n.backUp(filepath.Join(other, "sabot.db"))
	folder := t.TempDir()
	t.Setenv(record.PepperEnv, filepath.Join(folder, "pepper.key"))
	strange, err := record.NewPepper()
	n.must(err)
	lies := filepath.Join(folder, "pepper.key")
	n.must(storage.WritePepper(lies, strange))
	k, err := backups.ReadKit(strings.Join(lines, " "))
	n.must(err)
	if _, err := backups.Recover(other, k); err != nil {
		t.Errorf("over a pepper that no PIN of this house needs: %v", err)
	}
	if text, err := os.ReadFile(filepath.Join(folder, "pepper-"+strange.ID()+".key")); err != nil || strings.TrimSpace(string(text)) != strange.Text() {
		t.Fatalf("the pepper that lay there is now %q, %v", text, err)
	}
	n.must(os.WriteFile(lies, []byte("no pepper"), 0o600))
	_, err = backups.Recover(other, k)
	n.must(err)
	kept, err := filepath.Glob(filepath.Join(folder, "*.old"))
	if err != nil || len(kept) != 1 {
		t.Errorf("the pepper that lay there is %v, %v", kept, err)
	}
	k.Pepper = strange
	if _, err := backups.Recover(other, k); err == nil || !strings.Contains(err.Error(), "needs the pepper") {
		t.Errorf("over the pepper in use: %v", err)
	}
}

// A certificate is renewed when its owner signs on within 60 days of its end, and people are
// told before; what it signed stays good, and so does a house that is older than its certificates.
func TestCertificatesAreRenewed(t *testing.T) {
	n := short(t)
	before := n.signedAs(reports.SlipReport)
	const day = 24 * time.Hour
	n.clock.Pass((3*365 - 61) * day)
	if list := n.house.Authority().Ending(); len(list) != 0 {
		t.Errorf("62 days before: %v", list)
	}
	was := n.house.State.Certificates["21"]
	n.dario = signOn(t, n.house, "215821")
	if n.house.State.Certificates["21"] != was {
		t.Error("renewed 61 days before")
	}
	n.clock.Pass(3 * day)
	if list := n.house.Authority().Ending(); len(list) == 0 {
		t.Error("nobody is told")
	}
	n.dario = signOn(t, n.house, "215821")
	for _, e := range n.house.Authority().Ending() {
		if e.Who.Number == "21" {
			t.Errorf("it still ends at %v", e.Until)
		}
	}
	n.clock.Pass(365 * day)
	var croupier house.Badge
	for _, code := range []string{"114711", "124712"} {
		if b := signOn(t, n.house, code); b.Number == n.dealer().Number {
			croupier = b
		}
	}
	n.dario = signOn(t, n.house, "215821")
	_, pdf, err := papers.Of(n.house).Signed(papers.Wanted{Kind: reports.SlipReport, Table: "LB1", Shift: 1, Item: "F 2026-0001"}, croupier, n.dario)
	n.must(err)
	for name, pdf := range map[string][]byte{"before": before, "after": pdf} {
		if got, faults := n.saysOf(n.house, pdf); got != papers.Holds {
			t.Errorf("signed %s: %v, %s", name, got, faults)
		}
	}
	n.clock.Pass(17 * 365 * day) // the authority's own end
	signOn(t, n.house, "215821")
	if len(n.house.State.Authorities) != 2 {
		t.Errorf("%d authorities", len(n.house.State.Authorities))
	}
	at := n.house.State.Seq
	signOn(t, n.house, "215821")
	if n.house.State.Seq != at {
		t.Error("it is renewed each time")
	}
	if got, faults := n.saysOf(n.house, before); got != papers.Holds {
		t.Errorf("signed under the first authority: %v, %s", got, faults)
	}
}

// The signed heads come to their off-site copy, each once; while that is away the error says
// so, and what it missed is made up for; a head that contradicts one there is an alarm.
func TestHeadsComeToTheSecondPlace(t *testing.T) {
	n := newNight(t)
	place := filepath.Join(t.TempDir(), "usb")
	n.must(os.Mkdir(place, 0o700))
	names := func() []string {
		list, err := filepath.Glob(filepath.Join(place, "*"+session.CheckpointEnding))
		n.must(err)
		return list
	}
	if wrote, err := backups.Of(n.house).Deliver(t.Context()); wrote != 0 || err != nil {
		t.Errorf("nobody wants it: %d, %v", wrote, err)
	}
	for what, plan := range map[string]record.ProofPlanned{"folder": {Folder: "usb"}, "own_folder": {Folder: n.dir}, "every": {Folder: place, Every: -1}} {
		var refusal *house.Refusal
		if err := backups.Of(n.house).PlanProof(plan, n.elena); !errors.As(err, &refusal) || refusal.What != what {
			t.Errorf("%+v: %v", plan, err)
		}
	}
	if err := backups.Of(n.house).PlanProof(record.ProofPlanned{Folder: place}, n.dario); !house.RefusedFor(err, house.WrongRole) {
		t.Errorf("an inspector: %v", err)
	}
	n.must(backups.Of(n.house).PlanProof(record.ProofPlanned{Folder: place, Every: 60}, n.elena))
	shift := func() {
		opener := house.DemoFloat()
		n.must(n.table.Open(n.dealers[0], n.dario, &opener))
		closer := house.DemoFloat()
		n.must(n.table.Close(n.dealers[0], n.dario, &closer))
		n.clock.Pass(20 * time.Hour)
	}
	shift()
	wrote, err := backups.Of(n.house).Deliver(t.Context())
	if list := names(); err != nil || wrote != 2 || len(list) != 2 {
		t.Fatalf("%d written, %v: %v", wrote, err, list)
	}
	if wrote, err := backups.Of(n.house).Deliver(t.Context()); wrote != 0 || err != nil {
		t.Errorf("again: %d, %v", wrote, err)
	}
	n.must(os.Rename(place, place+"-away"))
	shift()
	shift()
	if _, err := backups.Of(n.house).Deliver(t.Context()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("away: %v", err)
	}
	n.must(os.Rename(place+"-away", place))
	if wrote, err := backups.Of(n.house).Deliver(t.Context()); wrote != 3 || err != nil { // two closings, and the house
		t.Errorf("made up for: %d, %v", wrote, err)
	}
	for _, file := range names() {
		note, err := os.ReadFile(file)
		n.must(err)
		if _, _, err := seal.Open(string(note), n.house.State.SealKeys...); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o644 { // the controller reads them, who is not Sabot's account
			t.Errorf("%s: %v", file, info.Mode())
		}
	}
	shift()
	note, err := n.house.Store().Head("LB1")
	n.must(err)
	head, err := seal.ReadHead(note)
	n.must(err)
	head.Root[0] ^= 1
	stranger, err := seal.NewKey()
	n.must(err)
	lie, err := head.Sign(stranger)
	n.must(err)
	_, line, _ := strings.Cut(note, "\n— ")
	n.must(os.WriteFile(filepath.Join(place, "LB1-"+nine(head.Size)+"-"+seal.SignerOf(line)+session.CheckpointEnding), []byte(lie), 0o600))
	for _, lies := range []string{lie, ""} {
		n.must(os.WriteFile(filepath.Join(place, "LB1-"+nine(head.Size)+"-"+seal.SignerOf(line)+session.CheckpointEnding), []byte(lies), 0o600))
		n.must(n.house.ApprovePrograms([]record.Program{{Version: nine(int64(len(lies))) + "1", SHA256: strings.Repeat("a", 64)}}, n.elena)) // the house has a new head
		if written, err := backups.Of(n.house).Deliver(t.Context()); !errors.Is(err, backups.ErrOtherHead) || written == 0 {
			t.Errorf("%q lies there: %v, and %d others come", lies, err, written)
		}
	}
}

func nine(n int64) string {
	digits := "000000000"
	for i := len(digits) - 1; n > 0; i, n = i-1, n/10 {
		digits = digits[:i] + string(rune('0'+n%10)) + digits[i+1:]
	}
	return digits
}

// A kit that was made before the record went over to another key has not what seals it now: nothing is protected until there is another one.
func TestKitOfNow(t *testing.T) {
	n := newNight(t)
	under := backups.Protection{How: protect.TPM}
	t.Setenv(tpm.DeviceEnv, filepath.Join(t.TempDir(), "none"))
	if _, err := backups.Protect(n.house, n.dir, under); !errors.Is(err, backups.ErrNoKit) {
		t.Errorf("without a kit: %v", err)
	}
	_, err := backups.Of(n.house).MakeKit(n.elena, "", filepath.Join(t.TempDir(), "kit.txt"))
	n.must(err)
	if _, err := backups.Protect(n.house, n.dir, under); !errors.Is(err, tpm.ErrUnavailable) {
		t.Errorf("with a kit, without a TPM: %v", err)
	}
	other := t.TempDir()
	backup := filepath.Join(t.TempDir(), "b.db")
	n.backUp(backup)
	n.must(backups.Restore(t.Context(), backup, other, audit.Check{}))
	h, err := session.Open(other, n.clock.Now)
	n.must(err)
	defer h.Close()
	if _, err := backups.Protect(h, other, under); !errors.Is(err, backups.ErrNoKit) || h.State.Backups().KitMade().IsZero() {
		t.Errorf("with a kit of another key: %v", err)
	}
}
