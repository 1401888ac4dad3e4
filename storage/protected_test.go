package storage_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sabot/pit/record"
	"sabot/storage"
	"sabot/storage/disk"
	"sabot/storage/protect"
	"sabot/storage/tpm/tpmtest"
)

const phrase = "quattro assi nella manica"

// secretsIn is a data directory with a key in use, in an account with a pepper of its own and one that came from an office.
func secretsIn(t testing.TB) (dir string, files []string) {
	t.Helper()
	dir, account := t.TempDir(), t.TempDir()
	t.Setenv(record.PepperEnv, filepath.Join(account, "pepper.key"))
	protect.Forget()
	t.Cleanup(protect.Forget)
	s, err := storage.Open(dir)
	must(t, err)
	must(t, s.Append(record.Entry{Table: record.HouseStream, Seq: 1, At: time.Now(), Fact: record.SealedBy{Key: s.Verifier()}}))
	_, err = s.Pepper()
	must(t, err)
	other, err := record.NewPepper()
	must(t, err)
	must(t, s.KeepPepper(other))
	must(t, s.Close())
	return dir, []string{filepath.Join(dir, storage.KeyFile), filepath.Join(account, "pepper.key"), filepath.Join(account, "pepper-"+other.ID()+".key")}
}

func read(t *testing.T, files []string) (all []string) {
	t.Helper()
	for _, file := range files {
		content, err := os.ReadFile(file)
		must(t, err)
		all = append(all, string(content))
	}
	return all
}

// secretsOf are the secrets in the files, opened as a new program with the passphrase opens them.
func secretsOf(t *testing.T, files []string) (all []string) {
	t.Helper()
	protect.Forget()
	for _, content := range read(t, files) {
		f, protected, err := protect.Read([]byte(content))
		must(t, err)
		if protected && f.How == protect.Passphrase && !f.Unlock(phrase) {
			t.Fatal("the passphrase opens nothing")
		}
		secret, err := protect.Secret([]byte(content))
		must(t, err)
		all = append(all, string(secret))
	}
	return all
}

var errKilled = errors.New("killed")

// killedAt does something that is killed at the n-th thing it does to a disk; false where it does fewer.
func killedAt(n int, do func() error) (killed bool) {
	disk.Before = func(disk.Op) error {
		if n--; n < 0 {
			killed = true
			return errKilled
		}
		return nil
	}
	defer func() { disk.Before = nil }()
	_ = do()
	return killed
}

// Protecting, and opening again, killed at whatever it does to the disk: each secret is whole in its file, the record opens, and the same
// once more finishes it and leaves nothing open.
func TestProtectIsKilled(t *testing.T) {
	for _, way := range [][2]protect.How{{protect.Open, protect.Passphrase}, {protect.Passphrase, protect.Open}} {
		for n := 0; ; n++ {
			dir, files := secretsIn(t)
			was := read(t, files)
			if way[0] != protect.Open {
				_, err := storage.Protect(dir, way[0], phrase)
				must(t, err)
			}
			killed := killedAt(n, func() error { _, err := storage.Protect(dir, way[1], phrase); return err })
			if now := secretsOf(t, files); strings.Join(now, "|") != strings.Join(was, "|") {
				t.Fatalf("%v, killed at %d: the secrets are others", way, n)
			}
			s, err := storage.Open(dir)
			must(t, err)
			must(t, s.Close())
			_, err = storage.Protect(dir, way[1], phrase)
			must(t, err)
			for i, content := range read(t, files) {
				if _, protected, _ := protect.Read([]byte(content)); protected != (way[1] != protect.Open) {
					t.Errorf("%v, killed at %d: %s", way, n, files[i])
				}
			}
			for _, folder := range []string{dir, filepath.Dir(files[1])} {
				for _, ending := range []string{"*.was", "*.part"} {
					if left, _ := filepath.Glob(filepath.Join(folder, ending)); len(left) > 0 {
						t.Errorf("%v, killed at %d: %v", way, n, left)
					}
				}
			}
			if now := secretsOf(t, files); strings.Join(now, "|") != strings.Join(was, "|") {
				t.Fatalf("%v, killed at %d and done again: the secrets are others", way, n)
			}
			if !killed {
				break
			}
		}
	}
}

// A pepper that lay open is destroyed by the next start also where the key had been protected before.
func TestLeftPepperIsDestroyed(t *testing.T) {
	dir, files := secretsIn(t)
	was := read(t, files)[1:]
	_, err := storage.Protect(dir, protect.Passphrase, phrase)
	must(t, err)
	for i, file := range files[1:] {
		must(t, os.WriteFile(file+".was", []byte(was[i]), 0o600))
	}
	s, err := storage.Open(dir)
	must(t, err)
	must(t, s.Close())
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(files[1]), "*.was")); len(left) > 0 {
		t.Errorf("%v lie there still", left)
	}
}

