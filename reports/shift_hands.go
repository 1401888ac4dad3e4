package reports

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sabot/games"
	"sabot/pit"
)

// handLines returns the closed hands of a shift, the oldest first.
func handLines(t *pit.Table, form int) []HandLine {
	var lines []HandLine
	for i := range t.History {
		hand := &t.History[i]
		line := HandLine{Number: hand.Number, Shoe: hand.Shoe, At: hand.ClosedAt, Turnover: hand.Turnover(), House: hand.House, Cancelled: hand.Cancelled != nil, Corrected: hand.Corrected != nil}
		line.Dry, line.Void = hand.Round.Dry && form >= form7, hand.Voided() && form >= form7
		show, round := cards, hand.Round
		if line.Cancelled && form >= form7 {
			show, round.Laid = allCards, hand.OnFelt()
		}
		line.Boxes, line.Bank = show(gameOf(t, hand, form), round)
		lines = append(lines, line)
	}
	return lines
}

// cards returns the hands of a round in a line: the house's own apart; where all bet on the same hands, the
// first apart from the others.
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
func (s *Shift) handSection(w pen) Section {
	section := Section{Heading: w.money("report_list"), Name: w.T("report_list"), Size: 8}
	if len(s.Hands) == 0 {
		section.Lines = []string{w.T("report_none")}
		return section
	}
	left, right := Column{w.T("report_cards"), "L"}, Column{w.T("report_bank"), "L"}
	if s.Dealer {
		right.Head = w.T("place_dealer")
	}
	if s.TwoSided {
		left, right = Column{w.T("place_player"), "L"}, Column{w.T("place_banker"), "L"}
	}
	section.Columns = []Column{
		{w.T("report_hand"), "R"}, {w.T("report_shoe"), "R"}, {w.T("report_time"), "R"}, left, right, {w.T("report_turnover"), "R"}, {w.T("report_house"), "R"},
	}
	var corrected []string
	for _, h := range s.Hands {
		name := number(h.Number)
		if h.Corrected {
			name = name.marked(corrects)
			corrected = append(corrected, number(h.Number).Text)
		}
		house := amount(w, h.House)
		switch {
		case h.Void:
			house = text(w.T("closed_cancelled"))
		case h.Cancelled:
			house = text(w.T("report_cancelled"))
		}
		turnover := amount(w, h.Turnover)
		if h.Dry {
			turnover = text(w.T("hand_dry"))
		}
		section.Rows = append(section.Rows, []Cell{name, number(h.Shoe), w.at(h.At), text(dealt(h.Boxes, w)), text(dealt(h.Bank, w)), turnover, house})
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

// dealt returns the hands of a line as people read them: a ten is 10, and the cards of a box stay on one line,
// the boxes apart.
func dealt(hands string, w pen) string {
	hands = ten.ReplaceAllString(hands, "10")
	hands = boxN.ReplaceAllString(hands, "\x00$1:")
	hands = half.ReplaceAllStringFunc(hands, func(name string) string {
		part := half.FindStringSubmatch(name)
		return part[1] + " " + w.T("hand_short_"+part[2]) + ":"
	})
	hands = word.ReplaceAllStringFunc(hands, func(key string) string { return "= " + w.T(strings.TrimPrefix(key, "= ")) })
	hands = strings.ReplaceAll(hands, " ", tight)
	return strings.ReplaceAll(hands, "\x00", tight+tight+" ")
}

// card returns a card in a sentence as people read it; before form 7 as hand files write it. What is no card stays as it is.
func (w pen) card(name string) string {
	if w.form < form7 || len(name) > 2 {
		return name
	}
	return cardName(name)
}

// cardName returns a card as people read it, with its suit where somebody read one.
func cardName(card string) string {
	signs := map[byte]string{'s': "♠", 'h': "♥", 'd': "♦", 'c': "♣"}
	name := card
	if n := len(card); n > 1 && signs[card[n-1]] != "" {
		name = card[:n-1] + signs[card[n-1]]
	}
	if strings.HasPrefix(name, "T") {
		name = strconv.Itoa(10) + name[1:]
	}
	return name
}
