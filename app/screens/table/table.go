// Package table is the table's screen: keys and taps become commands, and after each the
// page shows what the table says. A page keeps nothing but what is in the croupier's hand
// and not yet entered.
package table

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
	"time"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sabot/app/controls"
	"sabot/app/felt"
	"sabot/app/screens/shell"
	"sabot/app/session"
	"sabot/app/shoe/feed"
	"sabot/app/text"
	"sabot/app/theme"
	"sabot/app/view"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A Table is the table screen: the top line, the felt, the next act and the input
// strip.
type Table struct {
	all     *fyne.Container
	shell   *shell.Shell
	session *session.Table
	ways    Ways
	cursor  view.Cursor
	notice  view.Notice
	passing passing
	untaken view.Notice // why the code before was not taken, where that is still said
	cloth   int
	chipped chipped // for which the first chip in hand was chosen; the zero one for none
	ranked  ranked
	digits  []marked // how things stood before each of some digits in a row
	carded  int64    // the entry of the card that was typed last; -1 where it was refused
	covered covered
	totals  bool // the bead plate shows totals
	players playersWindow
	told    string // the number of who was told that they deal at another table, and may say so again
	gone    bool   // somebody else may have the table now
	left    bool   // somebody on duty works here no more
	phase   hand.Phase
	laid    *laying       // the page of a hand as it lies, with what was entered on it
	edited  *edit         // the correction of a closed hand that waits for what is put right first; nil for none
	again   func()        // begins the count that is open once more
	bust    busting       // a card that waits for its decision
	suited  suited        // a suit that may have been a decision
	former  former        // a decision that was typed by the key that it had once
	paidAt  time.Time     // when an act was ticked off last
	allAt   time.Time     // when all acts that were shown were, at once
	laidAt  time.Time     // when bets were repeated or doubled last
	by      record.Source // by which the card comes that is being entered
	feed    *feed.Feed
	line    line
	pumping bool    // what waits of the shoe is being entered
	asking  *asking // what was asked elsewhere last; nil where nothing was
	resumed string  // what is told to whoever signs on after the start

	top   *controls.Top
	felt  *felt.Felt
	act   *controls.Act
	timer betTimer
	strip *controls.Strip
}

// The pages of a table, by what is done on them. Each holds the table, and nothing else.
type (
	// A misdealPage is a page of a hand that went wrong: alarms, the reconstruction, incidents.
	misdealPage struct{ *Table }
	// A countPage is a page on which chips are counted, or a closed hand is corrected.
	countPage struct{ *Table }
	// A cashPage is a page of cash, chips and keys that change hands.
	cashPage struct{ *Table }
	// A shoePage is a page of the shoe, of the cards that it reads, and of the commission that is due with its end.
	shoePage struct{ *Table }
	// A betPage is the page of the felt, as bets are put down on it.
	betPage struct{ *Table }
	// A menuPage is a page that a menu opens.
	menuPage struct{ *Table }
	// A signPage is a page on which a second person signs.
	signPage struct{ *Table }
)

func (t *Table) misdeals() misdealPage { return misdealPage{t} }

func (t *Table) counts() countPage { return countPage{t} }

func (t *Table) money() cashPage { return cashPage{t} }

func (t *Table) shoes() shoePage { return shoePage{t} }

func (t *Table) bets() betPage { return betPage{t} }

func (t *Table) pages() menuPage { return menuPage{t} }

func (t *Table) approvals() signPage { return signPage{t} }

