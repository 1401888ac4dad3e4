package pitserver_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/central"
)

// A robbed machine is one whose keys somebody exchanges who administers the database. They may have the machine's certificate, but no key that seals.
type robbed struct {
	*pit
	m, other *machine
	key      *seal.Key // of theirs
	number   int64
}

func newRobbed(t *testing.T) *robbed {
	t.Helper()
	p := newPitOf(t, 2)
	p.up(t)
	r := &robbed{pit: p, m: p.newMachine(t, 1), other: p.newMachine(t, 2)}
	for _, m := range []*machine{r.m, r.other} {
		m.night(t, 1, 1)
		_, err := m.ship()
		must(t, err)
	}
	var err error
	r.key, err = seal.NewKey()
	must(t, err)
	r.isSilent(t, "before")
	for _, table := range []string{"machines", "streams", "entries"} {
		r.owns(t, fmt.Sprintf(`CREATE TABLE public.before_%[1]s AS SELECT * FROM sabot.%[1]s`, table))
	}
	return r
}

// back puts the rows back that were changed.
func (r *robbed) back(t *testing.T) {
	t.Helper()
	for _, table := range []string{"machines", "streams", "entries"} {
		r.owns(t, fmt.Sprintf(`DELETE FROM sabot.%[1]s; INSERT INTO sabot.%[1]s OVERRIDING SYSTEM VALUE SELECT * FROM public.before_%[1]s`, table))
	}
}

func (r *robbed) isSilent(t *testing.T, when string) {
	t.Helper()
	if report, status, verify := r.doubted(t); report+status+verify != "" {
		t.Errorf("%s:\n%s\n%s\n%s", when, report, status, verify)
	}
}

// isNamed demands that each of the three commands says some words of a stream of the machine.
func (r *robbed) isNamed(t *testing.T, when, stream, words string) {
	t.Helper()
	report, status, verify := r.doubted(t)
	for what, says := range map[string]string{"report": report, "status": status, "verify": verify} {
		is := false
		for _, line := range strings.Split(says, "\n") {
			is = is || strings.HasPrefix(line, r.m.name+" "+stream+": ") && strings.Contains(line, words)
		}
		if !is && (what != "report" || !strings.Contains(report, words)) { // it has no figures at all where nothing is left
			t.Errorf("%s: pit %s says %q, wanted %q of %s", when, what, says, words, stream)
		}
	}
}

// pins writes the keys of the machine's row.
func (r *robbed) pins(t *testing.T, verifier string) {
	t.Helper()
	r.owns(t, `UPDATE sabot.machines SET verifier = '`+verifier+`' WHERE name = '`+r.m.name+`'`)
}

// heads writes the head of a stream of the machine as sign makes it anew; countersignatures stay.
func (r *robbed) heads(t *testing.T, stream string, sign func(seal.Head) string) {
	t.Helper()
	s, _ := r.streamOf(t, r.m.name, stream)
	head, err := seal.ReadHead(s.Note)
	must(t, err)
	own, _, err := seal.Split(s.Note)
	must(t, err)
	r.owns(t, `UPDATE sabot.streams SET note = '`+sign(head)+strings.TrimPrefix(s.Note, own)+fmt.Sprintf(`' WHERE id = %d`, s.ID))
}

func (r *robbed) byTheirs(t *testing.T) func(seal.Head) string {
	return func(h seal.Head) string {
		note, err := h.Sign(r.key)
		must(t, err)
		return note
	}
}

// exchanged has the database say that the machine signs with their key, and has signed all with it.
func (r *robbed) exchanged(t *testing.T) {
	t.Helper()
	r.pins(t, r.key.Verifier())
	for _, stream := range []string{record.HouseStream, r.m.table} {
		r.heads(t, stream, r.byTheirs(t))
	}
}

