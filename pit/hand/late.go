package hand

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"sabot/games"
	"sabot/pit/house"
	"sabot/pit/record"
)

// A question is something that was asked in a hand: a decision of a box, who buys insurance, or which bets lie when they close. Of
// a box it is the nth decision, from 0; of a split box one of a hand with n cards.
type question struct {
	of   asking
	box  int
	hand int // of a split box: 1 or 2
	n    int
}

type asking int

const (
	bettors  asking = iota // which bets lie
	insuring               // who buys insurance
	deciding               // what a box does
	looking                // whether the dealer's card makes a blackjack
)

// A recalled is an answer that was taken back, with something behind it that was known.
type recalled struct {
	question
	answers
	seq int64 // of the answer
	// card is the first card behind it, as it was read first, corrected as it was read last, where that is another; ""
	// where it lay face down, or where only the dealer had looked.
	card, corrected record.CardName
	later           string // the cards behind that one, as of Alarmed
	code            bool   // no card came behind it, but what Sabot took for digits of a code
	digit           bool   // no person answered: one of these digits was taken for the card that a box draws, and for its decision
	open            bool   // nobody had answered yet when a card was seen; seq is of that one
}

// An answers is the sum of what players had said of a hand by a moment.
type answers struct {
	do      games.Action   // of the question's box
	staked  []stakedBet    // on that box; of a hand of a split box what rides on it
	bets    []games.Bet    // with their early decisions
	stands  []games.Amount // of each bet
	insured []insured
	looked  record.Looked // what the dealer said of his card
}

// A stakedBet is a bet with what is staked on it.
type stakedBet struct {
	games.BetKey
	amount games.Amount
}

// An insured is an insurance that was bought, with its price; even says that its bet takes even money, which costs nothing:
// the price is what it pays.
type insured struct {
	games.BetKey // of no spot
	price        games.Amount
	even         bool
}

// An undoing is a hand of which an undo takes the entries from one on back.
type undoing struct {
	*Hand
	by record.Undone
}

// recall returns what was answered in the hand, once the entries are taken back. Of each question it is the last
// answer with something behind it that is known: a card that was seen, or the dealer's answer about his, which is known by itself.
// Of each question that was open when a card was seen, it is what had been said until then. A decision by a digit of a code is
// none where an entry before it was digits too: without them the box was not asked. Nor does it take the place of one that
// somebody gave.
func (u undoing) recall() []recalled {
	all, known := slices.Clone(u.recalled), max(u.seen, u.knownSince())
	again := u.afresh()
	if u.by.Code {
		all = slices.DeleteFunc(all, func(r recalled) bool { return r.digit && r.seq > u.by.Seq })
	}
	for i, e := range u.entries {
		if e.Seq >= u.by.Seq {
			all = withOpen(all, again.recallOpen(e))
		}
		q, asked := again.answered(e.Fact)
		again.Apply(e)
		if !asked || e.Seq < u.by.Seq || known < e.Seq || known == e.Seq && q.of != looking {
			continue
		}
		same := func(old recalled) bool { return old.question == q }
		r := recalled{question: q, answers: q.answers(&again.Sheet, e.Fact), seq: e.Seq, digit: u.by.Code && u.drawnBy(i)}
		if r.digit && slices.ContainsFunc(all, same) {
			continue
		}
		r.card, r.corrected, r.code = u.cardBehind(i)
		if r.card != "" {
			r.later = u.laterBehind(i)
		}
		all = append(slices.DeleteFunc(all, same), r)
	}
	return all
}

// cardBehind returns the first card that came behind the nth entry, even one that was taken back. Card is as it was read first,
// corrected as it was read last if that is another; "" where it lay face down. The entries behind it may be digits of a code and
// no cards.
func (u undoing) cardBehind(n int) (card, corrected record.CardName, code bool) {
	readings, code := u.readings(n)
	if len(readings) > 0 {
		first, last := readings[0], readings[len(readings)-1]
		switch {
		case slices.Contains(readings, ""):
			return "", "", false
		case last == first:
			return first, "", false
		}
		return first, last, false
	}
	if u.by.Code {
		return "", "", code
	}
	for _, e := range u.entries[n:] {
		if card := seenIn(e.Fact); card != "" {
			if u.saysSecret(e.Fact) {
				return "", "", false
			}
			return card, "", false
		}
	}
	return "", "", code
}

// laterBehind returns the cards that came behind the first one behind the nth entry, as Later of Alarmed has them. Those taken
// back count too, each as it was read last. A card that lay face down is left out, and so are digits of a code.
func (u undoing) laterBehind(n int) string {
	cards, last := 0, 0
	behind := map[int]record.CardName{}
	for _, c := range u.taken {
		if !c.code && c.card != 0 {
			behind[c.n] = record.NameOf(c.card)
			last = max(last, c.n)
		}
	}
	lies := 0
	for i, e := range u.entries {
		card := shown(e.Fact)
		if card == "" {
			continue
		}
		lies++
		switch {
		case i <= n:
			cards = lies
		case !u.by.Code && !u.saysSecret(e.Fact):
			behind[lies] = card
			last = max(last, lies)
		}
	}
	var later []string
	for i := cards + 2; i <= last; i++ {
		if card := behind[i]; card != "" {
			later = append(later, string(card))
		}
	}
	return strings.Join(later, " ")
}

