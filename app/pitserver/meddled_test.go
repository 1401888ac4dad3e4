package pitserver_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sabot/app/pitserver"
	"sabot/pit/seal"
	"sabot/storage/central"
)

// Whoever administers the database deletes, doubles, swaps and cuts rows of any of its tables, or puts an older database back. No command panics. Where
// the report has other figures than before, it says why, and pit status and pit verify do not hold. Where
// bytes of an entry changed, pit status need not: it reads none.
func TestMeddledRowsAreSaid(t *testing.T) {
	defer pitserver.SettleFor(0)()
	m := newMeddled(t)
	sound := map[string]toldBy{}
	for name, command := range m.commands(t.Context()) {
		said, panicked, stack := carriedOut(command)
		if sound[name] = said; panicked != nil || !said.holds && name != "gone" && name != "fetch" {
			t.Fatal(name, panicked, stack, said)
		}
	}
	if has := sound["report"].figures; !strings.Contains(has, "LB1") || !strings.Contains(has, "LB2") || !strings.Contains(has, "1 open") {
		t.Fatal(has)
	}
	t.Run("by name", m.saysWhatIsGone)
	t.Run("changed", func(t *testing.T) { m.saysWhatIsChanged(t, sound["report"]) })
	t.Run("heads", func(t *testing.T) { m.saysWhatIsNotCountersigned(t, sound["report"]) })
	t.Run("between the ends", func(t *testing.T) { m.saysWhatIsBetween(t, sound["report"]) })
	t.Run("one in the middle", m.saysWhichIsMissing)
	t.Run("a NULL", func(t *testing.T) { m.saysWhatIsNull(t, sound) })
	t.Run("an older database", func(t *testing.T) {
		m.back(t, "before")
		said := m.commands(t.Context())["report"]()
		if said.figures == sound["report"].figures || !strings.Contains(said.words, "tavolo-2 LB1: ") || !strings.Contains(said.words, "entries had been countersigned, and entries") {
			t.Errorf("%+v", said)
		}
		m.sql(t, `UPDATE sabot.house SET restored = 1`)
		if said := m.commands(t.Context())["report"](); !strings.Contains(said.words, "it goes on with the tables once ufficio has shipped all that it has") {
			t.Errorf("%+v", said)
		}
	})
	t.Run("any rows", func(t *testing.T) { rapid.Check(t, func(t *rapid.T) { m.anyRows(t, sound) }) })
}

