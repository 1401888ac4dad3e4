package central_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// Variables of a program that restores, and that a test kills.
const (
	restoresVariable = "SABOT_TEST_RESTORES"
	fileVariable     = "SABOT_TEST_FILE"
)

// A backup that is put back under the same login leaves its password: copies of the pit's folder still log in.
func TestRestoreKeepsThePassword(t *testing.T) {
	owner, err := server.URL()
	must(t, err)
	serve, err := central.Init(t.Context(), owner, house)
	must(t, err)
	file := filepath.Join(t.TempDir(), "pit.dump")
	must(t, central.Backup(t.Context(), owner, file))
	conn, err := pgx.Connect(t.Context(), owner)
	must(t, err)
	defer conn.Close(t.Context())
	_, err = conn.Exec(t.Context(), `DROP SCHEMA sabot CASCADE`)
	must(t, err)
	again, err := central.Restore(t.Context(), owner, house, serve, file)
	must(t, err)
	if again != serve {
		t.Error("the login that serves has another password")
	}
	w, err := central.Write(t.Context(), serve, house)
	must(t, err)
	w.Close()
}

// A restore that is killed while its child reads the backup leaves nothing that a server would take for a pit, unless that waits for the office.
func TestRestoreThatIsKilledLeavesNoPitWithoutItsMark(t *testing.T) {
	owner, _ := pit(t)
	dir := t.TempDir()
	file, begun, may, ended := filepath.Join(dir, "pit.dump"), filepath.Join(dir, "begun"), filepath.Join(dir, "may"), filepath.Join(dir, "ended")
	must(t, central.Backup(t.Context(), owner, file))
	empty, err := server.URL()
	must(t, err)
	bin := filepath.Join(dir, "bin") // pg_restore begins, and goes on once its parent is dead
	must(t, os.Mkdir(bin, 0o700))
	for _, name := range []string{"pg_restore", "psql"} {
		path, err := exec.LookPath(name)
		must(t, err)
		script := "#!/bin/sh\nexec " + path + " \"$@\"\n"
		if name == "pg_restore" {
			script = "#!/bin/sh\ntouch " + begun + "\nuntil [ -e " + may + " ]; do sleep 0.1; done\n" + path + " \"$@\"\ntouch " + ended + "\n"
		}
		must(t, os.WriteFile(filepath.Join(bin, name), []byte(script), 0o700))
	}
	restores := exec.Command(os.Args[0])
	restores.Env = append(os.Environ(), restoresVariable+"="+empty, fileVariable+"="+file, "SABOT_PG_BIN="+bin)
	must(t, restores.Start())
	there := func(file string) func() bool {
		return func() bool { _, err := os.Lstat(file); return err == nil }
	}
	must(t, pgtest.Seen("pg_restore runs", there(begun)))
	must(t, restores.Process.Kill())
	_ = restores.Wait()
	must(t, os.WriteFile(may, nil, 0o600))
	must(t, pgtest.Seen("pg_restore ended", there(ended)))
	conn, err := pgx.Connect(t.Context(), empty)
	must(t, err)
	defer conn.Close(t.Context())
	must(t, pgtest.Seen("nobody else is connected", func() bool {
		var others int
		err := conn.QueryRow(t.Context(), `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`).Scan(&others)
		return err == nil && others == 0
	}))
	if name, err := central.HouseOf(t.Context(), empty); !errors.Is(err, central.ErrNoPit) {
		var restored int64
		must(t, conn.QueryRow(t.Context(), `SELECT restored FROM sabot.house`).Scan(&restored))
		if restored == 0 {
			t.Errorf("the database is the pit of %q, and does not wait for the office", name)
		}
	}
	again, err := central.Restore(t.Context(), empty, house, "", file)
	must(t, err)
	q := central.Read(again, house)
	defer q.Close()
	if back, err := q.Restored(t.Context()); err != nil || !back {
		t.Errorf("restored once more: it waits for the office %t, %v", back, err)
	}
}

// A restore beside another one is refused in words, with the way out, and the first one goes on. One that another program has overtaken says that too.
func TestRestoreBesideAnother(t *testing.T) {
	owner, _ := pit(t)
	file := filepath.Join(t.TempDir(), "pit.dump")
	must(t, central.Backup(t.Context(), owner, file))
	empty, err := server.URL()
	must(t, err)
	conn, err := pgx.Connect(t.Context(), empty)
	must(t, err)
	defer conn.Close(t.Context())
	restores := func() chan error {
		ended := make(chan error, 1)
		go func() {
			_, err := central.Restore(t.Context(), empty, house, "", file)
			ended <- err
		}()
		must(t, pgtest.Seen("a restore waits for the schema", func() bool {
			var waits bool
			err := conn.QueryRow(t.Context(), `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'sabotctl pit restore' AND wait_event_type = 'Lock')`).Scan(&waits)
			return err == nil && waits
		}))
		return ended
	}
	for end, words := range map[string]string{"ROLLBACK": "", "COMMIT": "another restore has put a backup into this database meanwhile"} {
		tx, err := pgx.Connect(t.Context(), empty)
		must(t, err)
		_, err = tx.Exec(t.Context(), `BEGIN; CREATE SCHEMA sabot`)
		must(t, err)
		first := restores()
		_, err = central.Restore(t.Context(), empty, house, "", file)
		if err == nil || !strings.Contains(err.Error(), "another restore has been at work in this database since 20") || !strings.Contains(err.Error(), "select pg_terminate_backend(") {
			t.Errorf("beside another one: %v", err)
		}
		_, err = tx.Exec(t.Context(), end)
		must(t, err)
		must(t, tx.Close(t.Context()))
		if err := <-first; words == "" && err != nil || words != "" && (err == nil || !strings.Contains(err.Error(), words)) {
			t.Errorf("%s: %v", end, err)
		}
		_, err = conn.Exec(t.Context(), `DROP SCHEMA sabot CASCADE`)
		must(t, err)
	}
}

