package session_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sabot/app/session"
	"sabot/app/session/eventlog"
	"sabot/app/session/papers"
	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/shifts"
	"sabot/reports"
)

// A bet that lies otherwise once cards were seen is told by name, in every language, and is approved with a key.
func TestLateChangeIsToldByName(t *testing.T) {
	n := newNight(t)
	opener := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	n.begin()
	n.deal(1)
	n.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(nil) })
	n.must(n.table.Approve(n.dario, func(t *pit.Table, by *house.Staff) ([]record.Fact, error) { return t.Deal().Undo(by) }))
	bet := n.table.State.Current.Round.Bets[0]
	bet.Amount *= 2
	n.do(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Place(bet) })
	n.must(n.table.Approve(n.dario, func(t *pit.Table, by *house.Staff) ([]record.Fact, error) { return t.Approved(by).Bets().Close() }))
	day := n.house.State.GamingDay(n.house.State.Wall(n.house.Now()))
	for lang, want := range map[string]string{"it": "dopo una carta vista", "de": "nach einer gesehenen Karte", "fr": "après une carte vue", "en": "after a card was seen"} {
		sheets, err := papers.Of(n.house).Sheets(papers.Wanted{Kind: reports.ExceptionsReport, Item: day, Lang: lang}, papers.CSV)
		n.must(err)
		var said string
		for _, sheet := range sheets {
			said += string(sheet.Content)
		}
		if !strings.Contains(said, want) || !strings.Contains(said, " » ") {
			t.Errorf("%s: %s", lang, said)
		}
	}
	verified(t, n.dir)
}

// A signed list of changes or exceptions is overtaken once more of its day was entered in the house's record: the clock of the
// machine that signed it was a day ahead.
func TestListOfEntriesIsOvertaken(t *testing.T) {
	n := short(t)
	day := n.house.State.GamingDay(n.house.State.Wall(n.house.Now()))
	signed := map[reports.Kind][]byte{}
	n.clock.Pass(24 * time.Hour)
	for _, kind := range []reports.Kind{reports.ChangesReport, reports.ExceptionsReport} {
		_, pdf, err := papers.Of(n.house).Signed(papers.Wanted{Kind: kind, Item: day}, n.elena)
		n.must(err)
		signed[kind] = pdf
	}
	overtaken := func(kind reports.Kind) bool {
		t.Helper()
		v, err := papers.Of(n.house).VerifyReport(signed[kind])
		if n.must(err); !v.Holds() || !v.Compared {
			t.Errorf("%s: %v", kind, v.Faults)
		}
		return v.Overtaken != nil
	}
	n.clock.Pass(-24*time.Hour + time.Minute)
	if overtaken(reports.ChangesReport) || overtaken(reports.ExceptionsReport) {
		t.Error("overtaken by nothing but its own printing")
	}
	if _, err := n.house.SignOn("110000"); err == nil {
		t.Fatal("a wrong PIN opens")
	}
	n.comesIn()
	if overtaken(reports.ChangesReport) || !overtaken(reports.ExceptionsReport) {
		t.Error("a wrong PIN overtakes the exceptions, and no changes")
	}
	v, err := papers.Of(n.house).VerifyReport(signed[reports.ExceptionsReport])
	if n.must(err); n.kindAt(v.Overtaken.By[0].Stream, v.Overtaken.By[0].Seq) != record.KindOf(record.ClockDrifted{}) { // said with the wrong PIN
		t.Errorf("overtaken by %s %d of %s", n.kindAt(v.Overtaken.By[0].Stream, v.Overtaken.By[0].Seq), v.Overtaken.By[0].Seq, v.Overtaken.By[0].Stream)
	}
	gina := house.NewStaff{Staff: house.Staff{Number: "22", Name: "Gina Neri", Role: record.Inspector}, PIN: "7302"}
	n.must(n.house.Staff().EnterStaff(gina, n.elena))
	if !overtaken(reports.ChangesReport) {
		t.Error("a new person overtakes the changes")
	}
}

