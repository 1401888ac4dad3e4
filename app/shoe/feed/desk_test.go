package feed_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"sabot/app/shoe"
	"sabot/app/shoe/feed"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A desk is a table of the demo house with a queue beside it, without disk or window: it does what the queue says.
type desk struct {
	t         *testing.T
	house     *house.House
	table     *pit.Table
	feed      *feed.Feed
	now       feed.Now
	more      bool // more is to be paid than the page shows
	pumping   bool
	telegrams int
	entries   []record.Entry
	said      []string // of all steps
}

// deskAt is a table that is open, before its first card; its settings may be changed.
func deskAt(t *testing.T, name string, change func(*record.Settings)) *desk {
	t.Helper()
	d := &desk{t: t, house: &house.House{}, table: pit.NewTable(name)}
	facts, err := house.DemoPlan("en", "", 1).Facts()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range d.house.Stamp(time.Now(), "", facts...) {
		d.house.Apply(e)
	}
	anna, _ := d.house.StaffBy("11")
	dario, _ := d.house.StaffBy("21")
	set, ok := d.house.TableNamed(name)
	if !ok {
		t.Fatalf("the demo house has no table %s", name)
	}
	if change != nil {
		settings := *set.Settings
		change(&settings)
		set.Settings = &settings
	}
	d.feed, d.now = feed.New(d.table), feed.Now{Table: d.table, OnTop: true, ForDeal: true}
	d.must(func(t *pit.Table) ([]record.Fact, error) {
		return t.Opening(pit.Start{Set: set, Croupier: anna, Inspector: dario}, time.Now())
	})
	return d
}

// do carries a command out as the table's screen does.
func (d *desk) do(command func(*pit.Table) ([]record.Fact, error)) error {
	facts, err := command(d.table)
	if err != nil {
		return err
	}
	for _, e := range d.table.Stamp(time.Now(), facts...) {
		d.table.Apply(e)
		d.entries = append(d.entries, e)
		if a, ok := e.Fact.(record.Alarmed); ok {
			word := string(a.Kind)
			if a.What != "" {
				word += " " + a.What
			}
			if a.At != "" {
				word += "@" + string(a.At)
			}
			d.say(word)
		}
	}
	d.feed.Recorded(facts, d.table)
	d.pump()
	return nil
}

func (d *desk) must(command func(*pit.Table) ([]record.Fact, error)) {
	d.t.Helper()
	if err := d.do(command); err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) staff(number string) *house.Staff {
	who, _ := d.house.StaffBy(number)
	return &who
}

func (d *desk) say(word string) { d.said = append(d.said, word) }

// pump does what is due of the queue.
func (d *desk) pump() {
	if d.pumping {
		return
	}
	d.pumping = true
	defer func() { d.pumping = false }()
	if out := d.feed.Forgotten(d.now); len(out) > 0 {
		d.must(out.Facts)
	}
	for do := d.feed.Next(d.now, d.more); do != nil; do = d.feed.Next(d.now, d.more) {
		d.does(do)
	}
}

// does does one thing that the queue says.
func (d *desk) does(do feed.Do) {
	switch do := do.(type) {
	case feed.Lay:
		was := d.pumping
		d.pumping = true
		laid, entered := d.lay(do.Card, do.Reading)
		d.feed.Done(do, laid, entered, d.table)
		d.pumping = was
	case feed.Turn:
		d.lay(do.Card, do.Reading)
	case feed.Cut:
		d.must(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().CutCardBy(do.Reading) })
		d.feed.CutOut()
		d.say("cut")
	case feed.Note:
		d.must(do.Facts)
	case feed.Say:
		d.say(do.Key)
	case feed.Give:
		d.say("give " + do.Card.String())
	case feed.Broken:
		d.say("broken")
	case feed.PaysFirst:
		d.say("pays first")
	case feed.Pump:
		d.pump()
	}
}

