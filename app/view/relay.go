package view

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/pay"
	"sabot/pit/record"
)

// A Relay is a hand as it lies on the felt, and as it would lie once it is put right.
type Relay struct {
	Title    string
	Verdict  string // whether the cards can be laid again, and why
	Possible bool   // nothing has to be burned, or lies wrong
	Entered  bool   // the record has the cards so
	Cards    []RelayCard
	Rows     []RelayRow // by place, the house's last
	Money    []string   // what is to be paid, or taken back
	Ways     []Way      // what can be done
	Places   []PlaceKey // where a card can lie
	Suits    bool       // a card can have a suit that was read
}

// A RelayRow is one place with its cards before and after.
type RelayRow struct {
	Place         string
	Before, After []RelayCard
}

// A RelayCard is a card there.
type RelayCard struct {
	Card
	N      int // which of the hand's cards, in shoe order from 0
	Burned bool
	Moved  bool
	Word   string // where it goes, or came from
	Place  string // where it lies, in short
}

// A PlaceKey is a place where a card can lie, and its key.
type PlaceKey struct {
	At    games.Place
	Label string
	Key   string
}

// A WayID is a way out of a hand that went wrong.
type WayID string

// The ways out.
const (
	WayLay    WayID = "lay"
	WayBurn   WayID = "burn"
	WayRelay  WayID = "relay"
	WayRefuse WayID = "refuse"
	WayPlayOn WayID = "play_on"
	WayCancel WayID = "cancel_hand"
	WayResume WayID = "resume"
)

// A Way is a way out, whether it can be gone, and its key.
type Way struct {
	ID    WayID
	Label string
	Key   string
	On    bool
	Why   string // it cannot be taken; "" where it can
}

// RelayOf returns how the open hand could be reconstructed from the cards that were reported.
func (v ReconstructionViewer) RelayOf(t *pit.Table, kind record.Irregularity, box int, laid []record.CardLaid) Relay {
	felt, money, err := t.Felt().RelayPreview(laid)
	if err != nil {
		return Relay{}
	}
	paused := t.Current.Paused != nil
	out := Relay{
		Title: capital(v.irregularity(kind, box)), Suits: t.Game.ReadsSuits(), Places: v.placeKeys(t.Game),
		Entered: (paused || t.Felt().LiesWrong()) && slices.Equal(laid, t.Felt().OnFelt()), Possible: felt.Right || felt.Possible,
	}
	out.Verdict = v.verdict(t, felt, out.Entered && t.Felt().MayPlayOn())
	for _, line := range v.Differences(t.Game, money) {
		out.Money = append(out.Money, line.Text)
	}
	if back := v.Log().withdrawn(&t.Current); back != "" {
		out.Money = append(out.Money, back)
	}
	switch {
	case out.Entered && !t.Felt().LiesWrong():
		out.Possible, out.Verdict = true, v.Text.T("relay_not_needed")
	case out.Entered && t.Felt().RelayIsRefused():
		out.Possible, out.Verdict = false, v.relayRefused(t)
	}
	if _, err := t.Felt().LayOut(kind, box, "", laid); house.RefusedFor(err, house.BurnLast) {
		out.Possible, out.Verdict = false, v.burnLast(t, kind, laid)
	}
	if l, has := t.Felt().PlaceOfBurned(kind, laid); has {
		out.Possible, out.Verdict = false, v.Text.T("relay_has_place", text.Args{"Place": v.relayPlace(l)})
	}
	before, after := undealtFirst(felt.Laid, v.belongs(felt))
	secret := secretOf(t, felt.Laid)
	out.Rows = v.relayRows(t.Game, before, after, secret)
	for i, l := range before {
		c := v.relayCard(t.Game, l, secret[i])
		c.N, c.Place, c.Moved = i, placeKey(out.Places, l), l.At != after[i].At || l.Burned != after[i].Burned
		out.Cards = append(out.Cards, c)
	}
	out.Ways = v.ways(t, felt, kind, laid, out.Entered)
	return out
}

// undealt is the place of the first card of a hand that is burned: it was exposed before it lay anywhere.
var undealt = games.Place{Name: "undealt"}