// What a manager changes is told with what it was and who did it, what went wrong at the table with
// who answered for it; both are signed by who may, and hold against the record.
func TestChangesAndExceptionsAreSigned(t *testing.T) {
	n := short(t)
	set, _ := n.house.State.TableNamed("LB1")
	set.Rules = []byte(strings.Replace(string(set.Rules), `"max":100000`, `"max":50000`, 1))
	n.must(n.house.Staff().SetTable(set, n.elena))
	gina := house.NewStaff{Staff: house.Staff{Number: "22", Name: "Gina Neri", Role: record.Inspector}, PIN: "7302"}
	n.must(n.house.Staff().EnterStaff(gina, n.elena))
	gina.Role, gina.PIN = record.Manager, ""
	n.must(n.house.Staff().EnterStaff(gina, n.elena))
	if _, err := n.house.SignOn("110000"); err == nil {
		t.Fatal("a wrong PIN opens")
	}
	day := n.house.State.GamingDay(n.house.State.Wall(n.house.Now()))
	said := func(kind reports.Kind) string {
		sheets, err := papers.Of(n.house).Sheets(papers.Wanted{Kind: kind, Item: day, Lang: "en"}, papers.CSV)
		n.must(err)
		var all strings.Builder
		for _, s := range sheets {
			all.Write(s.Content)
		}
		return all.String()
	}
	changes, exceptions := said(reports.ChangesReport), said(reports.ExceptionsReport)
	for _, want := range []string{"role: Inspector", "role: Manager", "name: Gina Neri", "maximum: 1,000", "maximum: 500", "Elena Moser (31)", "name: LB1"} {
		if !strings.Contains(changes, want) {
			t.Errorf("the changes do not say %q:\n%s", want, changes)
		}
	}
	for _, want := range []string{"wrong PIN", "incident", "Dario Bianchi (21)", "hand 2"} {
		if !strings.Contains(exceptions, want) {
			t.Errorf("the exceptions do not say %q:\n%s", want, exceptions)
		}
	}
	if strings.Contains(changes, "wrong PIN") || strings.Contains(exceptions, "Gina") {
		t.Error("a change is no exception, nor the other way round")
	}
	for _, kind := range []reports.Kind{reports.ChangesReport, reports.ExceptionsReport} {
		_, _, err := papers.Of(n.house).Signed(papers.Wanted{Kind: kind, Item: day}, n.elena)
		n.no(house.NotPossible, err) // more can be entered of the day
	}
	_, _, err := papers.Of(n.house).Signed(papers.Wanted{Kind: reports.HouseReport, Item: "2027-01-01"}, n.elena)
	n.no(house.NotPossible, err) // it has not begun
	sums := []papers.Wanted{{Kind: reports.HouseReport, Item: day}, {Kind: reports.TableReport, Table: "LB1", Item: day[:8] + "01.." + day}}
	for _, w := range sums {
		_, _, err := papers.Of(n.house).Signed(w, n.elena)
		n.no(house.NotPossible, err) // more can be played that day
	}
	n.clock.Pass(24 * time.Hour)
	for _, w := range sums {
		_, pdf, err := papers.Of(n.house).Signed(w, n.elena)
		n.must(err)
		if v, err := papers.Of(n.house).VerifyReport(pdf); err != nil || !v.Holds() {
			t.Errorf("%s once the day is over: %v, %v", w.Kind, v.Faults, err)
		}
	}
	for kind, may := range map[reports.Kind][]house.Badge{reports.ChangesReport: {n.elena}, reports.ExceptionsReport: {n.elena, n.dario}} {
		for _, who := range []house.Badge{n.elena, n.dario, n.dealer()} {
			_, pdf, err := papers.Of(n.house).Signed(papers.Wanted{Kind: kind, Item: day}, who)
			allowed := false
			for _, m := range may {
				allowed = allowed || m.Number == who.Number
			}
			if allowed != (err == nil) {
				t.Errorf("%s signed by %s: %v", kind, who.Name, err)
			}
			if err != nil {
				continue
			}
			v, err := papers.Of(n.house).VerifyReport(pdf)
			if n.must(err); !v.Holds() || !v.Compared || v.Overtaken != nil {
				t.Errorf("%s: %+v", kind, v.Faults)
			}
		}
	}
	if e, err := papers.Of(n.house).Evidence(papers.Wanted{Kind: reports.ChangesReport, Item: "2020-01-01"}); err != nil || strings.Contains(string(e.Figures), `"Seq"`) {
		t.Errorf("a day on which nothing was: %v %s", err, e.Figures)
	}
	verified(t, n.dir)
}