// saysWhatIsGone holds the words of the report for what is deleted or changed against what they should be.
func (m *meddled) saysWhatIsGone(t *testing.T) {
	ofStream := func(machine, stream string) string {
		return `stream = (SELECT id FROM sabot.streams WHERE machine = '` + machine + `' AND name = '` + stream + `')`
	}
	for name, c := range map[string]struct {
		sql    string
		report []string // what it says
		tables string   // that it still has
	}{
		"a table's entries":             {`DELETE FROM sabot.entries WHERE ` + ofStream("tavolo-2", "LB1"), []string{"tavolo-2 LB1: it has ", "of them are missing in the database", "without LB1: "}, "LB2"},
		"a machine's own entries":       {`DELETE FROM sabot.entries WHERE ` + ofStream("tavolo-2", "house"), []string{"tavolo-2 house: it has ", "without LB1: nothing can be made of what the pit has of the own stream of tavolo-2"}, "LB2"},
		"the office's entries":          {`DELETE FROM sabot.entries WHERE ` + ofStream("ufficio", "house"), []string{"it is the stream of the office: what follows may lack tables and moves", "ufficio house: it has ", "without LB2: "}, "LB1"},
		"one of the office's":           {`DELETE FROM sabot.entries WHERE seq = 3 AND ` + ofStream("ufficio", "house"), []string{"it is the stream of the office: what follows may lack tables and moves", "without LB2: "}, "LB1"},
		"the row of a machine's stream": {`DELETE FROM sabot.streams WHERE machine = 'tavolo-2' AND name = 'house'`, []string{"without LB1: ", "entries had been countersigned"}, "LB2"},
		"the row of a table's stream":   {`DELETE FROM sabot.streams WHERE machine = 'tavolo-2' AND name = 'LB1'`, []string{"tavolo-2 LB1: ", "entries had been countersigned"}, "LB1 LB2"}, // as far as tavolo-1 had it
		"streams change their names":    {`UPDATE sabot.streams SET name = CASE name WHEN 'LB1' THEN 'LB2' ELSE 'LB1' END WHERE name <> 'house'`, []string{"without LB1: ", "without LB2: "}, ""},
		"all entries":                   {`DELETE FROM sabot.entries`, []string{"nothing has arrived", "of them are missing in the database"}, ""},
		"a machine's row stands twice":  {`INSERT INTO sabot.machines SELECT * FROM sabot.machines WHERE name = 'tavolo-2'`, []string{"tavolo-2: the database has tavolo-2 more than once in sabot.machines"}, "LB1 LB2"},
		"machines change their keys":    {`UPDATE sabot.machines m SET verifier = (SELECT verifier FROM pristine.machines o WHERE o.name = CASE m.name WHEN 'ufficio' THEN 'tavolo-2' WHEN 'tavolo-2' THEN 'ufficio' ELSE m.name END)`, []string{"tavolo-2 house: the database says that it signs with sabot+", "ufficio house: the database says that it signs with sabot+"}, "LB1 LB2"},
	} {
		t.Run(name, func(t *testing.T) {
			m.again(t)
			m.sql(t, c.sql)
			all := m.commands(t.Context())
			said := all["report"]()
			said.demand(t, c.report, c.tables)
			for _, name := range []string{"report", "status", "verify"} {
				if all[name]().holds {
					t.Errorf("pit %s says nothing", name)
				}
			}
		})
	}
}

// A changedBytes is a change of some bytes in one entry of a machine's own stream, of one kind.
type changedBytes struct {
	machine, kind, was, is string
	report                 []string // what the report says
	tables                 string   // that it still has
}

// sql returns that as a statement. It fails where no entry is changed.
func (c changedBytes) sql() string {
	return fmt.Sprintf(`DO $x$ BEGIN UPDATE sabot.entries SET entry = convert_to(replace(convert_from(entry, 'UTF8'), '%[3]s', '%[4]s'), 'UTF8')
		WHERE stream = (SELECT id FROM sabot.streams WHERE machine = '%[1]s' AND name = 'house') AND seq = (SELECT min(seq) FROM sabot.entries
		WHERE stream = (SELECT id FROM sabot.streams WHERE machine = '%[1]s' AND name = 'house') AND convert_from(entry, 'UTF8') LIKE '%%"%[2]s",{%%' AND convert_from(entry, 'UTF8') LIKE '%%%[3]s%%');
		IF NOT FOUND THEN RAISE 'nothing is changed'; END IF; END $x$`, c.machine, c.kind, c.was, c.is)
}

