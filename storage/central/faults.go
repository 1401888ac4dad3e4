package central

import (
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// IsData reports whether PostgreSQL refused one statement because of its values. The connection and all earlier
// writes are unharmed. The classes of its error codes are 22 (data), 23 (constraints), 54 (limits) and P0
// (triggers of this layout).
func IsData(err error) bool {
	var pg *pgconn.PgError
	if !errors.As(err, &pg) || len(pg.Code) < 2 {
		return false
	}
	switch pg.Code[:2] {
	case "22", "23", "54", "P0":
		return true
	}
	return false
}

// IsFull reports whether PostgreSQL had no room for what was written, or could not write it: the classes 53 (resources) and 58 (its own system) of its error
// codes.
func IsFull(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && (strings.HasPrefix(pg.Code, "53") || strings.HasPrefix(pg.Code, "58"))
}

// Words returns PostgreSQL's words for an error, for a reader who may not know where the database is and with which login it is
// used.
func Words(err error) string {
	var pg *pgconn.PgError
	var doubled *DoubledError
	var lost *LostError
	switch {
	case errors.As(err, &lost) && lost.In == "house":
		return "the pit's database has lost the name in sabot.house: run sabotctl pit status at the pit"
	case errors.As(err, &lost):
		return fmt.Sprintf("the pit's database has lost rows of sabot.%s: run sabotctl pit status at the pit", lost.In)
	case errors.As(err, &doubled):
		return doubled.Error()
	case StandsTwice(err):
		return "rows of its database stand twice, or the key that keeps them from that is gone: run sabotctl pit verify at the pit"
	}
	if errors.As(err, &pg) && !strings.HasPrefix(pg.Code, "28") { // of a login it names the login
		return strings.ToValidUTF8(pg.Message, "?")
	}
	return "it does not answer"
}
