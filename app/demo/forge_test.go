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
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/audit"
	"sabot/pit/people"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/memory"
)

// forger has the key that seals a record, and the PINs of those who help: what they sign is
// theirs. It has nobody else's.
type forger struct {
	t       *testing.T
	key     *seal.Key
	streams map[string][]record.Entry
	names   []string
	badges  map[string]people.Badge
	lines   map[string][]record.Line // of the streams
	heads   map[string][]int64       // the sizes of which the house has their heads
}

// leaver is an inspector who worked here before the night and does no more.
const leaver = "22"

// recorded is a night of a game with a forger beside it.
func recorded(t *testing.T, game string) *forger {
	t.Helper()
	keeper, err := memory.New()
	must(t, err)
	clock := demo.NewClock(start)
	h, err := session.On(keeper, clock.Now)
	must(t, err)
	plan := people.DemoPlan("it", game, 1)
	must(t, h.SetUp(plan))
	f := &forger{t: t, streams: map[string][]record.Entry{}, badges: map[string]people.Badge{}, lines: map[string][]record.Line{}, heads: map[string][]int64{}}
	f.key, err = seal.NewKey()
	must(t, err)
	elena := signOn(t, h, "316931")
	clock.Pass(time.Minute)
	must(t, h.EnterStaff(people.NewStaff{Staff: people.Staff{Number: leaver, Name: "Gino Neri", Role: record.Inspector}, PIN: "8520"}, elena))
	clock.Pass(time.Minute)
	must(t, h.ChangePIN(leaver+"8520", "9630"))
	f.badges[leaver] = signOn(t, h, leaver+"9630")
	clock.Pass(time.Minute)
	must(t, h.RemoveStaff(leaver, elena))
	for _, s := range plan.Staff {
		f.badges[s.Number] = signOn(t, h, s.Number+s.PIN)
	}
	name := plan.Tables[0].Name
	f.office(h, clock, name)
	for night := range int64(2) {
		must(t, demo.Play(context.Background(), h, clock, name, []int{12, 3}[night], night))
		f.floor(h, clock, name)
		_, err = demo.Close(h, clock, name)
		must(t, err)
		clock.Pass(time.Hour)
		must(t, h.CountDrop(session.DropOf{Table: name, Shift: int(night) + 1, Notes: record.Float{}, Reason: "contata di nuovo"}, f.badges["41"], f.badges["31"]))
		clock.Pass(20 * time.Hour)
	}
	must(t, h.ChangePIN("134713", "86420"))
	must(t, h.Close())
	for _, stream := range []string{record.HouseStream, name} {
		for e, err := range keeper.Entries(stream, 1) {
			must(t, err)
			if s, ok := e.Fact.(record.SealedBy); ok {
				s.Key = f.key.Verifier()
				e.Fact = s
			}
			if c, ok := e.Fact.(record.Checkpointed); ok {
				head, err := seal.ReadHead(c.Note)
				must(t, err)
				f.heads[head.Stream] = append(f.heads[head.Stream], head.Size)
			}
			f.streams[stream] = append(f.streams[stream], e)
			f.lines[stream] = append(f.lines[stream], lineOf(e))
		}
		f.names = append(f.names, stream)
	}
	return f
}

