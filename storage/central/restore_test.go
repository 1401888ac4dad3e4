package central_test

import (
	"path/filepath"
	"testing"

	"github.com/jackc/pgx/v5"

	"sabot/storage/central"
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