// New returns the screen of a table that was opened, with the ways that lead away from it.
func New(s *shell.Shell, t *session.Table, w Ways) *Table {
	screen := &Table{
		shell: s, session: t, ways: w, feed: feed.New(t.State),
		top: controls.NewTop(), felt: felt.New(), act: controls.NewAct(), strip: controls.NewStrip(),
	}
	screen.top.OnMenu, screen.top.OnMark = screen.pages().openMenu, screen.pages().openMarks
	screen.felt.OnSpot, screen.felt.OnBox = screen.tapSpot, screen.tapBox
	screen.strip.OnButton = screen.tapped
	screen.strip.OnLost = func(decides bool) {
		word := "close_again"
		if decides {
			word = "tap_again"
		}
		screen.Warn(s.Text.T(word))
	}
	screen.strip.OnChip = screen.chooseChip
	screen.strip.OnRank = func(rank string) { screen.by = record.ByTouch; screen.chooseRank(rank) }
	screen.strip.OnSuit = func(letter string) { screen.by = record.ByTouch; screen.chooseSuit(letter) }
	screen.act.OnWaits = screen.shoes().openReader
	screen.strip.OnAmount = screen.misdeals().toggleDigits
	screen.strip.OnDigit = screen.misdeals().tapDigit
	screen.all = container.New(tableLayout{}, screen.top.Drawn, screen.felt.Drawn, screen.act.Drawn, screen.strip.Drawn)
	screen.cloth = screen.keptFelt()
	s.In(screen.Currency())
	t.OnChange(func(facts []record.Fact) {
		screen.notice = view.Notice{}
		screen.bets().over(facts)
		screen.shoes().recorded(facts)
	})
	screen.Update()
	screen.shoes().listen()
	if screen.line.on() && screen.feed.Restarted(t.State) {
		screen.resumed = "read_restarted"
		screen.Warn(s.Text.T(screen.resumed))
	}
	return screen
}

// Standing returns the state of the table, for whoever looks for what broke.
func (t *Table) Standing() string {
	s := t.session.State
	return fmt.Sprintf("table %s, entry %d, shift %d, shoe %d, hand %d, phase %d, %d bets, %d cards, %d decisions, cursor %+v",
		s.Name, s.Seq, s.Shift, s.Shoe, s.Hand, s.Deal().Phase(), len(s.Current.Round.Bets), len(s.Current.Round.Laid), len(s.Current.Round.Decisions), t.cursor)
}

// Reread shows the table as the record has it; nothing is in hand.
func (t *Table) Reread() error {
	if err := t.session.Reread(); err != nil {
		return err
	}
	t.cursor, t.laid, t.edited, t.carded, t.covered, t.chipped = view.Cursor{}, nil, nil, 0, covered{}, chipped{}
	t.feed.Reread(t.session.State)
	t.Update()
	return nil
}

// Currency returns the currency of the table's amounts.
func (t *Table) Currency() string { return t.shell.House.State.CurrencyOf(t.session.State.Name) }

// chips returns the values of the chips that the table has.
func (t *Table) chips() []games.Amount { return t.shell.House.State.ChipsOf(t.session.State.Name) }

// Content implements shell.Page.
func (t *Table) Content() fyne.CanvasObject { return t.all }

// A tableLayout divides the screen: everything but the felt keeps its share of the
// height.
type tableLayout struct{}

func (tableLayout) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(800, 600) }

func (tableLayout) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	controls.Parts(objects, size, controls.StripHigh)
}

// Update shows what the table says now.
func (t *Table) Update() {
	t.bets().firstChip()
	t.timer.update(t)
	screen := t.viewer().Of(t.session.State, t.cursor, t.notice)
	t.felt.Set(screen.Felt, theme.Felts()[t.cloth])
	t.act.Wait(screen.Waits)
	t.act.Set(screen.Act, screen.Notice, screen.Staked, screen.Announced)
	t.strip.Set(screen.Pad)
	t.showTop()
	t.players.update()
	if phase := t.session.State.Deal().Phase(); phase != t.phase {
		t.phase = phase
		t.shell.Changed()
	}
}

