package demo_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"

	"sabot/app/demo/demotest"
	"sabot/pit/audit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/recordtest"
	"sabot/pit/seal"
)

// forger has the key that seals a record, and the PINs of those who help: what they sign is
// theirs. It has nobody else's.
type forger struct {
	t       *testing.T
	key     *seal.Key
	earlier []*seal.Key // and that one, the last of them
	streams map[string][]record.Entry
	names   []string
	badges  map[string]house.Badge
	lines   map[string][]record.Line // of the streams
	heads   map[string][]int64       // the sizes of which the house has their heads
	logs    map[string]*demotest.Log // of the streams, once they were asked for
	former  []house.Badge            // with PINs that were in use before
	alone   bool                     // nobody helps: what was signed behind a forgery stays as it is
}

// leaver is an inspector who worked here before the night and does no more.
const leaver = "22"

// Streams and the other methods make a forged record be read as one.
func (f *forged) Streams(context.Context) ([]string, error) { return f.names, nil }

// forged is a record whose heads and checkpoints the forger signed anew.
type forged struct {
	names []string
	lines map[string][]record.Line
	heads map[string]*record.StoredHead
}

// lineOf is an entry as it lies in a record.
func lineOf(e record.Entry) record.Line {
	b := record.Encode(e)
	return record.Line{Seq: e.Seq, Bytes: b, Leaf: seal.Leaf(b), Entry: e}
}

func (f *forged) Stored(_ context.Context, name string) (*record.StoredHead, error) {
	return f.heads[name], nil
}

func (f *forged) Lines(_ context.Context, name string) iter.Seq2[*record.Line, error] {
	return func(yield func(*record.Line, error) bool) {
		for i := range f.lines[name] {
			if !yield(&f.lines[name][i], nil) {
				return
			}
		}
	}
}

// Leaves are not asked of it.
func (f *forged) Leaves(context.Context, string) iter.Seq2[[32]byte, error] { return nil }

// Bytes are not asked of it either.
func (f *forged) Bytes(context.Context, string, int64, int) ([][]byte, error) { return nil, nil }

func (f *forged) Stray(context.Context) ([]*record.Fault, error) { return nil, nil }
func (f *forged) Close() error                                   { return nil }

// verified is the first fault of the record with some entries of a stream in the place of
// others or behind them, sealed with the true key; nil where it holds.
func (f *forger) verified(stream string, at int, instead ...record.Entry) *record.Fault {
	x := f.record()
	x.put(stream, at, instead...)
	return f.judged(x)
}

// record is the record as it is, to be forged.
func (f *forger) record() *forged {
	return &forged{names: f.names, lines: maps.Clone(f.lines), heads: map[string]*record.StoredHead{}}
}

// put has some entries in the place of others of a stream or behind them.
func (x *forged) put(stream string, at int, instead ...record.Entry) {
	list := slices.Clone(x.lines[stream])
	x.lines[stream] = slices.Grow(list, len(instead))[:max(at+len(instead), len(list))]
	for i, e := range instead {
		line := lineOf(e)
		line.Seq = int64(at + i + 1)
		x.lines[stream][at+i] = line
	}
}

// judged is the first fault of a forged record once it is sealed with the true key.
func (f *forger) judged(x *forged) *record.Fault {
	for _, c := range f.checked(x) {
		if c.Fault != nil {
			return c.Fault
		}
	}
	return nil
}

// checked is what an audit finds of a forged record once it is sealed with the true key.
func (f *forger) checked(x *forged) []audit.Checked {
	roots := map[string]map[int64]seal.Head{}
	for _, name := range append(slices.Clone(x.names[1:]), x.names[0]) {
		x.lines[name] = slices.Clone(x.lines[name])
		var tree seal.Tree
		var log demotest.Log
		roots[name] = map[int64]seal.Head{}
		for i := range x.lines[name] {
			f.sealAnew(&x.lines[name][i], func(head seal.Head) seal.Head {
				if head.Stream == name {
					return seal.HeadOf(name, &tree)
				}
				return roots[head.Stream][head.Size]
			})
			if !f.alone {
				f.signAnew(x.lines[name], i, &log)
			}
			log.Add(x.lines[name][i].Entry)
			tree.AddLeaf(x.lines[name][i].Leaf)
			if slices.Contains(f.heads[name], tree.Size()) {
				roots[name][tree.Size()] = seal.HeadOf(name, &tree)
			}
		}
		note, err := seal.HeadOf(name, &tree).Sign(f.key)
		must(f.t, err)
		x.heads[name] = &record.StoredHead{Size: tree.Size(), Edge: tree.Edge(), Note: note}
	}
	all, err := audit.Verify(context.Background(), x, audit.Check{Trusted: f.key.Verifier()})
	must(f.t, err)
	return all
}