// saysWhatIsChanged demands that the report goes by no bytes of a machine's own stream that the pit has not countersigned, and says the rest: also where
// nothing is derived yet.
func (m *meddled) saysWhatIsChanged(t *testing.T, sound toldBy) {
	one := func(machine string) []string {
		return []string{machine + " house: its first ", "entries are not those of its last head", "without LB1: nothing can be made of what the pit has of the own stream of " + machine}
	}
	office := []string{"it is the stream of the office: what follows may ", "ufficio house: its first ", "entries are not those of its last head", "without LB2: "}
	for name, c := range map[string]changedBytes{
		"a count":               {"tavolo-2", "boxcounted", "[10000,3]", "[10000,1]", one("tavolo-2"), "LB2"},
		"a name that was taken": {"tavolo-2", "housetaken", "Anna Rossi", "Anna Russo", one("tavolo-2"), "LB2"},
		"a kind":                {"tavolo-2", "boxcounted", "boxcounted", "boxcountex", one("tavolo-2"), "LB2"},
		"a byte":                {"tavolo-2", "boxcounted", `"table"`, `"table`, one("tavolo-2"), "LB2"},
		"a count before a move": {"tavolo-1", "boxcounted", "[10000,4]", "[10000,1]", []string{"tavolo-1 house: its first ", "tavolo-1 LB1: what was counted of its drop boxes there may be missing"}, "LB1 LB2"},
		"the office's name":     {"ufficio", "staff", "Anna Rossi", "Anna Russo", office, "LB1"},
		"its currency":          {"ufficio", "houseset", "CHF", "EUR", office, "LB1"},
		"a kind of its":         {"ufficio", "pinrules", "pinrules", "pinrulex", office, "LB1"},
		"a byte of its":         {"ufficio", "pinrules", `"least"`, `"least`, office, "LB1"},
	} {
		for _, derived := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, derived %v", name, derived), func(t *testing.T) {
				m.again(t)
				all := m.commands(t.Context())
				if said := all["report"](); said != sound {
					t.Fatalf("%+v", said)
				}
				m.sql(t, c.sql())
				if !derived {
					must(t, os.RemoveAll(filepath.Join(m.dir, "derived")))
				}
				said := all["report"]()
				said.demand(t, c.report, c.tables)
				if strings.Contains(said.figures, "EUR") {
					t.Error(said.figures)
				}
				if said.holds || all["verify"]().holds {
					t.Error("the report or pit verify says nothing")
				}
			})
		}
	}
	m.again(t)
	if said := m.commands(t.Context())["report"](); said != sound {
		t.Errorf("once all is as it was: %+v", said)
	}
}

// A changedHead is another text in the place of a head that the database has of a stream, and bytes of a table that are changed with it.
type changedHead struct {
	machine, stream string
	note            func(own, note string) string // of what the machine signed, and that with the lines of the pit
	from, to        string                        // of those bytes, as a regular expression; "" for none
	report          string                        // what the report says of the stream
	tables          string                        // that it still has
}

// changedIn returns the statement that changes bytes of a stream: what is as a regular expression says becomes something else. It fails where no entry is
// changed.
func changedIn(machine, stream, from, to string) string {
	return fmt.Sprintf(`DO $x$ BEGIN UPDATE sabot.entries SET entry = convert_to(regexp_replace(convert_from(entry, 'UTF8'), '%[1]s', '%[2]s'), 'UTF8')
		WHERE stream = (SELECT id FROM sabot.streams WHERE machine = '%[3]s' AND name = '%[4]s') AND convert_from(entry, 'UTF8') ~ '%[1]s';
		IF NOT FOUND THEN RAISE 'nothing is changed'; END IF; END $x$`, from, to, machine, stream)
}