// readings returns as what the hand's first card behind the nth entry was read, the readings taken back first; "" stands for one
// that lay face down. There is none where no card of the deal was seen there. Digits of a code are no reading: code reports
// whether there were some. Where the undo takes digits back, those behind the entry count too.
func (u undoing) readings(n int) (readings []record.CardName, code bool) {
	cards, lies := 0, -1 // the cards up to the entry, and the entry of the next one
	for i, e := range u.entries {
		if shown(e.Fact) == "" {
			continue
		}
		if i > n {
			lies = i
			break
		}
		cards++
	}
	for _, c := range u.taken {
		switch {
		case c.n != cards+1:
		case c.code:
			code = true
		case c.card == 0:
			readings = append(readings, "")
		default:
			readings = append(readings, record.NameOf(c.card))
		}
	}
	switch {
	case lies >= 0 && u.by.Code:
		code = true
	case lies < 0 || len(readings) == 0: // the first that was seen, wherever it lies
	case u.saysSecret(u.entries[lies].Fact):
		readings = append(readings, "")
	default:
		readings = append(readings, shown(u.entries[lies].Fact))
	}
	return readings, code
}

// lateChanges returns the exceptions that a fact brings with it: what it has otherwise than it was answered before, with
// a card behind it that had been seen. They take the inspector, also where one had it taken back, who knew no box and no amount
// then. Where the house lets croupiers change it alone an alarm waits for the inspector. after is the hand with the fact. Refusal: SeenBefore.
func (t table) lateChanges(f record.Fact, after *Hand) ([]record.Fact, error) {
	if t.at.Checks == 0 || len(t.recalled) == 0 {
		return nil, nil
	}
	q, asked := t.answered(f)
	i := slices.IndexFunc(t.recalled, func(r recalled) bool { return r.question == q })
	if !asked || i < 0 {
		return nil, nil
	}
	was := t.recalled[i]
	if t.liesAgain(was) {
		return nil, nil
	}
	changes := t.differences(was, q.answers(&after.Sheet, f), f)
	if len(changes) == 0 {
		return nil, nil
	}
	approver := ""
	if !t.at.LateAlone {
		if t.at.Approver == nil {
			return nil, &house.Refusal{Why: house.SeenBefore, Box: changes[0].Box, Right: house.ReopenBets}
		}
		if err := t.at.Approver.MayApprove(house.ReopenBets, t.at.Croupier); err != nil {
			return nil, err
		}
		approver = t.at.Approver.Number
	}
	facts := make([]record.Fact, 0, len(changes))
	for _, c := range changes {
		if was.digit {
			c.Was = ""
		}
		c.Kind, c.Card, c.Corrected, c.Later, c.Code, c.Approver = record.LateChange, string(was.card), string(was.corrected), was.later, was.code, approver
		facts = append(facts, c)
	}
	return facts, nil
}

// answer returns what a command comes to that answers a question by f, with the late changes that it brings; after is the hand
// with the answer alone, and rest the command's facts. Refusals: those of lateChanges and rest.
func (t table) answer(f record.Fact, after *Hand, rest func() ([]record.Fact, error)) ([]record.Fact, error) {
	late, err := t.lateChanges(f, after)
	if err != nil {
		return nil, err
	}
	facts, err := rest()
	if err != nil {
		return nil, err
	}
	return append(facts, late...), nil
}

// Agree makes what somebody approved stand in the hand: the last answer, which they alone have taken back.
func (h *Hand) Agree() {
	for _, e := range slices.Backward(h.entries) {
		switch e.Fact.(type) {
		case record.Decided, record.InsuranceOver, record.Looked, record.BetsClosed, record.DealtDry:
			h.agreed = append(slices.Clip(h.agreed), e.Seq)
			return
		}
	}
}

// AgreeTurned makes the card stand face up that an inspector had turned.
func (h *Hand) AgreeTurned() {
	for _, e := range slices.Backward(h.entries) {
		if _, turned := e.Fact.(record.CardTurned); turned {
			h.agreed = append(slices.Clip(h.agreed), e.Seq)
			return
		}
	}
}

// differences returns what an answer changes of what was answered to the same question before, with what was staked by both.
func (t table) differences(was recalled, is answers, f record.Fact) []record.Alarmed {
	switch was.of {
	case bettors:
		return append(betsChanged(was.answers, is), t.earlyChanged(was, is)...)
	case insuring:
		_, over := f.(record.InsuranceOver)
		return insuranceChanged(was.insured, was.question.answers(&t.Sheet, f).insured, is.insured, over)
	case looking:
		if was.looked == is.looked {
			return nil
		}
		return []record.Alarmed{{Was: lookedName(was.looked), What: lookedName(is.looked)}}
	}
	var out []record.Alarmed
	if was.do != is.do {
		for _, r := range restaked(was.staked, is.staked) {
			out = append(out, record.Alarmed{Box: was.box, Bettor: r.bettor, Split: was.hand, Was: string(was.do), What: string(is.do), From: r.from, Amount: r.to})
		}
	}
	return append(out, t.earlyChanged(was, is)...)
}