// sealAnew has the heads in an entry be those of the record as it is now, of which is tells the
// one of that stream and size; what is no head stays so.
func (f *forger) sealAnew(l *record.Line, is func(seal.Head) seal.Head) {
	anew := func(note string) string {
		for _, key := range f.earlier {
			head, _, err := seal.Open(note, key.Verifier())
			if err != nil || is(head) == (seal.Head{}) || is(head) == head {
				continue
			}
			note, err = is(head).Sign(key)
			must(f.t, err)
			break
		}
		return note
	}
	e := l.Entry
	switch fact := e.Fact.(type) {
	case record.Checkpointed:
		fact.Note = anew(fact.Note)
		e.Fact = fact
	case record.Restored:
		fact.Heads = slices.Clone(fact.Heads)
		for i, note := range fact.Heads {
			fact.Heads[i] = anew(note)
		}
		e.Fact = fact
	default:
		return
	}
	seq := l.Seq
	*l = lineOf(e)
	l.Seq = seq
}

// signed is an entry with approvals in the place of those that it had: of each number by
// whose badge it is, and where fewer sign than did with something that changes nothing.
func (f *forger) signed(e record.Entry, slots int, numbers []string, by func(string) house.Badge) []record.Entry {
	out := []record.Entry{e}
	for i := range slots {
		next := e
		next.Seq = e.Seq + int64(i) + 1
		next.Fact = record.Fact(record.PatternsSet{Off: []string{}})
		if e.Table == record.HouseStream {
			next.Fact, next.By = record.PINFailed{}, ""
		}
		if i < len(numbers) {
			approval, err := by(numbers[i]).Approve(f.stood(e.Table, e.Seq-1), e)
			must(f.t, err)
			approval.By = numbers[i]
			next.Fact = approval
		}
		out = append(out, next)
	}
	return out
}

// approvals is how many approvals follow an entry.
func approvals(list []record.Entry, at int) int {
	n := 0
	for at+1+n < len(list) {
		if _, ok := list[at+1+n].Fact.(record.Approved); !ok {
			break
		}
		n++
	}
	return n
}

// fields are where facts name who signs them.
var fields = []string{"by", "with", "approver", "manager", "croupier", "inspector", "to", "kept", "signed", "waived", "number"}

// renamed is an entry that names somebody else as its nth signer.
func renamed(e record.Entry, was, is string) (record.Entry, bool) {
	text := string(record.Encode(e))
	at := strings.LastIndex(text, `"`+record.KindOf(e.Fact)+`",{`)
	fact := text[at:]
	for _, field := range slices.Backward(fields) {
		if strings.Contains(fact, fmt.Sprintf(`"%s":"%s"`, field, was)) && slices.Contains(record.Signers(e.Fact), was) {
			fact = strings.Replace(fact, fmt.Sprintf(`"%s":"%s"`, field, was), fmt.Sprintf(`"%s":"%s"`, field, is), 1)
			out, err := record.Decode([]byte(text[:at] + fact))
			return out, err == nil && !slices.Contains(record.Signers(out.Fact), was)
		}
	}
	return e, false
}

// forgery is one way to forge an entry, by somebody whose key the forger has.
type forgery struct {
	name    string
	entries []record.Entry
}

