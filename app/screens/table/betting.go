package table

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"fyne.io/fyne/v2"

	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// typedBet handles a character while bets are open: a box, an amount, a chip, or Space for the bets of the hand
// before.
func (t betPage) typedBet(r rune) bool {
	switch {
	case r == ' ':
		if !t.spaceInRhythm() {
			t.layBets(hand.Bets.Again)
		}
	case unicode.ToUpper(r) == 'U':
		t.callLastBets()
	case unicode.ToUpper(r) == 'B':
		return t.nextBettor()
	case unicode.ToUpper(r) == 'E' && t.takesEarly():
		t.openEarly()
	case unicode.ToUpper(r) == 'N' && t.session.State.Bets().MayDealDry():
		t.shoes().dealDry()
	case unicode.ToUpper(r) == 'P' && t.money().severalSeats():
		t.money().openHolders()
	case r >= '0' && r <= '9' || r == '.' || r == ',':
		return t.typedDigit(r)
	default:
		i := strings.IndexRune(view.ChipKeys, unicode.ToUpper(r))
		if i < 0 || i >= len(t.chips()) {
			return false
		}
		before := t.session.State.Seq
		t.addChip(i)
		if now := t.session.State.Seq; now > before {
			t.ranked.laid = now
		}
	}
	return true
}

// RankKeys implements the shell's rankKeys: while bets are open a rank is a box, an amount or a chip.
func (t *Table) RankKeys() bool {
	return t.session.State.Deal().Phase() == hand.Betting && !t.TakesRank()
}

// A marked is the state before digits in a row.
type marked struct {
	cursor view.Cursor
	seq    int64 // of the table
	asks   bool  // which bet of a box is insured
	insure bool  // who insures is what was asked
	at     time.Time
}

// A ranked is a rank that may be a reader's: what was in hand before it, and what it did.
type ranked struct {
	cursor view.Cursor
	laid   int64 // the entry of the chip that it laid; 0 where it laid none
}

// MarkKeys implements the shell's rankKeys.
func (t *Table) MarkKeys() { t.ranked = ranked{cursor: t.cursor} }

// TakeKeysBack implements the shell's rankKeys: a chip that a rank laid goes, and what is in hand is as it
// was. An amount whose last digit was a card's is gone: nobody knows what was meant.
func (t *Table) TakeKeysBack() {
	if t.session.State.Seq == t.ranked.laid { // what came behind it is not the rank's
		t.do(func(s *pit.Table) ([]record.Fact, error) { return s.Deal().Undo(nil) })
	}
	if t.cursor = t.ranked.cursor; t.cursor.Typed != "" {
		t.cursor.Typed, t.cursor.Fresh = "", true
	}
}

// typedDigit handles a digit: part of an amount where a spot was just chosen, else a box.
func (t betPage) typedDigit(r rune) bool {
	if t.cursor.Box > 0 && (t.cursor.Fresh || t.cursor.Typed != "") {
		const longest = 11
		if len(t.cursor.Typed) < longest {
			t.cursor.Typed += string(r)
		}
		t.pass()
		t.Update()
		return true
	}
	box, boxes := int(r-'0'), t.session.State.Game.Options().Boxes
	switch {
	case r == '0' && !t.cursor.Tens && boxes >= 10:
		t.empty()
		t.cursor.Tens = true
		t.notice = view.Notice{}
		t.Update()
		return true
	case t.cursor.Tens:
		box += 10
	}
	if box < 1 || box > boxes || r < '0' || r > '9' {
		return false
	}
	t.chooseBox(box)
	return true
}

// nextBettor enters the bets of the box's next player. First come those who have bets there, then the first who has
// none. After that one it enters those of the first player again. Where a box has one player a word says so.
func (t betPage) nextBettor() bool {
	if !games.SharedBoxes(t.session.State.Game) {
		t.say(&house.Refusal{Why: house.OnePlayer})
		t.Update()
		return true
	}
	if t.cursor.Box == 0 || !t.enterTyped() {
		return false
	}
	const most = 9
	has := func(n int) bool {
		return slices.ContainsFunc(t.session.State.Current.Round.Bets, func(b games.Bet) bool {
			return b.Box == t.cursor.Box && b.Bettor == strconv.Itoa(n)
		})
	}
	now, _ := strconv.Atoi(t.cursor.Bettor)
	next := max(now, 1) + 1
	if now > 1 && !has(now) { // the free one: the next that has bets, or round again
		for next <= most && !has(next) {
			next++
		}
	}
	t.cursor.Bettor = ""
	if next <= most {
		t.cursor.Bettor = strconv.Itoa(next)
	}
	t.cursor.Spot, t.cursor.Fresh = t.spots()[0], true
	t.notice = view.Notice{}
	t.Update()
	return true
}

func (t betPage) chooseBox(box int) {
	t.empty()
	t.cursor.Box, t.cursor.Fresh = box, true
	t.cursor.Spot = t.spots()[0]
	t.notice = view.Notice{}
	t.Update()
}

