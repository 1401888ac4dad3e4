package pitserver_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/central"
	"sabot/storage/central/pgtest"
)

// aGrown is what a house said to its group last of the shifts of a table.
func aGrown(t *testing.T, p *pit, name string) (g pitserver.Grown) {
	t.Helper()
	found := false
	s, _ := p.streamOf(t, central.Member, name)
	texts, err := p.asked(t).Entries(t.Context(), s.ID, 1, int(s.Size))
	must(t, err)
	for _, text := range texts {
		var one pitserver.Grown
		_, err := record.DecodeOther(text, "grown", &one)
		must(t, err)
		if len(one.Shifts) > 0 {
			g, found = one, true
		}
	}
	if !found {
		t.Fatal("nothing was said of a shift")
	}
	return g
}

// invented is a piece of a house's stream at its group that somebody makes up.
func (p *pit) invented(t *testing.T, name string, bend func(*pitserver.Grown)) (piece central.Piece, tree seal.Tree) {
	t.Helper()
	g := aGrown(t, p, name)
	g.Shifts, g.Doubts = slices.Clone(g.Shifts[:1]), nil
	bend(&g)
	s, tree := p.streamOf(t, central.Member, name)
	at := then().UTC().Truncate(time.Millisecond)
	text := record.EncodeOther(record.Entry{Table: name, Seq: s.Size + 1, At: at}, "grown", &g)
	tree.Add(text)
	return central.Piece{Stream: s.ID, From: s.Size, Times: []int64{at.UnixMilli()}, Texts: [][]byte{text}, Edge: tree.Edge()}, tree
}

// aToldHouse is a house of one closed shift that its group has heard.
func aToldHouse(t *testing.T) (g, p *pit, clock *watch, m *machine, name string) {
	t.Helper()
	g = newGroup(t)
	g.up(t)
	p, clock, m = g.nightOf(t, "Casinò Uno", "CHF", 2, 1)
	name = p.folder.Member.Tables[0]
	p.allSigned(t, name)
	return g, p, clock, m, name
}

// allSigned waits until the group has countersigned all that a house has said.
func (p *pit) allSigned(t *testing.T, name string) {
	t.Helper()
	if err := pgtest.Seen("the group has countersigned all", func() bool {
		s, _ := p.streamOf(t, central.Member, name)
		return s.Size > 0 && s.Signed == s.Size
	}); err != nil {
		t.Fatal(err, p.said.String())
	}
}

// Whoever has the login that serves puts figures behind what a house says to its group: of a shift that never was, of a table that there is not, other
// ones of a shift, or nonsense. The house's server signs none of it and its status, report and verify name it; the house goes on once it has joined anew.
func TestFiguresThatTheServerDidNotEnterAreNotSigned(t *testing.T) {
	t.Parallel()
	for what, bend := range inventions {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			g, p, clock, m, name := aToldHouse(t)
			before, _ := p.streamOf(t, central.Member, name)
			figures := string(record.EncodeValue(g.of(t, p).Shifts))
			piece, _ := p.invented(t, name, bend)
			if what == "while it serves" {
				p.owns(t, fmt.Sprintf(`SELECT sabot.append(%d, %d, array[%d]::bigint[], array['\x%x'::bytea], %d, '\x%x'::bytea, '')`, piece.Stream, piece.From, piece.Times[0], piece.Texts[0], piece.Times[0], piece.Edge))
				m.play(t, 1, 6) // it has something to say
				m.arrives(t)
			} else {
				p.adds(t, piece)
			}
			clock.pass(time.Hour)
			words := fmt.Sprintf("entry %d of what is said to the group Gruppo Ceresio is none that a server of this house put there", piece.From+1)
			if err := pgtest.Seen("the server says so", func() bool { return strings.Contains(p.said.String(), words) }); err != nil {
				s, _ := p.streamOf(t, central.Member, name)
				t.Fatalf("%v: %d of its %d entries are signed, and the group has %s", err, s.Signed, s.Size, record.EncodeValue(g.of(t, p).Shifts))
			}
			if s, _ := p.streamOf(t, central.Member, name); s.Signed != before.Signed || s.Note != before.Note {
				t.Errorf("%d of %d are signed", s.Signed, s.Size)
			}
			if got := g.of(t, p); string(record.EncodeValue(got.Shifts)) != figures || got.Stream.Size != before.Size {
				t.Errorf("the group has %s", record.EncodeValue(got.Shifts))
			}
			report, status, verify := p.doubted(t)
			for by, says := range map[string]string{"report": report, "status": status, "verify": verify} {
				if !strings.Contains(says, central.Member+" "+name+": ") || !strings.Contains(says, "group enroll --anew for Casinò Uno") || by == "status" && !strings.Contains(says, fmt.Sprintf("entry %d of what is said", piece.From+1)) {
					t.Errorf("pit %s: %q", by, says)
				}
			}
			if p.status(t).Holds() {
				t.Error("pit status holds")
			}

			g.join(t, p, true)
			p.again(t)
			m.arrives(t)
			g.reaches(t, p, []*machine{m})
			p.allSigned(t, p.folder.Member.Tables[0])
			if report, status, verify := p.doubted(t); strings.Contains(report+status+verify, central.Member) {
				t.Errorf("once it has joined anew:\n%s\n%s\n%s", report, status, verify)
			}
		})
	}
}