// signers are the forgeries of who signs an entry.
func (f *forger) signers(list []record.Entry, at int) []forgery {
	e, slots := list[at], approvals(list, at)
	own := func(number string) house.Badge { return f.badges[number] }
	var out []forgery
	numbers := record.Signers(e.Fact)
	for i, was := range numbers {
		others := []string{"", "99", leaver, "12", "41", "11", "13"}
		for _, is := range others {
			x, ok := renamed(e, was, is)
			if !ok || is == was || slices.Contains(numbers, is) || f.may(e.Fact, i, is) {
				continue
			}
			sign := record.Signers(x.Fact)
			if is == "" || is == "99" {
				sign = slices.DeleteFunc(slices.Clone(sign), func(n string) bool { return n == is })
			}
			out = append(out, forgery{fmt.Sprintf("%s instead of %s", cmp.Or(is, "nobody"), was), f.signed(x, slots, sign, own)})
		}
		if len(numbers) == 2 {
			if x, ok := renamed(e, was, numbers[1-i]); ok {
				out = append(out, forgery{"one person as two", f.signed(x, slots, record.Signers(x.Fact), own)})
			}
		}
	}
	if len(numbers) > 0 {
		out = append(out, forgery{"another's key", f.signed(e, slots, numbers, func(string) house.Badge { return f.badges[leaver] })})
		out = append(out, forgery{"nobody signs", f.signed(e, slots, nil, own)})
	}
	return out
}

// may says whether somebody may sign a fact in the place of its nth signer: then it is none
// of a forger, but theirs.
func (f *forger) may(fact record.Fact, n int, is string) bool {
	who, known := f.badges[is]
	if !known || is == leaver {
		return false
	}
	switch fact := fact.(type) {
	case record.Opened:
		return n == 0 && who.MayDeal()
	case record.Relieved:
		return who.MayDeal()
	case record.ClosingRecounted:
		return n == 0 || who.May(house.CountFloatRight)
	case record.DropCounted:
		return who.May(house.CountDropRight)
	case record.SignedOn:
		return who.MayEnter(fact) == nil && fact.Table == ""
	}
	_, takes := house.RightTo(fact)
	return takes && who.MayEnter(fact) == nil
}

// free is what nothing before or after binds, by kind: what somebody says who answers for it
// alone, and what a program says of itself. Heads are signed anew.
var free = map[string][]string{
	"incident": {"box", "amount", "text"}, "tip": {"amount"}, "tipped": {"amount"}, "boughtin": {"box"},
	"boxpassed": {"box"}, "seat": {"box"}, "early": {"bettor"},
	"backedup": {"bytes", "entries", "file"}, "backupfailed": {"file", "why", "planned"}, "printed": {"digest", "item"},
	"started": {"version"}, "stopped": {"version"}, "updated": {"version"}, "checkpoint": {"note"}, "restored": {"heads"},
}

// emptied is what may be missing.
var emptied = map[string][]string{
	"backupfailed": {"cause"}, "printed": {"table", "by"}, "pinfailed": {"number"}, "started": {"table", "sha256"}, "stopped": {"table", "sha256"}, "updated": {"table", "sha256"},
}