// undealtFirst returns the cards of both lays, of which the first lies at no place of the table where it was burned.
func undealtFirst(before, after []games.Laid) (was, is []games.Laid) {
	if len(before) == 0 || !before[0].Burned || !after[0].Burned {
		return before, after
	}
	was, is = slices.Clone(before), slices.Clone(after)
	was[0].At, is[0].At = undealt, undealt
	return was, is
}

// secretOf returns, for each card of the open hand, whether nobody here may see it.
func secretOf(t *pit.Table, laid []games.Laid) []bool {
	cards := make([]games.Card, len(laid))
	for i, l := range laid {
		cards[i] = l.Card
	}
	return t.Deal().Secret(cards)
}

// LaidName returns card n of those reported in the open hand, as a sentence names it.
func (v Viewer) LaidName(t *pit.Table, laid []record.CardLaid, n int) string {
	cards := make([]games.Card, len(laid))
	for i, l := range laid {
		if !l.Card.Hidden() {
			cards[i] = l.Card.Card()
		}
	}
	if laid[n].Card.Hidden() || t.Deal().Secret(cards)[n] {
		return v.Text.T("approve_face_down")
	}
	return v.CardNamed(t.Game, laid[n].Card)
}

// capital returns a title with its first letter in upper case.
func capital(title string) string {
	first, size := utf8.DecodeRuneInString(title)
	return string(unicode.ToUpper(first)) + title[size:]
}

// ways returns what can be done: first the cards are entered as they are on the table.
func (v ReconstructionViewer) ways(t *pit.Table, felt games.Verdict, kind record.Irregularity, laid []record.CardLaid, entered bool) []Way {
	way := func(id WayID, key string, on bool) Way {
		return Way{ID: id, Label: v.Text.T("way_" + string(id)), Key: key, On: on}
	}
	wrong := entered && t.Felt().LiesWrong()
	list := []Way{
		way(WayRelay, "", wrong && t.Felt().MayRelay()), way(WayRefuse, "R", wrong && !t.Felt().RelayIsRefused()), way(WayPlayOn, "H", wrong && t.Felt().MayPlayOn()),
		way(WayResume, "", entered && !wrong && t.Current.Paused != nil), way(WayCancel, "C", true),
	}
	if felt.OnlyBurns() {
		list[0].Label = v.Text.T("way_burn")
	}
	if felt.OnlyAnswers() {
		list[0].Label = v.Text.T("way_answer")
	}
	_, err := t.Felt().LayOut(kind, 0, "", laid)
	switch {
	case entered && wrong:
		list[0].Key = "Enter"
	case entered:
		list[3].Key = "Enter"
	case len(t.Felt().BurnedNow(kind, laid)) > 0:
		list[0] = way(WayBurn, "Enter", true)
	default:
		list[0] = way(WayLay, "Enter", err == nil)
	}
	for i := range list {
		if !list[i].On {
			list[i].Why = v.whyNot(t, list[i].ID, felt, entered)
		}
		if id := list[i].ID; wrong && t.Felt().RelayIsRefused() && (id == WayRelay || id == WayRefuse) {
			list[i].Why = v.relayRefused(t)
		}
		if list[i].ID == WayLay && house.RefusedFor(err, house.BurnLast) {
			list[i].Why = v.burnLast(t, kind, laid)
		}
	}
	return list
}

// relayRefused returns what is left once an inspector refuses the reconstruction.
func (v ReconstructionViewer) relayRefused(t *pit.Table) string {
	return v.Text.T("relay_refused", text.Args{"Rule": t.Felt().MayPlayOn()})
}

// burnLast returns what comes before a reconstruction with cards reported as burned. The first card of a deal
// is burned by itself, any other stays where it was put.
func (v ReconstructionViewer) burnLast(t *pit.Table, kind record.Irregularity, laid []record.CardLaid) string {
	if len(t.Felt().BurnedNow(kind, laid)) > 0 {
		return v.Text.T("relay_burn_first")
	}
	return v.Text.T("refused_burn_last")
}