// A payment that was taken back is told with its box, spot and amount, in the log and on the list of exceptions; so is one
// that was done since the hand went on, by what was taken back.
func TestPaymentTakenBackIsToldByItsChips(t *testing.T) {
	n := newNight(t)
	opener := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	n.begin()
	var wants []string
	tx := text.Open("it", "CHF")
	takenBack := func(do session.Command) {
		t.Helper()
		was := n.table.State.Current.Done()
		n.do(do)
		acts := n.table.State.Current.Acts()[was:n.table.State.Current.Done()]
		n.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(nil) })
		found, err := eventlog.Of(n.house).Shown("LB1", shifts.LogQuery{Kinds: []string{record.KindOf(record.Undone{})}, Most: 1})
		n.must(err)
		said := plain(found[0].Line(&n.house.State).Said(tx))
		if len(acts) == 0 || strings.Contains(said, "gesto") {
			t.Errorf("%d acts: %s", len(acts), said)
		}
		for _, a := range acts {
			want := plain(tx.T("box_n", text.Args{"Box": a.Box}) + " " + tx.T("spot_"+a.Spot) + ": " + tx.T("do_"+string(a.Do), text.Args{"Amount": tx.Amount(a.Amount)}))
			if wants = append(wants, want); !strings.Contains(said, want) {
				t.Errorf("%q is not in %s", want, said)
			}
		}
	}
	stand := func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Stand) }
	for n.table.State.Deal().Phase() != hand.Paying {
		switch {
		case n.table.State.Deal().Phase() != hand.Deciding:
			n.deal(1)
		case len(wants) == 0: // the first decision goes on after what the second cards brought
			takenBack(stand)
			fallthrough
		default:
			n.do(stand)
		}
	}
	takenBack(pit.OfDeal(hand.Deal.PayNext))
	day := n.house.State.GamingDay(n.house.State.Wall(n.house.Now()))
	sheets, err := papers.Of(n.house).Sheets(papers.Wanted{Kind: reports.ExceptionsReport, Item: day, Lang: "it"}, papers.CSV)
	n.must(err)
	var paper string
	for _, sheet := range sheets {
		paper += plain(string(sheet.Content))
	}
	for _, want := range wants {
		if !strings.Contains(paper, want) {
			t.Errorf("%q is not in\n%s", want, paper)
		}
	}
	verified(t, n.dir)
}

// A card that was typed as the answer of a box, and taken back with it, is named where the undo is.
func TestCardTakenBackWithItsDecisionIsNamed(t *testing.T) {
	n := newNight(t)
	opener := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	n.begin()
	for n.table.State.Deal().Phase() != hand.Deciding {
		switch n.table.State.Deal().Phase() {
		case hand.Paying:
			n.do(pit.OfDeal(hand.Deal.PayNext))
		default:
			n.deal(1)
		}
	}
	box := n.table.State.Deal().Next().At.Box
	n.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card("3") })
	n.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(nil) })
	found, err := eventlog.Of(n.house).Shown("LB1", shifts.LogQuery{Kinds: []string{record.KindOf(record.Undone{})}, Most: 1})
	n.must(err)
	tx := text.Open("it", "CHF")
	if said := plain(found[0].Line(&n.house.State).Said(tx)); !strings.Contains(said, fmt.Sprintf("%s: 3 box %d", tx.T("field_cardsback"), box)) {
		t.Error(said)
	}
	// The list of exceptions says which card came in its place, while the hand goes on and once it has closed.
	day := n.house.State.GamingDay(n.house.State.Wall(n.house.Now()))
	listed := func(want string) {
		t.Helper()
		sheets, err := papers.Of(n.house).Sheets(papers.Wanted{Kind: reports.ExceptionsReport, Item: day, Lang: "it"}, papers.CSV)
		n.must(err)
		var said string
		for _, s := range sheets {
			said += plain(string(s.Content))
		}
		if !strings.Contains(said, want) {
			t.Errorf("no %q in %s", want, said)
		}
	}
	listed(fmt.Sprintf("3, Box %d » nulla", box))
	n.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card("8") })
	listed(fmt.Sprintf("3, Box %d » 8, Box %d", box, box))
	n.finish()
	listed(fmt.Sprintf("3, Box %d » 8, Box %d", box, box))
	found, err = eventlog.Of(n.house).Shown("LB1", shifts.LogQuery{Kinds: []string{record.KindOf(record.Undone{})}, Most: 1})
	n.must(err)
	if said := plain(found[0].Line(&n.house.State).Said(tx)); !strings.Contains(said, fmt.Sprintf("3, Box %d » 8, Box %d", box, box)) {
		t.Errorf("the log says %q", said)
	}
	verified(t, n.dir)
}