// saysWhatIsNotCountersigned demands that a head which the pit has not countersigned is named, and that the report has a table without that only as its
// machine signed it: else whoever administers the database takes the lines of the pit away, and nothing holds the bytes against anything.
func (m *meddled) saysWhatIsNotCountersigned(t *testing.T, sound toldBy) {
	key, err := seal.NewWitnessKey()
	must(t, err)
	stripped := func(own, _ string) string { return own }
	another := func(own, _ string) string {
		note, err := seal.Countersign(own, key)
		must(t, err)
		return note
	}
	nonsense := func(own, _ string) string { return own + "— witness nonsense\n" }
	noLine := func(own, _ string) string { return own + "nonsense\n" }
	ownGone := func(own, note string) string {
		body, _, _ := strings.Cut(own, "\n\n")
		return body + "\n\n" + strings.TrimPrefix(note, own)
	}
	older := func(string, string) string {
		return m.list(t, `SELECT note FROM before.streams WHERE machine = 'tavolo-2' AND name = 'house'`)[0]
	}
	const hand, handIs = `"handclosed",\{"house":-?`, `"handclosed",{"house":9`
	const bet, betIs = `"bets":\[\[(\d+),"([^"]*)",`, `"bets":[[\1,"\2",1`
	const not = "its head is not countersigned by this pit"
	for name, c := range map[string]changedHead{
		"a table, no line":                     {"tavolo-2", "LB1", stripped, "", "", not, "LB1 LB2"},
		"a table, another key's":               {"tavolo-2", "LB1", another, "", "", not, "LB1 LB2"},
		"a table, nonsense":                    {"tavolo-2", "LB1", nonsense, "", "", not, "LB1 LB2"},
		"a table, what is no line":             {"tavolo-2", "LB1", noLine, "", "", "its machine", "LB2"},
		"a table, not its machine's":           {"tavolo-2", "LB1", ownGone, "", "", "its machine", "LB2"},
		"a table, no line, a hand":             {"tavolo-2", "LB1", stripped, hand, handIs, not, "LB2"},
		"a table, no line, a bet":              {"tavolo-2", "LB1", stripped, bet, betIs, not, "LB2"},
		"a table, another key's, a bet":        {"tavolo-2", "LB1", another, bet, betIs, not, "LB2"},
		"a table, nonsense, a bet":             {"tavolo-2", "LB1", nonsense, bet, betIs, not, "LB2"},
		"a table, as the pit signed it, a bet": {"tavolo-2", "LB1", func(_, note string) string { return note }, bet, betIs, "", "LB2"},
		"a machine's own, no line":             {"tavolo-2", "house", stripped, "", "", not, "LB2"},
		"a machine's own, another key's":       {"tavolo-2", "house", another, "", "", not, "LB2"},
		"a machine's own, nonsense":            {"tavolo-2", "house", nonsense, "", "", not, "LB2"},
		"a machine's own, not its machine's":   {"tavolo-2", "house", ownGone, "", "", "its machine", "LB2"},
		"a machine's own, an older one":        {"tavolo-2", "house", older, "", "", "its head is one of", "LB2"},
		"of one that had the table":            {"tavolo-1", "house", stripped, "", "", not, "LB1 LB2"},
		"the office's, no line":                {"ufficio", "house", stripped, "", "", not, "LB1"},
	} {
		t.Run(name, func(t *testing.T) {
			m.again(t)
			note := m.list(t, `SELECT note FROM pristine.streams WHERE machine = $1 AND name = $2`, c.machine, c.stream)[0]
			own, _, err := seal.Split(note)
			must(t, err)
			m.sql(t, fmt.Sprintf(`UPDATE sabot.streams SET note = '%s' WHERE machine = '%s' AND name = '%s'`, c.note(own, note), c.machine, c.stream))
			if c.from != "" {
				m.sql(t, changedIn(c.machine, c.stream, c.from, c.to))
			}
			must(t, os.RemoveAll(filepath.Join(m.dir, "derived")))
			all := m.commands(t.Context())
			said := all["report"]()
			if !strings.Contains(said.words, c.machine+" "+c.stream+": ") && c.report != "" || !strings.Contains(said.words, c.report) {
				t.Errorf("the report says %q", said.words)
			}
			for _, table := range []string{"LB1", "LB2"} {
				if has := strings.Contains(said.figures, table); has != strings.Contains(c.tables, table) {
					t.Errorf("the report has %s: %v", table, has)
				}
			}
			if c.stream == "LB1" && c.tables == "LB1 LB2" && said.figures != sound.figures {
				t.Errorf("the figures are %s, and were %s", said.figures, sound.figures)
			}
			for _, name := range []string{"report", "status", "verify"} {
				if all[name]().holds && (name != "status" || c.report != "") { // status reads no bytes
					t.Errorf("pit %s says nothing", name)
				}
			}
		})
	}
}

// saysWhatIsBetween holds the report beside that of the sound pit, where entries between the first and the last of a table are missing or stand twice:
// it counts none. What the folder has derived of them is as true as before, and without that they are found as figures are made of them.
func (m *meddled) saysWhatIsBetween(t *testing.T, sound toldBy) {
	const fifth = `seq = 5 AND stream = (SELECT id FROM sabot.streams WHERE machine = 'tavolo-2' AND name = 'LB1')`
	for name, sql := range map[string]string{
		"one is missing":   `DELETE FROM sabot.entries WHERE ` + fifth,
		"one stands twice": `INSERT INTO sabot.entries SELECT stream, seq, at + 1, arrived, entry FROM sabot.entries WHERE ` + fifth,
	} {
		t.Run(name, func(t *testing.T) {
			m.again(t)
			all := m.commands(t.Context())
			if said := all["report"](); said != sound {
				t.Fatalf("%+v", said)
			}
			m.sql(t, sql)
			if said := all["report"](); said.figures != sound.figures {
				t.Errorf("%+v", said)
			}
			must(t, os.RemoveAll(filepath.Join(m.dir, "derived")))
			if said := all["report"](); !strings.Contains(said.words, "LB1") || strings.Contains(said.figures, "LB1") || !strings.Contains(said.figures, "LB2") {
				t.Errorf("%+v", said)
			}
			for _, name := range []string{"status", "verify"} {
				if all[name]().holds {
					t.Errorf("pit %s says nothing", name)
				}
			}
		})
	}
}