// Tick shows the time, and what it has brought about.
func (t *Table) Tick() {
	t.shoes().pump()
	before := t.session.State.NewLimits
	err := errors.Join(t.shell.House.Takeover().CatchUp(), t.session.Due())
	if err == nil && t.session.State.NewLimits == before {
		if left := t.session.State.OnDutyStill(&t.shell.House.State) != nil; left != t.left { // the office said so meanwhile
			t.left = left
			t.Update()
		}
		t.pass()
		t.showTop()
		return
	}
	t.say(err)
	if err == nil {
		t.notice = view.Notice{Text: t.shell.Text.T("said_limits_began")}
	}
	t.Update()
}

func (t *Table) showTop() {
	t.top.Set(t.viewer().TopOf(t.session.State, t.session.Now()))
}

// do carries a command out and shows what came of it; where the table refuses, a
// short word says why and nothing is recorded.
func (t *Table) do(command session.Command) bool {
	err := t.try(command)
	if house.RefusedFor(err, house.SeenBefore) {
		t.approveLate(command, func() {})
	}
	return err == nil
}

// try does what do does, without asking anybody for what is refused.
func (t *Table) try(command session.Command) error {
	before := t.session.State.Seq
	t.cursor.Laid = false
	err := t.session.Do(command)
	t.tellAlarm(before)
	err = t.contradicts(err)
	t.say(err)
	t.Update()
	t.shoes().pump()
	return err
}

// approveLate asks an inspector for what is entered otherwise than before, with a card behind it that was seen. It
// calls then once that is entered.
func (t *Table) approveLate(command session.Command, then func()) {
	t.approvals().approve("title_approve_late", func(s *pit.Table, who *house.Staff) ([]record.Fact, error) {
		return command(s.Approved(who))
	}, func() {
		t.bets().empty()
		then()
	})
}

// tellAlarm shows the alarms and notes that a command gave, if any.
func (t *Table) tellAlarm(since int64) {
	state := t.session.State
	for _, list := range [][]hand.Alarm{state.Alarms, state.Notes} {
		if n := len(list); n > 0 && list[n-1].Seq > since {
			since = list[n-1].Seq
			t.notice = view.Notice{Text: t.shell.Viewer().Log().Alarms(state, since), Bad: true, Says: view.SaysAlarm}
		}
	}
}

// say puts an error into words; nil leaves what was said.
func (t *Table) say(err error) {
	tx := t.shell.Text
	var refusal *house.Refusal
	switch {
	case err == nil:
	case errors.As(err, &refusal):
		t.notice = view.Notice{Text: t.shell.Viewer().Refused(refusal, t.session.State.Game), Bad: true}
		if refusal.Why == house.HoleIsBlackjack {
			t.notice.Says = view.SaysHole
		}
	case errors.As(err, new(*session.NoCheckpointError)):
		t.notice = view.Notice{Text: tx.T("disk_no_checkpoint", text.Args{"Error": err}), Bad: true}
	case errors.Is(err, record.ErrConflict):
		t.notice = view.Notice{Text: tx.T("disk_conflict"), Bad: true}
	case errors.Is(err, record.ErrReplaced):
		t.notice = view.Notice{Text: tx.T("disk_replaced"), Bad: true}
	case errors.Is(err, record.ErrChanged), errors.Is(err, record.ErrNoPepper), errors.Is(err, session.ErrAuthorityDamaged), errors.Is(err, record.ErrNewerRecord):
		t.notice = view.Notice{Text: t.shell.Wording(err), Bad: true}
	case errors.Is(err, syscall.ENOSPC):
		t.notice = view.Notice{Text: tx.T("disk_full"), Bad: true}
	default:
		t.notice = view.Notice{Text: tx.T("disk_refused", text.Args{"Error": err}), Bad: true}
	}
}

// Warn shows a word where nothing was done.
func (t *Table) Warn(word string) {
	t.notice = view.Notice{Text: word, Bad: true}
	t.Update()
}

// Tell shows a word that is no refusal.
func (t *Table) Tell(sentence string) {
	t.notice = view.Notice{Text: sentence}
	t.Update()
}

