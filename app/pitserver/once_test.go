package pitserver_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"sabot/app/pitserver"
	"sabot/pit/record"
	"sabot/storage/central"
)

// lyingSQL makes a row policy: readings of an entry of stream %[1]d show its row, in the reading with the number %[3]d its twin of another time.
const lyingSQL = `
CREATE OR REPLACE FUNCTION sabot.show(st int, sq bigint, a bigint) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $f$
DECLARE n int; twin boolean := a <> %[4]d;
BEGIN
	IF st <> %[1]d OR sq <> %[2]d THEN RETURN true; END IF;
	IF position('asked' IN lower(current_query())) = 0 THEN RETURN NOT twin; END IF;
	n := coalesce(nullif(current_setting('lie.n', true), ''), '0')::int;
	IF NOT twin THEN
		n := n + 1;
		PERFORM set_config('lie.n', n::text, false);
	END IF;
	RETURN twin = (n = %[3]d);
END $f$;
DROP POLICY IF EXISTS hid ON sabot.entries;
CREATE POLICY hid ON sabot.entries AS RESTRICTIVE FOR SELECT TO sabot_ingest USING (sabot.show(stream, seq, at));`

// reports returns the periods that pit report has, and what it says that is wrong with them.
func (p *pit) reports(t *testing.T, day string) (sum, says string) {
	t.Helper()
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	h, err := pitserver.House(t.Context(), q, p.folder, then)
	if err != nil {
		return "", err.Error()
	}
	for _, d := range h.Doubts {
		says += d.String() + "\n"
	}
	s, err := h.Sums().HouseSum(day)
	if err != nil {
		return "", says + err.Error()
	}
	for _, left := range h.Derived().LeftOut() {
		says += left.Table + ": " + left.Why.Error() + "\n"
	}
	return fmt.Sprintf("%+v", s.Periods), says
}

// Whoever administers the database has a row policy show another row of an entry in one reading alone, or none: the first, the second and so on. The
// report has the true sum or says of which table it has none, and so has the next one once nothing of that is left.
func TestEntryShownOtherwiseInOneReadingIsNamed(t *testing.T) {
	p, m := shippedNight(t, 2)
	m.play(t, 2, 2) // its next shift is open
	_, err := m.ship()
	must(t, err)
	p.stop()
	conn, err := pgx.Connect(t.Context(), p.owner)
	must(t, err)
	defer func() { must(t, conn.Close(context.Background())) }()
	derived := filepath.Join(p.dir, "derived")
	var stream int32
	must(t, conn.QueryRow(t.Context(), `SELECT id FROM sabot.streams WHERE name = 'LB1'`).Scan(&stream))
	var day string
	twins := map[string]record.Entry{} // by what they are
	var opened, counted *record.Entry
	for e, err := range m.house.Store().Entries("LB1", 1) {
		must(t, err)
		switch f := e.Fact.(type) {
		case record.Opened:
			if opened == nil {
				opened, day = &e, f.Day
			}
		case record.Counted:
			if f.When == record.AtClosing && counted == nil {
				counted = &e
			}
		}
	}
	shift, float := opened.Fact.(record.Opened), counted.Fact.(record.Counted)
	shift.Day = "2001-01-01"
	float.Float = append(record.Float(nil), float.Float...)
	float.Float[len(float.Float)-1].Pieces++
	other := *opened
	other.Fact = shift
	twins["a shift of another day"] = other
	other = *counted
	other.Fact = float
	twins["another count"] = other
	twins["no count"] = *counted
	must(t, os.RemoveAll(derived))
	honest, says := p.reports(t, day)
	if says != "" {
		t.Fatal(says)
	}
	for name, twin := range twins {
		t.Run(name, func(t *testing.T) {
			at := twin.At.UnixMilli()
			if name != "no count" {
				if bytes.Equal(record.Encode(twin), record.Encode(*counted)) {
					t.Fatal("it is the same")
				}
				p.owns(t, fmt.Sprintf(`INSERT INTO sabot.entries SELECT stream, seq, at + 1, arrived, '\x%x' FROM sabot.entries WHERE stream = %d AND seq = %d`, record.Encode(twin), stream, twin.Seq))
			}
			named := 0
			for n := 1; n <= 8; n++ {
				must(t, os.RemoveAll(derived))
				p.owns(t, fmt.Sprintf(lyingSQL, stream, twin.Seq, n, at))
				sum, says := p.reports(t, day)
				if says == "" && sum != honest {
					t.Errorf("reading %d: status 0 with %s\nin place of %s", n, sum, honest)
				}
				if strings.Contains(says, "LB1") {
					named++
				}
				p.owns(t, `DROP POLICY hid ON sabot.entries; CREATE POLICY hid ON sabot.entries AS RESTRICTIVE FOR SELECT TO sabot_ingest USING (NOT (`+
					fmt.Sprintf(`stream = %d AND seq = %d AND at <> %d))`, stream, twin.Seq, at))
				if sum, says := p.reports(t, day); says != "" || sum != honest {
					t.Errorf("reading %d, taken out again: %q with %s\nin place of %s", n, says, sum, honest)
				}
			}
			if named == 0 {
				t.Error("no reading was of that entry")
			}
			p.owns(t, fmt.Sprintf(`DROP POLICY hid ON sabot.entries; DELETE FROM sabot.entries WHERE stream = %d AND seq = %d AND at <> %d`, stream, twin.Seq, at))
		})
	}
}