// empty lets go of what is in hand but the chip, and the digits for a finger.
func (t betPage) empty() { t.cursor = view.Cursor{Chip: t.cursor.Chip, Digits: t.cursor.Digits} }

// endChoice makes digits name a box again where no amount is typed: something else was done since the spot was
// chosen.
func (t betPage) endChoice() { t.cursor.Fresh = t.cursor.Fresh && t.cursor.Typed != "" }

// over lets go of the chosen box, and of what was typed on it, with that for which it was chosen: the hand, the shift of who
// deals, the table. A card in hand stays.
func (t betPage) over(facts []record.Fact) {
	for _, f := range facts {
		switch f.(type) {
		case record.HandClosed, record.HandCancelled, record.HandPaused, record.Relieved, record.Closed, record.Opened:
			c := t.cursor
			t.cursor = view.Cursor{Chip: c.Chip, Digits: c.Digits, Rank: c.Rank, Hold: c.Hold}
		}
	}
}

// spots returns the names of the spots that the bettor in hand can bet on, in the order of the layout.
func (t betPage) spots() []string { return t.spotsOf(t.cursor.Bettor) }

// spotsOf returns the spots of one of a box's bettors; "" is its first player.
func (t betPage) spotsOf(bettor string) []string {
	var names []string
	for _, s := range t.session.State.Game.Offered(t.session.State.Current.Round) {
		if !t.takesEarly() || s.Early == (bettor != "") {
			names = append(names, s.Name)
		}
	}
	return names
}

// takesEarly reports whether the game has bets behind with early decisions. Then a box's first player has its
// other spots, those behind have that one.
func (t betPage) takesEarly() bool {
	_, early := games.EarlySpot(t.session.State.Game)
	return early
}

// isEarly reports whether a spot is one of bets behind.
func (t betPage) isEarly(spot string) bool {
	early, ok := games.EarlySpot(t.session.State.Game)
	return ok && spot == early
}

// enterTyped makes the typed amount lie on the chosen spot; true where nothing was typed or it was
// taken. An amount that is refused is gone: what is typed next begins another one on the same spot. None is 0: a bet is taken
// off by Undo, chip by chip or all at once, never by a digit of a box.
func (t betPage) enterTyped() bool {
	if t.cursor.Typed == "" {
		return true
	}
	amount, ok := text.ParseAmount(t.cursor.Typed)
	c := t.cursor
	if !ok || amount == 0 {
		word := "typed_no_amount"
		if ok {
			word = "typed_zero"
		}
		t.notice = view.Notice{Text: t.shell.Text.T(word, text.Args{"Typed": c.Typed}), Bad: true}
		t.cursor.Typed, t.cursor.Fresh = "", true
		t.Update()
		return false
	}
	t.cursor.Typed, t.cursor.Fresh = "", false
	bet := games.Bet{Box: c.Box, Spot: c.Spot, Bettor: c.Bettor, Amount: amount}
	if t.do(func(s *pit.Table) ([]record.Fact, error) { return s.Bets().Place(bet) }) {
		return true
	}
	t.cursor = c
	t.cursor.Typed, t.cursor.Fresh = "", true
	t.Update()
	return false
}

// A stop is a spot of a box, with the bettor whose bet there is meant.
type stop struct{ spot, bettor string }

// stops returns the stops of a box, in the order of the picture, where a bettor's bets are in hand. Of bets behind
// they are those of that bettor, or of the first behind. The other spots are then the seat's own.
func (t betPage) stops(bettor string) []stop {
	var stops []stop
	for _, s := range t.session.State.Game.Offered(t.session.State.Current.Round) {
		of := bettor
		switch early := t.takesEarly(); {
		case early && s.Early && bettor == "":
			of = firstBehind
		case early && !s.Early:
			of = ""
		}
		stops = append(stops, stop{s.Name, of})
	}
	return stops
}

// firstBehind is the name of the first bettor behind a seat: the seat's own is the first there.
const firstBehind = "2"

// moveCursor goes to the next spot with Tab, back with Shift, to the box beside with an
// arrow. After a box's last spot comes the next box and none of its spots: digits are a
// box's number there.
func (t betPage) moveCursor(name fyne.KeyName) bool {
	if !t.enterTyped() {
		return true
	}
	c := &t.cursor
	boxes := t.session.State.Game.Options().Boxes
	right, left := c.Box%boxes+1, (c.Box+boxes-2)%boxes+1
	if name != fyne.KeyTab {
		c.Bettor = "" // the box beside, its first player
	}
	c.Laid, c.Take, c.Tens = false, false, false
	stops := t.stops(c.Bettor)
	at := slices.IndexFunc(stops, func(s stop) bool { return s.spot == c.Spot })
	c.Fresh = true
	to := func(box int, on stop) { c.Box, c.Spot, c.Bettor = box, on.spot, on.bettor }
	switch tab := name == fyne.KeyTab; {
	case c.Box == 0:
		t.chooseBox(1)
		return true
	case tab && !t.shell.Shifted() && at == len(stops)-1:
		to(right, stop{})
		c.Fresh = false
	case tab && !t.shell.Shifted():
		to(c.Box, stops[at+1])
	case tab && at == 0:
		to(c.Box, stop{})
		c.Fresh = false
	case tab && at > 0:
		to(c.Box, stops[at-1])
	case tab:
		to(left, stops[len(stops)-1])
	case name == fyne.KeyRight:
		to(right, stops[0])
	case name == fyne.KeyLeft:
		to(left, stops[0])
	}
	t.notice = view.Notice{}
	t.Update()
	return true
}

