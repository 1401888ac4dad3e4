package demo

import (
	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/tray"
)

// opener returns the opening count: what the shift before left, or the float of a new table.
func (p *player) opener() *record.Float {
	if closer := p.table.State.Closer(); closer != nil {
		return closer
	}
	float := house.DemoFloat()
	return &float
}

// float moves chips before hand n: buy-ins now and then, a void, a fill and a credit among fifty hands, more
// where the tray needs it.
func (p *player) float(n int) {
	const round = 50
	if n == 3 || p.rng.Intn(6) == 0 {
		box, cash := 1+p.rng.Intn(p.table.State.Game.Options().Boxes), games.Amount(10_000*(1+p.rng.Intn(10)))
		p.may(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(box, cash, nil, nil) })
	}
	small := record.Float{{Value: 2500, Pieces: 40}, {Value: 10_000, Pieces: 20}}
	large := record.Float{{Value: 50_000, Pieces: 20}, {Value: 100_000, Pieces: 10}}
	if n == 17 && p.request(record.Fill, large) {
		p.voidSlips()
	}
	switch tray := p.table.State.Desk().Worth().Amount; n % round {
	case 9:
		p.request(record.Fill, small)
	case 24:
		p.request(record.Credit, small)
	case 11, 26:
		p.verifySlips()
	default:
		switch {
		case tray < 1_500_000 && p.request(record.Fill, large), tray > 9_000_000 && p.request(record.Credit, large):
			p.verifySlips()
		}
	}
}

func (p *player) request(kind record.SlipKind, chips record.Float) bool {
	return p.may(func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().RequestSlip(&p.table.House().State, kind, chips, &p.inspector.Staff)
	}, p.inspector)
}

// verifySlips counts the chips of every open slip on the layout.
func (p *player) verifySlips() {
	dealer := p.dealer(p.table)
	for _, s := range p.table.State.Slips(tray.Requested) {
		p.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.Desk().VerifySlip(&p.table.House().State, s.SlipID, "Cassa 2", "G. Neri", dealer.Staff, p.inspector.Staff)
		}, dealer, p.inspector)
	}
}

func (p *player) voidSlips() {
	dealer := p.dealer(p.table)
	for _, s := range p.table.State.Slips(tray.Requested) {
		p.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.Desk().VoidSlip(s.SlipID, "importo sbagliato", dealer.Staff, p.inspector.Staff)
		}, dealer, p.inspector)
	}
}
