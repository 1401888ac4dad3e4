package architecture

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// An edit is what somebody writes into a file for a new kind of entry: before a line, or at the end where none is named.
type edit struct{ file, before, text string }

// madeUp are the edits of Go files for two kinds that there are not: one of the open hand, which an inspector signs, and one of the house.
var madeUp = map[string][]edit{
	"bellrung": {
		{"pit/record/fact_calls.go", "", `
// BellRung means: a bell rang at a box.
type BellRung struct {
	Box      int    'json:"box"'
	Ringer   string 'json:"ringer" log:"person"'
	Pieces   int    'json:"pieces,omitempty" log:"shown"'
	Bell     string 'json:"bell,omitempty" log:"hidden"'
	Reason   string 'json:"reason,omitempty"'
	Approver string 'json:"approver,omitempty"'
}

func (BellRung) kind() string { return "bellrung" }
`},
		{"pit/record/kinds.go", "	line(LastBetsCalled{},", `	line(BellRung{}, OfHand, inHand, Exception, TheCroupier, alone, func(f BellRung) []string { return only(f.Approver) }),
`},
		{"pit/hand/fold.go", "	case record.LastBetsCalled:", `	case record.BellRung:
		h.LastBets = e.At
`},
		{"pit/audit/redo_hand.go", "	by(func(r *redoing, f record.Undone)", `	by(func(r *redoing, f record.BellRung) ([]record.Fact, error) {
		return []record.Fact{f}, r.person(f.Approver).Check(house.SeeAlarm)
	}),
`},
	},
	"doorchecked": {
		{"pit/record/fact_program.go", "", `
// DoorChecked means: somebody found a door as it should be.
type DoorChecked struct {
	Door   string 'json:"door" log:"shown"'
	Finder string 'json:"finder,omitempty" log:"person"'
	By     string 'json:"by"'
}

func (DoorChecked) kind() string { return "doorchecked" }
`},
		{"pit/record/kinds.go", "	line(HouseNamed{},", `	line(DoorChecked{}, OfHouse, inHand, Routine, TheCroupier, never, func(f DoorChecked) []string { return only(f.By) }),
`},
		{"pit/house/fold.go", "	case record.Updated, ", `	case record.DoorChecked:
`},
		{"pit/house/again.go", "	record.KindOf(record.HouseSet{}):", `	record.KindOf(record.DoorChecked{}): ChangeHouse,
`},
		{"pit/house/again.go", "	case record.KitMade:", `	case record.DoorChecked:
		facts, err = []record.Fact{f}, h.whoWas(f.By).MayEnter(f)
`},
	},
}

// words are the keys that the made-up kinds have in each language.
var words = []string{"fact_bellrung", "fact_doorchecked", "field_ringer", "field_pieces", "field_door", "field_finder"}

// ARCHITECTURE names the files of Go that a new kind of entry is written into, four of them for each kind, and each is there.
func TestKindHasFourFiles(t *testing.T) {
	_, section, _ := strings.Cut(read(t, "../../ARCHITECTURE.md"), "## A kind of fact\n")
	section, _, _ = strings.Cut(section, "\n## ")
	file := regexp.MustCompile("`([\\w/]+\\.go)`")
	var rows [][]string
	for line := range strings.Lines(section) {
		if !strings.HasPrefix(line, "| `") {
			continue
		}
		var row []string
		for _, m := range file.FindAllStringSubmatch(line, -1) {
			if _, err := os.Stat("../../" + m[1]); err != nil {
				t.Error(err)
			}
			row = append(row, m[1])
		}
		rows = append(rows, row)
	}
	if len(rows) != 4 {
		t.Fatalf("it has %d rows of files: %v", len(rows), rows)
	}
	for kind, edits := range madeUp {
		var in []int
		for _, e := range edits {
			row := slices.IndexFunc(rows, func(row []string) bool { return slices.Contains(row, e.file) })
			if row < 0 {
				t.Errorf("%s is written into %s, which it does not name", kind, e.file)
			}
			in = append(in, row)
		}
		if in = slices.Compact(slices.Sorted(slices.Values(in))); !slices.Equal(in, []int{0, 1, 2, 3}) {
			t.Errorf("%s is in rows %v", kind, in)
		}
	}
}

// A kind that there is not is written into those files of a copy of the source, beside its words and its row in docs/record.md, and
// nothing else is: it is stamped, has its bytes, is folded, judged, taken back, approved and told, and every test of kinds holds.
func TestMadeUpKindsNeedNoOtherFile(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a copy of the source")
	}
	dir := t.TempDir()
	copied(t, dir)
	write := func(e edit) {
		t.Helper()
		path := filepath.Join(dir, e.file)
		is := read(t, path)
		at := len(is)
		if e.before != "" {
			if at = strings.Index(is, e.before); at < 0 {
				t.Fatalf("%s has no %q", e.file, e.before)
			}
		}
		if err := os.WriteFile(path, []byte(is[:at]+e.text+is[at:]), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for kind, edits := range madeUp {
		for _, e := range edits {
			e.text = strings.ReplaceAll(e.text, "'", "`")
			write(e)
		}
		write(edit{"docs/record.md", "| `lastbets` |", "| `" + kind + "` | made up |\n"})
	}
	for _, lang := range []string{"de", "en", "fr", "it"} {
		for _, key := range words {
			_, word, _ := strings.Cut(key, "_")
			write(edit{"assets/texts/" + lang + ".json", ` "fact_lastbets"`, ` "` + key + `": "` + word + " in " + lang + "\",\n"})
		}
	}
	for room, file := range map[string]string{"pit": "kind_pit.txt", "app/view": "kind_view.txt"} {
		if err := os.WriteFile(filepath.Join(dir, room, "made_up_test.go"), []byte(read(t, "testdata/"+file)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	rooms := []string{"./pit/record", "./pit", "./pit/tray", "./reports", "./app/text", "./app/view", "./app/demo"}
	run := exec.Command("go", append([]string{"test", "-vet=off", "-run", "MadeUp|Kind|EveryFact|EveryPerson|EveryMove|EveryApproved|KeysAre|Frozen|Forged"}, rooms...)...)
	run.Dir, run.Env = dir, append(os.Environ(), "CGO_ENABLED=0", "SABOT_FROZEN=write")
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for kind := range madeUp {
		if !strings.Contains(read(t, filepath.Join(dir, "pit/record/testdata/frozen.txt")), "\n\""+kind+"\",{") {
			t.Errorf("the bytes of %s are not frozen", kind)
		}
	}
	if tested := strings.Count(string(out), "ok  \t"); tested != len(rooms) || strings.Contains(string(out), "no tests to run") {
		t.Errorf("%s", out)
	}
}

// copied copies the source.
func copied(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		to := filepath.Join(dir, strings.TrimPrefix(path, "../.."))
		switch name := d.Name(); {
		case d.IsDir() && (name == ".git" || name == "dist" || name == "out"):
			return fs.SkipDir
		case d.IsDir():
			return os.MkdirAll(to, 0o700)
		case !d.Type().IsRegular() || name == ".git":
			return nil
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(to, b, 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
}
