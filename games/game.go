package games

import "slices"

// StepKind is the kind of thing that must happen next.
type StepKind int

// The kinds of step.
const (
	Deal     StepKind = iota + 1 // a card to Step.At
	Ask                          // a decision of Step.At among Step.Offers
	Halt                         // a card lies wrong: Step.Fault says which
	Finished                     // nothing is missing: the hand can be paid out
	Turn                         // the card that lies face down at Step.At is turned
	ReadSuit                     // the suit of a card that lies at Step.At decides something and was not read
	Insuring                     // whoever buys insurance says so now: Step.Insurable
	Look                         // the dealer looks whether the card that lies face down at Step.At makes a blackjack
)

// A Step is the next thing that must happen in a hand.
type Step struct {
	Kind   StepKind
	At     Place
	Offers []Action // with Ask: what the box may do
	Fault  *Error   // with Halt
	// Opening is true until the initial deal lies: decisions come only after it. At the
	// end of a hand that is all forced, it is true as well.
	Opening bool
	// Hand is the hand of a split box that it is about, 1 or 2; 0 where it is not split.
	Hand int
	// Suits says, with Deal and Turn, that the card's suit decides something: a bet that
	// stands looks at it.
	Suits bool
	// Card is the index, among the round's cards, of the one that ReadSuit is about.
	Card int
	// Insurable are the insurances that may be bought now, seat by seat, the main bet
	// first. Nobody is asked: who buys none goes on with the step, or says so with
	// Insuring.
	Insurable []Decision
}

// String returns the step in the words of the hand file's `next`; "" when finished.
func (s Step) String() string {
	switch s.Kind {
	case Deal, Turn, ReadSuit:
		return "card to " + s.At.String()
	case Ask:
		return "decision of " + s.At.String()
	default:
		return ""
	}
}

// A Spot is one bet that a box of a game has.
type Spot struct {
	Name      string // in the hand file
	Mandatory bool
	Main      bool // a main bet; the others are side bets
	Early     bool // its bets carry an early decision
	// Capped says that the bets beside it say how high it goes: its limits need no maximum, and one that they have holds where it
	// is the smaller one.
	Capped bool
	// Shown says, of a bet that a decision puts down, that it has a place on the felt.
	Shown bool
}

// Limit is the least and the most that may be put on a spot, in minor units; a
// Max of 0 is no maximum.
type Limit struct{ Min, Max Amount }

// MaxBoxes is the most boxes that a table of any game can be given.
const MaxBoxes = 99

// Options are the rules that every game has.
type Options struct {
	Preset   string
	Decks    int
	Boxes    int
	Limits   map[string]Limit // by spot name
	Rounding Rounding
	// Off are spots of side bets that the house does not offer at this table.
	Off []string
}

// On returns those of some spots that are not off.
func (o Options) On(spots []Spot) []Spot {
	if len(o.Off) == 0 {
		return spots
	}
	return slices.DeleteFunc(slices.Clone(spots), func(s Spot) bool { return slices.Contains(o.Off, s.Name) })
}

// Optional reports whether a house may leave the spot out.
func (s Spot) Optional() bool { return !s.Main && !s.Mandatory }

// Game is the rules of one table. Its methods are pure; the same round gives the
// same answer for ever.
type Game interface {
	// Name returns the game's name in the hand file: "lugano".
	Name() string
	// Options returns the rules that every game has, as this table plays them.
	Options() Options
	// ReadsSuits reports whether the game has bets that look at suits. Whether one matters now is in a Step: where it does not,
	// one key enters a card.
	ReadsSuits() bool
	// Layout returns how the game's table looks and what its boxes are asked.
	Layout() Layout
	// Spots returns the spots of a box, in the order of the layout; the first is a main bet, and whose it is holds the box.
	Spots() []Spot
	// Places returns the places where cards may lie: boxes, the bank.
	Places() []Place
	// MostCards returns how many cards the hand takes at most, so that none is begun that the shoe cannot finish.
	MostCards(Round) int
	// Offered returns the spots that the rules offer in this hand of the shoe.
	Offered(Round) []Spot
	// MostOdds returns the highest odds at which anything can win by these rules.
	MostOdds() Odds
	// CheckBet refuses a bet that may not be put down beside earlier ones. Errors: bad_box, unknown_spot, bad_amount,
	// duplicate_bet, box_taken, in that order.
	CheckBet(earlier []Bet, bet Bet) error
	// Stakes applies the limits: what stands of each bet, in the order of the bets.
	Stakes(Round) []Stake
	// Next returns what must happen next. It fails where what is on the record cannot be: no_bets, bad_card, impossible_card,
	// bad_decision; a card that lies wrong is no failure but a Halt.
	Next(Round) (Step, error)
	// Hands returns the hands of cards that lie, boxes ascending, then the house's.
	Hands(Round) []Hand
	// Settle returns what every bet comes to, as far as the round has come: bets that cards or decisions may still change are not
	// Decided. Errors as Next, and surplus_cards, surplus_decisions.
	Settle(Round) (Settlement, error)
}