// earlyChanged returns the early decisions that are others than they were, and the funds for them: those of the question's box, or of all
// bets where it is which bets lie. What a late change said since that answer is said once.
func (t table) earlyChanged(was recalled, is answers) []record.Alarmed {
	var out []record.Alarmed
	for _, b := range is.bets {
		i := slices.IndexFunc(was.bets, func(w games.Bet) bool { return w.Key() == b.Key() })
		if i < 0 || was.of == deciding && b.Box != was.box {
			continue
		}
		c := record.Alarmed{
			Box: b.Box, Bettor: b.Bettor, Was: earlyName(was.bets[i].Early), What: earlyName(b.Early),
			From: amountOn(was.staked, b.Key()), Amount: amountOn(is.staked, b.Key()),
		}
		if told := t.earlyTold(b, was.seq); told != nil {
			c.Was, c.From = told.What, told.Amount
		}
		if c.Was != c.What {
			out = append(out, c)
		}
	}
	return out
}

// earlyTold returns the last late change of a bet's early decision in the open hand behind an entry; nil where there is none.
func (t table) earlyTold(b games.Bet, seq int64) (told *Alarm) {
	for _, a := range slices.Concat(t.at.Notes, t.at.Alarms) {
		early := a.Hand == t.at.Hand && a.Kind == record.LateChange && strings.HasPrefix(a.What, earlyPrefix)
		if early && a.Box == b.Box && a.Bettor == b.Bettor && a.Seq > seq {
			told, seq = &a, a.Seq
		}
	}
	return told
}

// What the dealer said of his card, as an alarm has it.
const (
	lookedBlackjack = "look_blackjack"
	lookedNone      = "look_none"
)

// lookedName returns the dealer's answer as an alarm has it.
func lookedName(f record.Looked) string {
	if f.Blackjack {
		return lookedBlackjack
	}
	return lookedNone
}

// OfTheDealer reports whether a late change is one of the dealer's answer about his card.
func OfTheDealer(f record.Alarmed) bool { return f.What == lookedBlackjack || f.What == lookedNone }

// earlyPrefix begins an early decision as an alarm has it.
const earlyPrefix = "early_"

// fundsMark stands before a bettor's funds in an early decision as an alarm has it.
const fundsMark = "/"

// earlyName returns an early decision as an alarm has it: early_follow; with what else the bettor has, in minor units, where that is not
// enough for all: early_follow/0.
func earlyName(e games.Early) string {
	name := earlyPrefix + string(cmp.Or(e.Choice, "none"))
	if e.Then != "" {
		name += "_" + string(e.Then)
	}
	if e.HasFunds {
		name += fundsMark + strconv.FormatInt(int64(e.Funds), 10)
	}
	return name
}

// betsChanged returns the bets that lie otherwise than they did when they were closed before.
func betsChanged(was, is answers) []record.Alarmed {
	var out []record.Alarmed
	on := func(a answers, key games.BetKey) games.Amount {
		if i := slices.IndexFunc(a.bets, func(b games.Bet) bool { return b.Key() == key }); i >= 0 && i < len(a.stands) {
			return a.stands[i]
		}
		return 0
	}
	var keys []games.BetKey
	for _, b := range slices.Concat(was.bets, is.bets) {
		if key := b.Key(); !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	for _, key := range keys {
		if from, to := on(was, key), on(is, key); from != to {
			out = append(out, record.Alarmed{Box: key.Box, Bettor: key.Bettor, What: key.Spot, From: from, Amount: to})
		}
	}
	return out
}

// insuranceChanged returns what was insured by one answer and not by the other: what is bought now and was not there before,
// and once nobody buys any more those that are missing.
func insuranceChanged(was, before, is []insured, over bool) []record.Alarmed {
	var out []record.Alarmed
	if over {
		for _, b := range was {
			if !slices.Contains(is, b) {
				out = append(out, record.Alarmed{Box: b.Box, Bettor: b.Bettor, What: b.word(), From: b.price})
			}
		}
		return out
	}
	for _, b := range is {
		if !slices.Contains(before, b) && !slices.Contains(was, b) {
			out = append(out, record.Alarmed{Box: b.Box, Bettor: b.Bettor, What: b.word(), Amount: b.price})
		}
	}
	return out
}

// tookEven is an insurance of which nothing is laid, as an alarm has it.
const tookEven = "even"

// word returns the insurance as an alarm has it.
func (b insured) word() string {
	if b.even {
		return tookEven
	}
	return string(games.Insure)
}