var inventions = map[string]func(*pitserver.Grown){
	"a shift that never was":         func(g *pitserver.Grown) { g.Shifts[0].Number, g.Shifts[0].Turnover = 9, 1_000_100 },
	"a table that there is not":      func(g *pitserver.Grown) { g.Stream, g.Shifts[0].Table, g.Head = "LB9", "LB9", "" },
	"other figures of a shift":       func(g *pitserver.Grown) { g.Shifts[0].Result.ByCount.Amount -= 7_000_100 },
	"while it serves":                func(g *pitserver.Grown) { g.Shifts[0].Number = 8 },
	"the signature of another entry": func(g *pitserver.Grown) {},
}

// What a server signed that did not look comes out too: pit verify holds what was said to the group against the house's own entries. Honest play meanwhile
// is named by nothing.
func TestFiguresSaidToTheGroupAreHeldAgainstTheEntries(t *testing.T) {
	t.Parallel()
	for what, c := range map[string]struct {
		bend  func(*pitserver.Grown)
		words string
	}{
		"a shift that never was":    {inventions["a shift that never was"], "a shift 9 of tavolo-1/LB1, which it does not have"},
		"a table that there is not": {inventions["a table that there is not"], "shifts of tavolo-1/LB9, of which it has nothing"},
		"other figures of a shift":  {inventions["other figures of a shift"], "other figures of shift 1 of tavolo-1/LB1"},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			g, p, _, m, name := aToldHouse(t)
			if found := p.faults(t); found != "" {
				t.Fatal(found)
			}
			m.play(t, 2, 5) // the group hears of that with the next hour
			m.arrives(t)
			p.stop()
			if found := p.faults(t); found != "" {
				t.Fatal("between two hours: " + found)
			}
			piece, tree := p.invented(t, name, c.bend)
			key, err := seal.ReadKey(p.folder.Witness)
			must(t, err)
			note, err := seal.HeadOf(name, &tree).Sign(key)
			must(t, err)
			piece.Note, err = seal.Countersign(note, g.folder.Witness)
			must(t, err)
			w, err := central.Write(t.Context(), p.folder.Serve, p.folder.House)
			must(t, err)
			must(t, w.Append(t.Context(), []central.Piece{piece}, then().UnixMilli()))
			w.Close()
			if found := p.faults(t); !strings.Contains(found, central.Member+" "+name+": ") || !strings.Contains(found, c.words) || !strings.Contains(found, "group enroll --anew") {
				t.Errorf("pit verify: %q, wanted %q", found, c.words)
			}
		})
	}
}

// What a server of Sabot 0.9 put there, and its group had not countersigned by then, has no signature of its own. It is signed where the house's entries
// say the same.
func TestUnsignedFiguresOfAnOlderSabotAreSigned(t *testing.T) {
	t.Parallel()
	_, p, _, _, name := aToldHouse(t)
	piece, _ := p.invented(t, name, func(g *pitserver.Grown) { g.By = "" })
	p.adds(t, piece)
	p.allSigned(t, name)
	if s, _ := p.streamOf(t, central.Member, name); s.Size <= piece.From {
		t.Errorf("it has %d entries", s.Size)
	}
	if report, status, verify := p.doubted(t); strings.Contains(report+status+verify, central.Member) {
		t.Errorf("%s\n%s\n%s", report, status, verify)
	}
}

