package view

import (
	"slices"
	"strings"

	"sabot/app/text"
	"sabot/app/view/rules"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/pay"
)

// A Pay is one turn of paying: what is done for one person, on one hand of one box.
type Pay struct {
	Box   int
	Who   string    // of several persons or hands which: "(3)", "dx"
	Title string    // the same in a sentence: "Box 2 (3), mano destra"
	Lines []PayLine // spot by spot
	Sums  []PaySum  // what it comes to, never one against the other
	Now   bool      // this turn is next
	Done  bool
	// Laid says that chips come down, or that a bet only goes along: nothing to tick off.
	Laid bool

	from int // its first act, among the hand's
}

// A PayLine is one act.
type PayLine struct {
	Text  string // "59 paga 2:1"
	Sum   string
	Chips string // "2×25 + 1×5"
	Mark  Mark
}

// A PaySum is the sum of one kind of act in a turn.
type PaySum struct {
	Do     pay.ActKind
	Text   string // "incassa 5"
	Short  string // "↓5"
	Amount games.Amount
	Chips  string
	Mark   Mark
	even   bool
	again  bool         // a difference to what was done before
	taken  bool         // of a bet that is none any more
	due    games.Amount // what the odds make of it, unrounded
}

// of reports whether an act is part of the sum.
func (s *PaySum) of(a pay.Act) bool {
	return s.Do == a.Do && s.even == a.Even && s.again == a.Again && s.taken == (a.Again && a.Taken)
}

// special returns the key of the words for a sum of acts that are none of the usual ones; "" for those.
func (s *PaySum) special() string {
	switch {
	case s.even:
		return "do_even"
	case s.taken && s.Do == pay.Pay:
		return "do_pay_taken"
	case s.taken && s.Do == pay.Collect:
		return "do_collect_taken"
	case s.again && s.Do == pay.Pay:
		return "do_pay_again"
	case s.again && s.Do == pay.Collect:
		return "do_collect_again"
	}
	return ""
}

// Room for turns: on the pad of payments, and beside cards that are due.
const (
	payRows  = 18
	cardPays = 14
)

var actMarks = map[pay.ActKind]Mark{pay.Collect: Lost, pay.Pay: Won, pay.GiveBack: Warned, pay.Leave: Pushed, pay.Lay: Plain, pay.Ride: Plain}

// paying reports whether a turn is not done yet.
func paying(turns []Pay) bool { return len(turns) > 0 && !turns[len(turns)-1].Done }

// undone returns the turns that are still to be done.
func undone(turns []Pay) []Pay {
	for i, p := range turns {
		if !p.Done {
			return turns[i:]
		}
	}
	return nil
}

// turns returns the turns that are being paid: those that were settled together with the next one, and what was
// settled after it.
func (v ActViewer) turns(t *pit.Table) []Pay {
	h := &t.Current
	if !t.Open || t.Game == nil || !h.BetsClosed {
		return nil
	}
	acts, done := h.Acts(), h.Done()
	chips := pay.PaidIn(acts[done:], v.House.ChipsOf(t.Name), t.Desk().Stock())
	var turns []Pay
	for i := h.StageStart(done); i < len(acts); {
		end := i
		var due []int
		for end < len(acts) && acts[end].SameTurn(acts[i]) {
			if !acts[end].Nothing() {
				due = append(due, end)
			}
			end++
		}
		if len(due) > 0 {
			turns = append(turns, v.turnOf(t, acts, due, done, chips))
		}
		i = end
	}
	v.alike(turns)
	return turns
}

// alike writes the sums of turns alike: they are read as a column, and along the boxes.
func (v ActViewer) alike(turns []Pay) {
	var column []games.Amount
	for _, p := range turns {
		for _, s := range p.Sums {
			column = append(column, s.Amount)
		}
	}
	v.Text = v.Text.Alike(column...)
	for _, p := range turns {
		for i, s := range p.Sums {
			p.Sums[i].Short = v.brief(s.Do, s.Amount)
		}
	}
}

// turnOf returns the turn of those acts of the hand that due lists; chips are for the acts that are not done.
func (v ActViewer) turnOf(t *pit.Table, acts []pay.Act, due []int, done int, chips []pay.InChips) Pay {
	var of []pay.Act
	var left []pay.Act
	var paid []pay.InChips
	for _, n := range due {
		of = append(of, acts[n])
	}
	turn := v.turn(t, of)
	turn.from = due[0]
	turn.Done, turn.Now = done > due[len(due)-1], done >= due[0] && done <= due[len(due)-1]
	if turn.Done {
		return turn
	}
	for i, n := range due {
		if n >= done {
			turn.Lines[i].Chips = v.inChips(chips[n-done])
			left, paid = append(left, acts[n]), append(paid, chips[n-done])
		}
	}
	for i := range turn.Sums {
		v.sumChips(&turn.Sums[i], left, paid)
	}
	return turn
}