// saysWhichIsMissing demands that one entry which is missing, without a value or of a newer Sabot keeps no other stream from being said: each command goes
// on, names the stream with that entry and blames no other for it.
func (m *meddled) saysWhichIsMissing(t *testing.T) {
	const ofStream = ` WHERE stream = (SELECT id FROM sabot.streams WHERE machine = '%s' AND name = '%s') AND seq = %d`
	acts := map[string]string{
		"deleted":  `DELETE FROM sabot.entries` + ofStream,
		"no value": `UPDATE sabot.entries SET entry = NULL` + ofStream,
		"newer":    `UPDATE sabot.entries SET entry = convert_to(regexp_replace(convert_from(entry, 'UTF8'), '^\[[0-9]+', '[2'), 'UTF8')` + ofStream,
	}
	for _, c := range []struct{ machine, stream, has, first, of string }{ // of is the table whose shifts are judged by that stream
		{"tavolo-2", "LB1", "LB2", "LB1: ", "LB1"},
		{"tavolo-2", "house", "LB2", "without LB1: ", "LB1"},
		{"ufficio", "house", "LB1", "ufficio house: it is the stream of the office", "LB2"},
	} {
		size := 0
		must(t, m.conn.QueryRow(t.Context(), `SELECT size FROM pristine.streams WHERE machine = $1 AND name = $2`, c.machine, c.stream).Scan(&size))
		for seq := 2; seq < size; seq += max(1, size/3) {
			for act, sql := range acts {
				t.Run(fmt.Sprintf("%s %s/%d %s", c.machine, c.stream, seq, act), func(t *testing.T) {
					m.again(t)
					m.sql(t, fmt.Sprintf(sql, c.machine, c.stream, seq))
					must(t, os.RemoveAll(filepath.Join(m.dir, "derived")))
					all := m.commands(t.Context())
					in := c.machine + " " + c.stream + ": "
					report, table := all["report"](), []string{c.first}
					switch {
					case c.stream != "house" && act == "newer":
						table = append(table, "written by a newer Sabot")
					case c.stream != "house" && act == "deleted":
						table = append(table, fmt.Sprintf("entry %d of %s of %s, behind which the next is %d: ", seq, c.stream, c.machine, seq+1))
					case c.stream != "house":
						table = append(table, fmt.Sprintf("%s/%d: ", c.stream, seq))
					case act == "deleted":
						table = append(table, in+fmt.Sprintf("it has %d entries, and 1 of them are missing", size))
					default:
						table = append(table, in+fmt.Sprintf("its first %d entries are not those of its last head", size))
					}
					if report.demand(t, table, c.has); report.holds {
						t.Errorf("the report says %+v", report)
					}
					status := all["status"]()
					wrong := regexp.MustCompile(`\{Machine:(\S+) Stream:(\S+) [^{}]*Wrong:[^{} ]`).FindAllStringSubmatch(status.words, -1)
					switch blames := act == "deleted"; { // it reads no bytes
					case !strings.HasPrefix(status.words, "&{"), status.holds == blames, len(wrong) > 1, (len(wrong) == 1) != blames:
						t.Errorf("pit status says %+v", status)
					case blames && wrong[0][1]+" "+wrong[0][2]+": " != in:
						t.Errorf("pit status blames %q, and it is %s", wrong[0], in)
					}
					verify, says := all["verify"](), fmt.Sprintf("its entries are not those that this pit has countersigned: at entry %d\n", size)
					if act == "deleted" {
						says = fmt.Sprintf("entry %d of %s of %s, behind which the next is %d: ", seq, c.stream, c.machine, seq+1)
					}
					if !strings.Contains(verify.words, in+says) {
						t.Errorf("pit verify says %+v, wanted %q", verify, in+says)
					}
					for line := range strings.Lines(verify.words) {
						if !strings.HasPrefix(line, in) && !strings.HasPrefix(line, c.machine+" "+c.of+": ") {
							t.Errorf("pit verify says %q of another stream", line)
						}
					}
				})
			}
		}
	}
}