// numbers are the forgeries of an entry's numbers; what people signed has their signatures
// of before.
func (f *forger) numbers(list []record.Entry, at int) []forgery {
	e := list[at]
	var out []forgery
	kind := record.KindOf(e.Fact)
	var fact any
	must(f.t, json.Unmarshal(record.EncodeValue(e.Fact), &fact))
	var leaves func(v any, path string, set func(any))
	try := func(path string, set func(any), was any, others ...any) {
		for _, is := range others {
			set(is)
			x, err := withFact(e, fact)
			set(was)
			if err == nil && !record.Same(x.Fact, e.Fact) {
				out = append(out, forgery{fmt.Sprintf("%s %v for %v", path, is, was), []record.Entry{x}})
			}
		}
	}
	leaves = func(v any, path string, set func(any)) {
		switch v := v.(type) {
		case map[string]any:
			for _, k := range slices.Sorted(maps.Keys(v)) {
				if !slices.Contains(free[kind], k) && len(out) < 12 {
					leaves(v[k], path+"."+k, func(is any) {
						if v[k] = is; is == "" && slices.Contains(emptied[kind], k) {
							v[k] = "\x00"
						}
					})
				}
			}
		case []any:
			for i := range v {
				if len(out) < 12 {
					leaves(v[i], fmt.Sprintf("%s[%d]", path, i), func(is any) { v[i] = is })
				}
			}
		case float64:
			try(path, set, v, v+1, float64(1<<31))
		case string:
			try(path, set, v, v+"1", "")
		case bool:
			try(path, set, v, !v)
		}
	}
	leaves(fact, kind, func(any) {})
	of := func(name string, change func(*record.Entry)) {
		x := e
		change(&x)
		out = append(out, forgery{name, []record.Entry{x}})
	}
	of("another year", func(e *record.Entry) { e.At = e.At.AddDate(-56, 0, 0) })
	of("year 9999", func(e *record.Entry) { e.At = e.At.AddDate(7973, 0, 0) })
	of("the next shift", func(e *record.Entry) { e.Shift++ })
	of("another shoe", func(e *record.Entry) { e.Shoe += 2 })
	of("another hand", func(e *record.Entry) { e.Hand += 2 })
	if at+1 < len(list) && !list[at+1].At.Equal(e.At) {
		next := list[at+1]
		e.At, next.At = next.At, e.At
		out = append(out, forgery{"times exchanged with the next", []record.Entry{e, next}})
	}
	return out
}

func withFact(e record.Entry, fact any) (record.Entry, error) {
	text := string(record.Encode(e))
	at := strings.LastIndex(text, `"`+record.KindOf(e.Fact)+`",`)
	b, err := json.Marshal(fact)
	if err != nil {
		return e, err
	}
	return record.Decode([]byte(text[:at] + `"` + record.KindOf(e.Fact) + `",` + string(b) + "]"))
}

// unseen is what only a house with an office has, one that was restored or has closed its authority, and these nights have none. What tables a machine
// holds (tablesheld) it says by itself.
var unseen = []record.Fact{
	record.HouseTaken{Machine: "ufficio", Entries: []string{`[1,"house",1,1795241553123,"",0,0,0,"kitmade",{"by":"31"}]`}, Head: "none"},
	record.TakenTwice{Machine: "tavolo-3", Entries: []int64{12}, By: "31"},
	record.OwnLost{Machine: "tavolo-3", Lacking: 40, By: "31"},
	record.TableMoved{Table: "LB1", From: "tavolo-1", To: "tavolo-2", Head: "none"},
	record.TableInherited{Table: "LB1", Machine: "tavolo-1", Size: 7},
	record.BoxesTaken{Table: "LB1", Machine: "tavolo-1", Entries: []string{"none"}},
	record.PapersTaken{Table: "LB1", Machine: "tavolo-1", Entries: []string{"none"}},
	record.RestoredFrom{Backup: "s.db", Heads: []string{"none"}, By: "31"},
	record.LossSigned{Restore: 2, Inspector: "21", Manager: "31"},
	record.AuthorityClosed{Certificate: "none", By: "31"},
}

// neverSeen returns a fact of each kind that was not seen, with something in all of its fields.
func neverSeen(seen map[string]bool) (all []record.Fact) {
	for _, kind := range record.Kinds() {
		blank := record.Blank(kind)
		switch blank.(type) {
		case record.Approved, record.TablesHeld:
			continue
		}
		if !seen[kind] {
			all = append(all, recordtest.Full(blank))
		}
	}
	return all
}

