package central

import (
	"context"
	"strings"

	"github.com/jackc/pgx/v5"
)

// needed are the parameters that each connection sets by itself. A login can have other defaults, set for good by
// anybody who knows its password. With those the pit would write nothing, or countersign entries that no second
// database has yet. A parameter in the URL takes precedence.
var needed = map[string]string{
	"default_transaction_read_only":       "off",
	"default_transaction_isolation":       "read committed",
	"default_transaction_deferrable":      "off",
	"synchronous_commit":                  "on",
	"row_security":                        "on",
	"statement_timeout":                   "0",
	"lock_timeout":                        "0",
	"idle_session_timeout":                "0",
	"idle_in_transaction_session_timeout": "0",
	"transform_null_equals":               "off",
	"standard_conforming_strings":         "on",
	"client_encoding":                     "UTF8",
	"local_preload_libraries":             "",
}

// sets adds the needed settings to a connection's, where it has no others.
func sets(c *pgx.ConnConfig) {
	for name, value := range needed {
		if _, said := c.RuntimeParams[name]; !said {
			c.RuntimeParams[name] = value
		}
	}
	c.RuntimeParams["search_path"] = schema
}

// Otherwise returns what the login has set for itself in the database otherwise than is needed, each as NAME=VALUE.
// No connection of a pit goes by it. Error: of a database that does not answer.
func (q *Queries) Otherwise(ctx context.Context) (list []string, err error) {
	err = q.ask(ctx, func(c *pgx.Conn) error {
		rows, err := c.Query(ctx, `SELECT unnest(s.setconfig) FROM pg_db_role_setting s JOIN pg_roles r ON r.oid = s.setrole
			WHERE r.rolname = session_user AND s.setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database())) ORDER BY 1`)
		if err != nil {
			return err
		}
		all, err := pgx.CollectRows(rows, filled(pgx.RowTo[string]))
		for _, set := range all {
			name, value, _ := strings.Cut(set, "=")
			if is, needs := needed[strings.ToLower(name)]; needs && !strings.EqualFold(value, is) || name == "search_path" {
				list = append(list, set)
			}
		}
		return err
	})
	return list, err
}