// undo takes the last entry back; where it takes an inspector it asks for one.
func (t *Table) undo() {
	last, keyed := t.session.State.Deal().LastKeyed()
	what := ""
	if keyed {
		what = t.shell.Viewer().Log().Undone(t.session.State, last.Fact) // of the table as it is before
	}
	said := func() {
		t.feed.Undone(last.Seq, t.session.State)
		t.misdeals().undoneAt(last.Fact)
		t.notice = t.shell.Viewer().Log().Back(t.session.State, what)
		t.Update()
	}
	undo := func(s *pit.Table, by *house.Staff) ([]record.Fact, error) { return s.Deal().Undo(by) }
	err := t.session.Do(func(s *pit.Table) ([]record.Fact, error) { return undo(s, nil) })
	switch {
	case err == nil:
		said()
		return
	case house.RefusedFor(err, house.NeedsInspector):
		if _, reopens := last.Fact.(record.BetsClosed); reopens {
			t.approvals().approve("title_approve", undo, said)
			break
		}
		t.approvals().approve("title_approve_undo", undo, said)
		t.Warn(t.shell.Text.T("undo_needs_inspector"))
		return
	case house.RefusedFor(err, house.NothingToUndo) && len(t.session.State.Voidable()) > 0:
		t.notice = view.Notice{Text: t.shell.Text.T("undo_no_move"), Bad: true}
		t.Update()
		return
	}
	t.say(err)
	t.Update()
}

// tapped handles a tap on a button of the strip. Where Enter lies it is one of a rhythm too.
func (t *Table) tapped(b view.Button) {
	if b.Decides() || b.Key != "Enter" || !t.enterInRhythm(b) {
		t.press(b)
	}
}

// press handles a button of the strip.
func (t *Table) press(b view.Button) {
	if b.Do != "" {
		t.bets().decide(b.Do)
		return
	}
	switch b.ID {
	case view.ButtonOpen:
		t.counts().open()
	case view.ButtonShoe, view.ButtonShoeOther, view.ButtonShoeFresh, view.ButtonShoeKept:
		t.shoes().startShoe(b.ID)
	case view.ButtonBettor:
		t.bets().nextBettor()
	case view.ButtonCutCard:
		t.shoes().cutCard(record.Reading{Source: record.ByTouch})
	case view.ButtonAhead:
		t.hold(view.ForNext)
	case view.ButtonTake:
		t.shoes().openCommission()
	case view.ButtonRelay:
		t.misdeals().openRelay()
	case view.ButtonResume:
		t.pages().resumeTable()
	case view.ButtonLastBets:
		t.callLastBets()
	case view.ButtonWrong:
		t.misdeals().openIrregularity()
	case view.ButtonRead:
		t.shoes().takeRead()
	case view.ButtonHide:
		t.do(pit.OfDeal(hand.Deal.Hide))
	case view.ButtonInsure:
		t.bets().insure(b.Box)
	case view.ButtonNobody:
		t.do(pit.OfBets(hand.Bets.EndInsurance))
	case view.ButtonHasIt, view.ButtonHasNone:
		t.do(func(s *pit.Table) ([]record.Fact, error) { return s.Deal().Look(b.ID == view.ButtonHasIt) })
	case view.ButtonEarly:
		t.bets().openEarly()
	case view.ButtonRepeat:
		t.bets().layBets(hand.Bets.Repeating)
	case view.ButtonDouble:
		t.bets().layBets(hand.Bets.Doubling)
	case view.ButtonPut:
		t.bets().enterTyped()
	case view.ButtonClear:
		t.misdeals().takeAway()
	case view.ButtonUndo:
		if !t.dropCard() {
			t.undo()
		}
	case view.ButtonDry:
		t.shoes().dealDry()
	case view.ButtonUnseen:
		t.shoes().carryUnseen()
	case view.ButtonKeep:
		t.shoes().keepCards()
	case view.ButtonClose:
		t.bets().closeBets()
	case view.ButtonPaid:
		t.pay(pit.OfDeal(hand.Deal.PayNext))
	case view.ButtonAll, view.ButtonDone:
		t.payShown()
	}
}