// sends ships entries of the machine's own stream under its certificate, signed by their key.
func (r *robbed) sends(t *testing.T, facts ...record.Fact) error {
	t.Helper()
	s, tree := r.streamOf(t, r.m.name, record.HouseStream)
	by := r.by(t, r.m.enrolment, then)
	w, err := by.hello(fmt.Sprint("theirs", r.number), r.key.Verifier())
	must(t, err)
	r.number++
	a := pitclient.Append{Session: w.Session, Number: r.number, Stream: s.Name, From: tree.Size(), Clock: then().UnixMilli()}
	for _, f := range facts {
		a.Texts = append(a.Texts, record.Encode(record.Entry{Table: s.Name, Seq: tree.Size() + 1, At: r.m.clock.Now(), Fact: f}))
		tree.Add(a.Texts[len(a.Texts)-1])
	}
	head := seal.HeadOf(s.Name, &tree)
	a.Own, a.Root, a.Note = tree.Size(), head.Root.String(), r.byTheirs(t)(head)
	_, err = by.append(a)
	return err
}

// Whoever administers the database exchanges the key of a machine there, or takes it away, signs its heads with another one and ships under its
// certificate. The pit believes of a key what the machine's own record says, takes nothing signed by another one, and each command names it.
func TestKeyOfAMachineIsWhatItsRecordSays(t *testing.T) {
	defer pitserver.SettleFor(0)()
	r := newRobbed(t)
	honest := r.m.house.Store().Verifier()
	const emptied, noSuchKey, notSigned = "the database has no key of it", "its own record names no such key", "is not signed by its machine"
	for _, c := range []struct {
		name, stream, says string
		does               func()
	}{
		{"emptied", record.HouseStream, emptied, func() { r.pins(t, "") }},
		{"emptied, a head unsigned", "LB1", notSigned, func() {
			r.pins(t, "")
			s, _ := r.streamOf(t, r.m.name, "LB1")
			r.owns(t, fmt.Sprintf(`UPDATE sabot.streams SET note = regexp_replace(note, '— sabot [^\n]*\n', '') WHERE id = %d`, s.ID))
		}},
		{"emptied, a head signed by another", "LB1", notSigned, func() {
			r.pins(t, "")
			r.heads(t, "LB1", r.byTheirs(t))
		}},
		{"emptied, a head of another machine", "LB1", notSigned, func() {
			r.pins(t, "")
			head, err := r.other.house.Store().Head(record.HouseStream)
			must(t, err)
			r.heads(t, "LB1", func(h seal.Head) string {
				note := r.byTheirs(t)(h)
				body, _, _ := strings.Cut(note, "\n\n")
				_, line, _ := strings.Cut(head, "\n\n")
				return body + "\n\n" + line
			})
		}},
		{"another key", record.HouseStream, noSuchKey, func() { r.pins(t, r.key.Verifier()) }},
		{"one key more", record.HouseStream, noSuchKey, func() { r.pins(t, honest+" "+r.key.Verifier()) }},
		{"another key, and heads signed anew", "LB1", notSigned, func() { r.exchanged(t) }},
		{"another key, heads signed anew, then emptied", record.HouseStream, notSigned, func() { r.exchanged(t); r.pins(t, "") }},
		{"emptied as if it was enrolled anew, a head signed by another", "LB1", notSigned, func() {
			r.pins(t, "")
			r.owns(t, `UPDATE sabot.machines SET serial = 'x' WHERE name = '`+r.m.name+`'`)
			r.heads(t, "LB1", r.byTheirs(t))
		}},
		{"another key, and its own stream without a head", "LB1", notSigned, func() {
			r.exchanged(t)
			s, _ := r.streamOf(t, r.m.name, record.HouseStream)
			r.owns(t, fmt.Sprintf(`UPDATE sabot.streams SET note = '', signed = 0 WHERE id = %d`, s.ID))
		}},
		{"no key at all", record.HouseStream, noSuchKey, func() { r.pins(t, "x — y") }},
	} {
		c.does()
		r.isNamed(t, c.name, c.stream, c.says)
		r.back(t)
	}
	r.isSilent(t, "put back")

	t.Run("what is signed by another key is not taken", func(t *testing.T) {
		s, _ := r.streamOf(t, r.m.name, record.HouseStream)
		restored := record.Restored{}
		for _, stream := range []string{record.HouseStream, r.m.table} {
			head, err := r.m.house.Store().Head(stream)
			must(t, err)
			restored.Heads = append(restored.Heads, head)
		}
		wrongPIN := record.PINFailed{Number: "31", Table: "LB1"}
		for what, c := range map[string]struct {
			change func()
			says   string
		}{
			"exchanged": {func() { r.exchanged(t) }, notSigned},
			"emptied":   {func() { r.pins(t, "") }, emptied},
		} {
			c.change()
			r.again(t)
			for name, facts := range map[string][]record.Fact{
				"an entry":                    {wrongPIN},
				"as if it had been restored":  {restored, record.SealedBy{Key: r.key.Verifier()}, wrongPIN},
				"as if it had another key by": {record.SealedBy{Key: r.key.Verifier()}},
			} {
				err := r.sends(t, facts...)
				var refused *pitclient.Refusal
				if !errors.As(err, &refused) || refused.Why != pitclient.OtherKey {
					t.Errorf("%s, %s: %v", what, name, err)
				}
			}
			if is, _ := r.streamOf(t, r.m.name, record.HouseStream); is.Size != s.Size {
				t.Fatalf("%s: the pit took %d entries", what, is.Size-s.Size)
			}
			r.pins(t, "")
			r.isNamed(t, what+", then emptied", record.HouseStream, c.says)
			r.back(t)
		}
	})

	t.Run("a folder that has served nothing", func(t *testing.T) {
		r.stop()
		dir := copied(t, r.dir)
		must(t, os.RemoveAll(filepath.Join(dir, "signed")))
		was := r.folder
		var err error
		r.folder, err = pitserver.ReadFolder(dir)
		must(t, err)
		r.exchanged(t)
		r.pins(t, "")
		r.isNamed(t, "emptied", "LB1", notSigned)
		r.back(t)
		r.isSilent(t, "put back")
		r.folder = was
		r.up(t)
	})

	t.Run("the machine puts it right", func(t *testing.T) {
		r.pins(t, "")
		r.again(t)
		r.m.play(t, 1, 5)
		_, err := r.m.ship()
		must(t, err)
		r.isSilent(t, "once it has shipped")
		r.pins(t, r.key.Verifier())
		r.again(t)
		r.m.play(t, 1, 6)
		_, err = r.m.ship()
		must(t, err)
		r.isNamed(t, "exchanged", record.HouseStream, noSuchKey+": somebody else wrote into sabot.machines. Enroll tavolo-1 once more")
		r.m.enrolment = r.enroll(t, r.m.house, r.m.name, r.m.table)
		if _, status, verify := r.doubted(t); strings.Contains(status+verify, "key") {
			t.Errorf("enrolled anew, before it ships:\n%s\n%s", status, verify)
		}
		_, err = r.m.ship()
		must(t, err)
		r.isSilent(t, "once it was enrolled anew and has shipped")
	})
}