// What lay open is written over where it lay: a second name of the file, given before, holds nothing of it.
func TestOpenSecretIsWrittenOver(t *testing.T) {
	dir, files := secretsIn(t)
	var names []string
	for _, file := range files {
		name := file + ".copy"
		must(t, os.Link(file, name))
		names = append(names, name)
	}
	_, err := storage.Protect(dir, protect.Passphrase, phrase)
	must(t, err)
	for i, content := range read(t, names) {
		if strings.Trim(content, "\x00") != "" {
			t.Errorf("%s lies there still: %s", files[i], content)
		}
	}
}

// A pepper that comes from an office is protected as the account's is; the wrong passphrase, another way and a damaged file change nothing.
func TestProtectedAsTheOthers(t *testing.T) {
	dir, files := secretsIn(t)
	_, err := storage.Protect(dir, protect.Passphrase, phrase)
	must(t, err)
	s, err := storage.Open(dir)
	must(t, err)
	other, err := record.NewPepper()
	must(t, err)
	must(t, s.KeepPepper(other))
	if same, there := s.PepperNamed(other.ID()); !there || !bytes.Equal(same, other) {
		t.Error("the pepper of the office is not there")
	}
	must(t, s.Close())
	files = append(files, filepath.Join(filepath.Dir(files[1]), "pepper-"+other.ID()+".key"))
	was := read(t, files)
	if strings.Contains(was[3], "sabot-pepper") {
		t.Error("it lies open")
	}
	if _, err := storage.Protect(dir, protect.Passphrase, phrase+"x"); !errors.Is(err, storage.ErrWrongPassphrase) {
		t.Error(err)
	}
	if _, err := storage.Protect(dir, protect.TPM, ""); !errors.Is(err, storage.ErrOtherWay) {
		t.Error(err)
	}
	protect.Forget()
	if _, err := storage.Open(dir); !errors.Is(err, record.ErrAsks) || !errors.Is(err, record.ErrProtected) {
		t.Errorf("without the passphrase: %v", err)
	}
	if _, err := storage.Protect(dir, protect.Open, ""); !errors.Is(err, record.ErrAsks) {
		t.Errorf("opening without the passphrase: %v", err)
	}
	if err := storage.Unlock(dir, phrase+"x"); !errors.Is(err, storage.ErrWrongPassphrase) || !storage.Locked(dir) {
		t.Errorf("the wrong passphrase: %v", err)
	}
	must(t, storage.Unlock(dir, phrase))
	if storage.Locked(dir) {
		t.Error("the passphrase opens not all")
	}
	protect.Forget()
	r, err := storage.OpenReading(dir) // takes what everybody may know
	must(t, err)
	if r.Verifier() != strings.Fields(was[0][strings.Index(was[0], "Public: ")+len("Public: "):])[0] {
		t.Errorf("%s is another verifier", r.Verifier())
	}
	must(t, r.Close())
	for i, content := range was {
		const first = len("-----BEGIN SABOT PROTECTED-----")
		for _, at := range []int{first - 1, first + 2, strings.Index(content, "Key: ") + 5, len(content) / 3, len(content) / 2, len(content) - 60} {
			bent := []byte(content)
			bent[at] ^= 1
			must(t, os.WriteFile(files[i], bent, 0o600))
			protect.Forget()
			if i >= 2 { // it was brought, and stays damaged
				continue
			}
			err := storage.Unlock(dir, phrase)
			if errors.Is(err, record.ErrAsks) || errors.Is(err, storage.ErrWrongPassphrase) {
				t.Errorf("%s with byte %d bent asks for another passphrase: %v", files[i], at, err)
			}
			if s, opening := storage.Open(dir); opening != nil {
				err = errors.Join(err, opening)
			} else {
				_, making := s.Pepper()
				err = errors.Join(err, making, s.Close())
			}
			if err == nil || at >= first && !errors.Is(err, record.ErrProtected) {
				t.Errorf("%s with byte %d bent: %v", files[i], at, err)
			}
			must(t, os.WriteFile(files[i], []byte(content), 0o600))
		}
	}
	protect.Forget()
	must(t, storage.Unlock(dir, phrase)) // the house opens without what was brought
	s, err = storage.Open(dir)
	must(t, err)
	if _, there := s.PepperNamed(other.ID()); there {
		t.Error("a damaged pepper is there")
	}
	must(t, s.Close())
}

// BenchmarkOpenRecord opens a record whose secrets lie open, and one whose secrets are under the TPM, as a new program does.
func BenchmarkOpenRecord(b *testing.B) {
	for _, how := range []protect.How{protect.Open, protect.TPM} {
		b.Run("how="+string(how), func(b *testing.B) {
			tpmtest.Start(b)
			dir, _ := secretsIn(b)
			if _, err := storage.Protect(dir, how, ""); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				protect.Forget()
				s, err := storage.Open(dir)
				if err == nil {
					_, err = s.Pepper()
				}
				if err = errors.Join(err, s.Close()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// BenchmarkLocked measures by how much each opening of an open house costs more.
func BenchmarkLocked(b *testing.B) {
	dir, _ := secretsIn(b)
	for b.Loop() {
		if storage.Locked(dir) {
			b.Fatal("it is locked")
		}
	}
}