// whyNot returns in a sentence why a way out cannot be taken.
func (v ReconstructionViewer) whyNot(t *pit.Table, id WayID, felt games.Verdict, entered bool) string {
	switch {
	case felt.Right && id == WayLay: // by the bets that lie
		return Sentences(v.Text.T("relay_not_needed"), v.Text.T("relay_rule_first"))
	case felt.Right:
		return v.Text.T("relay_not_needed")
	case !entered && id != WayLay:
		return v.Text.T("way_why_entered", text.Args{"Way": v.Text.T("way_" + string(id))})
	case id == WayPlayOn && t.Felt().PlaysOnTurned():
		return v.Text.T("lay_why_face_down")
	case id == WayPlayOn:
		return v.Text.T("way_why_play_on")
	case felt.Unseen:
		return v.Text.T("relay_unseen")
	}
	return v.Text.T("relay_no_way")
}

// ahead is the sign of a card that lies nowhere yet: it opens the next hand.
const ahead = "»»"

// placeKey returns the key of a card's place; a sign where it has none yet, or is burned and its place was not
// reported.
func placeKey(keys []PlaceKey, l games.Laid) string {
	for _, k := range keys {
		if k.At == l.At {
			return k.Key
		}
	}
	switch {
	case l.At == undealt:
		return "–"
	case l.Burned:
		return "?"
	}
	return ahead
}

// verdict returns whether the cards can be reconstructed, and why. Where they cannot, it names what is offered
// instead; with rule, that is the house's rule.
func (v ReconstructionViewer) verdict(t *pit.Table, f games.Verdict, rule bool) string {
	var words []string
	switch {
	case f.Right:
		return v.Text.T("relay_not_needed")
	case f.Unseen:
		return v.Text.T("relay_unseen")
	case f.OnlyAnswers() && t.Felt().DealerHasIt(f):
		return v.Text.T("relay_answer")
	case f.Matches && f.Again && t.Felt().DealerHasIt(f):
		return v.Text.T("relay_late_blackjack")
	case f.Matches && f.Possible:
		words = append(words, v.Text.T("relay_drawn"))
	case f.Matches || !f.Reconstructable && len(f.Surplus) == 0:
		return v.Text.T("relay_no_way")
	case !f.Reconstructable:
		if !rule && t.Felt().LiesWrong() && t.Felt().PlaysOnTurned() {
			return v.Text.T("relay_turn_first")
		}
		return v.Text.T("relay_impossible", text.Args{"N": len(f.Surplus), "Cards": v.cardNames(t, f), "Rule": rule})
	default:
		words = append(words, v.Text.T("relay_possible", text.Args{"N": len(f.Moved)}))
	}
	if n := len(f.Carried); n > 0 {
		words = append(words, v.Text.T("relay_carried", text.Args{"N": n}))
	}
	if f.Again {
		words = append(words, v.Text.T("relay_again"))
	}
	return Sentences(words...)
}