// A forged entry that is sealed with the true key but without the PINs is named, of each kind:
// nobody signs, somebody else, somebody without the right, who has left, one person as two;
// other numbers. In short every fifth of each kind.
func TestForgedEntriesAreNamed(t *testing.T) {
	seen := map[string]bool{}
	tried, missed := 0, map[string][]string{}
	var last *forger
	for _, game := range house.DemoGames() {
		f := recorded(t, game)
		last = f
		if fault := f.verified(f.names[0], 0); fault != nil {
			t.Fatal(fault)
		}
		for _, stream := range f.names {
			list := f.streams[stream]
			often := map[string]int{}
			for at, e := range list {
				kind := record.KindOf(e.Fact)
				if _, approval := e.Fact.(record.Approved); approval {
					continue
				}
				if often[kind]++; often[kind] > 1 || seen[kind] {
					continue
				}
				for n, x := range append(f.signers(list, at), f.numbers(list, at)...) {
					if testing.Short() && (n+len(often))%5 > 0 {
						continue
					}
					tried++
					if f.verified(stream, at, x.entries...) == nil {
						missed[kind] = append(missed[kind], fmt.Sprintf("%s (%s/%d)", x.name, stream, at+1))
					}
				}
			}
			for kind := range often {
				seen[kind] = true
			}
		}
		house := f.streams[record.HouseStream]
		for _, fact := range unseen {
			e := house[len(house)-1]
			e.Seq, e.By, e.Fact = e.Seq+1, "", fact
			tried++
			if f.verified(record.HouseStream, len(house), e) == nil {
				missed[record.KindOf(fact)] = append(missed[record.KindOf(fact)], "that nobody entered")
			}
			seen[record.KindOf(fact)] = true
		}
	}
	for _, fact := range neverSeen(seen) {
		kind := record.KindOf(fact)
		for _, stream := range last.names {
			if of := record.RealmOf(fact); (stream == record.HouseStream) != (of == record.OfHouse || of == record.OfMachine) {
				continue
			}
			list := last.streams[stream]
			e := list[len(list)-1]
			e.Seq, e.Fact = e.Seq+1, fact
			if e.By = ""; len(record.Signers(fact)) == 0 {
				e.By = "21"
			}
			tried++
			if last.verified(stream, len(list), e) == nil {
				missed[kind] = append(missed[kind], "that nobody entered, in "+stream)
			}
			seen[kind] = true
		}
	}
	n := 0
	for _, kind := range slices.Sorted(maps.Keys(missed)) {
		n += len(missed[kind])
		t.Errorf("%s: not named: %s", kind, strings.Join(missed[kind], "; "))
	}
	t.Logf("%d forgeries of %d kinds, %d named", tried, len(seen), tried-n)
}

// A head of the house's own stream, sealed with the true key and entered among the house's, is held against the entries before it as that of a table is.
func TestFalseHeadOfTheOwnStreamIsNamed(t *testing.T) {
	f := recorded(t, house.DemoGames()[0])
	list := f.streams[record.HouseStream]
	f.heads[record.HouseStream] = nil // what is entered stays as it is
	enters := func(head seal.Head) *record.Fault {
		note, err := head.Sign(f.key)
		must(t, err)
		e := list[len(list)-1]
		e.Seq, e.By, e.Fact = e.Seq+1, "", record.Checkpointed{Note: note}
		x := f.record()
		x.put(record.HouseStream, len(list), e)
		heads := map[string]*record.StoredHead{}
		for _, name := range x.names {
			var tree seal.Tree
			for _, l := range x.lines[name] {
				tree.AddLeaf(l.Leaf)
			}
			note, err := seal.HeadOf(name, &tree).Sign(f.key)
			must(t, err)
			heads[name] = &record.StoredHead{Size: tree.Size(), Edge: tree.Edge(), Note: note}
		}
		x.heads = heads
		all, err := audit.Verify(t.Context(), x, audit.Check{Trusted: f.key.Verifier()})
		must(t, err)
		for _, c := range all {
			if c.Fault != nil {
				return c.Fault
			}
		}
		return nil
	}
	var tree seal.Tree
	for _, l := range f.lines[record.HouseStream][:7] {
		tree.AddLeaf(l.Leaf)
	}
	whole := seal.HeadOf(record.HouseStream, &tree)
	if fault := enters(whole); fault != nil {
		t.Error(fault)
	}
	other, more := whole, whole
	other.Size, more.Size = 8, int64(len(list))+1
	for name, head := range map[string]seal.Head{"another root": other, "more than there are": more} {
		if fault := enters(head); fault == nil || fault.Code != record.NoCheckpoint || fault.Seq != int64(len(list))+1 {
			t.Errorf("%s: %v", name, fault)
		}
	}
}