// A server that starts with another key in a machine's row goes by the machine's own record: the machine ships on and is told of no damage, and the pit names
// the row.
func TestMachineShipsOnWithAnotherKeyInItsRow(t *testing.T) {
	defer pitserver.SettleFor(0)()
	r := newRobbed(t)
	r.pins(t, r.key.Verifier())
	r.again(t)
	r.m.night(t, 1, 2)
	_, err := r.m.ship()
	must(t, err)
	r.isNamed(t, "exchanged", record.HouseStream, "its own record names no such key")
	if err := r.sends(t, record.PINFailed{Number: "31", Table: "LB1"}); err == nil {
		t.Error("what another key has signed was taken")
	}
}

// Entry 1 of a machine's own stream names another key for a while, in the bytes that the database has. The pit makes its log again before it believes that.
func TestKeyInChangedBytesIsNotBelieved(t *testing.T) {
	defer pitserver.SettleFor(0)()
	r := newRobbed(t)
	r.stop()
	must(t, os.RemoveAll(filepath.Join(r.dir, "signed")))
	s, tree := r.streamOf(t, r.m.name, record.HouseStream)
	was, is := r.m.house.Store().Verifier(), r.key.Verifier()
	r.owns(t, fmt.Sprintf(`UPDATE sabot.entries SET entry = convert_to(replace(convert_from(entry, 'UTF8'), '%s', '%s'), 'UTF8') WHERE stream = %d`, was, is, s.ID))
	r.exchanged(t)
	r.up(t)
	says(t, r.sends(t, record.PINFailed{Number: "31", Table: "LB1"}), "are not those that were countersigned")
	if now, _ := r.streamOf(t, r.m.name, record.HouseStream); now.Size != tree.Size() {
		t.Errorf("the pit took %d entries", now.Size-tree.Size())
	}
}