// A correction of a closed hand says whose bet was what and is what, and for whom the difference is: on the list of exceptions, in
// the log and on the shift's paper, which calls nothing a slip of typing that nobody called so.
func TestCorrectionIsToldBeforeAndAfter(t *testing.T) {
	n := newNight(t)
	opener := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	n.begin()
	n.finish()
	h := n.table.State.History[0]
	c := hand.Correction{Hand: h.Number, Round: h.Round, Reason: "visto sul video"}
	c.Round.Bets = slices.Clone(h.Round.Bets)
	for i, b := range c.Round.Bets {
		if b.Box == 2 && b.Spot == "59" {
			c.Round.Bets[i].Amount = 10000
		}
	}
	n.do(func(t *pit.Table) ([]record.Fact, error) { return t.Corrections().CorrectHand(c, &n.dario.Staff) }, n.dario)
	by := n.table.State.History[0].Corrected.Difference
	tx := text.Open("it", "CHF")
	said := n.saidOf(record.KindOf(record.HandCorrected{}), reports.ExceptionsReport, reports.ShiftReport)
	for where, said := range said {
		for _, want := range []string{"Box 2, 59, Puntata: 50 » 100", "per il tavolo " + tx.Signed(by) + ", per i giocatori " + tx.Signed(-by) + ", non regolata"} {
			if !strings.Contains(said, want) {
				t.Errorf("%s lacks %q: %s", where, want, said)
			}
		}
		if strings.Contains(said, "immissione sbagliata") || strings.Contains(said, "senza commissione") {
			t.Errorf("%s: %s", where, said)
		}
	}
	verified(t, n.dir)
}

// What came back of a wrong payout and was not so is told with its box.
func TestVoidOfWhatCameBackSaysItsBox(t *testing.T) {
	n := newNight(t)
	opener := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	n.begin()
	n.finish()
	inspector := &n.dario.Staff
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.PayWrong(record.WrongPayout{Hand: 1, Box: 2, Amount: 5000, Reason: "visto"}, inspector)
	}, n.dario)
	payout := n.table.State.Payouts()[0].Seq
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().SettlePayout(record.PayoutSettled{Payout: payout, Amount: 5000, Reason: "reso"}, inspector)
	}, n.dario)
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		list := t.Voidable()
		return t.Desk().VoidMove(list[len(list)-1].Seq, inspector, "altro box")
	}, n.dario)
	found, err := eventlog.Of(n.house).Shown("LB1", shifts.LogQuery{Kinds: []string{record.KindOf(record.MoveVoided{})}, Most: 1})
	n.must(err)
	if said := found[0].Line(&n.house.State).Said(text.Open("it", "CHF")); !strings.Contains(said, "mano: 1, box: 2") || !strings.Contains(said, "50") {
		t.Error(said)
	}
	verified(t, n.dir)
}