// office is what managers do there in a year.
func (f *forger) office(h *session.House, clock *demo.Clock, name string) {
	t, elena := f.t, f.badges["31"]
	set, _ := h.State.TableNamed(name)
	p := h.State.Particulars()
	p.Address = "Via Nassa 1"
	other := set
	other.Name = "XX9"
	other.Rules = append([]byte(`{"rounding":{"unit":500,"mode":"down"},`), other.Rules[1:]...)
	wrongPIN := func() error { _, err := h.SignOn("120000"); _ = err; return nil }
	for _, do := range []func() error{
		func() error { return h.SetHouse(p, elena) },
		func() error { return h.SetTable(other, elena) },
		func() error { return h.RetireTable("XX9", elena) },
		func() error { return h.SetPINRules(record.PINRules{Least: 4, Days: 3000}, elena) },
		func() error {
			return h.SetHouse(p, elena, record.ChipsSet{Values: h.State.Chips, Colours: []string{"#aa0000", "", "", "", "", ""}})
		},
		func() error { return h.PlanBackups(record.BackupPlanned{Folder: "/srv", At: 300}, f.badges["41"]) },
		func() error {
			for range people.FreeTries {
				_ = wrongPIN()
			}
			return h.Unlock(elena)
		},
		wrongPIN,
		func() error { clock.Pass(time.Minute); _, err := h.SignOn("124712"); return err },
		func() error { _, err := h.EnterOffice("316931"); return err },
		func() error { return h.ReviewAccess(elena) },
		func() error { return h.LeaveOffice("31", record.LeftOffice) },
		func() error { return h.SignOnAt(f.badges["21"], name, people.SeeShoe) },
		func() error { return h.Started(name, record.Program{Version: "1", SHA256: strings.Repeat("a", 64)}) },
		func() error { return h.Started(name, record.Program{Version: "2", SHA256: strings.Repeat("b", 64)}) },
		func() error {
			return h.ApprovePrograms([]record.Program{{Version: "2", SHA256: strings.Repeat("b", 64)}}, elena)
		},
		func() error {
			return h.Service(record.Serviced{Table: name, Who: "Rossi SA", What: "sabot"}, f.badges["21"])
		},
		func() error { return h.Stopped() },
		func() error {
			return h.EnterStaff(people.NewStaff{Staff: people.Staff{Number: "13", Name: "Chiara Favre Neri", Role: record.Croupier}}, elena)
		},
	} {
		clock.Pass(time.Minute)
		must(t, do())
	}
}

// floor is what happens at an open table beside its hands.
func (f *forger) floor(h *session.House, clock *demo.Clock, name string) {
	t := f.t
	table, err := h.OpenTable(name)
	must(t, err)
	defer func() { must(t, table.Release()) }()
	must(t, table.Whole())
	dario, elena := f.badges["21"], f.badges["31"]
	dealer := func() people.Badge { return f.badges[table.State.Croupier] }
	chips := record.Float{{Value: 500, Pieces: 20}}
	do := func(c session.Command, badges ...people.Badge) {
		t.Helper()
		clock.Pass(time.Second)
		if err := table.Do(c, badges...); err != nil {
			t.Logf("%s: %v", name, err)
		}
	}
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.ChangeChips(chips, record.Float{{Value: 10_000, Pieces: 1}})
	})
	do(func(t *pit.Table) ([]record.Fact, error) { return t.Tip(500) })
	do(func(t *pit.Table) ([]record.Fact, error) { return t.BuyIn(2, 10_000, chips) })
	do(func(t *pit.Table) ([]record.Fact, error) {
		moves := t.AllMoves()
		return t.VoidMove(moves[len(moves)-1].Seq, &dario.Staff, "sbagliato")
	}, dario)
	do(func(t *pit.Table) ([]record.Fact, error) {
		h := t.History[len(t.History)-1]
		b := h.Round.Bets[0]
		return t.PayWrong(record.WrongPayout{Hand: h.Number, Box: b.Box, Bettor: b.Bettor, Amount: 500, Reason: "pagato due volte"}, &dario.Staff)
	}, dario)
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.SettlePayout(record.PayoutSettled{Payout: t.PayoutsDue()[0].Seq, Amount: 500}, &dario.Staff)
	}, dario)
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Count(record.AtCheck, *demo.Counted(t, h.State.ChipsOf(name)), dealer().Staff, dario.Staff)
	}, dealer(), dario)
	do(func(t *pit.Table) ([]record.Fact, error) { return t.SetPatterns([]string{}) })
	do(func(t *pit.Table) ([]record.Fact, error) { return t.PassBox(2) })
	do(func(t *pit.Table) ([]record.Fact, error) { return t.HoldSeats("A", 1, 3) })
	do(func(t *pit.Table) ([]record.Fact, error) { return t.RequestSlip(record.Fill, chips, &dario.Staff) }, dario)
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.VoidSlip(t.Slips(pit.Requested)[0].SlipID, "sbagliato", dealer().Staff, dario.Staff)
	}, dealer(), dario)
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.OpenIncident(record.IncidentOpened{Class: record.OtherIncident, Text: "discussione"})
	})
	incident := func(t *pit.Table) int64 { return t.OpenIncidents()[0].Seq }
	do(func(t *pit.Table) ([]record.Fact, error) { return t.AskVideo(incident(t), "chi?", &dario.Staff) }, dario)
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.AnswerVideo(incident(t), "V-1", "box 2", &dario.Staff)
	}, dario)
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.CloseIncident(incident(t), "chiarito", &elena.Staff)
	}, elena)
	limits := map[string]games.Limit{}
	for spot, l := range table.State.Game.Options().Limits {
		l.Max /= 2
		l.Max -= l.Max % 1000
		limits[spot] = l
	}
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.AnnounceLimits(limits, clock.Now().Add(time.Hour), &elena.Staff, clock.Now())
	}, elena)
	do(func(t *pit.Table) ([]record.Fact, error) { return t.WithdrawLimits(&elena.Staff) }, elena)
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.AnnounceLimits(limits, clock.Now().Add(time.Second), &elena.Staff, clock.Now())
	}, elena)
	clock.Pass(time.Minute)
	do(func(t *pit.Table) ([]record.Fact, error) { return t.PauseTable(record.Cameras, "") })
	do(func(t *pit.Table) ([]record.Fact, error) { return t.Resume(&dario.Staff, "di nuovo immagini") }, dario)
	do(func(t *pit.Table) ([]record.Fact, error) { return t.ReportCards(record.FloorCards) })
	do(func(t *pit.Table) ([]record.Fact, error) { return t.KeepCards(&dario.Staff) }, dario)
	do((*pit.Table).CutCardOut)
	do(func(t *pit.Table) ([]record.Fact, error) { return t.Undo(nil) })
	do((*pit.Table).CallLastBets)
	do(func(t *pit.Table) ([]record.Fact, error) { return t.Undo(nil) })
	must(t, table.TakeOver(elena))
	clock.Pass(time.Second)
	must(t, table.TakeOver(dario))
	clock.Pass(time.Second)
	for _, number := range []string{"11", "12", "13"} {
		if number != table.State.Croupier {
			must(t, table.TakeOver(f.badges[number]))
			break
		}
	}
	clock.Pass(time.Second)
	do(func(t *pit.Table) ([]record.Fact, error) { return t.DealDry() })
	do(func(t *pit.Table) ([]record.Fact, error) { return t.Undo(&dario.Staff) }, dario)
}

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

