package central_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// All that is done by the owner's login goes over one connection: the database that was found to be no old one is written to. A connection that
// broke is made anew.
func TestOwnerHasOneConnection(t *testing.T) {
	url, _ := pit(t)
	ctx := t.Context()
	other, err := pgx.Connect(ctx, url)
	must(t, err)
	defer other.Close(ctx)
	sessions := func() []int {
		rows, err := other.Query(ctx, `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND usename = 'owner' AND pid <> pg_backend_pid() AND backend_type = 'client backend'`)
		must(t, err)
		list, err := pgx.CollectRows(rows, pgx.RowTo[int])
		must(t, err)
		return list
	}
	must(t, pgtest.Seen("those that set the pit up are gone", func() bool { return len(sessions()) == 0 }))
	o := central.Postgres{Owner: url}.Owned(house)
	defer o.Close()
	_, err = o.OfficeBy(ctx)
	must(t, err)
	first := sessions()
	must(t, o.Enroll(ctx, "m3", "3", []string{"LB3"}, false, 1))
	must(t, o.SetOffice(ctx, "m3", "voucher"))
	if again := sessions(); len(first) != 1 || len(again) != 1 || again[0] != first[0] {
		t.Errorf("the sessions are %v, then %v", first, again)
	}
	_, err = other.Exec(ctx, `SELECT pg_terminate_backend($1)`, first[0])
	must(t, err)
	must(t, pgtest.Seen("it is gone", func() bool { return len(sessions()) == 0 }))
	if is, err := o.OfficeBy(ctx); err != nil || is != "m3" {
		t.Errorf("after it broke the office is %q, %v", is, err)
	}
	o.Close()
	must(t, pgtest.Seen("it is closed", func() bool { return len(sessions()) == 0 }))
}
