package reports

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sabot/games"
	"sabot/pit"
	"sabot/reports/forms"
	"sabot/reports/paper"
)

// handLines returns the closed hands of a shift, the oldest first.
func handLines(t *pit.Table, form int) []HandLine {
	var lines []HandLine
	for i := range t.History {
		hand := &t.History[i]
		line := HandLine{Number: hand.Number, Shoe: hand.Shoe, At: hand.ClosedAt, Turnover: hand.Turnover(), House: hand.House, Cancelled: hand.Cancelled != nil, Corrected: hand.Corrected != nil}
		line.Dry, line.Void = hand.Round.Dry && form >= forms.Seven, hand.Voided() && form >= forms.Seven
		show, round := cards, hand.Round
		if line.Cancelled && form >= forms.Seven {
			show, round.Laid = allCards, hand.OnFelt()
		}
		line.Boxes, line.Bank = show(forms.GameOf(t, hand, form), round)
		lines = append(lines, line)
	}
	return lines
}

// cards returns the hands of a round in a line, the house's own apart. Where all bet on the same hands, it returns
// the first apart from the others.
func cards(g games.Game, r games.Round) (boxes, bank string) { return inLine(g, r, handText) }

// inLine returns the hands of a round in a line, each as said writes it.
func inLine(g games.Game, r games.Round, said func(games.Hand) string) (boxes, bank string) {
	layout := g.Layout()
	for _, h := range g.Hands(r) {
		text := said(h)
		into := &boxes
		switch {
		case h.At.Box > 0:
			name := strconv.Itoa(h.At.Box)
			if h.Number > 0 {
				name += "." + strconv.Itoa(h.Number)
			}
			text = name + ": " + text
		case !layout.Shared || h.At != layout.Sides[0].At:
			into = &bank
		}
		if *into != "" {
			*into += "   "
		}
		*into += text
	}
	return boxes, bank
}

// handText returns the cards of a hand and their total. Ranked hands have suits in place of a total. With a
// card that nobody saw there is none. A hand with a name has the key of that.
func handText(h games.Hand) string {
	text := cardsText(h)
	switch {
	case h.Ranked:
		return text
	case h.Word != "":
		return strings.TrimSpace(text + " = word_" + h.Word)
	case slices.ContainsFunc(h.Cards, func(c games.Card) bool { return !c.Valid() }):
		return text
	}
	return strings.TrimSpace(fmt.Sprintf("%s = %d", text, h.Total))
}

// cardsText returns the cards of a hand, with their suits where hands are ranked; a card that nobody saw is a
// "?".
func cardsText(h games.Hand) string {
	var said []string
	for _, c := range h.Cards {
		switch {
		case !h.Ranked:
			said = append(said, c.Rank().String())
		case !c.Valid():
			said = append(said, "?")
		default:
			said = append(said, c.String())
		}
	}
	return strings.Join(said, " ")
}

// handSection returns the table of all hands of the shift, a line each.
func (s *Shift) handSection(w pen) paper.Section {
	section := paper.Section{Heading: w.Money("report_list"), Name: w.T("report_list"), Size: 8}
	if len(s.Hands) == 0 {
		section.Lines = []string{w.T("report_none")}
		return section
	}
	left, right := paper.Left(w.T("report_cards")), paper.Left(w.T("report_bank"))
	if s.Dealer {
		right.Head = w.T("place_dealer")
	}
	if s.TwoSided {
		left, right = paper.Left(w.T("place_player")), paper.Left(w.T("place_banker"))
	}
	section.Columns = []paper.Column{
		paper.Right(w.T("report_hand")), paper.Right(w.T("report_shoe")), paper.Right(w.T("report_time")), left, right, paper.Right(w.T("report_turnover")), paper.Right(w.T("report_house")),
	}
	var corrected []string
	for _, h := range s.Hands {
		name := paper.Number(h.Number)
		if h.Corrected {
			name = name.Marked(corrects)
			corrected = append(corrected, paper.Number(h.Number).Text)
		}
		house := paper.Amount(w, h.House)
		switch {
		case h.Void:
			house = paper.Text(w.T("closed_cancelled"))
		case h.Cancelled:
			house = paper.Text(w.T("report_cancelled"))
		}
		turnover := paper.Amount(w, h.Turnover)
		if h.Dry {
			turnover = paper.Text(w.T("hand_dry"))
		}
		section.Rows = append(section.Rows, []paper.Cell{name, paper.Number(h.Shoe), w.At(h.At), paper.Text(dealt(h.Boxes, w)), paper.Text(dealt(h.Bank, w)), turnover, house})
	}
	if len(corrected) > 0 {
		section.Notes = []string{corrects + " " + w.T("report_corrected_note", map[string]any{"N": len(corrected), "Hands": strings.Join(corrected, ", ")})}
	}
	return section
}

// corrects stands behind the number of a hand that was entered wrong.
const corrects = "*"

var (
	ten  = regexp.MustCompile(`\bT\b`)
	boxN = regexp.MustCompile(`   ([0-9.]+):`)
	half = regexp.MustCompile(`\b([0-9]+)\.([12]):`)
	word = regexp.MustCompile(`= (word_[a-z_]+)`)
)

// dealt returns the hands of a line as people read them. A ten is 10, and the cards of a box stay on one line, the
// boxes apart.
func dealt(hands string, w pen) string {
	hands = ten.ReplaceAllString(hands, "10")
	hands = boxN.ReplaceAllString(hands, "\x00$1:")
	hands = half.ReplaceAllStringFunc(hands, func(name string) string {
		part := half.FindStringSubmatch(name)
		return part[1] + " " + w.T("hand_short_"+part[2]) + ":"
	})
	if w.Form >= forms.Seven {
		hands = strings.ReplaceAll(hands, ": ", cmp.Or(w.Colon, ": "))
	}
	hands = word.ReplaceAllStringFunc(hands, func(key string) string { return "= " + w.T(strings.TrimPrefix(key, "= ")) })
	hands = strings.ReplaceAll(hands, " ", paper.Tight)
	return strings.ReplaceAll(hands, "\x00", paper.Tight+paper.Tight+" ")
}

// allCards returns every card of a cancelled hand, one line for each hand of cards, as cards writes it. It counts
// no totals, since the hand came to nothing. Where cards are out of place the rules do not know them all, and they
// are listed by place.
func allCards(g games.Game, r games.Round) (boxes, bank string) {
	lie := slices.DeleteFunc(slices.Clone(r.Laid), func(l games.Laid) bool { return l.Burned || l.At == games.Place{} })
	known := 0
	for _, h := range g.Hands(r) {
		known += len(h.Cards)
	}
	if known == len(lie) {
		return inLine(g, r, cardsText)
	}
	layout := g.Layout()
	for _, at := range g.Places() {
		text := ""
		for _, l := range lie {
			switch {
			case l.At != at:
			case l.Hidden || !l.Card.Valid():
				text += " ?"
			default:
				text += " " + l.Card.Rank().String()
			}
		}
		into := &boxes
		switch {
		case text == "":
			continue
		case at.Box > 0:
			text = strconv.Itoa(at.Box) + ":" + text
		case !layout.Shared || at != layout.Sides[0].At:
			into = &bank
		}
		if *into != "" {
			*into += "   "
		}
		*into += strings.TrimSpace(text)
	}
	return boxes, bank
}
