package games

// ChipCount is a number of chips of one value.
type ChipCount struct {
	Value Amount
	N     int
}

// FewestChips returns the fewest chips of a tray that pay an amount, the largest first, and the rest that no chip can pay. Values
// are ascending; stock has how many of each there are, nil for as many as it takes.
func FewestChips(amount Amount, values []Amount, stock map[Amount]int) (chips []ChipCount, rest Amount) {
	if amount <= 0 || len(values) == 0 {
		return nil, max(amount, 0)
	}
	p := payment{values: values, stock: stock, dead: map[due]bool{}}
	step := common(values)
	rest = amount % step
	if lacks := amount - p.holds(len(values)); stock != nil && lacks > rest {
		rest += (lacks - rest + step - 1) / step * step
	}
	for ; rest <= amount; rest += step {
		if chips, ok := p.exactly(amount - rest); ok {
			return chips, rest
		}
	}
	return nil, amount
}

// ChipsMake reports whether chips of these values, as many as it takes, make an amount exactly. Values are ascending; where there
// are none anything can be made.
func ChipsMake(amount Amount, values []Amount) bool {
	if len(values) == 0 {
		return true
	}
	if d := common(values); amount%d != 0 || d == values[0] {
		return amount%d == 0
	}
	p := payment{values: values, dead: map[due]bool{}}
	_, ok := p.exactly(amount)
	return ok
}

// InCoin returns what of an amount no chips of these values make, as many as it takes: such a rest goes in coin. Values are ascending;
// where there are none nothing does. Of an amount below 0 it is below 0.
func InCoin(amount Amount, values []Amount) Amount {
	switch {
	case amount < 0:
		return -InCoin(-amount, values)
	case ChipsMake(amount, values):
		return 0
	}
	_, rest := FewestChips(amount, values, nil)
	return rest
}

// ChipsHalve reports whether they make half of a stake, which is what its insurance costs: rounded down.
func ChipsHalve(stake Amount, values []Amount) bool { return ChipsMake(stake/2, values) }

// common returns the largest amount that every value is a multiple of.
func common(values []Amount) Amount {
	d := values[0]
	for _, v := range values {
		for v != 0 {
			d, v = v, d%v
		}
	}
	return d
}

// payment is the search for the fewest chips: the largest value first, as many as
// possible, then fewer for as long as fewer chips can still come out.
type payment struct {
	values []Amount
	stock  map[Amount]int
	used   []int
	best   []int
	fewest int
	dead   map[due]bool // what was tried, and no chips make it
}

// A due is an amount that the smallest so many values have to make.
type due struct {
	amount Amount
	values int
}

// exactly pays the whole amount; false where that cannot be.
func (p *payment) exactly(amount Amount) ([]ChipCount, bool) {
	p.used, p.best, p.fewest = make([]int, len(p.values)), nil, 1<<62
	p.try(amount, len(p.values), 0)
	var chips []ChipCount
	for i := len(p.best) - 1; i >= 0; i-- {
		if p.best[i] > 0 {
			chips = append(chips, ChipCount{p.values[i], p.best[i]})
		}
	}
	return chips, p.best != nil
}

// holds returns the worth of the tray's chips of the smallest so many values.
func (p *payment) holds(values int) Amount {
	var all Amount
	for _, v := range p.values[:values] {
		all += Amount(p.stock[v]) * v
	}
	return all
}

func (p *payment) try(amount Amount, values, n int) {
	if amount == 0 {
		if n < p.fewest {
			p.fewest, p.best = n, append([]int(nil), p.used...)
		}
		return
	}
	at := due{amount, values}
	if values == 0 || p.dead[at] || p.stock != nil && p.holds(values) < amount {
		return
	}
	last := values - 1
	value := p.values[last]
	most := int(amount / value)
	if p.stock != nil {
		most = min(most, p.stock[value])
	}
	for k := most; k >= 0; k-- {
		rest := amount - Amount(k)*value
		if last == 0 && rest > 0 {
			break
		}
		if rest > 0 && n+k+int((rest-1)/p.values[last-1])+1 >= p.fewest {
			break // fewer of this value only take more of the smaller ones
		}
		p.used[last] = k
		p.try(rest, last, n+k)
	}
	p.used[last] = 0
	if p.best == nil {
		p.dead[at] = true
	}
}