// A backup that cannot be read to its end leaves nothing in the database, and the error says what PostgreSQL's program says.
func TestRestoreOfADamagedBackup(t *testing.T) {
	owner, _ := pit(t)
	file := filepath.Join(t.TempDir(), "pit.dump")
	must(t, central.Backup(t.Context(), owner, file))
	whole, err := os.ReadFile(file)
	must(t, err)
	empty, err := server.URL()
	must(t, err)
	for _, cut := range []int{len(whole) / 2, len(whole) - 200} {
		half := filepath.Join(t.TempDir(), strconv.Itoa(cut))
		must(t, os.WriteFile(half, whole[:cut], 0o600))
		if _, err := central.Restore(t.Context(), empty, house, "", half); err == nil || !strings.Contains(err.Error(), "pg_restore: ") {
			t.Errorf("its first %d bytes: %v", cut, err)
		}
		if _, err := central.HouseOf(t.Context(), empty); !errors.Is(err, central.ErrNoPit) {
			t.Errorf("its first %d bytes: the database has a pit: %v", cut, err)
		}
	}
	_, err = central.Restore(t.Context(), empty, house, "", file)
	must(t, err)
}

// Where the database refuses the backup, the error says why, and nothing stays.
func TestRestoreThatTheDatabaseRefuses(t *testing.T) {
	owner, _ := pit(t)
	file := filepath.Join(t.TempDir(), "pit.dump")
	must(t, central.Backup(t.Context(), owner, file))
	empty, err := server.URL()
	must(t, err)
	conn, err := pgx.Connect(t.Context(), empty)
	must(t, err)
	defer conn.Close(t.Context())
	_, err = conn.Exec(t.Context(), `CREATE FUNCTION refuses() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'there is no room'; END $$;
		CREATE EVENT TRIGGER refuses ON ddl_command_start WHEN TAG IN ('CREATE TRIGGER') EXECUTE FUNCTION refuses()`)
	must(t, err)
	if _, err := central.Restore(t.Context(), empty, house, "", file); err == nil || !strings.Contains(err.Error(), "there is no room") {
		t.Errorf("the database refuses it: %v", err)
	}
	if _, err := central.HouseOf(t.Context(), empty); !errors.Is(err, central.ErrNoPit) {
		t.Errorf("the database has a pit: %v", err)
	}
}

// A backup of an older layout, which has no mark for it, waits for the office too: pit init makes the mark, whoever was killed before.
func TestBackupOfAnOlderLayoutIsMarkedByInit(t *testing.T) {
	owner, _ := pit(t)
	old, err := pgx.Connect(t.Context(), owner)
	must(t, err)
	defer old.Close(t.Context())
	_, err = old.Exec(t.Context(), `ALTER FUNCTION sabot.found_put_back RENAME TO none_such`)
	must(t, err)
	file := filepath.Join(t.TempDir(), "old.dump")
	must(t, central.Backup(t.Context(), owner, file))
	empty, err := server.URL()
	must(t, err)
	if _, err := central.Restore(t.Context(), empty, house, "", file); err == nil || !strings.Contains(err.Error(), "which was not made ready to serve") {
		t.Fatalf("nothing cuts it short: %v", err)
	}
	conn, err := pgx.Connect(t.Context(), empty)
	must(t, err)
	defer conn.Close(t.Context())
	_, err = conn.Exec(t.Context(), `ALTER FUNCTION sabot.none_such RENAME TO found_put_back`) // as a step of the layout makes it
	must(t, err)
	waits := func() bool {
		t.Helper()
		serve, err := central.Init(t.Context(), empty, house)
		must(t, err)
		q := central.Read(serve, house)
		defer q.Close()
		back, err := q.Restored(t.Context())
		must(t, err)
		return back
	}
	if !waits() {
		t.Error("it does not wait for the office")
	}
	_, err = conn.Exec(t.Context(), `SELECT sabot.shipped_whole()`)
	must(t, err)
	if waits() {
		t.Error("it waits once more")
	}
}
