package view

import (
	"fmt"
	"slices"

	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// A PadKind is an input strip; one is shown at a time.
type PadKind int

// The pads.
const (
	NoPad     PadKind = iota
	StartPad          // one thing to confirm: open the table, start a shoe
	ChipPad           // chips, amounts, repeat, double, clear
	CardPad           // thirteen ranks
	ChoicePad         // the decisions of a box
	PayPad            // what is paid and collected, box by box
)

// A Pad is the input strip.
type Pad struct {
	Kind    PadKind
	Buttons []Button
	Undo    Button // in the same place on every pad
	About   string // what the keys are about: another box, another turn, other keys
	Chips   []Chip
	Typed   string // amount being typed
	Digits  bool   // digits for a finger in place of the chips
	Suits   bool   // a card has a suit to be entered
	Room    bool   // suits have their place, be one asked now or not: ranks never move
	Rank    string // the rank whose suit is due
	Pays    []Pay
	// Upto is how many acts of the hand are done once those in Pays are; More is how many
	// turns wait that Pays has no room for.
	Upto, More int
}

// A ButtonID is the purpose of a button; the screen knows which command it runs.
type ButtonID string

// The buttons.
const (
	ButtonOpen      ButtonID = "open"
	ButtonShoe      ButtonID = "shoe"
	ButtonRepeat    ButtonID = "repeat"
	ButtonDouble    ButtonID = "double_bets"
	ButtonClear     ButtonID = "clear"
	ButtonUndo      ButtonID = "undo"
	ButtonPut       ButtonID = "put"
	ButtonClose     ButtonID = "close_bets"
	ButtonPaid      ButtonID = "paid"
	ButtonAll       ButtonID = "all_paid"
	ButtonShoeOther ButtonID = "shoe_other"
	ButtonShoeFresh ButtonID = "shoe_fresh"
	ButtonShoeKept  ButtonID = "shoe_kept"
	ButtonBettor    ButtonID = "bettor"
	ButtonCutCard   ButtonID = "cut_card"
	ButtonAhead     ButtonID = "ahead"
	ButtonTake      ButtonID = "take"
	ButtonRelay     ButtonID = "relay"
	ButtonHide      ButtonID = "hide"
	ButtonNobody    ButtonID = "nobody"
	ButtonHasIt     ButtonID = "looked_yes"
	ButtonHasNone   ButtonID = "looked_no"
	ButtonInsure    ButtonID = "insure"
	ButtonEarly     ButtonID = "early"
	ButtonWrong     ButtonID = "wrong"
	ButtonResume    ButtonID = "resume"
	ButtonLastBets  ButtonID = "last_bets"
	ButtonDry       ButtonID = "dry"
	ButtonUnseen    ButtonID = "ahead_unseen"
	ButtonDone      ButtonID = "hand_done"
	ButtonKeep      ButtonID = "keep_cards"
	ButtonRead      ButtonID = "read"
)

// A Button is one thing that can be done now.
type Button struct {
	ID    ButtonID
	Label string
	Key   string // the key that does the same
	On    bool
	Main  bool // the one that goes on
	Do    games.Action
	Box   int // the box that it is about, 0 if none
}

// Decides reports whether it is a decision, of a player or about the dealer's card: it takes no tap by the rhythm of paying.
func (b Button) Decides() bool {
	return b.Do != "" || b.ID == ButtonInsure || b.ID == ButtonNobody || b.ID == ButtonHasIt || b.ID == ButtonHasNone
}

// A Chip is a chip to bet with.
type Chip struct {
	Value  games.Amount
	Label  string
	Key    string
	Chosen bool
	Colour string // "#rrggbb", "" where the house did not say
}

// ChipKeys are the keys of the chips, the smallest first: the row on which the fingers rest, without
// the letters of the suits. So no keys of bets look like a card, however late they are dealt with.
const ChipKeys = "AFGJKLVMR"

func (v ActViewer) pad(t *pit.Table, c Cursor) Pad {
	p := v.padOf(t, c)
	_, undoes := t.Deal().LastKeyed()
	p.Undo = v.button(ButtonUndo, "⌫", undoes, false)
	p.About = v.about(t)
	p.Buttons = v.readButton(t, p.Buttons)
	return p
}

// about returns a text that changes with the meaning of the pad's keys. They do something else as soon as
// another box is asked or another turn is paid, though they look the same.
func (v ActViewer) about(t *pit.Table) string {
	phase := t.Deal().Phase()
	about := fmt.Sprint(int(phase))
	if t.Game == nil || phase != hand.Deciding && phase != hand.Paying {
		return about
	}
	step := t.Deal().Next()
	return about + fmt.Sprint(step.Kind, step.At, step.Hand, t.Current.Done())
}

func (v ActViewer) padOf(t *pit.Table, c Cursor) Pad {
	switch t.Deal().Phase() {
	case hand.Shut:
		return Pad{Kind: StartPad, Buttons: []Button{v.button(ButtonOpen, "Enter", true, true)}}
	case hand.Shoeless:
		return v.shoePad(t)
	case hand.Burning:
		return v.cardPad(t, c, nil)
	case hand.Betting:
		return v.chipPad(t, c)
	case hand.Paused:
		if t.Current.Paused.Kind.General() {
			return Pad{Kind: StartPad, Buttons: []Button{v.button(ButtonResume, "Enter", true, true)}}
		}
		return Pad{Kind: StartPad, Buttons: []Button{v.button(ButtonRelay, "Enter", true, true)}}
	}
	if t.Game == nil {
		return Pad{}
	}
	if c.Hold != ForDeal || c.Rank != "" {
		return v.cardPad(t, c, nil)
	}
	if t.Deal().Contradicted() {
		p := v.cardPad(t, c, nil)
		for i := range p.Buttons {
			p.Buttons[i].Main = p.Buttons[i].ID == ButtonWrong
		}
		return p
	}
	step, turns := t.Deal().Next(), v.turns(t)
	if step.Kind == games.Finished && (t.Current.Round.Dry || len(turns) == 0) { // nobody is paid
		return Pad{Kind: StartPad, Buttons: append([]Button{v.button(ButtonDone, "Enter", true, true)}, v.aheadButtons(t)...)}
	}
	asked := step.Kind == games.Ask || step.Kind == games.Insuring || step.Kind == games.Look
	if paying(turns) && (asked || len(turns) > cardPays) || step.Kind == games.Finished {
		return v.payPad(t, turns)
	}
	switch step.Kind {
	case games.Halt:
		return Pad{Kind: StartPad, Buttons: []Button{v.button(ButtonRelay, "Enter", true, true)}}
	case games.Deal, games.Turn, games.ReadSuit:
		p := v.cardPad(t, c, nil)
		if paying(turns) {
			p.Buttons = append([]Button{v.button(ButtonPaid, "Enter", true, true)}, p.Buttons...)
		}
		p.Pays, p.Upto = append(v.laying(t), undone(turns)...), len(t.Current.Acts())
		return p
	case games.Insuring:
		return Pad{Kind: ChoicePad, Buttons: append(v.Felt().insurances(t), v.button(ButtonNobody, "Enter", true, true), v.wrong())}
	case games.Look:
		return Pad{Kind: ChoicePad, Buttons: []Button{v.button(ButtonHasIt, "B", true, true), v.button(ButtonHasNone, "N", true, true), v.wrong()}}
	case games.Ask:
		ahead := v.ahead(t, step)
		return Pad{Kind: ChoicePad, Buttons: append(append(append(ahead, v.choices(t.Game, step, len(ahead) == 0)...), v.asides(t, step)...), v.wrong())}
	}
	return Pad{}
}

func (v ActViewer) button(id ButtonID, key string, on, main bool) Button {
	return Button{ID: id, Label: v.Text.T("button_" + string(id)), Key: key, On: on, Main: main}
}

// wrong returns the button of what went wrong.
func (v ActViewer) wrong() Button { return v.button(ButtonWrong, "F4", true, false) }

// shoePad offers the shoe that is due: of new cards where they are.
func (v ActViewer) shoePad(t *pit.Table) Pad {
	if len(t.Debts()) > 0 {
		return Pad{Kind: StartPad, Buttons: []Button{v.button(ButtonTake, "Enter", true, true)}}
	}
	buttons := v.ShoeButtons(t)
	if t.Stopped() != "" {
		buttons = slices.Insert(buttons, 2, v.button(ButtonKeep, "A", true, false))
	}
	return Pad{Kind: StartPad, Buttons: buttons}
}

// ShoeButtons returns the buttons for the ways in which a new shoe begins: who shuffled it, and of which cards it is.
func (v ActViewer) ShoeButtons(t *pit.Table) []Button {
	buttons := []Button{v.button(ButtonShoe, "Enter", true, true), v.button(ButtonShoeOther, "I", true, false)}
	due := t.DueCards(v.now())
	if due != "" && due != record.FirstCards {
		buttons[0].Label = v.Text.T("button_shoe_changed")
	}
	switch due {
	case "":
		buttons = append(buttons, v.button(ButtonShoeFresh, "N", true, false))
	case record.FirstCards:
	default:
		buttons = append(buttons, v.button(ButtonShoeKept, "K", true, false))
	}
	return buttons
}

// AsksSuit reports whether the next card's suit is asked: where it is a card of the deal and a valid bet
// depends on it. Nobody knows the suit of a card face down.
func AsksSuit(t *pit.Table, c Cursor) bool {
	return c.Rank != "" || c.Hold == ForDeal && t.Game != nil && t.Current.BetsClosed && t.Deal().Next().Suits && !t.Deal().MayHide()
}

// RankDue returns the rank whose suit is to be typed: that of a typed card, or of one that is on the table already.
// It returns "" where none is.
func RankDue(t *pit.Table, c Cursor) string {
	if c.Rank != "" || c.Hold != ForDeal || t.Game == nil || !t.Current.BetsClosed {
		return c.Rank
	}
	if step := t.Deal().Next(); step.Kind == games.ReadSuit {
		return t.Current.Round.Laid[step.Card].Card.Rank().String()
	}
	return ""
}

// cardPad returns the pad of ranks, with the suits where they matter.
func (v ActViewer) cardPad(t *pit.Table, c Cursor, buttons []Button) Pad {
	p := Pad{Kind: CardPad, Suits: AsksSuit(t, c), Room: t.Game != nil && t.Game.ReadsSuits(), Rank: RankDue(t, c), Buttons: buttons}
	if c.Hold == ForNext && c.Rank == "" {
		p.Buttons = append(p.Buttons, v.button(ButtonUnseen, "", t.Deal().MayCarry(), false))
	}
	if t.Deal().MayHide() && c.Rank == "" {
		p.Buttons = append([]Button{v.button(ButtonHide, "Enter", true, true)}, p.Buttons...)
	}
	if t.Deal().Phase() != hand.Burning && c.Hold == ForDeal {
		if !t.ShuffledEachHand() {
			p.Buttons = append(p.Buttons, v.button(ButtonCutCard, "F3", !t.Current.CutCard, false))
		}
		p.Buttons = append(p.Buttons, v.wrong())
	}
	return p
}

// DecisionKey returns the key of a decision wherever it can be chosen: at the box that is asked, ahead, in a
// correction.
func DecisionKey(g games.Game, do games.Action) string {
	answer, _ := g.Layout().Answer(do)
	return answer.Key
}

// EarlyKey returns the key of an early decision of a bettor behind. It is that of the same decision at the seat,
// and + for two decisions in one.
func EarlyKey(g games.Game, e games.Early) string {
	switch {
	case e.Then != "":
		return "+"
	case e.Choice == games.ChooseDouble:
		return DecisionKey(g, games.Double)
	case e.Choice == games.ChooseSplit:
		return DecisionKey(g, games.Split)
	}
	return map[games.Choice]string{games.Follow: "F", games.Right: "R", games.Left: "L", games.None: "N"}[e.Choice]
}

// BettorKey returns the key of a box's bettor wherever one is meant: their number there.
func BettorKey(bettor string) string {
	if bettor == "" {
		return "1"
	}
	return bettor
}

// ChoiceOf returns the decision of a key at this table, offered now or not, also of one that it had once; "" where it
// has none.
func ChoiceOf(t *pit.Table, key string) games.Action {
	for _, a := range t.Game.Layout().Answers {
		if a.Key == key && (!a.Bought || t.Deal().Next().Kind == games.Ask) {
			return a.Do
		}
	}
	a, _ := t.Game.Layout().Former(key)
	return a.Do
}

// ahead returns the decision that the main player took early, to be confirmed with Enter. It is the only one
// that is lit.
func (v ActViewer) ahead(t *pit.Table, step games.Step) []Button {
	do := t.Current.Ahead[step.At.Box]
	if do == "" || !slices.Contains(step.Offers, do) {
		return nil
	}
	return []Button{{Do: do, Label: v.Text.T("choice_as_said", text.Args{"What": v.Text.T("choice_" + string(do))}), Key: "Enter", On: true, Main: true}}
}

// asides returns what else may be done while a seat is asked.
func (v ActViewer) asides(t *pit.Table, step games.Step) []Button {
	var out []Button
	if _, early := games.EarlySpot(t.Game); early {
		out = append(out, v.button(ButtonEarly, "E", true, false))
	}
	return out
}

// choices returns the decisions that are offered, in the order of their keys; lit where no other button has Enter.
func (v ActViewer) choices(g games.Game, step games.Step, lit bool) []Button {
	var out []Button
	for _, a := range g.Layout().Asked() {
		if slices.Contains(step.Offers, a.Do) {
			out = append(out, Button{Do: a.Do, Label: v.Text.T("choice_" + string(a.Do)), Key: a.Key, On: true, Main: lit})
		}
	}
	return out
}

func (v ActViewer) chipPad(t *pit.Table, c Cursor) Pad {
	lies := len(t.Current.Round.Bets) > 0
	on := v.button(ButtonClose, "Enter", lies, true)
	if c.Typed != "" { // Enter puts the amount down, and nothing else
		on = Button{ID: ButtonPut, Key: "Enter", On: true, Main: true, Label: v.Text.T("button_put", text.Args{"Amount": c.Typed, "Spot": v.inHand(t, c)})}
	}
	clear := v.button(ButtonClear, v.Text.T("key_held"), lies, false)
	if !c.Take {
		clear.Label = v.Text.T("button_take_away")
	}
	p := Pad{Kind: ChipPad, Typed: c.Typed, Digits: c.Digits, Buttons: append(v.Reconstruction().layingButtons(t, c),
		clear,
		v.button(ButtonLastBets, "U", lies && t.Current.LastBets.IsZero(), false),
		on,
	)}
	_, early := games.EarlySpot(t.Game)
	if games.SharedBoxes(t.Game) {
		p.Buttons = append(p.Buttons, v.button(ButtonBettor, "B", c.Box > 0, false))
	}
	if early {
		p.Buttons = append(p.Buttons, v.button(ButtonEarly, "E", c.Box > 0, false))
	}
	if t.Bets().MayDealDry() {
		p.Buttons = append(p.Buttons, v.button(ButtonDry, "N", !lies, false))
	}
	if len(t.Debts()) > 0 {
		p.Buttons = append(p.Buttons, v.button(ButtonTake, "F7", true, false))
	}
	chips := v.House.ChipsIn(v.House.CurrencyOf(t.Name))
	for i, value := range chips.Values {
		chip := Chip{Value: value, Label: v.Text.Amount(value), Chosen: i == c.Chip}
		if i < len(chips.Colours) {
			chip.Colour = chips.Colours[i]
		}
		if i < len(ChipKeys) {
			chip.Key = ChipKeys[i : i+1]
		}
		p.Chips = append(p.Chips, chip)
	}
	return p
}
