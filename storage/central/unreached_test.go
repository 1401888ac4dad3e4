package central

import (
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// Of the logins that a database refuses only one with another password is said to be an old one.
func TestRefusedLoginSaysWhy(t *testing.T) {
	for code, want := range map[string]string{"28P01": "an old password", "28000": "pg_hba.conf", "57P03": "does not answer"} {
		err := unreached("127.0.0.1", &pgconn.PgError{Code: code, Message: "no"})
		if !strings.Contains(err.Error(), want) || !errors.As(err, new(*pgconn.PgError)) {
			t.Errorf("%s: %v", code, err)
		}
	}
}