// Resettler is a game that settles where another settlement was, which nobody holds any more:
// who settles a hand after every card makes nothing anew.
type Resettler interface {
	// Resettle settles into s, which is of other bets, or where it has Stakes of a round with the same (Round.SameBets). What s
	// held before is gone, also where it fails.
	Resettle(s *Settlement, r Round) error
}

// Stood returns what stands of the bets of a round. Again is true where s is of the same bets: then in PayOrder, too, nothing
// changes with the cards.
func Stood(g Game, s *Settlement, r Round) (stakes []Stake, again bool) {
	if s.Stakes != nil {
		return s.Stakes, true
	}
	return g.Stakes(r), false
}

// Resettle settles a game's round into s, by the game's own Resettle where it has one.
func Resettle(g Game, s *Settlement, r Round) error {
	if game, ok := g.(Resettler); ok {
		return game.Resettle(s, r)
	}
	var err error
	*s, err = g.Settle(r)
	return err
}

// PayVariants is a game whose presets pay one spot in different ways.
type PayVariants interface {
	// PaysAs names how a spot is paid here: the spot's name, or a name of its own where
	// the preset has it otherwise.
	PaysAs(spot string) string
}

// PaysAs returns the name of how a spot is paid at a game, by its PayVariants where it has any.
func PaysAs(g Game, spot string) string {
	if variants, ok := g.(PayVariants); ok {
		return variants.PaysAs(spot)
	}
	return spot
}

// A Payer is a game that says what its spots pay.
type Payer interface {
	// Pays returns the odds at which a spot wins, in the order in which they are told; none where it goes by another bet.
	Pays(spot string) []Odds
}

// PaysOf returns the odds at which a spot of a game wins, in the order in which they are told.
func PaysOf(g Game, spot string) []Odds {
	if payer, ok := g.(Payer); ok {
		return payer.Pays(spot)
	}
	return nil
}

// Limited is a game whose limits change while a shoe is dealt.
type Limited interface {
	// Limits returns the limits of a hand, by spot.
	Limits(Round) map[string]Limit
}

// LimitsOf returns the limits of a game in a hand.
func LimitsOf(g Game, r Round) map[string]Limit {
	if limited, ok := g.(Limited); ok {
		return limited.Limits(r)
	}
	return g.Options().Limits
}

// Tracker is a game whose winners may owe commission.
type Tracker interface {
	// TracksCommission reports whether winners owe commission at this table.
	TracksCommission() bool
	// CommissionRate returns the part of a winning stake that is owed then.
	CommissionRate() Odds
	// PaidAtOnce returns the winnings of a stake that are paid at the table, whatever is collected of them later.
	// The odds are those less the commission.
	PaidAtOnce(spot string, stake Amount, odds Odds) Amount
}

// Carrier is a game whose cards may be drawn ahead: those that a hand does not
// need open the next one.
type Carrier interface {
	// Carried returns the most cards that may go over to the next hand.
	Carried() int
}

// Spare returns how many cards at most may go over from a hand that is over to the next one. A hand's cards are all drawn at its
// beginning, so a hand that took every one of them leaves none (source 000, "una o entrambe le carte extra non erano necessarie").
func Spare(g Game, r Round) int {
	carrier, ok := g.(Carrier)
	if !ok {
		return 0
	}
	taken := 0
	for _, l := range r.Laid {
		if !l.Burned {
			taken++
		}
	}
	return max(0, min(carrier.Carried(), g.MostCards(r)-taken))
}

// HoleCard is a game in which cards are dealt face down: they are read when they are
// turned, each at its place.
type HoleCard interface {
	// FaceDown reports whether the card that a round takes next lies face down.
	FaceDown(Round) bool
	// Unseen returns the round with a card in place of each that lies face down and that nobody has read: one by which the hand
	// comes to what it came to. The hand file needs it, as it has no word for such a card. The round is the same where no card
	// lies so.
	Unseen(Round) Round
	// Covered reports whether the nth card of a place, from 0, lies face down for everybody, also where a reader has read it.
	Covered(r Round, at Place, n int) bool
	// Told returns how much everybody knows of the cards that were dealt face down, 0 nothing: what was decided on less is not
	// taken back as a slip is.
	Told(Round) int
}

// EarlyDecisions is a game whose bets behind carry an early decision.
type EarlyDecisions interface {
	// MayChoose reports whether the early decision of the nth bet may now be that one.
	MayChoose(r Round, bet int, early Early) bool
	// Choices returns the early decisions that its rules have, none at all the last.
	Choices() []Early
}

// EarlyChoices returns the early decisions that a game knows, in the order in which they are offered.
func EarlyChoices(g Game) []Early {
	if game, ok := g.(EarlyDecisions); ok {
		return game.Choices()
	}
	return nil
}

// SaysAhead is a game in which what a box may say ahead that it will do depends on its cards.
type SaysAhead interface {
	// MayAnswer returns the answers that a box may still come to give: all where its cards do not lie yet.
	MayAnswer(r Round, box int) []Action
}

// SeatsOfOne is a game in which a player may hold several boxes, up to a number.
type SeatsOfOne interface {
	MostSeats() int
}

