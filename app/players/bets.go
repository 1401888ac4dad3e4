package players

import (
	"image/color"
	"slices"
	"strings"

	"sabot/app/controls"
	"sabot/app/theme"
	"sabot/app/view"
)

// strips are the bets as they were written last, by the rows of their strip: finding that takes half of all time, and
// they seldom change.
type strips [4]struct {
	bets []view.PlayersSpot
	cell controls.Bounds
	unit float32
	laid []betLines
}

// A betLines is how a bet is written: sizes of its letters, and the lines of what it pays that are written out.
type betLines struct {
	name    []string
	small   float32 // how large its letters are, of those that they may have
	lines   []string
	below   float32 // how far below the upper edge it begins
	pairs   bool    // name and odds share a line, and so do old and new limits
	quiet   int     // 1 where its figures say all
	instead string  // what it pays in words where it has no odds
}

// paysInWords returns what a bet pays in words, where its figures do not say all of it, and the part of that which
// has no figures.
func paysInWords(s view.PlayersSpot) (all, without string) {
	pays := strings.ReplaceAll(strings.TrimSuffix(s.Pays, " · "+s.Rounded), "\u00a0", " ")
	if one := strings.Fields(s.Odds + " "); len(one) > 0 && strings.Count(pays, ":") == 1 { // the figure alone says it
		pays = strings.Replace(pays, one[0], "", 1)
	}
	var parts, plain []string
	for _, part := range strings.Split(pays, " · ") {
		switch part = strings.ReplaceAll(strings.Trim(part, " ,"), " ,", ","); {
		case part == "":
			continue
		case !strings.Contains(part, ":"):
			plain = append(plain, part)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " · "), strings.Join(plain, " · ")
}

// The letters of a bet, in units.
const (
	spotName  = 40
	spotOdds  = 62
	spotRange = 44
	spotLine  = 1.16 // a line, of its letters
)

// strip lays all bets in one strip: names, odds, limits and, where there is room, what they are for.
func (p *pen) strip(at controls.Bounds) {
	bets := p.shown.Bets()
	if len(bets) == 0 {
		return
	}
	at = p.rounded(at)
	for rows := 1; ; rows++ {
		columns := (len(bets) + rows - 1) / rows
		cell := controls.Bounds{W: (at.W+8)/float32(columns) - 8, H: (at.H+8)/float32(rows) - 8}
		kept := &p.kept[rows]
		if !slices.Equal(kept.bets, bets) || kept.cell != cell || kept.unit != p.unit {
			kept.bets, kept.cell, kept.unit, kept.laid = bets, cell, p.unit, p.betsIn(bets, cell, rows > 1)
		}
		laid := kept.laid
		if laid == nil && rows == 3 {
			laid, _ = p.bets(bets, cell, 0.5, false, true)
		}
		for i, bet := range laid {
			x, y := at.X+float32(i%columns)*(cell.W+8), at.Y+float32(i/columns)*(cell.H+8)
			p.bet(bets[i], bet, area(x, y, cell.W, cell.H))
		}
		if laid != nil {
			return
		}
	}
}

// roundedLines returns how bets are rounded, in lines.
func (p *pen) roundedLines(wide float32) (lines []string) {
	for _, way := range p.shown.Rounded {
		lines = append(lines, p.wrapped(way, p.least, false, wide-8)...)
	}
	return lines
}

// roundedHigh returns how high those lines are.
func (p *pen) roundedHigh(wide float32) float32 {
	return float32(len(p.roundedLines(wide))) * p.least * spotLine
}

// rounded lays below the bets how they are rounded; it answers what is left for them.
func (p *pen) rounded(at controls.Bounds) controls.Bounds {
	lines := p.roundedLines(at.W)
	at.H -= p.roundedHigh(at.W)
	for i, line := range lines {
		row := area(at.X+4, at.Y+at.H+float32(i)*p.least*spotLine, at.W-8, p.least*spotLine)
		p.say(asPays, line, p.least, theme.Quiet, false, row, 0)
	}
	return at
}

// betsIn returns how bets are written in cells of a size: so that most of them say in words what they pay, then in the
// largest letters. It returns nil where one has no room.
func (p *pen) betsIn(bets []view.PlayersSpot, cell controls.Bounds, pairs bool) (best []betLines) {
	for _, words := range []bool{true, false} {
		most := -1
		for small := float32(1); small > 0.6 && most < len(bets); small -= 0.1 {
			laid, fit := p.bets(bets, cell, small, words, pairs)
			said := 0
			for _, bet := range laid {
				said += min(1, bet.quiet+len(bet.lines))
			}
			if fit && said > most {
				best, most = laid, said
			}
		}
		if best != nil {
			return best
		}
	}
	return nil
}

// sized returns letters made smaller, and not below the least.
func (p *pen) sized(size, small float32) float32 { return max(p.least, size*small) }

// bets returns how bets are written in cells of a size; false where one has no room. With words each says at least
// what no figure of it does.
func (p *pen) bets(bets []view.PlayersSpot, cell controls.Bounds, small float32, words, pairs bool) ([]betLines, bool) {
	fit, names, changes := true, 1, false
	room := cell.Inset(10, 14, 10, 6)
	wide := func(s string) float32 { return p.wide(s, p.least, true) }
	laid := make([]betLines, len(bets))
	for i, b := range bets {
		laid[i] = betLines{name: []string{b.Name}, small: small, pairs: pairs}
		said := "→ " + b.New
		if b.New == "" {
			said = ""
		}
		changes = changes || b.New != ""
		if pairs {
			const apart = 20
			fit = fit && wide(b.Name)+wide(b.Odds)+apart <= room.W && wide(b.Range)+wide(said)+apart <= room.W
			continue
		}
		if size := p.sized(spotName, small); p.fits(b.Name, size, true, room.W) < size-0.3 {
			laid[i].name = p.wrapped(b.Name, size, true, room.W)
		}
		fit = fit && strings.Join(laid[i].name, " ") == b.Name && !slices.ContainsFunc(laid[i].name, func(line string) bool { return wide(line) > room.W })
		names = max(names, len(laid[i].name))
		fit = fit && wide(b.Odds) <= room.W && wide(b.Range) <= room.W && wide(said) <= room.W
	}
	high := (float32(names)*p.sized(spotName, small) + p.sized(spotOdds, small) + p.sized(spotRange, small)) * spotLine
	switch {
	case pairs:
		high = (p.sized(spotOdds, small) + p.sized(spotRange, small)) * spotLine
	case changes:
		high += p.sized(spotRange, small) * spotLine
	}
	fit = fit && high <= room.H && names <= 2
	most := float32(0) // lines of words
	for i, b := range bets {
		for len(laid[i].name) < names {
			laid[i].name = append(laid[i].name, "")
		}
		all, plain := paysInWords(b)
		if all == "" {
			laid[i].quiet = 1
			continue
		}
		if b.Odds == "" && !pairs && p.wide(all, p.least, false) <= room.W {
			laid[i].instead, laid[i].quiet = all, 1
			continue
		}
		for _, said := range []string{all, plain} {
			if lines := p.wrapped(said, p.least, false, room.W); float32(len(lines))*p.least*spotLine <= room.H-high {
				laid[i].lines = lines
				break
			}
		}
		most = max(most, float32(len(laid[i].lines)))
		fit = fit && (!words || plain == "" || len(laid[i].lines) > 0 || laid[i].instead != "")
	}
	for i := range laid {
		laid[i].below = max(0, (room.H-high-most*p.least*spotLine)/2)
	}
	return laid, fit
}

// bet lays a bet in its cell of the strip.
func (p *pen) bet(b view.PlayersSpot, laid betLines, at controls.Bounds) {
	p.plate(asPlate, at, theme.Rail, 10)
	p.plate(asPlate, area(at.X, at.Y, at.W, 10), betColor(b), 4)
	in := at.Inset(10, 14+laid.below, 10, 6)
	row := func(as role, said string, size float32, ink color.NRGBA, bold bool) {
		line := in
		line.H = size * spotLine
		p.say(as, said, size, ink, bold, line, 0.5)
		in = in.Inset(0, line.H, 0, 0)
	}
	change := ""
	if b.New != "" {
		change = "→ " + b.New
	}
	if odds, limits := p.sized(spotOdds, laid.small), p.sized(spotRange, laid.small); laid.pairs {
		first, second := in, in
		first.H, second.H, second.Y = odds*spotLine, limits*spotLine, in.Y+odds*spotLine
		wide := p.wide(b.Odds, odds, true)
		wide = min(wide, in.W-20-p.wide(b.Name, p.least, true))
		p.say(asSpot, b.Name, p.sized(spotName, laid.small), theme.Text, true, first.Inset(0, 0, wide+20, 0), 0)
		p.say(asOdds, b.Odds, odds, theme.Text, true, first.Inset(first.W-wide, 0, 0, 0), 1)
		wide = min(p.wide(change, limits, true), in.W-20-p.wide(b.Range, p.least, true))
		p.say(asRange, b.Range, limits, theme.Text, true, second.Inset(0, 0, wide+20, 0), 0)
		p.say(asRange, change, limits, theme.Warn, true, second.Inset(second.W-wide, 0, 0, 0), 1)
		in = in.Inset(0, first.H+second.H, 0, 0)
	} else {
		for _, name := range laid.name {
			row(asSpot, name, p.sized(spotName, laid.small), theme.Text, true)
		}
		if laid.instead != "" {
			line := in
			line.H = odds * spotLine
			p.say(asPays, laid.instead, p.least, theme.Text, false, line, 0.5)
		}
		row(asOdds, b.Odds, odds, theme.Text, true)
		row(asRange, b.Range, limits, theme.Text, true)
		if change != "" {
			row(asRange, change, limits, theme.Warn, true)
		}
	}
	for _, line := range laid.lines {
		row(asPays, line, p.least, theme.Quiet, false)
	}
}

// list lays all bets below each other: name, odds and limits, and what they are for where there is room.
func (p *pen) list(at controls.Bounds) {
	const apart, gap = 24, 6
	bets := p.shown.Bets()
	if len(bets) == 0 {
		return
	}
	at = p.rounded(at)
	high := (at.H+gap)/float32(len(bets)) - gap
	high = min(high, 124)
	size := p.sized(50, min(1, high/64))
	lines, most := make([][]string, len(bets)), 0
	if top := p.sized(34, 1) * spotLine; high >= top+p.least*spotLine {
		for i, b := range bets {
			all, plain := paysInWords(b)
			for _, said := range []string{all, plain} {
				if some := p.wrapped(said, p.least, false, at.W-2*apart); float32(len(some))*p.least*spotLine <= high-top {
					lines[i] = some
					break
				}
			}
			most = max(most, len(lines[i]))
		}
	}
	letters := min(size, (high-8)/spotLine-float32(most)*p.least)
	for i, b := range bets {
		row := area(at.X, at.Y+float32(i)*(high+gap), at.W, high)
		p.plate(asPlate, row, theme.Rail, 8)
		p.plate(asPlate, area(row.X, row.Y, 10, row.H), betColor(b), 4)
		used := (letters + float32(len(lines[i]))*p.least) * spotLine
		in := area(row.X+apart, row.Y+(row.H-used)/2, row.W-2*apart, letters*spotLine)
		if words, _ := paysInWords(b); b.Odds == "" && len(lines[i]) == 0 {
			p.say(asPays, words, p.least, theme.Text, false, area(in.X+0.24*in.W, in.Y, 0.37*in.W, in.H), 1)
		}
		p.say(asSpot, b.Name, letters*0.9, theme.Text, true, area(in.X, in.Y, 0.34*in.W, in.H), 0)
		p.say(asOdds, b.Odds, letters, theme.Text, true, area(in.X+0.35*in.W, in.Y, 0.25*in.W, in.H), 1)
		if b.New == "" {
			p.say(asRange, b.Range, letters*0.9, theme.Text, true, area(in.X+0.62*in.W, in.Y, 0.38*in.W, in.H), 1)
		} else {
			p.say(asRange, b.Range, letters*0.9, theme.Quiet, true, area(in.X+0.62*in.W, in.Y, 0.17*in.W, in.H), 1)
			p.say(asRange, "→ "+b.New, letters*0.9, theme.Warn, true, area(in.X+0.8*in.W, in.Y, 0.2*in.W, in.H), 1)
		}
		for n, line := range lines[i] {
			at := area(in.X, in.Y+in.H+float32(n)*p.least*spotLine-2, in.W, p.least*spotLine)
			p.say(asPays, line, p.least, theme.Quiet, false, at, 0)
		}
	}
}

// betColor returns the colour of a bet: its side's, or none.
func betColor(b view.PlayersSpot) color.NRGBA {
	if b.Side == "" {
		return theme.Faint
	}
	return theme.Spot(b.Side)
}
