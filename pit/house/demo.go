package house

import (
	"encoding/json"
	"fmt"

	"sabot/games"
	"sabot/pit/record"
)

// DemoName is the name of the house to try.
const DemoName = "Casinò di prova"

// demoTable is a table of the house to try, by its game.
type demoTable struct {
	game, name, rules string
	settings          *record.Settings
}

var demoTables = []demoTable{
	{
		"lugano", "LB",
		`{"preset":"lugano","limits":{"59":{"min":1000,"max":50000},"play":{"min":1000,"max":100000},"pair":{"min":500,"max":10000},"plus8":{"min":500,"max":10000}}}`,
		demoSettings(record.Settings{}),
	},
	{
		"puntobanco", "PB",
		`{"preset":"pb-speed","boxes":9,"commission":"tracked","limits":{` +
			`"player":{"min":2000,"max":200000},"banker":{"min":2000,"max":200000},"tie":{"min":500,"max":20000},` +
			`"player_pair":{"min":500,"max":10000},"banker_pair":{"min":500,"max":10000},"either_pair":{"min":500,"max":10000},"perfect_pair":{"min":500,"max":5000},` +
			`"player_bonus":{"min":500,"max":10000},"banker_bonus":{"min":500,"max":10000}}}`,
		demoSettings(record.Settings{Burn: true, CutCard: 14, LowRisk: true, LateBets: true}),
	},
	{
		"blackjack", "BJ",
		`{"preset":"bj-us","limits":{"main":{"min":1000,"max":100000},"behind":{"min":1000,"max":50000},` +
			`"player_pair":{"min":500,"max":10000},"dealer_pair":{"min":500,"max":10000},"21+3":{"min":500,"max":10000}}}`,
		demoSettings(record.Settings{Burn: true, CutCard: 104, LateBets: true, OfferExposed: true}),
	},
}

// DemoFloat returns the float with which every table of the demo house begins: 56,000.00.
func DemoFloat() record.Float {
	return record.Float{{Value: 500, Pieces: 200}, {Value: 1000, Pieces: 200}, {Value: 2500, Pieces: 120}, {Value: 10000, Pieces: 100}, {Value: 50000, Pieces: 40}, {Value: 100000, Pieces: 20}}
}

// demoSettings returns a table's settings with what every table of the demo house has: a float, differences from 25.00 on, tips.
func demoSettings(s record.Settings) *record.Settings {
	s.Float, s.Difference, s.Tips = DemoFloat(), 2500, true
	return &s
}

// DemoGames returns the games that the demo house can have.
func DemoGames() []string {
	var names []string
	for _, d := range demoTables {
		names = append(names, d.game)
	}
	return names
}

// DemoPlan returns the plan of a demo house: people with PINs, chips of a Swiss house and so many tables of a game. An empty game
// has tables of each. They are named LB1 or PB1 and on.
func DemoPlan(lang, game string, tables int) Plan {
	p := Plan{
		Name: DemoName, Currency: "CHF", Exact: true, Language: lang, Zone: "Europe/Zurich",
		PINs:  record.PINRules{Least: MinPIN}, // quick to type, by who only tries
		Chips: []games.Amount{500, 1000, 2500, 10000, 50000, 100000},
		Staff: []NewStaff{
			{Staff: Staff{Number: "11", Name: "Anna Rossi", Role: record.Croupier}, PIN: "4711"},
			{Staff: Staff{Number: "12", Name: "Bruno Keller", Role: record.Croupier}, PIN: "4712"},
			{Staff: Staff{Number: "13", Name: "Chiara Favre", Role: record.Croupier}, PIN: "4713"},
			{Staff: Staff{Number: "21", Name: "Dario Bianchi", Role: record.Inspector}, PIN: "5821"},
			{Staff: Staff{Number: "31", Name: "Elena Moser", Role: record.Manager}, PIN: "6931"},
			{Staff: Staff{Number: "41", Name: "Fabio Conti", Role: record.BackOffice}, PIN: "7041"},
		},
	}
	for _, d := range demoTables {
		for i := range tables {
			if game == "" || game == d.game {
				p.Tables = append(p.Tables, record.TableSet{Name: fmt.Sprintf("%s%d", d.name, i+1), Game: d.game, Rules: json.RawMessage(d.rules), Settings: d.settings})
			}
		}
	}
	return p
}