func (d *desk) lay(name string, reading record.Reading) (laid, entered bool) {
	command := func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(name) }
	if d.table.Deal().Phase() == hand.Burning {
		command = func(t *pit.Table) ([]record.Fact, error) { return t.Deal().BurnFirst(name) }
	}
	err := d.do(func(t *pit.Table) ([]record.Fact, error) {
		facts, err := command(t)
		if err != nil {
			return nil, err
		}
		_, card := record.ReadingOf(facts)
		entered = card != ""
		return t.Deal().Reads(facts, reading), nil
	})
	if refusal := (*house.Refusal)(nil); errors.As(err, &refusal) {
		d.say("refused " + string(refusal.Why))
	}
	return err == nil, entered
}

// typed enters a card as somebody does by hand.
func (d *desk) typed(name string) {
	typed := d.feed.Typed(name, record.ByKey, d.now)
	d.pumping = true
	laid, entered := d.lay(typed.Card, typed.Reading)
	d.pumping = false
	if laid {
		if entered {
			d.feed.DoneTyped(typed, d.table.Seq)
		}
		d.pump()
	}
}

// step is one step: a card that the shoe says (8s, with its place 8s@banker:1, X the cut card), what else the shoe
// tells, or what people do.
func (d *desk) step(word string) {
	d.t.Helper()
	if kind, ok := map[string]shoe.Kind{
		"linked": shoe.Linked, "gap": shoe.Gap, "fault": shoe.Fault, "cleared": shoe.Cleared, "locked": shoe.Locked, "freed": shoe.Freed,
		"silent": shoe.Silent, "heard": shoe.Heard, "outside": shoe.Outside, "start": shoe.Start,
	}[word]; ok {
		d.tells(shoe.Event{Kind: kind, Code: map[shoe.Kind]string{shoe.Fault: "0"}[kind]})
		return
	}
	arg := ""
	if i := strings.Index(word, "="); i >= 0 {
		word, arg = word[:i], word[i+1:]
	}
	switch word {
	case "lost":
		d.tells(shoe.Event{Kind: shoe.Lost, Why: shoe.Why(arg)})
	case "shoe":
		approver := d.staff("21")
		if d.table.Shoe == 0 {
			approver = nil
		}
		d.must(func(t *pit.Table) ([]record.Fact, error) {
			return t.StartShoe(pit.NewShoe{Approver: approver}, time.Now())
		})
	case "trust": // somebody has said that what comes is of this hand
		d.feed.Held = view.NotHeld
	case "bet":
		box, spot, named := strings.Cut(arg, ":")
		if !named {
			spot = d.table.Game.Spots()[0].Name
		}
		d.must(func(t *pit.Table) ([]record.Fact, error) {
			return t.Bets().Place(games.Bet{Box: int(box[0] - '0'), Spot: spot, Amount: 2500})
		})
	case "close":
		d.must(pit.OfBets(hand.Bets.Close))
	case "do":
		d.must(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Action(arg)) })
	case "pay":
		d.must(pit.OfDeal(hand.Deal.PayAll))
	case "dry":
		d.must(pit.OfBets(hand.Bets.DealDry))
	case "type":
		d.typed(arg)
	case "take":
		if do := d.feed.Take(d.now, d.more); do != nil {
			d.does(do)
		}
		d.pump()
	case "drop":
		n, out := d.feed.Drops(arg == "all")
		d.pumping = true
		if len(out) > 0 {
			d.must(out.Facts)
		}
		d.pumping = false
		d.feed.Drop(n)
		d.pump()
	case "undo":
		last, _ := d.table.Deal().LastKeyed()
		d.pumping = true // until what it takes back waits again
		d.must(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(d.staff("21")) })
		d.feed.Undone(last.Seq, d.table)
		d.pumping = false
	case "leave":
		n, out := d.feed.LeavesAll(d.table)
		if len(out) > 0 {
			d.must(out.Facts)
		}
		d.feed.LeaveAll()
		d.say(fmt.Sprintf("%d left", n))
	case "burn":
		d.must(func(t *pit.Table) ([]record.Fact, error) {
			return t.Felt().BurnCards([]string{arg}, d.staff("21"), "seen")
		})
	case "cancel":
		d.must(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(d.staff("31"), "seen") })
	case "lies": // a page has the cards lie so: those of the felt and this one, or those of the felt alone as they were
		d.must(func(t *pit.Table) ([]record.Fact, error) {
			cards := t.Felt().OnFelt()
			if arg == "not" {
				cards = cards[:len(cards)-1]
			} else {
				name, at, _ := strings.Cut(arg, "@")
				card, _ := games.ReadCard(name)
				cards = append(cards, record.CardLaid{Card: record.NameOf(card), At: record.PlaceName(at)})
			}
			return t.Felt().LayOut(record.WrongPlace, 0, "", d.feed.AsRead(cards, t))
		})
	case "shown":
		d.say(d.shown())
	case "reread":
		d.feed.Reread(d.table)
	case "retry":
		d.feed.Retry()
		d.pump()
	case "unread":
		d.say(fmt.Sprintf("%d unread", d.feed.Unread(d.table)))
	case "entered":
		c, _ := d.feed.Entered(d.table.Seq)
		d.say("entered " + cardWord(c))
	case "owed":
		d.say(fmt.Sprintf("%d owed", d.feed.Owed(d.table)))
	case "restart":
		d.feed = feed.New(d.table)
		d.feed.Restarted(d.table)
	case "deafen":
		d.feed.Deafen()
	case "page":
		d.now.OnTop = arg == "off"
	case "asks":
		d.now.Asks = arg != "off"
	case "rank":
		d.now.Typing = arg != "off"
	case "more":
		d.more = arg != "off"
	case "tick":
		d.pump()
	default:
		d.card(word)
	}
}