// untyped reports whether no amount is typed. Otherwise it shows that Enter places it first, so that what is
// typed next is not taken with it. That word goes with the amount.
func (t betPage) untyped() bool {
	if t.cursor.Typed == "" {
		return true
	}
	t.notice = view.Notice{Text: t.shell.Text.T("typed_first", text.Args{"Amount": t.cursor.Typed}), Bad: true}
	typed := t.cursor.Typed
	t.passing = passing{t.notice, func() bool { return t.cursor.Typed != typed }}
	t.Update()
	return false
}

// addChip puts a chip on the chosen spot.
func (t betPage) addChip(i int) {
	if !t.untyped() {
		return
	}
	t.cursor.Chip, t.cursor.Take = i, false
	if t.cursor.Box == 0 {
		t.notice = t.boxFirst()
		t.Update()
		return
	}
	if t.cursor.Spot == "" {
		t.cursor.Spot = t.spots()[0]
	}
	t.cursor.Fresh = false
	t.putChip(t.cursor)
}

// boxFirst returns the notice that a box must be chosen first, and how.
func (t betPage) boxFirst() view.Notice {
	boxes := t.session.State.Game.Options().Boxes
	if boxes > 9 {
		return view.Notice{Text: t.shell.Text.T("choose_box_first_more"), Bad: true}
	}
	return view.Notice{Text: t.shell.Text.T("choose_box_first", text.Args{"Last": boxes}), Bad: true}
}

// putChip puts the chip in hand where a cursor stands.
func (t betPage) putChip(c view.Cursor) {
	bet := games.Bet{Box: c.Box, Spot: c.Spot, Bettor: c.Bettor, Amount: t.misdeals().chipInHand()}
	t.do(func(s *pit.Table) ([]record.Fact, error) { return s.Bets().AddChip(bet) })
}

// layBets repeats or doubles the bets of the box that was just chosen, or of all, and
// says what it did.
func (t betPage) layBets(which func(hand.Bets, int) (hand.Laying, error)) {
	if !t.untyped() {
		return
	}
	box := view.BoxInHand(t.session.State, t.cursor)
	t.empty()
	t.cursor.Box = box
	if box > 0 {
		t.cursor.Spot = t.spots()[0]
	}
	var did hand.Laying
	lay := func(s *pit.Table) ([]record.Fact, error) {
		var err error
		if did, err = which(s.Bets(), box); err != nil {
			return nil, err
		}
		return did.Facts(), nil
	}
	if !t.do(lay) {
		t.empty() // the key was about that box, and nothing came of it
		t.Update()
		return
	}
	t.cursor.Laid, t.laidAt = box > 0, t.shell.Clock.Now()
	t.notice = view.Notice{Text: t.shell.Viewer().Reconstruction().Laying(t.session.State.Game, did), Bad: len(did.Short) > 0}
	t.Update()
}

// A chipped is the hand and the shoe for which a chip was chosen.
type chipped struct{ hand, shoe int }

// firstChip takes the chip in hand with which a hand, or the first one of a shoe, begins. What somebody touched
// before is no choice for what comes now.
func (t betPage) firstChip() {
	s := t.session.State
	if now := (chipped{s.Hand, s.Shoe}); s.Game != nil && t.chipped != now {
		t.chipped, t.cursor.Chip = now, t.shell.Viewer().NextAct().FirstChip(s)
	}
}

// ClearAll takes all bets away, for an undo key that is held. The chip in hand goes with them.
func (t *Table) ClearAll() {
	t.bets().empty()
	t.chipped = chipped{}
	if t.do(pit.OfBets(hand.Bets.Clear)) {
		t.Tell(t.shell.Text.T("said_all_cleared"))
	}
}

func (t betPage) closeBets() {
	if !t.enterTyped() {
		return
	}
	c := t.cursor
	t.empty()
	err := t.try(pit.OfBets(hand.Bets.Close))
	if err == nil {
		return
	}
	t.cursor = c
	switch {
	case house.RefusedFor(err, house.SeenBefore):
		t.approveLate(pit.OfBets(hand.Bets.Close), func() {})
	case house.RefusedFor(err, house.NoBetStands) && len(t.session.State.Current.Round.Bets) == 0: // none that nobody laid is at fault
		t.notice.Text = tx(t.Table, "hint_bets")
	}
	t.Update()
}