// LowRisk is a game in which a bettor can bet on both sides, one bet against the
// other.
type LowRisk interface {
	// Opposed returns of each such box and bettor the smaller bet, which risks hardly anything.
	Opposed(Round) []Bet
}

// TwoSided is a game decided between player and banker: its results make roads.
type TwoSided interface {
	// Coup returns the state of the hand between the two.
	Coup(Round) Coup
}

// A Coup is the state of a hand between player and banker.
type Coup struct {
	Player, Banker           int // totals
	PlayerCards, BankerCards int
	Natural                  bool // a side has 8 or 9 with two cards
	PlayerPair, BankerPair   bool // first two cards of one rank
	Over                     bool // no card is due any more
}

// Winner returns Player or Banker; the zero Place for a tie.
func (c Coup) Winner() Place {
	switch {
	case c.Player > c.Banker:
		return Player
	case c.Banker > c.Player:
		return Banker
	}
	return Place{}
}

// EarlySpot returns the spot whose bets carry an early decision; false where none is offered.
func EarlySpot(g Game) (string, bool) {
	for _, s := range PresetSpots(g) {
		if s.Early {
			return s.Name, true
		}
	}
	return "", false
}

// SharedBoxes reports whether a box of a game takes more than one bettor on any of its bets.
func SharedBoxes(g Game) bool {
	if _, early := EarlySpot(g); early {
		return true
	}
	one := Bet{Box: 1, Spot: g.Spots()[0].Name, Amount: 1}
	other := one
	other.Bettor = "2"
	return g.CheckBet([]Bet{one}, other) == nil
}

// PresetSpots returns the spots that a preset offers as long as no cut-off is past.
func PresetSpots(g Game) []Spot { return g.Offered(Round{Number: 1}) }

// Complete settles a whole hand: as Settle, with the hands of cards, and an error with code
// incomplete where a card or a decision is missing.
func Complete(g Game, r Round) (Settlement, error) {
	s, err := g.Settle(r)
	if err != nil {
		return s, err
	}
	switch s.Next.Kind {
	case Finished:
		s.Hands = g.Hands(r)
		return s, nil
	case Halt:
		return s, s.Next.Fault
	default:
		e := Errorf(Incomplete, "", "the hand stops before its end: missing is a %s", s.Next)
		e.Next = s.Next.String()
		return s, e
	}
}

// DealCard lays a card where Next has it. It fails with misdeal where no card is due, and as Next does with the card on the
// record.
func DealCard(g Game, r Round, c Card) (Round, error) {
	step, err := g.Next(r)
	if err != nil {
		return r, err
	}
	if step.Kind != Deal {
		return r, Errorf(Misdeal, "", "no card is due: next is %s", describe(step))
	}
	dealt := r.WithCard(Laid{Card: c, At: step.At})
	if _, err := g.Next(dealt); err != nil {
		return r, err
	}
	return dealt, nil
}

// Decide records the decision of the box that is asked. It fails with
// bad_decision where none is asked or that one is not offered.
func Decide(g Game, r Round, do Action) (Round, error) {
	step, err := g.Next(r)
	if err != nil {
		return r, err
	}
	return DecideAt(g.Next, r, step, do)
}

// DecideAt decides as Decide does, where step is the round's next step; next is the game's.
func DecideAt(next func(Round) (Step, error), r Round, step Step, do Action) (Round, error) {
	if step.Kind != Ask {
		return r, Errorf(BadDecision, "", "no decision is asked: next is %s", describe(step))
	}
	decided := r.WithDecision(Decision{Box: step.At.Box, Do: do})
	if _, err := next(decided); err != nil {
		return r, err
	}
	return decided, nil
}

// BuyInsurance records an insurance that may be bought now: the box's main bet
// without a bettor, a bet behind by its name. It fails with bad_decision where it may
// not.
func BuyInsurance(g Game, r Round, box int, bettor string) (Round, error) {
	step, err := g.Next(r)
	if err != nil {
		return r, err
	}
	d := Decision{Box: box, Bettor: bettor, Do: Insure}
	if !slices.Contains(step.Insurable, d) {
		return r, Errorf(BadDecision, "", "box %d %s may not be insured now", box, bettor)
	}
	bought := WithInsurance(g, r, d)
	if _, err := g.Next(bought); err != nil {
		return r, err
	}
	return bought, nil
}

// WithInsurance returns the round with one more insurance. Players buy in any order; the round has them as the hand file demands
// it, seat by seat, the main bet first, then those behind in the order of the bets.
func WithInsurance(g Game, r Round, d Decision) Round {
	n := 0
	for n < len(r.Decisions) && r.Decisions[n].Do == Insure {
		n++
	}
	for at := n; at >= 0; at-- {
		in := r
		in.Decisions = slices.Insert(slices.Clone(r.Decisions), at, d)
		if _, err := g.Next(in); err == nil {
			return in
		}
	}
	return r.WithDecision(d)
}

func describe(s Step) string {
	if s.Kind == Finished {
		return "the payment"
	}
	if s.Kind == Halt {
		return s.Fault.Message
	}
	return "a " + s.String()
}
