package session_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/x509"
	"encoding/base64"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/crypto/argon2"
	"golang.org/x/crypto/chacha20poly1305"

	"sabot/app/session"
	"sabot/app/session/backups"
	"sabot/app/session/papers"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage"
)

// houseIn is the house to try, set up in a directory; closed with the test.
func houseIn(t *testing.T, dir string, now func() time.Time) *session.House {
	t.Helper()
	h, err := session.Open(dir, now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	if !h.State.SetUp() {
		if err := h.SetUp(house.DemoPlan("it", "", 1)); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// Who takes the record, the whole data directory or a backup away has nothing to try PINs
// with: right ones open nothing, and the pepper is in none of the files.
func TestStolenRecordGivesNoPIN(t *testing.T) {
	all := t.TempDir()
	dir := filepath.Join(all, "house")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	h := houseIn(t, dir, time.Now)
	if _, err := backups.Of(h).BackUp(t.Context(), backups.Backup{File: filepath.Join(all, "stolen.db")}); err != nil {
		t.Fatal(err)
	}
	pepper, err := h.Store().Pepper()
	if err != nil {
		t.Fatal(err)
	}
	for _, who := range house.DemoPlan("it", "", 1).Staff {
		secret, err := h.Store().Secret(who.Number)
		if err != nil || house.OpenKey(secret, who.PIN, pepper) == nil {
			t.Fatalf("%s: %q, %v", who.Number, secret, err)
		}
		bare := strings.Replace(secret, "pepper="+pepper.ID()+"$", "", 1)
		if bare == secret || house.OpenKey(secret, who.PIN, nil) != nil || house.OpenKey(bare, who.PIN, nil) != nil {
			t.Errorf("the PIN of %s can be tried with the record alone", who.Number)
		}
	}
	err = filepath.WalkDir(all, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if bytes.Contains(content, pepper) || bytes.Contains(content, []byte(base64.StdEncoding.EncodeToString(pepper))) {
			t.Errorf("%s holds the pepper", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	file, err := storage.PepperFile()
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%s: %v, %v", file, info, err)
	}
}

// Each new PIN has a key of its own, also where it is one that was in use before: who kept
// the sealed key of then, and knows its PIN, opens what signs nothing any more.
func TestEachPINHasItsKey(t *testing.T) {
	h := houseIn(t, t.TempDir(), time.Now)
	pepper, err := h.Store().Pepper()
	if err != nil {
		t.Fatal(err)
	}
	old, err := h.Store().Secret("11")
	if err != nil {
		t.Fatal(err)
	}
	first, err := h.SignOn("114711")
	if err != nil {
		t.Fatal(err)
	}
	keys := []*ecdsa.PrivateKey{first.Key()}
	for _, change := range [][2]string{{"114711", "5823"}, {"115823", "4711"}} {
		if err := h.Staff().ChangePIN(change[0], change[1]); err != nil {
			t.Fatal(err)
		}
		who, err := h.SignOn("11" + change[1])
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range keys {
			if key.Equal(who.Key()) {
				t.Errorf("the PIN %s opens a key that was in use before", change[1])
			}
		}
		if _, err := h.Authority().Identity(who); err != nil {
			t.Error(err)
		}
		keys = append(keys, who.Key())
	}
	opened := house.OpenKey(old, "4711", pepper)
	public, err := house.PublicKey(opened)
	if err != nil || public == h.State.People().KeyOf("11") {
		t.Errorf("the key of then signs now: %v", err)
	}
	// The old sealed key put back behind the record's back opens nothing.
	if err := h.Store().AppendWith([]record.Secret{{Number: "11", Sealed: old}}); err != nil {
		t.Fatal(err)
	}
	if _, err := h.SignOn("114711"); !house.RefusedFor(err, house.WrongPIN) {
		t.Errorf("the sealed key of then signs on: %v", err)
	}
	// So it is where an entry behind it names that key again: the owner of the PIN would not notice that it was another one meanwhile.
	for _, same := range []bool{false, true} {
		entered := h.State.Stamp(time.Now(), "11", h.State.People().MoveKey(first.Staff, public)[0], record.PINSet{Number: "11", Key: public, Same: same})
		if err := h.Store().Append(entered...); err != nil {
			t.Fatal(err)
		}
		if _, err := h.SignOn("114711"); !house.RefusedFor(err, house.WrongPIN) {
			t.Errorf("entered again, the key of then signs on: %v", err)
		}
	}
}

// unpeppered is a key as it was sealed before there was a pepper.
func unpeppered(t *testing.T, pin string, key *ecdsa.PrivateKey) string {
	t.Helper()
	plain, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	salt, enc := []byte("0123456789abcdef"), base64.RawStdEncoding
	aead, err := chacha20poly1305.New(argon2.IDKey([]byte(pin), salt, 1, 8, 1, chacha20poly1305.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	box := aead.Seal(nil, make([]byte, aead.NonceSize()), plain, nil)
	return "$argon2id$v=19$m=8,t=1,p=1$chacha20poly1305$" + enc.EncodeToString(salt) + "$" + enc.EncodeToString(box)
}

// A record from before there was a pepper goes on: the right PIN opens, and moves over with
// a new key; a wrong one moves nothing; the PIN's age goes on.
func TestPINMovesOver(t *testing.T) {
	now := time.Date(2026, 11, 21, 19, 0, 0, 0, time.UTC)
	h := houseIn(t, t.TempDir(), func() time.Time { return now })
	elena, err := h.SignOn("316931")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Staff().SetPINRules(record.PINRules{Least: 6, Days: 90}, elena); err != nil {
		t.Fatal(err)
	}
	anna, err := h.SignOn("114711")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Store().AppendWith([]record.Secret{{Number: "11", Sealed: unpeppered(t, "4711", anna.Key())}}); err != nil {
		t.Fatal(err)
	}
	due, key := h.State.People().PINDue("11"), h.State.People().KeyOf("11")
	now = now.Add(24 * time.Hour)
	if _, err := h.SignOn("114712"); !house.RefusedFor(err, house.WrongPIN) {
		t.Errorf("a wrong PIN: %v", err)
	}
	if h.State.People().KeyOf("11") != key {
		t.Error("a wrong PIN moved over")
	}
	for range 2 {
		who, err := h.SignOn("114711")
		if err != nil {
			t.Fatal(err)
		}
		public, err := house.PublicKey(who.Key())
		if err != nil || public != h.State.People().KeyOf("11") || public == key || !h.State.People().PINDue("11").Equal(due) {
			t.Errorf("key as before: %v, due %v, was %v, %v", public == key, h.State.People().PINDue("11"), due, err)
		}
	}
	secret, err := h.Store().Secret("11")
	if err != nil || house.PepperOf(secret) == "" {
		t.Errorf("it did not move over: %q, %v", secret, err)
	}
	checked, err := papers.Of(h).VerifyRecord(t.Context(), func(int64) {})
	for _, c := range checked {
		if c.Fault != nil {
			t.Errorf("%+v", c.Fault)
		}
	}
	if err != nil {
		t.Error(err)
	}
}

// On another machine, whose pepper is another one, no PIN is wrong and none opens: that is
// said, and nobody's code is shut for it. With the pepper of before all go on.
func TestPINOfAnotherMachine(t *testing.T) {
	dir := t.TempDir()
	h := houseIn(t, dir, time.Now)
	file, err := storage.PepperFile()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv(record.PepperEnv, filepath.Join(t.TempDir(), "other", "pepper.key"))
	other := houseIn(t, dir, time.Now)
	for range house.FreeTries + 1 {
		if _, err := other.SignOn("114711"); !house.RefusedFor(err, house.PINElsewhere) {
			t.Errorf("another machine: %v", err)
		}
	}
	pepper, err := h.Store().Pepper()
	if err != nil {
		t.Fatal(err)
	}
	if err := storage.WritePepper(os.Getenv(record.PepperEnv), pepper); err != nil {
		t.Fatal(err)
	}
	if file == os.Getenv(record.PepperEnv) {
		t.Fatal("it is the same file")
	}
	if _, err := houseIn(t, dir, time.Now).SignOn("114711"); err != nil {
		t.Errorf("with the pepper of before: %v", err)
	}
}

// Thirty programs try at once, one of them the right PIN, once the code is shut: three are tried, and the
// code is shut to the others.
func TestTriesAtOnce(t *testing.T) {
	dir := t.TempDir()
	const programs = 30
	var houses []*session.House
	for range programs {
		houses = append(houses, houseIn(t, dir, time.Now))
	}
	errs := make([]error, programs)
	begin, shut := make(chan bool), make(chan bool, programs)
	var all sync.WaitGroup
	for i, h := range houses {
		code := "110000"
		if i == programs-1 {
			code = "114711"
		}
		all.Go(func() {
			<-begin
			if code == "114711" {
				<-shut
			}
			if _, errs[i] = h.SignOn(code); house.RefusedFor(errs[i], house.LockedOut) {
				shut <- true
			}
		})
	}
	close(begin)
	all.Wait()
	count := func(why house.Why) (n int) {
		for _, err := range errs {
			if house.RefusedFor(err, why) {
				n++
			}
		}
		return n
	}
	if tried, refused := count(house.WrongPIN), count(house.LockedOut); tried != house.FreeTries || refused != programs-house.FreeTries {
		t.Errorf("%d were tried, %d found the code shut: %v", tried, refused, errs)
	}
	var noted []record.Entry
	for e, err := range houses[0].Store().Entries(record.HouseStream, 1) {
		if err != nil {
			t.Fatal(err)
		}
		if _, failed := e.Fact.(record.PINFailed); failed {
			noted = append(noted, e)
		}
	}
	if len(noted) != house.FreeTries || slices.ContainsFunc(noted, func(e record.Entry) bool { return e.Fact != record.PINFailed{Number: "11"} }) {
		t.Errorf("noted: %v", noted)
	}
}
