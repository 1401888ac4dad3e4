package reports

import (
	"regexp"
	"strconv"
	"strings"
)

// handSection is every hand of the shift in a line.
func (s *Shift) handSection(w pen) Section {
	section := Section{Heading: w.money("report_list"), Name: w.T("report_list"), Size: 8}
	if len(s.Hands) == 0 {
		section.Lines = []string{w.T("report_none")}
		return section
	}
	left, right := Column{w.T("report_cards"), "L"}, Column{w.T("report_bank"), "L"}
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
		if h.Cancelled {
			house = text(w.T("report_cancelled"))
		}
		section.Rows = append(section.Rows, []Cell{name, number(h.Shoe), w.at(h.At), text(dealt(h.Boxes, w)), text(dealt(h.Bank, w)), amount(w, h.Turnover), house})
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

// dealt are the hands of a line as people read them: a ten is 10, and what lies on a box
// stays on one line, the boxes apart.
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

// cardName is a card as people read it, with its suit where somebody read one.
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
