package pitserver_test

import (
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

// teller says by hand to a group what a house would say, with the house's own keys.
type teller struct {
	*said
	e       *pitclient.Enrolment
	key     *seal.Key
	tree    seal.Tree
	session string
	number  int64
}

func (g *pit) teller(t *testing.T, p *pit) *teller {
	t.Helper()
	key, err := seal.ReadKey(p.folder.Witness)
	must(t, err)
	return &teller{said: g.by(t, p.folder.Member, then), e: p.folder.Member, key: key}
}

// begin begins a session.
func (s *teller) begin(instance string) error {
	w, err := s.hello(instance, s.key.Verifier())
	s.session, s.number = w.Session, 0
	return err
}

// tell sends entries of a stream, of which the log is that, with a head or without one.
func (s *teller) tell(stream string, tree *seal.Tree, note string, texts ...[]byte) error {
	s.number++
	a := pitclient.Append{Session: s.session, Number: s.number, Stream: stream, From: tree.Size(), Clock: then().UnixMilli(), Texts: texts, Note: note}
	after := tree.Clone()
	for _, text := range texts {
		after.Add(text)
	}
	a.Root, a.Own = after.Root().String(), after.Size()
	_, name, whole := pitclient.CutMachine(stream)
	if !whole {
		var err error
		a.Note, err = seal.HeadOf(name, &after).Sign(s.key)
		must(s.t, err)
	}
	_, err := s.append(a)
	if err == nil {
		*tree = after
	}
	return err
}

// grown is an entry that says of LB1 of tavolo-1 that its head is that one.
func (s *teller) grown(head string) []byte {
	return record.EncodeOther(record.Entry{Table: s.e.Tables[0], Seq: s.tree.Size() + 1, At: then()}, "grown", pitserver.Grown{Machine: "tavolo-1", Stream: "LB1", Head: head})
}

// head is that of a log of LB1, by a machine's key, countersigned by a witness.
func head(t *testing.T, machine *seal.Key, witness string, tree *seal.Tree) string {
	t.Helper()
	note, err := seal.HeadOf("LB1", tree).Sign(machine)
	must(t, err)
	note, err = seal.Countersign(note, witness)
	must(t, err)
	return note
}

// logOf is a log of so many entries of LB1.
func logOf(n int, what string) (tree seal.Tree, texts [][]byte) {
	for i := range n {
		text := record.EncodeOther(record.Entry{Table: "LB1", Seq: int64(i) + 1, At: then()}, what, 1)
		tree.Add(text)
		texts = append(texts, text)
	}
	return tree, texts
}

// What a house says that does not follow from what it said before is refused, in words, and flagged; and a stream that is asked for has
// to be the one of which the head was said.
func TestGroupRefuses(t *testing.T) {
	t.Parallel()
	g := newGroup(t)
	g.up(t)
	p, _ := g.member(t, "Casinò Uno", "CHF")
	house, own := p.folder.House, p.folder.Member.Tables[0]
	s := g.teller(t, p)
	must(t, s.begin("one"))
	machine, err := seal.NewKey()
	must(t, err)
	stranger, err := seal.NewWitnessKey()
	must(t, err)
	four, texts := logOf(4, "a")
	other, bent := logOf(4, "b")
	shorter, _ := logOf(3, "a")
	said := head(t, machine, p.folder.Witness, &four)
	fork := func() error { return s.tell(own, &s.tree, "", s.grown(head(t, machine, p.folder.Witness, &other))) }

	says(t, s.tell(own, &s.tree, "", s.grown(head(t, machine, stranger, &four))), "the head of tavolo-1/LB1 is countersigned by no key of the pit of Casinò Uno")
	must(t, pgtest.Seen("the group's report says that its figures stand still", func() bool {
		return strings.Contains(g.of(t, p).Still, "what its pit says behind the first 0 entries is refused, and its figures stand still: the head of tavolo-1/LB1 is countersigned by no key")
	}))
	says(t, s.tell(own, &s.tree, "", []byte(`[1,"`+own+`",1,`+"1732222800000"+`,"",0,0,0,"later",{}]`)), `it is of kind "later"`, "install the newer one")
	says(t, s.tell(own, &s.tree, "", []byte("x")), "an entry that is none")
	must(t, s.tell(own, &s.tree, "", s.grown(said)))
	says(t, fork(), "tavolo-1/LB1 of Casinò Uno was said to have 4 entries", "they have not the same past")
	says(t, s.tell(own, &s.tree, "", s.grown(head(t, machine, p.folder.Witness, &shorter))), "and now 3")
	g.refusal(t, house, own, pitclient.Forked)
	s.number--
	says(t, fork(), "was made before")
	g.refusal(t, house, own, pitclient.Replayed)
	s.number++
	another, _ := logOf(1, "x")
	says(t, s.tell(own, &another, "", s.grown(said)), "they have not the same past")
	says(t, s.tell(own, &seal.Tree{}, ""), "its record is an older one")
	says(t, s.tell("house", &seal.Tree{}, ""), "may not ship house")

	whole := "tavolo-1/LB1"
	says(t, s.tell(whole, &seal.Tree{}, said, texts...), "nobody here asks for it")
	must(t, pitserver.Ask(t.Context(), g.folder, house, "tavolo-1", "LB1", true, then()))
	must(t, pgtest.Seen("the house hears what is asked", func() bool {
		must(t, s.begin("one"))
		w, err := s.hello("one", s.key.Verifier())
		s.session = w.Session
		return err == nil && slices.Contains(w.Wanted, whole)
	}))
	says(t, s.tell(whole, &seal.Tree{}, head(t, machine, p.folder.Witness, &other), bent...), "is not the one of which a head was said before")
	g.refusal(t, house, whole, pitclient.Forked)
	five, more := logOf(5, "a")
	says(t, s.tell(whole, &seal.Tree{}, head(t, machine, p.folder.Witness, &five), more...), "has 5 entries, and the last head that was said of it 4")
	says(t, s.tell(whole, &seal.Tree{}, head(t, machine, stranger, &four), texts...), "is not the one of which a head was said before")
	var tree seal.Tree
	must(t, s.tell(whole, &tree, "", texts[:3]...))
	must(t, s.tell(whole, &tree, said, texts[3:]...))
	g.holds(t)
}

// A house of another name, an enrolment of a machine, a pit with another key, another version and another group are refused in words.
func TestGroupOfOthers(t *testing.T) {
	t.Parallel()
	g, elsewhere := newGroup(t), newGroup(t)
	p, clock := g.member(t, "Casinò Uno", "CHF")
	text := mustText(t, p.folder.Member)
	other := newPit(t)
	_, err := pitserver.JoinGroup(t.Context(), other.dir, other.folder, text, then())
	says(t, err, "the group Gruppo Ceresio enrolled the house", "Casinò Uno", other.folder.House)
	m := other.newMachine(t, 1)
	_, err = pitclient.Join(m.house.Store(), m.house.State.Name, text)
	says(t, err, "Gruppo Ceresio", m.house.State.Name)
	_, err = pitserver.JoinGroup(t.Context(), g.dir, g.folder, text, then())
	says(t, err, "the folder of a group")
	_, err = pitserver.EnrollHouse(t.Context(), other.folder, "Casinò Due", false, then())
	says(t, err, "no group's")
	if err := central.Enroll(t.Context(), p.owner, p.folder.House, central.Member, "1", nil, false, 1); err == nil {
		t.Error("a machine has the name under which the pit speaks to the group")
	}

	g.up(t)
	says(t, g.by(t, p.folder.Member, then).post(pitclient.HelloPath, []byte("{}"), nil, "9 3.1.4"), "is Sabot 3.1.4 and speaks version 9")
	p.up(t)
	first := p.newMachine(t, 1)
	first.night(t, 1, 1)
	first.arrives(t)
	clock.pass(time.Hour)
	g.reaches(t, p, []*machine{first})
	p.stop()

	elsewhere.folder.Addresses = g.folder.Addresses
	g.stop()
	elsewhere.up(t)
	p.stop = p.serve(t, 0, p.now)
	must(t, pgtest.Seen("the house says that it is another group", func() bool { return strings.Contains(p.said.String(), "what answers is not our pit") }))
	p.stop()
	elsewhere.stop()
	g.up(t)

	mine := *p.folder
	mine.Witness, err = seal.NewWitnessKey()
	must(t, err)
	p.folder = &mine
	p.stop = p.serve(t, 0, p.now)
	first.enrolment = p.enroll(t, first.house, first.name, first.table) // of what no key of this pit is under it tells no figures
	first.arrives(t)
	clock.pass(time.Hour)
	must(t, pgtest.Seen("both sides say that it is another key", func() bool {
		words := "countersigned by no key of the pit of Casinò Uno"
		return strings.Contains(p.said.String(), words) && strings.Contains(g.said.String(), words)
	}))
}

// A group knows nobody's code, so that no name of digits alone is taken for it or a house of it: a PIN has no letter. Nor is a house enrolled
// whose name is read as that of another one. One that is there is enrolled again under its name.
func TestNamesOfAGroup(t *testing.T) {
	t.Parallel()
	g := newGroup(t)
	for name, why := range map[string]string{"31693196": "digits alone", " 3169 3196": "digits alone", "Grupp\u043e": "mixes alphabets", "Gruppo\nDue": "is no name"} {
		_, err := pitserver.MakeGroup(t.Context(), t.TempDir(), nil, name, g.owner, []string{"127.0.0.1:1"}, []string{"127.0.0.1"}, then())
		says(t, err, why)
		if strings.Contains(err.Error(), "3196") {
			t.Errorf("of a name of digits it is said: %v", err)
		}
	}
	for _, c := range [][2]string{
		{"Casinò Uno 10", ""},
		{"Kursaal", ""},
		{"Casinò Uno lO", `is read as "Casinò Uno 10", a house that there is`},
		{"KURSAAL", `is read as "Kursaal"`},
		{"Kursaa\u0406", "mixes alphabets"},
		{"31693196", "digits alone"},
		{"Casinò\nDue", "is no name"},
		{"Casinò Uno 10", ""},
		{"Casinò Due 10", ""},
	} {
		_, err := pitserver.EnrollHouse(t.Context(), g.folder, c[0], false, then())
		if (err == nil) != (c[1] == "") || err != nil && (!strings.Contains(err.Error(), c[1]) || strings.Contains(err.Error(), "3196")) {
			t.Errorf("%q is enrolled: %v; wanted %q", c[0], err, c[1])
		}
	}
}
