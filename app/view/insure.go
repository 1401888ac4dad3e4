package view

import (
	"slices"
	"strconv"
	"strings"

	"sabot/app/text"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/pay"
)

// An Insured is a bet that may be insured, or is.
type Insured struct {
	games.Decision
	Price string // what its insurance costs, or what even money pays; ✓ once it is bought, – where it cannot be
	Even  bool
	Open  bool // it may be bought
}

// Insurances returns the bets of a box where at least one may be insured now or is insured already. The front
// one is first, and all keep their order; none where none is.
func (v FeltViewer) Insurances(t *pit.Table, box int) []Insured {
	offers := t.Deal().Next().Insurable
	bettors := []string{""}
	for _, b := range t.Bets().EarlyBets(box) {
		bettors = append(bettors, b.Bettor)
	}
	var out []Insured
	any := false
	for _, bettor := range bettors {
		of := Insured{Decision: games.Decision{Box: box, Bettor: bettor, Do: games.Insure}, Price: "–", Even: t.Current.TookEven(box)}
		switch {
		case slices.Contains(offers, of.Decision):
			price := t.Bets().InsurancePrice(box, bettor)
			if even := t.Bets().EvenMoney(box, bettor); even > 0 {
				price, of.Even = even, true
			}
			of.Price, of.Open = v.Text.Amount(price), true
			any = true
		case slices.Contains(t.Current.Round.Decisions, of.Decision):
			of.Price, any = "✓", true
		}
		out = append(out, of)
	}
	if !any {
		return nil
	}
	return out
}

// insurances returns a button for each seat that may insure, by its own number. Seats that may no longer buy
// keep their places.
func (v FeltViewer) insurances(t *pit.Table) []Button {
	var out []Button
	unhalved := t.Bets().Unhalved()
	for box := 1; box <= t.Game.Options().Boxes; box++ {
		list := v.Insurances(t, box)
		if len(list) == 0 {
			if slices.ContainsFunc(unhalved, func(u hand.Unhalved) bool { return u.Box == box }) {
				out = append(out, Button{ID: ButtonInsure, Box: box, Label: v.Text.T("insure_box", text.Args{"Box": box, "Amount": "–"})})
			}
			continue
		}
		b := Button{ID: ButtonInsure, Box: box, Label: v.Text.T("insured_box", boxArgs(box))}
		if slices.ContainsFunc(list, Insured.open) {
			b.Key, b.On, b.Label = Digit(box), true, v.several(list)
			if len(list) <= mostPrices {
				b.Label = strings.Join(v.prices(list), "\n")
			}
		}
		out = append(out, b)
	}
	return out
}

// mostPrices is how many prices stand on one key, a line each, legible at a distance.
const mostPrices = 2

// several names a box whose bettors' prices stand on the page that its key opens.
func (v FeltViewer) several(list []Insured) string {
	if slices.ContainsFunc(list, Insured.even) {
		return strings.TrimSpace(v.Text.T("even_money_box", text.Args{"Box": list[0].Box, "Amount": ""}))
	}
	return v.Text.T("choice_insure") + " " + v.Text.T("box_n", boxArgs(list[0].Box))
}

// unhalved returns a sentence that names the bets of which nothing is insured because no chips make half of them; "" for none.
func (v FeltViewer) unhalved(t *pit.Table) string {
	var boxes, stakes []string
	for _, u := range t.Bets().Unhalved() {
		box := strconv.Itoa(u.Box)
		if u.Bettor != "" {
			box += " (" + u.Bettor + ")"
		}
		if stake := v.Text.Amount(u.Stake); !slices.Contains(stakes, stake) {
			stakes = append(stakes, stake)
		}
		boxes = append(boxes, box)
	}
	if len(boxes) == 0 {
		return ""
	}
	return v.Text.T("act_unhalved", text.Args{"Boxes": strings.Join(boxes, ", "), "Stakes": strings.Join(stakes, ", ")})
}

func (i Insured) open() bool { return i.Open }

func (i Insured) even() bool { return i.Even }

// prices returns what each bettor of a box would pay; that of the front one names the box.
func (v FeltViewer) prices(list []Insured) []string {
	word := "insure_box"
	if slices.ContainsFunc(list, Insured.even) {
		word = "even_money_box"
	}
	var out []string
	for n, i := range list {
		price := i.Price
		if i.Bettor != "" {
			price = "(" + i.Bettor + ") " + price
		}
		if n == 0 {
			price = v.Text.T(word, text.Args{"Box": i.Box, "Amount": price})
		}
		out = append(out, price)
	}
	return out
}

// insurancesBeside returns the same buttons for use beside payments: each names its purpose. Of a box with
// several bettors the page that it opens has the prices.
func (v FeltViewer) insurancesBeside(t *pit.Table) []Button {
	var out []Button
	for _, b := range v.insurances(t) {
		if !b.On {
			continue
		}
		list := v.Insurances(t, b.Box)
		switch {
		case len(list) > 1:
			b.Label = v.several(list)
		case !list[0].Even:
			b.Label = v.Text.T("choice_insure") + " " + b.Label
		}
		out = append(out, b)
	}
	return out
}

// evenMoney returns the note that a box took even money, and by whose bets. The main bet is not named.
func (v FeltViewer) evenMoney(who []string) string {
	word, more := v.Text.T("note_even"), " "
	for _, bettor := range who {
		if bettor == "" {
			more = " + "
			continue
		}
		word, more = word+more+v.NextAct().who(pay.Act{Bettor: bettor}), " "
	}
	return word
}