// A row that says of a refusal that it was seen more often than it came keeps the next ones silent. No Sabot writes that: it is named, with the statement
// that puts it right.
func TestRowOfARefusalThatNoSabotWritesIsNamed(t *testing.T) {
	t.Parallel()
	p := newPit(t)
	p.up(t)
	m := p.newMachine(t, 1)
	m.play(t, 1, 1)
	m.arrives(t)
	older := copied(t, m.dir)
	m.play(t, 1, 2)
	m.arrives(t)
	_, err := shipFrom(older, m.enrolment)
	says(t, err, "its record is an older one")
	const named = "no Sabot writes that"
	q := central.Read(p.folder.Serve, p.folder.House)
	defer q.Close()
	_, err = q.See(t.Context(), time.Now().Add(time.Hour).UnixMilli())
	must(t, err)
	if report, status, verify := p.doubted(t); strings.Contains(report+status+verify, named) {
		t.Fatalf("of one that somebody has looked at: %s\n%s\n%s", report, status, verify)
	}
	for _, row := range []string{"seen = times + 1", "seen = 1000000000000", "seen = -1", "times = 0, seen = 0", "times = 9223372036854775807, seen = 9223372036854775807"} {
		p.owns(t, `UPDATE sabot.refusals SET `+row)
		report, status, verify := p.doubted(t)
		for by, says := range map[string]string{"report": report, "status": status, "verify": verify} {
			if !strings.Contains(says, "tavolo-1 LB1: ") || !strings.Contains(says, named) {
				t.Errorf("%s: pit %s: %q", row, by, says)
			}
		}
		if p.status(t).Holds() {
			t.Errorf("%s: pit status holds", row)
		}
		_, cure, _ := strings.Cut(status, "puts it right: ")
		cure, _, _ = strings.Cut(cure, "\n")
		p.owns(t, cure)
		if unseen, err := q.Unseen(t.Context()); err != nil || len(unseen) != 1 || unseen[0].Why != string(pitclient.Behind) || strings.Contains(p.stated(t), named) {
			t.Errorf("%s: once it is put right: %+v, %v", row, unseen, err)
		}
	}
}

// What comes between two hours is no fault of what was said before: hands, a box that is counted late, a shift that is put right, a table that goes to
// another machine in order, and one that a manager moves from a broken one.
func TestHonestHouseSaysNothingUntrueToItsGroup(t *testing.T) {
	t.Parallel()
	g := newGroup(t)
	g.up(t)
	p, office, a, b := twoMembers(t)
	p.stop()
	clock := newWatch()
	p.now = clock.now
	g.join(t, p, false)
	p.again(t)
	a.night(t, 2, 1)
	a.arrives(t)
	clock.pass(time.Hour)
	name := p.folder.Member.Tables[0]
	hour := func(machines ...*machine) {
		t.Helper()
		clock.pass(time.Hour)
		g.reaches(t, p, machines)
		p.allSigned(t, name)
		if found := p.faults(t); strings.Contains(found, central.Member) {
			t.Error(found)
		}
	}
	between := func(what string) {
		t.Helper()
		report, status, verify := p.doubted(t)
		if all := report + status + verify; strings.Contains(all, central.Member) {
			t.Errorf("%s: %s", what, all)
		}
	}
	hour(a)
	must(t, a.countsBox(t, 40_000, "a note stuck"))
	a.arrives(t)
	between("a box counted late")
	hour(a)
	p.handedOver(t, "LB1", b.name)
	p.ships(t, office)
	a.hears(t)
	b.pull(t)
	between("a table that goes")
	b.clock.Pass(20 * time.Hour)
	b.night(t, 2, 2)
	b.arrives(t)
	between("a table that went")
	hour(b)
	b.clock.Pass(20 * time.Hour)
	b.play(t, 2, 3)
	b.arrives(t)
	hour(b)
	b.play(t, 2, 4) // the pit never hears of that
	_, err := p.moved(t, "LB1", a.name, true)
	must(t, err)
	p.ships(t, office)
	a.pull(t)
	between("a table that a manager moves")
	a.play(t, 1, 5)
	a.arrives(t)
	between("a table that was moved")
	hour(a)
	if s, _ := p.streamOf(t, central.Member, name); s.Size < 8 {
		t.Errorf("%d entries", s.Size)
	}
}

// A server with another witness.key serves on a house's database, and enters what it has to say. The house's own server signs none of it, and does not say that
// somebody wrote into the database where it was perhaps that one.
func TestFiguresOfAServerWithAnotherKey(t *testing.T) {
	t.Parallel()
	_, p, _, _, name := aToldHouse(t)
	text, err := seal.NewWitnessKey()
	must(t, err)
	other, err := seal.ReadKey(text)
	must(t, err)
	piece, _ := p.invented(t, name, func(g *pitserver.Grown) {
		s, _ := p.streamOf(t, central.Member, name)
		unsigned := *g
		unsigned.By = ""
		bytes := record.EncodeOther(record.Entry{Table: name, Seq: s.Size + 1, At: then().UTC().Truncate(time.Millisecond)}, "grown", &unsigned)
		g.By, err = seal.Head{Stream: "~grown/" + name, Size: s.Size + 1, Root: seal.Leaf(bytes)}.Sign(other)
		must(t, err)
	})
	p.adds(t, piece)
	report, status, verify := p.doubted(t)
	want := fmt.Sprintf("entry %d of what is said to the group Gruppo Ceresio is signed with another key than witness.key of this folder: a server of this pit with another folder put it there, or somebody wrote", piece.From+1)
	for by, says := range map[string]string{"report": report, "status": status, "verify": verify} {
		if !strings.Contains(says, want) || strings.Contains(says, "none that a server of this house put there") {
			t.Errorf("pit %s: %q", by, says)
		}
	}
}
