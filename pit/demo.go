package pit

import (
	"fmt"

	"sabot/games"
)

// DemoName is the name of the house to try.
const DemoName = "Casinò di prova"

// DemoPlan is a house to try: people with PINs, chips of a Swiss house and so many
// tables of Lugano Baccarat, LB1 and on.
func DemoPlan(lang string, tables int) Plan {
	p := Plan{
		Name: DemoName, Currency: "CHF", Language: lang,
		Chips: []games.Amount{500, 1000, 2500, 10000, 50000, 100000},
		Staff: []NewStaff{
			{Staff{"11", "Anna Rossi", Croupier}, "4711"},
			{Staff{"12", "Bruno Keller", Croupier}, "4712"},
			{Staff{"13", "Chiara Favre", Croupier}, "4713"},
			{Staff{"21", "Dario Bianchi", Inspector}, "5821"},
			{Staff{"31", "Elena Moser", Manager}, "6931"},
			{Staff{"41", "Fabio Conti", BackOffice}, "7041"},
		},
	}
	for i := range tables {
		p.Tables = append(p.Tables, TableSet{
			Name: fmt.Sprintf("LB%d", i+1), Game: "lugano",
			Rules: rawMsg(`{"preset":"lugano","limits":{"59":{"min":1000,"max":50000},"play":{"min":1000,"max":100000},"pair":{"min":500,"max":10000},"plus8":{"min":500,"max":10000}}}`),
		})
	}
	return p
}
