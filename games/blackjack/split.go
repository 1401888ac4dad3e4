package blackjack

// splitTable returns the analysis of one of the two hands of a pair: the other's card is out of the shoe as well.
func (t *table) splitTable(kind int) *table {
	if t.apart[kind] != nil {
		return t.apart[kind]
	}
	one := &table{g: t.g, nodes: t.nodes, endings: t.endings, up: t.up, shoe: t.shoe, n: t.n - 1, peek: t.peek, w: t.w}
	one.forget()
	one.shoe[kind]--
	one.from[kind] = 1
	if one.w.double == 1 && !t.g.american() {
		one.w = wagering{0.5, 0.5} // the two hands share the loss of the first stake
	}
	if !t.g.oneCard(kind) {
		one.solve()
	}
	t.apart[kind] = one
	return one
}

// oneCard reports whether split hands of a kind get one card and ask nothing.
func (g *Game) oneCard(kind int) bool { return kind == ace && g.splitAcesOneCard }

// splitValue returns the value of splitting a pair of a kind.
func (t *table) splitValue(kind int) float64 {
	one := t.splitTable(kind)
	original, oneCard := one.w.double < 1, t.g.oneCard(kind)
	first := t.nodes[0].next[kind]
	sum, naturals, alive := 0.0, 0.0, 0.0
	h := &t.nodes[first]
	for k := range kinds {
		p := one.chance(&h.has, h.cards, k)
		if p <= 0 {
			continue
		}
		at := h.next[k]
		value, doubled := one.hold(at, false), false
		if !oneCard && t.nodes[at].total < 21 {
			value = one.play[at]
			if t.g.doubleAfterSplit {
				if d := one.double(at); d > value {
					value, doubled = d, true
				}
			}
		}
		sum += p * value
		if original {
			_, n := one.standing(at)
			naturals += p * n
			alive += p * one.alive(at, doubled, oneCard)
		}
	}
	if original && naturals > 0 {
		// Where one hand is bust and the other is not, the bust stakes are all that is
		// lost: half a stake was counted too much.
		q := alive / naturals
		return 2*sum + q*(1-q)*naturals
	}
	return 2 * sum
}

// alive returns how likely a hand ends not bust while the dealer has blackjack.
func (t *table) alive(at int32, doubled, stands bool) float64 {
	h := &t.nodes[at]
	_, naturals := t.standing(at)
	if stands || h.total >= 21 || !doubled && t.hold(at, false) >= t.play[at] {
		return naturals
	}
	sum := 0.0
	for k := range kinds {
		if p := t.chance(&h.has, h.cards, k); p > 0 && h.next[k] != 0 {
			sum += p * t.alive(h.next[k], false, doubled)
		}
	}
	return sum
}