// Whoever administers the database of a group exchanges or empties the key of a house there, and has its certificate. The group's server holds that against
// its own memory: it takes nothing that another key has signed, and each command names the row.
func TestKeyOfAHouseIsWhatItsGroupHasCountersigned(t *testing.T) {
	t.Parallel()
	g := newGroup(t)
	g.up(t)
	p, _ := g.member(t, "Casinò Uno", "CHF")
	s := g.teller(t, p)
	must(t, s.begin("one"))
	machine, err := seal.NewKey()
	must(t, err)
	own, size := p.folder.Member.Tables[0], 0
	grows := func(s *teller) error {
		size++
		log, _ := logOf(size, "a")
		return s.tell(own, &s.tree, "", s.grown(head(t, machine, p.folder.Witness, &log)))
	}
	must(t, grows(s))
	witness, err := seal.NewWitnessKey()
	must(t, err)
	key, err := seal.ReadKey(witness)
	must(t, err)
	thief := &teller{said: g.by(t, p.folder.Member, then), e: p.folder.Member, key: key}
	named := func(when, words string) {
		t.Helper()
		status, err := pitserver.StatusOf(t.Context(), g.asked(t), g.folder, then())
		must(t, err)
		doubts, err := pitserver.HousesOf(t.Context(), g.asked(t), g.folder, "2024-11-21", then(), func(pitserver.HouseAt, error) {})
		must(t, err)
		verify := ""
		must(t, pitserver.Verify(t.Context(), g.asked(t), g.folder, func(_ central.Stream, wrong error) {
			if wrong != nil {
				verify += wrong.Error() + "\n"
			}
		}))
		for what, says := range map[string]string{"status": fmt.Sprint(status.Lines, status.Unsigned), "report": fmt.Sprint(doubts)} {
			if strings.Contains(says, "sabot.machines") != (words != "") || !strings.Contains(says, words) {
				t.Errorf("%s: %s says %s, wanted %q", when, what, says, words)
			}
		}
		if (verify != "") != (words != "") {
			t.Errorf("%s: verify says %q", when, verify)
		}
	}
	named("before", "")
	for verifier, words := range map[string]string{key.Verifier(): "this server has countersigned what it signed with another one", "": "the database has no key of it"} {
		g.owns(t, `UPDATE sabot.machines SET verifier = '`+verifier+`' WHERE name = 'Casinò Uno'`)
		g.again(t)
		named(verifier, words)
		thief.tree = s.tree.Clone()
		must(t, thief.begin("two"))
		says(t, grows(thief), "by no key of")
		size--
		named(verifier, words)
		must(t, s.begin("one"))
		must(t, grows(s))
	}
	g.owns(t, `UPDATE sabot.machines SET verifier = '' WHERE name = 'Casinò Uno'`)
	g.again(t)
	must(t, s.begin("one"))
	must(t, grows(s))
	named("once it has shipped", "")
}

// A pit of an older Sabot kept no certificates. The memory learns them when it serves: from then on a key that was taken away is named.
func TestMemoryOfAnOlderSabotLearnsCertificates(t *testing.T) {
	defer pitserver.SettleFor(0)()
	r := newRobbed(t)
	r.stop()
	r.forgetsCertificates(t)
	r.isSilent(t, "with a memory of before")
	r.up(t)
	r.m.night(t, 1, 2)
	_, err := r.m.ship()
	must(t, err)
	r.isSilent(t, "once it has shipped")
	r.pins(t, "")
	r.isNamed(t, "emptied", record.HouseStream, "the database has no key of it")
}

// forgetsCertificates makes the memory of the folder one of an older Sabot.
func (r *robbed) forgetsCertificates(t *testing.T) {
	t.Helper()
	m, err := r.folder.Memory(t.Context())
	must(t, err)
	heads, err := m.Signed(t.Context())
	must(t, errors.Join(err, m.Close()))
	must(t, os.RemoveAll(filepath.Join(r.dir, "signed")))
	m, err = r.folder.Memory(t.Context())
	must(t, err)
	for i := range heads {
		heads[i].Serial, heads[i].Issued = "", 0
	}
	must(t, errors.Join(m.Keep(t.Context(), heads), m.Close()))
}