func (f *forged) Stray(context.Context) ([]*record.Fault, error) { return nil, nil }
func (f *forged) Close() error                                   { return nil }

// verified is the first fault of the record with some entries of a stream in the place of
// others, sealed with the true key; nil where it holds.
func (f *forger) verified(stream string, at int, instead ...record.Entry) *record.Fault {
	x := &forged{names: f.names, lines: maps.Clone(f.lines), heads: map[string]*record.StoredHead{}}
	x.lines[stream] = slices.Clone(f.lines[stream])
	for i, e := range instead {
		line := lineOf(e)
		line.Seq = int64(at + i + 1)
		x.lines[stream][at+i] = line
	}
	roots := map[string]map[int64]seal.Head{}
	for _, name := range []string{f.names[1], f.names[0]} {
		if name == record.HouseStream { // its checkpoints are those of the record as it is now
			house := slices.Clone(x.lines[name])
			for i := range house {
				if c, ok := house[i].Entry.Fact.(record.Checkpointed); ok {
					head, err := seal.ReadHead(c.Note)
					must(f.t, err)
					c.Note, err = roots[head.Stream][head.Size].Sign(f.key)
					must(f.t, err)
					e := house[i].Entry
					e.Fact = c
					house[i] = lineOf(e)
				}
			}
			x.lines[name] = house
		}
		var tree seal.Tree
		roots[name] = map[int64]seal.Head{}
		for i := range x.lines[name] {
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
	for _, c := range all {
		if c.Fault != nil {
			return c.Fault
		}
	}
	return nil
}

// signed is an entry with approvals in the place of those that it had: of each number by
// whose badge it is, and where fewer sign than did with something that changes nothing.
func (f *forger) signed(e record.Entry, slots int, numbers []string, by func(string) people.Badge) []record.Entry {
	out := []record.Entry{e}
	for i := range slots {
		next := e
		next.Seq = e.Seq + int64(i) + 1
		next.Fact = record.Fact(record.PatternsSet{Off: []string{}})
		if e.Table == record.HouseStream {
			next.Fact, next.By = record.PINFailed{}, ""
		}
		if i < len(numbers) {
			approval, err := by(numbers[i]).Approve(e)
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
var fields = []string{"by", "with", "approver", "manager", "croupier", "inspector", "to", "kept", "waived", "number"}

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
	own := func(number string) people.Badge { return f.badges[number] }
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
		out = append(out, forgery{"another's key", f.signed(e, slots, numbers, func(string) people.Badge { return f.badges[leaver] })})
		out = append(out, forgery{"nobody signs", f.signed(e, slots, nil, own)})
	}
	return out
}

// may says whether somebody may sign a fact in the place of its nth signer: then it is none
// of a forger, but theirs.
func (f *forger) may(fact record.Fact, n int, is string) bool {
	if _, settled := fact.(record.PayoutSettled); settled && is == "" {
		return true // what is left of it the croupier gives or takes without one
	}
	who, known := f.badges[is]
	if !known || is == leaver {
		return false
	}
	switch fact := fact.(type) {
	case record.Opened:
		return n == 0 && who.MayDeal()
	case record.Relieved:
		return who.MayDeal()
	case record.DropCounted, record.BoxCounted:
		return who.May(people.CountDropRight)
	case record.BackupPlanned, record.KitMade, record.ProofPlanned:
		return who.May(people.KeepBackups)
	case record.SignedOn:
		return who.May(people.ReadReports) && fact.Table == ""
	}
	return false
}

// free are the numbers that nothing before or after binds, by kind: what somebody says who
// answers for it alone.
var free = map[string][]string{
	"incident": {"box", "amount"}, "tip": {"amount"}, "tipped": {"amount"}, "boughtin": {"box"}, "paused": {"box"},
	"boxpassed": {"box"}, "seat": {"box"}, "backedup": {"bytes", "entries"}, "printed": {"shift", "copy", "version"},
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
	try := func(path string, v float64, set func(any)) {
		for _, is := range []float64{v + 1, 1 << 31} {
			set(is)
			x, err := withFact(e, fact)
			set(v)
			if err == nil && !record.Same(x.Fact, e.Fact) {
				out = append(out, forgery{fmt.Sprintf("%s %.0f for %.0f", path, is, v), []record.Entry{x}})
			}
		}
	}
	leaves = func(v any, path string, set func(any)) {
		switch v := v.(type) {
		case map[string]any:
			for _, k := range slices.Sorted(maps.Keys(v)) {
				if !slices.Contains(free[kind], k) && len(out) < 12 {
					leaves(v[k], path+"."+k, func(is any) { v[k] = is })
				}
			}
		case []any:
			for i := range v {
				if len(out) < 12 {
					leaves(v[i], fmt.Sprintf("%s[%d]", path, i), func(is any) { v[i] = is })
				}
			}
		case float64:
			try(path, v, set)
		}
	}
	leaves(fact, kind, func(any) {})
	for name, change := range map[string]func(*record.Entry){
		"another year": func(e *record.Entry) { e.At = e.At.AddDate(-56, 0, 0) }, "year 9999": func(e *record.Entry) { e.At = e.At.AddDate(7973, 0, 0) },
		"the next shift": func(e *record.Entry) { e.Shift++ }, "another shoe": func(e *record.Entry) { e.Shoe += 2 }, "another hand": func(e *record.Entry) { e.Hand += 2 },
	} {
		x := e
		change(&x)
		out = append(out, forgery{name, []record.Entry{x}})
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

// A forged entry that is sealed with the true key but without the PINs is named, of each kind:
// nobody signs, somebody else, somebody without the right, who has left, one person as two;
// other numbers.
func TestForgedEntriesAreNamed(t *testing.T) {
	seen := map[string]bool{}
	tried, missed := 0, map[string][]string{}
	for _, game := range people.DemoGames() {
		f := recorded(t, game)
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
				for _, x := range append(f.signers(list, at), f.numbers(list, at)...) {
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
	}
	n := 0
	for _, kind := range slices.Sorted(maps.Keys(missed)) {
		n += len(missed[kind])
		t.Errorf("%s: not named: %s", kind, strings.Join(missed[kind], "; "))
	}
	t.Logf("%d forgeries of %d kinds, %d named", tried, len(seen), tried-n)
	for _, kind := range record.Kinds() {
		if !seen[kind] {
			t.Logf("not in these nights: %s", kind)
		}
	}
}