// saysWhatIsNull demands that a column which an administrator left without a value, in one row or in all, stops no command: it reads as empty, and is named
// as that is. Each command connects anew, as the commands of a pit do.
func (m *meddled) saysWhatIsNull(t *testing.T, sound map[string]toldBy) {
	was := m.queries
	defer func() { m.queries = was }()
	for _, table := range m.tables {
		for _, column := range m.of[table] {
			for which, where := range map[string]string{"": ` WHERE (tableoid, ctid) = (SELECT tableoid, ctid FROM sabot.%[1]q ORDER BY tableoid, ctid LIMIT 1)`, " in all": ``} {
				t.Run(table+"."+column+which, func(t *testing.T) {
					if testing.Short() && which != "" && table != "house" {
						t.Skip("one row stands for all")
					}
					m.again(t)
					done, err := m.conn.Exec(t.Context(), fmt.Sprintf(`UPDATE sabot.%[1]q SET %[2]q = NULL`+where, table, column))
					if err != nil || done.RowsAffected() == 0 || which != "" && (done.RowsAffected() == 1 || table == "entries") {
						t.Skip(err) // an identity, or what says the part; an empty table; one row is all; no entries are left
					}
					m.queries = central.Read(m.folder.Serve, m.folder.House)
					defer m.queries.Close()
					said := map[string]toldBy{}
					for name, command := range m.commands(t.Context()) {
						said[name] = command()
						if strings.Contains(said[name].words, "NULL") || name == "status" && !strings.HasPrefix(said[name].words, "&{") || name == "verify" && said[name].words != "" && !strings.HasSuffix(said[name].words, "\n") {
							t.Errorf("pit %s says %+v", name, said[name])
						}
						if table+"."+column == "house.name" && (name == "report" || name == "status" || name == "verify") && (said[name].holds || !strings.Contains(said[name].words, "update sabot.house set name = ")) {
							t.Errorf("pit %s does not name it: %+v", name, said[name])
						}
					}
					if said["report"].figures == "" && which == "" || said["report"].figures != sound["report"].figures && (said["report"].holds || said["verify"].holds) {
						t.Errorf("the report says %+v", said["report"])
					}
				})
			}
		}
	}
}

// anyRows changes some rows.
func (m *meddled) anyRows(t *rapid.T, sound map[string]toldBy) {
	m.again(t)
	list := m.meddles(t)
	for _, sql := range list {
		_, err := m.conn.Exec(context.Background(), sql)
		if err != nil {
			t.Logf("refused: %v", err)
		}
	}
	if rapid.Bool().Draw(t, "nothing derived") {
		_ = os.RemoveAll(filepath.Join(m.dir, "derived"))
	}
	said := map[string]toldBy{}
	for name, command := range m.commands(context.Background()) {
		one, panicked, stack := carriedOut(command)
		if said[name] = one; panicked != nil {
			t.Fatalf("%s panics: %v\n%s\n%s", name, panicked, strings.Join(list, "\n"), stack)
		}
	}
	if said["report"].figures == sound["report"].figures {
		return
	}
	changed := slices.ContainsFunc(list, func(sql string) bool { return strings.Contains(sql, `SET "entry" =`) })
	for _, name := range []string{"report", "status", "verify"} {
		if name == "status" && changed { // it reads no bytes of entries
			continue
		}
		if said[name].holds {
			t.Fatalf("the report says\n%s\nbefore\n%s\nand pit %s says nothing of it:\n%s\n%s", said["report"].figures, sound["report"].figures, name, said[name].words, strings.Join(list, "\n"))
		}
	}
}