// Typed handles a character of the keyboard.
func (t *Table) Typed(r rune) bool {
	if t.cursor.Hold != view.ForDeal || t.cursor.Rank != "" {
		return t.typedCard(r)
	}
	if unicode.ToUpper(r) == 'E' && view.AsksEarly(t.session.State) {
		t.bets().openEarly()
		return true
	}
	switch t.session.State.Deal().Phase() {
	case hand.Shoeless:
		return t.typedButton(r)
	case hand.Insuring, hand.Looking:
		if r == ' ' {
			t.payShown()
			return true
		}
		return t.typedButton(r) || t.bets().typedUnhalved(r)
	case hand.Betting:
		return t.bets().typedBet(r)
	case hand.Dealing, hand.Burning, hand.Turning:
		if r == ' ' && t.pad().Upto > t.session.State.Current.Done() {
			t.payShown()
			return true
		}
		return t.typedCard(r)
	case hand.Deciding:
		return t.typedChoice(r)
	case hand.Paying:
		if r == ' ' {
			t.payShown()
			return true
		}
		return t.typedButton(r) || t.typedCard(r)
	}
	return false
}

// typedButton presses the button of the strip whose key it is.
func (t *Table) typedButton(r rune) bool {
	for _, b := range t.pad().Buttons {
		if b.On && b.Key == strings.ToUpper(string(r)) {
			t.press(b)
			return true
		}
	}
	return false
}

// Key handles a key that is no character.
func (t *Table) Key(name fyne.KeyName) bool {
	switch name {
	case fyne.KeyReturn, fyne.KeyEnter:
		return t.confirm()
	case fyne.KeyBackspace, fyne.KeyDelete:
		if t.cursor.Typed != "" {
			t.cursor.Typed = t.cursor.Typed[:len(t.cursor.Typed)-1]
			t.pass()
			t.Update()
			return true
		}
		if t.dropCard() {
			return true
		}
		t.undo()
		return true
	case fyne.KeyF2:
		t.pages().openLimits()
	case fyne.KeyF3:
		t.shoes().cutCard(record.Reading{Source: record.ByKey})
	case fyne.KeyF4:
		t.misdeals().openIrregularity()
	case fyne.KeyF5:
		t.money().openCash()
	case fyne.KeyF6:
		t.pages().openRoads()
	case fyne.KeyF7:
		t.shoes().openCommission()
	case fyne.KeyF8:
		t.pages().openHistory()
	case fyne.KeyF9:
		t.pages().openRelief()
	case fyne.KeyF10:
		t.pages().openMenu()
	case fyne.KeyF12:
		t.shoes().openReader()
	case fyne.KeyEscape:
		t.bets().dropFormer()
		plain := view.Cursor{Chip: t.cursor.Chip}
		if t.cursor == plain && t.notice.Text == "" {
			return false
		}
		t.cursor = plain
		t.notice = view.Notice{}
		t.Update()
	case fyne.KeyTab, fyne.KeyLeft, fyne.KeyRight:
		return t.session.State.Deal().Phase() == hand.Betting && t.bets().moveCursor(name)
	default:
		return false
	}
	return true
}

// confirm handles Enter: whatever goes on from here.
func (t *Table) confirm() bool {
	if t.bets().asksFormer() {
		return true
	}
	if t.bets().waitsForDecision() {
		t.bets().tellBust()
		return true
	}
	for _, b := range t.pad().Buttons {
		if b.Key == "Enter" {
			if !t.enterInRhythm(b) {
				t.press(b)
			}
			return true
		}
	}
	return false
}