// A card that lay wrong is told with where it lay and where it was laid, and cards as they lie by another name than cards as
// they should lie. Paper and log say the same.
func TestReconstructionSaysWhichCardMoved(t *testing.T) {
	n := newNight(t)
	opener := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	n.begin() // on boxes 1, 2 and 5
	for _, card := range []string{"T", "5"} {
		n.do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(card) })
	}
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Felt().LayOut(record.WrongPlace, 0, "", []record.CardLaid{{Card: "T", At: "box:1"}, {Card: "5", At: "box:2"}, {Card: "K", At: "box:7"}})
	})
	n.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(&n.dario.Staff, "visto al tavolo") }, n.dario)
	day := n.house.State.GamingDay(n.house.State.Wall(n.house.Now()))
	paused := logOf(t, n, record.HandPaused{})[0]
	relaid := logOf(t, n, record.Relaid{})[0]
	for lang, want := range map[string][2]string{
		"it": {"carte come stanno: 10 box 1, 5 box 2, K box 7", "carte spostate: K box 7 » box 5; carte come devono stare: 10 box 1, 5 box 2, K box 5"},
		"de": {"Karten, wie sie liegen: 10 Box 1, 5 Box 2, K Box 7", "verschobene Karten: K Box 7 » Box 5; Karten, wie sie liegen müssen: 10 Box 1, 5 Box 2, K Box 5"},
		"fr": {"cartes telles qu’elles sont : 10 box 1, 5 box 2, K box 7", "cartes déplacées : K box 7 » box 5; cartes telles qu’elles doivent être : 10 box 1, 5 box 2, K box 5"},
		"en": {"cards as they lie: 10 box 1, 5 box 2, K box 7", "cards moved: K box 7 » box 5; cards as they should lie: 10 box 1, 5 box 2, K box 5"},
	} {
		sheets, err := papers.Of(n.house).Sheets(papers.Wanted{Kind: reports.ExceptionsReport, Item: day, Lang: lang}, papers.CSV)
		n.must(err)
		var paper string
		for _, sheet := range sheets {
			paper += string(sheet.Content)
		}
		plain := strings.NewReplacer("\u00a0", "", "\u202f", "", " ", "").Replace
		for i, said := range []string{paused.Line(&n.house.State).Said(papers.Of(n.house).Words(lang)), relaid.Line(&n.house.State).Said(papers.Of(n.house).Words(lang))} {
			if !strings.Contains(plain(said), plain(want[i])) {
				t.Errorf("%s, log: %s", lang, said)
			}
		}
		if !strings.Contains(plain(paper), plain(want[1])) {
			t.Errorf("%s, paper: %s", lang, paper)
		}
	}
}

// logOf returns the entries of a kind at the table, as the log has them.
func logOf(t *testing.T, n *night, f record.Fact) []eventlog.Logged {
	t.Helper()
	found, err := n.house.Log("LB1", shifts.LogQuery{Kinds: []string{record.KindOf(f)}, Most: 10})
	n.must(err)
	all, err := eventlog.Of(n.house).WithSubjects(found)
	n.must(err)
	if len(all) == 0 {
		t.Fatalf("no %s", record.KindOf(f))
	}
	return all
}

// What was paid wrong is told with what was due, what was paid instead and the difference, in the log and on the papers.
func TestPaidWrongSaysWhatWasDue(t *testing.T) {
	n := newNight(t)
	opener := house.DemoFloat()
	n.must(n.table.Open(n.dealers[0], n.dario, &opener))
	n.begin()
	n.finish()
	tx, due := text.Open("it", "CHF"), games.Amount(0)
	for _, p := range n.table.State.History[0].Payments() {
		if p.Box == 2 {
			due += p.Net()
		}
	}
	n.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.PayWrong(record.WrongPayout{Hand: 1, Box: 2, Amount: 5000, Reason: "visto"}, &n.dario.Staff)
	}, n.dario)
	want := "spettante " + tx.Signed(due) + ", pagato " + tx.Signed(due+5000)
	for where, said := range n.saidOf(record.KindOf(record.WrongPayout{}), reports.ExceptionsReport, reports.ShiftReport) {
		if !strings.Contains(said, want) || !strings.Contains(said, "50") {
			t.Errorf("%s lacks %q: %s", where, want, said)
		}
	}
	verified(t, n.dir)
}

// Who made the house is one person in the log and on the list of its changes.
func TestLogAndChangesNameOneSigner(t *testing.T) {
	n := newNight(t)
	day := n.house.State.GamingDay(n.house.State.Wall(n.house.Now()))
	found, err := eventlog.Of(n.house).Shown(record.HouseStream, shifts.LogQuery{Most: 100})
	n.must(err)
	sheets, err := papers.Of(n.house).Sheets(papers.Wanted{Kind: reports.ChangesReport, Item: day, Lang: "en"}, papers.CSV)
	n.must(err)
	var changes string
	for _, s := range sheets {
		changes += plain(string(s.Content))
	}
	tx, told := text.Open("en", "CHF"), 0
	for _, e := range found {
		line := e.Line(&n.house.State)
		if entry := fmt.Sprintf("entry %d,", e.Seq); strings.Contains(changes, entry) {
			told++
			if want := entry + line.What(tx) + "," + line.Who() + ","; !strings.Contains(changes, want) {
				t.Errorf("the list of changes has no %q", want)
			}
		}
		if line.Who() == "–" && e.At.Equal(found[len(found)-1].At) {
			t.Errorf("entry %d, %s, is of nobody", e.Seq, line.Kind)
		}
	}
	if told < 20 {
		t.Errorf("only %d entries are on both", told)
	}
}