func (v ActViewer) turn(t *pit.Table, acts []pay.Act) Pay {
	first := acts[0]
	p := Pay{Box: first.Box, Who: v.who(first), Title: v.whose(first)}
	column := v
	column.Text = v.Text.Alike(paidBy(acts)...)
	for _, a := range acts {
		line := v.payLine(t, a)
		line.Sum = column.lineSum(a)
		p.Lines = append(p.Lines, line)
		at := -1
		for i := range p.Sums {
			if p.Sums[i].of(a) {
				at = i
			}
		}
		if at < 0 {
			p.Sums = append(p.Sums, PaySum{Do: a.Do, Mark: actMarks[a.Do], even: a.Even, again: a.Again, taken: a.Again && a.Taken})
			at = len(p.Sums) - 1
		}
		due, _ := a.Rounded()
		p.Sums[at].Amount += a.Amount
		p.Sums[at].due += due
	}
	for i := range p.Sums {
		s := &p.Sums[i]
		s.Text, s.Short = v.doing(acts[0], s.Do, s.Amount, len(p.Sums) == 1), v.brief(s.Do, s.Amount)
		if key := s.special(); key != "" {
			s.Text = v.Text.T(key, text.Args{"Amount": v.Text.Amount(s.Amount)})
		}
		if s.due != s.Amount {
			s.Text = v.Text.T("do_rounded", text.Args{"What": s.Text, "Due": rules.Rounded(v.Text, s.due, s.Amount)})
		}
	}
	return p
}

// who returns what tells the turn from others of its box: the bettor where there are several, the hand of a
// split box.
func (v ActViewer) who(a pay.Act) string {
	var words []string
	if a.Hand > 0 {
		words = append(words, v.handShort(a.Hand))
	}
	if a.Bettor != "" {
		words = append(words, "("+a.Bettor+")")
	}
	return strings.Join(words, " ")
}

// handShort returns a short name of a split box's hand: by its side, since a number in brackets is a bettor.
func (v ActViewer) handShort(hand int) string { return v.Text.T("hand_short_" + Digit(hand)) }

func (v Viewer) whose(a pay.Act) string {
	title := v.Text.T("box_n", boxArgs(a.Box))
	if a.Bettor != "" {
		title += " (" + a.Bettor + ")"
	}
	if a.Hand > 0 {
		title += ", " + v.Text.T("split_"+Digit(a.Hand))
	}
	return title
}

// doing returns a sum of one kind of act in words; alone is true where the turn has no other.
func (v ActViewer) doing(a pay.Act, do pay.ActKind, amount games.Amount, alone bool) string {
	key := "do_" + string(do)
	switch {
	case do == pay.Leave && amount == 0:
		key = "do_done"
	case do == pay.Leave && alone:
		key = "do_leave_all"
	case do == pay.Ride && a.Hand > 0:
		key = "do_ride_" + Digit(a.Hand)
	}
	return v.Text.T(key, text.Args{"Amount": v.Text.Amount(amount)})
}

// brief returns a sum of one kind of act as a sign and an amount.
func (v ActViewer) brief(do pay.ActKind, amount games.Amount) string {
	switch do {
	case pay.Collect:
		return v.Text.Going(-amount)
	case pay.Pay:
		return v.Text.Going(amount)
	case pay.Leave:
		return "="
	case pay.GiveBack:
		return v.Text.T("do_give_back_short", text.Args{"Amount": v.Text.Amount(amount)})
	}
	return v.doing(pay.Act{}, do, amount, false)
}

func (v ActViewer) payLine(t *pit.Table, a pay.Act) PayLine {
	args := text.Args{"Spot": v.spotLabel(t.Game, a.Spot), "Odds": a.Odds.String(), "Commission": v.Text.Amount(a.Commission)}
	key := "pay_" + string(a.Do)
	switch {
	case a.Again:
		key = "pay_difference"
	case a.Even:
		key = "pay_even"
	case a.Tracked:
		key = "pay_tracked"
	}
	if due, rounded := a.CommissionRounded(t.Game); rounded {
		args["Commission"] = v.Text.T("pay_commission_rounded", text.Args{"Commission": v.Text.Amount(a.Commission), "Due": rules.Rounded(v.Text, due, a.Commission)})
	}
	said := v.Text.T(key, args)
	if due, rounded := a.Rounded(); rounded {
		said = v.Text.T("pay_rounded", text.Args{"What": said, "Due": rules.Rounded(v.Text, due, a.Amount)})
	}
	return PayLine{Text: said, Mark: actMarks[a.Do]}
}

// lineSum returns what an act comes to, as it stands in a column with others.
func (v ActViewer) lineSum(a pay.Act) string {
	sum := v.brief(a.Do, a.Amount)
	if a.Do == pay.Leave && a.Amount > 0 {
		sum += " " + v.Text.Amount(a.Amount)
	}
	return sum
}

// paidBy returns the amounts of acts.
func paidBy(acts []pay.Act) (all []games.Amount) {
	for _, a := range acts {
		all = append(all, a.Amount)
	}
	return all
}