// card has the shoe say a card.
func (d *desk) card(word string) {
	d.t.Helper()
	d.telegrams++
	e := shoe.Event{Kind: shoe.Card, Seq: fmt.Sprint(d.telegrams)}
	name, at, placed := strings.Cut(word, "@")
	if word == "X" {
		e.Kind = shoe.Cut
	} else {
		card, _, err := games.ParseCard(name)
		if err != nil {
			d.t.Fatalf("no step is %q", word)
		}
		e.Card = card
	}
	if placed {
		side, n, _ := strings.Cut(at, ":")
		e.Where = shoe.Where{Side: shoe.Side(side), N: int(n[0] - '0')}
	}
	d.tells(e)
}

func (d *desk) tells(e shoe.Event) {
	for _, do := range d.feed.Heard(e, d.now) {
		d.does(do)
	}
}

// laid are the cards that were entered with where they lie and how they came to be entered.
func (d *desk) laid() string {
	var out []string
	for _, e := range d.entries {
		if _, ok := e.Fact.(record.Undone); ok {
			out = append(out, "undone")
		}
		reading, card := record.ReadingOf([]record.Fact{e.Fact})
		if card == "" {
			continue
		}
		word := string(card)
		if f, ok := e.Fact.(record.CardLaid); ok {
			word += "@" + string(f.At)
		}
		word += "/" + string(reading.Source)
		if reading.Said != "" {
			word += "/" + reading.Said
		}
		out = append(out, word)
	}
	return strings.Join(out, " ")
}

// waits are the cards that wait, and why.
func (d *desk) waits() string {
	return strings.TrimSpace(cardWords(d.feed.Queue()) + " " + string(d.feed.Held))
}

// shown is what a page would show: the cards, which of them a key enters, and whether that and F12 enter one.
func (d *desk) shown() string {
	shown := d.feed.Shown(d.now)
	out := []string{"[" + cardWords(shown.Cards) + "]"}
	switch {
	case shown.Cut:
		out = append(out, "next X")
	case shown.Open:
		out = append(out, "turns "+shown.Next.String())
	case shown.Next.Valid():
		out = append(out, "next "+shown.Next.String())
	}
	if d.feed.Meant(d.now) {
		out = append(out, "meant")
	}
	if d.feed.MayTake(d.now) {
		out = append(out, "F12")
	}
	return strings.TrimSpace(strings.Join(out, " ") + " " + string(shown.Held) + string(shown.Line))
}

func cardWords(cards []games.Card) string {
	var out []string
	for _, c := range cards {
		out = append(out, cardWord(c))
	}
	return strings.Join(out, " ")
}

// cardWord is a card, X the cut card.
func cardWord(c games.Card) string {
	if !c.Valid() {
		return "X"
	}
	return c.String()
}
