package main

import (
	"sync"
	"testing"

	"sabot/pit/recordtest"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// started is the PostgreSQL of this package's tests, once one of them needs it: each has databases of its own there.
var started struct {
	once   sync.Once
	server *pgtest.Server
	err    error
}

func aPostgres(t *testing.T) *pgtest.Server {
	t.Helper()
	started.once.Do(func() { started.server, started.err = pgtest.Start() })
	must(t, started.err)
	return started.server
}

// aDatabase returns the URL of a new database that has the layout of a pit.
func aDatabase(t *testing.T) string {
	t.Helper()
	url, err := aPostgres(t).Copy(func(owner string) error { return central.MakeLayout(t.Context(), owner) })
	must(t, err)
	return url
}

// testMain runs the tests and throws away what they started.
func testMain(m *testing.M) {
	recordtest.Main(m)
	if started.server != nil {
		_ = started.server.Stop() // it ends with this program in any case
	}
}