// inChips returns an amount in chips of the tray: "2×25 + 1×5".
func (v Viewer) inChips(in pay.InChips) string {
	s := ""
	for _, c := range in.Chips {
		s = join(s, v.Text.T("chips", text.Args{"N": c.N, "Value": v.Text.Amount(c.Value)}))
	}
	if in.Rest > 0 {
		s = join(s, v.Text.T("chips_rest", text.Args{"Amount": v.Text.Amount(in.Rest)}))
	}
	return s
}

// sumChips fills in the chips of all that a turn pays of one kind: of those of its acts that are left.
func (v Viewer) sumChips(sum *PaySum, acts []pay.Act, chips []pay.InChips) {
	if sum.Do != pay.Pay {
		return
	}
	var all pay.InChips
	for n, in := range chips {
		if !sum.of(acts[n]) {
			continue
		}
		all.Rest += in.Rest
		for _, c := range in.Chips {
			at := slices.IndexFunc(all.Chips, func(k games.ChipCount) bool { return k.Value == c.Value })
			if at < 0 {
				all.Chips = append(all.Chips, c)
				continue
			}
			all.Chips[at].N += c.N
		}
	}
	sum.Chips = v.inChips(all)
}

func join(a, b string) string {
	if a == "" {
		return b
	}
	return a + " + " + b
}

// laying returns the chips to put down by the decision just taken, and who only goes along.
func (v ActViewer) laying(t *pit.Table) []Pay {
	var out []Pay
	for _, a := range t.Deal().Laying() {
		p := v.turn(t, []pay.Act{a})
		p.Laid = true
		if a.Do == pay.Ride && a.Hand > 0 { // the words say on which hand
			whole := a
			whole.Hand = 0
			p.Who, p.Title = v.who(whole), v.whose(whole)
		}
		out = append(out, p)
	}
	return out
}

// payPad returns the pad of payments. A question to a box meanwhile names the box.
func (v ActViewer) payPad(t *pit.Table, turns []Pay) Pad {
	p := Pad{Kind: PayPad, Pays: turns, Upto: len(t.Current.Acts())}
	for len(p.Pays) > payRows && p.Pays[0].Done {
		p.Pays = p.Pays[1:]
	}
	if len(p.Pays) > payRows {
		p.Upto = p.Pays[payRows].from
		p.More, p.Pays = len(p.Pays)-payRows, p.Pays[:payRows]
	}
	step := t.Deal().Next()
	if step.Kind == games.Ask && p.More == 0 {
		box := v.whose(pay.Act{Box: step.At.Box, Hand: step.Hand})
		p.Buttons = v.choices(t.Game, step, false)
		for i := range p.Buttons {
			p.Buttons[i].Label = v.Text.T("choice_of", text.Args{"Box": box, "What": p.Buttons[i].Label})
		}
		p.Buttons = append(p.Buttons, v.asides(t, step)...)
	}
	switch {
	case p.More > 0:
	case step.Kind == games.Insuring:
		p.Buttons = v.Felt().insurancesBeside(t)
	case step.Kind == games.Look:
		p.Buttons = []Button{v.button(ButtonHasIt, "B", true, false), v.button(ButtonHasNone, "N", true, false)}
	}
	if paying(turns) {
		p.Buttons = append(p.Buttons, v.button(ButtonPaid, "Enter", true, true), v.button(ButtonAll, v.Text.T("key_space"), true, false))
	} else {
		p.Buttons = append(p.Buttons, v.button(ButtonDone, "Enter", true, true))
	}
	if step.Kind == games.Finished {
		p.Buttons = append(p.Buttons, v.aheadButtons(t)...)
	}
	return p
}

// aheadButtons keep a card that was drawn ahead for the next hand, where the game does that and another hand comes.
// One is for a card that was seen, one for a card that lies face down.
func (v ActViewer) aheadButtons(t *pit.Table) []Button {
	if games.Carried(t.Game) == 0 || t.Current.Last() {
		return nil
	}
	return []Button{v.button(ButtonAhead, "A–K", t.Deal().MayCarry(), false), v.button(ButtonUnseen, "U", t.Deal().MayCarry(), false)}
}

// nowOf returns the turn that is next; false where none is.
func nowOf(turns []Pay) (Pay, bool) {
	for _, p := range turns {
		if p.Now {
			return p, true
		}
	}
	return Pay{}, false
}

// payAct returns what to do for the person whose turn it is.
func (v ActViewer) payAct(p Pay) string {
	words := make([]string, 0, len(p.Sums))
	for _, s := range p.Sums {
		words = append(words, s.Text)
	}
	return v.Text.T("act_pays", text.Args{"Who": p.Title, "What": strings.Join(words, ", ")})
}

// before puts what is paid, or laid, before the card that comes after it.
func (v ActViewer) before(first, then string) string {
	if first == "" {
		return then
	}
	return v.Text.T("act_then", text.Args{"First": first, "Then": then})
}