// cardNames returns the cards that would have to be burned.
func (v ReconstructionViewer) cardNames(t *pit.Table, f games.Verdict) string {
	var names []string
	secret := secretOf(t, f.Laid)
	for i, l := range v.belongs(f) {
		if l.Burned && !f.Laid[i].Burned {
			name := v.Text.T("approve_face_down")
			if !l.Hidden && !secret[i] {
				name = v.cardName(t.Game, l.Card)
			}
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// belongs returns where the cards would go. Of a hand that cannot be reconstructed that is as far as the
// correct deal reaches, the others burned.
func (v ReconstructionViewer) belongs(f games.Verdict) []games.Laid {
	if f.Reconstructable {
		return f.After
	}
	after := slices.Clone(f.Laid)
	relaid, carried := f.Cards, len(f.Carried)
	for i := range after {
		switch {
		case after[i].Burned:
		case len(relaid) > 0:
			after[i].At, relaid = relaid[0].At, relaid[1:]
		case carried > 0:
			after[i].At, carried = games.Place{}, carried-1
		default:
			after[i].Burned = true
		}
	}
	return after
}

// placeKeys returns the places of a table with their keys: boxes by their number, the others by their first
// letter.
func (v ReconstructionViewer) placeKeys(g games.Game) []PlaceKey {
	letters := map[games.Place]string{}
	for _, s := range g.Layout().Sides {
		letters[s.At] = s.Key
	}
	var keys []PlaceKey
	for _, at := range g.Places() {
		k := PlaceKey{At: at, Label: v.Place(at), Key: letters[at]}
		if at.Box > 0 {
			k.Label, k.Key = Digit(at.Box), Digit(at.Box)
		}
		keys = append(keys, k)
	}
	return keys
}

// PausedBy returns what went wrong, in a word.
func (v Viewer) PausedBy(t *pit.Table) string {
	return v.Reconstruction().irregularity(t.Current.WentWrong())
}

func (v ReconstructionViewer) irregularity(kind record.Irregularity, box int) string {
	title := v.Text.T("irregularity_" + string(kind))
	if box > 0 {
		title = v.Text.Label(v.Text.T("box_n", boxArgs(box)), title)
	}
	return title
}

// relayRows puts the cards of both lays at their places.
func (v ReconstructionViewer) relayRows(g games.Game, before, after []games.Laid, secret []bool) []RelayRow {
	var rows []RelayRow
	row := func(l games.Laid) *RelayRow {
		name := v.relayPlace(l)
		i := slices.IndexFunc(rows, func(r RelayRow) bool { return r.Place == name })
		if i < 0 {
			rows = append(rows, RelayRow{Place: name})
			i = len(rows) - 1
		}
		return &rows[i]
	}
	for _, at := range g.Places() {
		if slices.ContainsFunc(slices.Concat(before, after), func(l games.Laid) bool { return l.At == at }) {
			row(games.Laid{At: at})
		}
	}
	for i, l := range before {
		to := after[i]
		was, is := v.relayCard(g, l, secret[i]), v.relayCard(g, to, secret[i])
		was.N, is.N = i, i
		switch {
		case to.Burned && !l.Burned:
			was.Moved, is.Moved = true, true
			was.Word = "» " + v.Text.T("report_burned")
		case l.At != to.At:
			was.Moved, is.Moved = true, true
			if was.Word = ahead; to.At != (games.Place{}) {
				was.Word = "» " + v.shortPlace(to.At)
			}
		}
		here := row(l)
		here.Before = append(here.Before, was)
		there := row(to)
		there.After = append(there.After, is)
	}
	return rows
}

// relayPlace returns the place of a card. One that was drawn ahead has the next hand; a burned one may have no
// reported place.
func (v ReconstructionViewer) relayPlace(l games.Laid) string {
	switch {
	case l.At != games.Place{}:
		return v.Place(l.At)
	case l.Burned:
		return v.Text.T("place_unsaid")
	}
	return v.Text.T("place_next")
}

func (v ReconstructionViewer) shortPlace(at games.Place) string {
	if at.Box > 0 {
		return Digit(at.Box)
	}
	return v.Place(at)
}

func (v ReconstructionViewer) relayCard(g games.Game, l games.Laid, secret bool) RelayCard {
	if l.Hidden || secret {
		return RelayCard{Card: Card{Back: true}, Burned: l.Burned}
	}
	c := RelayCard{Card: Card{Rank: RankLabel(l.Card.Rank().String())}, Burned: l.Burned}
	if g.ReadsSuits() && l.Card.Suited() {
		c.Suit = l.Card.Suit().String()
	}
	return c
}

// Refunds returns what goes back of a cancelled hand, in the order of paying. The columns are box, spot,
// bettor, what is still there and goes back, and what had been paid or collected and is corrected.
func (v ReconstructionViewer) Refunds(t *pit.Table, h *hand.Hand) [][]string {
	var rows [][]string
	of := map[int]int{} // the row of a bet
	for _, a := range h.Acts() {
		at, there := of[a.Bet]
		if !there {
			at, of[a.Bet] = len(rows), len(rows)
			rows = append(rows, []string{Digit(a.Box), v.Text.T("spot_" + a.Spot), a.Bettor, "", ""})
		}
		switch row := rows[at]; a.Do {
		case pay.GiveBack:
			row[3] = v.Text.Amount(a.Amount)
		case pay.Collect:
			row[4] = v.Text.Going(a.Net())
			if row[3] == "" {
				row[3] = v.Text.T("refund_gone")
			}
		case pay.Pay: // of a split box beside what is taken: each is an act
			row[4] = strings.TrimSpace(row[4] + "  " + v.Text.Going(a.Net()))
		}
	}
	return rows
}

// CardName returns a card as a sentence names it.
func (v ReconstructionViewer) CardName(g games.Game, c games.Card) string { return v.cardName(g, c) }
