package pit_test

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"sabot/games"
	"sabot/pit"
)

var moment = time.UnixMilli(1_795_241_553_123).UTC()

// The bytes of entries are frozen: records on disk hold them. A line here is never
// edited; a new kind of entry is a new line.
var frozen = []struct {
	fact  pit.Fact
	bytes string
}{
	{pit.Opened{Day: "2026-11-21", Game: "lugano", Rules: []byte(`{"preset":"lugano","boxes":7}`), Croupier: "11", Inspector: "21"},
		`"opened",{"day":"2026-11-21","game":"lugano","rules":{"preset":"lugano","boxes":7},"croupier":"11","inspector":"21"}`},
	{pit.ShoeStarted{Decks: 6}, `"shoe",{"decks":6}`},
	{pit.BetsPlaced{How: pit.ByChip, Bets: []pit.Put{{Box: 3, Spot: "59", Amount: 2500}}}, `"bets",{"how":"chip","bets":[[3,"59",2500]]}`},
	{pit.BetsClosed{}, `"nobets",{}`},
	{pit.CardLaid{Card: "8", At: "box:3"}, `"card",{"card":"8","at":"box:3"}`},
	{pit.CardLaid{Card: "Th", At: "bank", Burned: true}, `"card",{"card":"Th","at":"bank","burned":true}`},
	{pit.Decided{Box: 3, Do: games.Double}, `"decide",{"box":3,"do":"double"}`},
	{pit.Settled{Rows: []pit.Row{
		{Bet: 0, Outcome: games.Lose, Staked: 2500},
		{Bet: 1, Outcome: games.Win, Staked: 4000, Returned: 8500, Odds: games.Odds{Win: 1, Per: 1}, Reason: games.AboveMax, Added: 2000},
	}}, `"settled",{"rows":[[0,"lose",2500,0],[1,"win",4000,8500,"1:1","above_max",2000]]}`},
	{pit.PaidOut{Rows: 4}, `"paid",{"rows":4}`},
	{pit.PaidOut{Rows: 4, Acts: 6}, `"paid",{"rows":4,"acts":6}`},
	{pit.Settled{Rows: []pit.Row{}, Parts: []pit.Part{
		{Bet: 2, Outcome: games.Void, Returned: 500},
		{Bet: 0, Hand: 1, Outcome: games.Lose, Staked: 2500},
		{Bet: 0, Hand: 2, Outcome: games.Win, Staked: 2500, Returned: 5000, Odds: games.Odds{Win: 1, Per: 1}},
	}}, `"settled",{"rows":[],"parts":[[2,0,"void",0,500],[0,1,"lose",2500,0],[0,2,"win",2500,5000,"1:1"]]}`},
	{pit.HandClosed{House: -1500}, `"handclosed",{"house":-1500}`},
	{pit.Undone{Seq: 12}, `"undone",{"seq":12}`},
	{pit.Undone{Seq: 12, Approver: "21"}, `"undone",{"seq":12,"approver":"21"}`},
	{pit.Undone{Seq: 12, Approver: "21", What: "nobets"}, `"undone",{"seq":12,"approver":"21","what":"nobets"}`},
	{pit.Relieved{From: "11", To: "12"}, `"relieved",{"from":"11","to":"12"}`},
	{pit.InspectorChanged{From: "21", To: "31"}, `"inspector",{"from":"21","to":"31"}`},
	{pit.Closed{Croupier: "11", Inspector: "21"}, `"closed",{"croupier":"11","inspector":"21"}`},
	{pit.HouseNamed{Name: "Casinò & C.", Currency: "CHF", Language: "it"}, `"house",{"name":"Casinò & C.","currency":"CHF","language":"it"}`},
	{pit.ChipsSet{Values: []games.Amount{500, 1000}}, `"chips",{"values":[500,1000]}`},
	{pit.TableSet{Name: "LB1", Game: "lugano", Rules: []byte(`"lugano"`)}, `"table",{"name":"LB1","game":"lugano","rules":"lugano"}`},
	{pit.StaffSet{Number: "11", Name: `Anna "A." Rossi`, Role: pit.Croupier}, `"staff",{"number":"11","name":"Anna \"A.\" Rossi","role":"croupier"}`},
	{pit.PINSet{Number: "11"}, `"pin",{"number":"11"}`},
	{pit.Opened{Day: "2026-11-21", Game: "puntobanco", Rules: []byte(`"pb-speed"`), Croupier: "11", Inspector: "21", Settings: &pit.Settings{Burn: true, CutCard: 14, LowRisk: true, LateBets: true, PatternsOff: []string{"serie_banco"}}, Cards: 1795241553123, Due: pit.IdleCards},
		`"opened",{"day":"2026-11-21","game":"puntobanco","rules":"pb-speed","croupier":"11","inspector":"21","settings":{"burn":true,"cut":14,"lowrisk":true,"latebets":true,"patternsoff":["serie_banco"]},"cards":1795241553123,"due":"idle"}`},
	{pit.ShoeStarted{Decks: 8, Shuffler: "11", Fresh: pit.DailyCards, CutCard: 14, Kept: "21"}, `"shoe",{"decks":8,"shuffler":"11","fresh":"daily","cut":14,"kept":"21"}`},
	{pit.FirstBurned{Card: "Kd", N: 10}, `"burn",{"card":"Kd","n":10}`},
	{pit.CutCardOut{}, `"cutcard",{}`},
	{pit.CardCarried{Card: "8h"}, `"carried",{"card":"8h"}`},
	{pit.CardsDue{Why: pit.FloorCards}, `"cardsdue",{"why":"floor"}`},
	{pit.CommissionTaken{Dues: []pit.Debt{{Box: 3, Amount: 100}}}, `"commission",{"dues":[{"box":3,"amount":100}]}`},
	{pit.CommissionTaken{Dues: []pit.Debt{{Box: 3, Bettor: "2", Gone: true, Amount: 100}}, Waived: "21"}, `"commission",{"dues":[{"box":3,"bettor":"2","gone":true,"amount":100}],"waived":"21"}`},
	{pit.BetsPlaced{How: pit.ByChip, Bets: []pit.Put{{Box: 3, Spot: "behind", Amount: 2500, Bettor: "2", Early: games.Early{Choice: games.ChooseSplit, Then: games.Double}}}}, `"bets",{"how":"chip","bets":[[3,"behind",2500,"2","split","double"]]}`},
	{pit.BetsPlaced{How: pit.ByRepeat, Bets: []pit.Put{{Box: 3, Spot: "behind", Amount: 2500, Early: games.Early{Choice: games.Follow, Funds: 0, HasFunds: true}}}}, `"bets",{"how":"repeat","bets":[[3,"behind",2500,"","follow","",0]]}`},
	{pit.Decided{Box: 3, Bettor: "2", Do: games.Insure}, `"decide",{"box":3,"bettor":"2","do":"insure"}`},
	{pit.EarlyChosen{Box: 3, Bettor: "2", Choice: games.Left}, `"early",{"box":3,"bettor":"2","choice":"left"}`},
	{pit.EarlyChosen{Box: 3, Do: games.Stand}, `"early",{"box":3,"do":"stand"}`},
	{pit.CardHidden{At: "dealer"}, `"hidden",{"at":"dealer"}`},
	{pit.CardTurned{Card: "Th"}, `"turned",{"card":"Th"}`},
	{pit.CardHidden{At: "box:2", More: true}, `"hidden",{"at":"box:2","more":true}`},
	{pit.CardTurned{Card: "Th", At: "box:2"}, `"turned",{"card":"Th","at":"box:2"}`},
	{pit.PINFailed{Number: "11"}, `"pinfailed",{"number":"11"}`},
	{pit.PINCleared{Number: "11"}, `"pincleared",{"number":"11"}`},
	{pit.PINCleared{Number: "11", By: "31"}, `"pincleared",{"number":"11","by":"31"}`},
	{pit.PatternsSet{Off: []string{"serie_banco"}}, `"patterns",{"off":["serie_banco"]}`},
	{pit.BoxPassed{Box: 3}, `"boxpassed",{"box":3}`},
	{pit.BoxPassed{Box: 3, Bettor: new(string)}, `"boxpassed",{"box":3,"bettor":""}`},
	{pit.Alarmed{Kind: pit.ImpossibleCard, What: "8h"}, `"alarm",{"kind":"impossible_card","what":"8h"}`},
	{pit.Alarmed{Kind: pit.LateBet, Box: 3, Bettor: "2", What: "banker", Amount: 2000}, `"alarm",{"kind":"late_bet","box":3,"bettor":"2","what":"banker","amount":2000}`},
	{pit.Acknowledged{Seq: 12, By: "21"}, `"ack",{"seq":12,"by":"21"}`},
	{pit.Relaid{Approver: "21", Laid: []pit.CardLaid{{Card: "8h", At: "player"}}}, `"relaid",{"approver":"21","laid":[{"card":"8h","at":"player"}]}`},
	{pit.BetsPlaced{How: pit.ByChip, Bets: []pit.Put{{Box: 3, Spot: "banker", Amount: 2500, Bettor: "2"}}}, `"bets",{"how":"chip","bets":[[3,"banker",2500,"2"]]}`},
	{pit.CardLaid{Card: "Th", At: "", Burned: true, Approver: "21"}, `"card",{"card":"Th","at":"","burned":true,"approver":"21"}`},
	{pit.Settled{Rows: []pit.Row{{Bet: 0, Outcome: games.Win, Staked: 2000, Returned: 4000, Odds: games.Odds{Win: 1, Per: 1}, Tracked: true, Commission: 100}}}, `"settled",{"rows":[[0,"win",2000,4000,"1:1","",0,100]]}`},
	{pit.PINSet{Number: "11", Key: "TUZrd0V3"}, `"pin",{"number":"11","key":"TUZrd0V3"}`},
	{pit.Approved{Seq: 16, By: "21", Sig: "TUVZ"}, `"approved",{"seq":16,"by":"21","sig":"TUVZ"}`},
	{pit.SealedBy{Key: "sabot+1234abcd+AQ=="}, `"sealedby",{"key":"sabot+1234abcd+AQ=="}`},
	{pit.Checkpointed{Note: "LB1\n17\n"}, `"checkpoint",{"note":"LB1\n17\n"}`},
	{pit.Opened{Day: "2026-11-21", Game: "lugano", Rules: []byte(`"lugano"`), Croupier: "11", Inspector: "21", Chips: []games.Amount{500}, Closer: &pit.Float{{Value: 500, Pieces: 3}}, Slips: []pit.SlipID{{Kind: pit.Fill, Year: 2026, Number: 4}},
		Incidents: []pit.Incident{{Seq: 9, At: moment, By: "11", Shift: 2, Hand: 3, Class: pit.DisputeIncident, Text: "t", Box: 4, People: []string{"12"}, Videos: []pit.Video{{Asked: moment, AskedBy: "21", Question: "q", Answered: moment, EnteredBy: "21", Ref: "V-1", Answer: "a"}, {Asked: moment, AskedBy: "21"}}}, {Seq: 10, At: moment, Shift: 2, Class: pit.DifferenceIncident, Amount: -5}}},
		`"opened",{"day":"2026-11-21","game":"lugano","rules":"lugano","croupier":"11","inspector":"21","chips":[500],"closer":[[500,3]],"slips":[{"kind":"fill","year":2026,"number":4}],"incidents":[{"seq":9,"at":1795241553123,"by":"11","shift":2,"hand":3,"class":"dispute","text":"t","box":4,"people":["12"],"videos":[{"asked":1795241553123,"by":"21","question":"q","answered":1795241553123,"entered":"21","ref":"V-1","answer":"a"},{"asked":1795241553123,"by":"21"}]},{"seq":10,"at":1795241553123,"shift":2,"class":"difference","amount":-5}]}`},
	{pit.Opened{Day: "2026-11-21", Game: "lugano", Rules: []byte(`"lugano"`), Croupier: "11", Inspector: "21", Closer: &pit.Float{}},
		`"opened",{"day":"2026-11-21","game":"lugano","rules":"lugano","croupier":"11","inspector":"21","closer":[]}`},
	{pit.Counted{When: pit.AtClosing, Float: pit.Float{{Value: 500, Pieces: 3}}, Croupier: "11", Inspector: "21"}, `"counted",{"when":"closing","float":[[500,3]],"croupier":"11","inspector":"21"}`},
	{pit.SlipRequested{SlipID: pit.SlipID{Kind: pit.Fill, Year: 2026, Number: 4}, Float: pit.Float{{Value: 500, Pieces: 3}}, Inspector: "21"}, `"sliprequested",{"kind":"fill","year":2026,"number":4,"float":[[500,3]],"inspector":"21"}`},
	{pit.SlipVerified{SlipID: pit.SlipID{Kind: pit.Credit, Year: 2026, Number: 4}, Float: pit.Float{{Value: 500, Pieces: 3}}, Cashier: "c", Runner: "r", Croupier: "11", Inspector: "21"}, `"slipverified",{"kind":"credit","year":2026,"number":4,"float":[[500,3]],"cashier":"c","runner":"r","croupier":"11","inspector":"21"}`},
	{pit.SlipVoided{SlipID: pit.SlipID{Kind: pit.Fill, Year: 2026, Number: 4}, Reason: "x", Croupier: "11", Inspector: "21"}, `"slipvoided",{"kind":"fill","year":2026,"number":4,"reason":"x","croupier":"11","inspector":"21"}`},
	{pit.ChipsChanged{In: pit.Float{{Value: 1000, Pieces: 1}}, Out: pit.Float{{Value: 500, Pieces: 2}}}, `"chipschanged",{"in":[[1000,1]],"out":[[500,2]]}`},
	{pit.BoughtIn{Box: 3, Cash: 1000, Out: pit.Float{{Value: 500, Pieces: 2}}}, `"boughtin",{"box":3,"cash":1000,"out":[[500,2]]}`},
	{pit.Tipped{Amount: 500}, `"tipped",{"amount":500}`},
	{pit.DropCounted{Cash: 500, By: "21", With: "31"}, `"dropcounted",{"cash":500,"by":"21","with":"31"}`},
	{pit.DropCounted{Cash: 500, By: "21", With: "31", Shift: 4}, `"dropcounted",{"cash":500,"by":"21","with":"31","shift":4}`},
	{pit.HandPaused{Kind: pit.SkippedBox, Box: 2, Text: "t", Laid: []pit.CardLaid{{Card: "8h", At: "box:1"}}}, `"paused",{"kind":"skipped_box","box":2,"text":"t","laid":[{"card":"8h","at":"box:1"}]}`},
	{pit.HandPaused{Kind: pit.OtherTrouble}, `"paused",{"kind":"other"}`},
	{pit.HandResumed{Approver: "21", Reason: "r"}, `"resumed",{"approver":"21","reason":"r"}`},
	{pit.RelayRefused{By: "21", Reason: "r"}, `"relayrefused",{"by":"21","reason":"r"}`},
	{pit.PlayedOn{Approver: "21", Reason: "r", Bets: []pit.Put{{Box: 2, Spot: "59"}}, Laid: []pit.CardLaid{{Card: "8h", At: "box:1", Burned: true}}}, `"playedon",{"approver":"21","reason":"r","bets":[[2,"59",0]],"laid":[{"card":"8h","at":"box:1","burned":true}]}`},
	{pit.BetRuled{Bets: []pit.Put{{Box: 2, Spot: "59", Amount: 500}}, Approver: "21", Reason: "r"}, `"betruled",{"bets":[[2,"59",500]],"approver":"21","reason":"r"}`},
	{pit.HandCancelled{Manager: "31", Reason: "r"}, `"cancelled",{"manager":"31","reason":"r"}`},
	{pit.ShuffleDue{Why: pit.ExposedMore, Approver: "21"}, `"shuffledue",{"why":"exposed_more","approver":"21"}`},
	{pit.HandCorrected{Hand: 3, Approver: "21", Reason: "r", Bets: []pit.Put{{Box: 2, Spot: "59", Amount: 500}}, Laid: []pit.CardLaid{{Card: "8h", At: "box:1"}}, Decisions: []pit.Decided{{Box: 2, Do: games.Stand}}, Rows: []pit.Row{{Bet: 0, Outcome: games.Lose, Staked: 500}}, House: 500, Difference: 1000, Moved: true},
		`"corrected",{"hand":3,"approver":"21","reason":"r","bets":[[2,"59",500]],"laid":[{"card":"8h","at":"box:1"}],"decisions":[{"box":2,"do":"stand"}],"rows":[[0,"lose",500,0]],"house":500,"difference":1000,"moved":true}`},
	{pit.HandCorrected{Hand: 3, Approver: "31", Reason: "r", Bets: []pit.Put{}, Laid: []pit.CardLaid{}, Decisions: []pit.Decided{}, Rows: []pit.Row{}, Void: true},
		`"corrected",{"hand":3,"approver":"31","reason":"r","bets":[],"laid":[],"decisions":[],"rows":[],"house":0,"difference":0,"void":true}`},
	{pit.WrongPayout{Hand: 3, Box: 2, Bettor: "2", Amount: -4000, Reason: "r", Approver: "21"}, `"wrongpayout",{"hand":3,"box":2,"bettor":"2","amount":-4000,"reason":"r","approver":"21"}`},
	{pit.WrongPayout{Hand: 3, Box: 2, Amount: 4000, Reason: "r", Approver: "21"}, `"wrongpayout",{"hand":3,"box":2,"amount":4000,"reason":"r","approver":"21"}`},
	{pit.PayoutSettled{Payout: 12, Amount: 4000, Reason: "r", Approver: "21"}, `"payoutsettled",{"payout":12,"amount":4000,"reason":"r","approver":"21"}`},
	{pit.PayoutSettled{Payout: 12, Amount: -4000, Approver: "21"}, `"payoutsettled",{"payout":12,"amount":-4000,"approver":"21"}`},
	{pit.MoveVoided{Seq: 12, Reason: "r", Approver: "21"}, `"movevoided",{"seq":12,"reason":"r","approver":"21"}`},
	{pit.IncidentOpened{Class: pit.CashIncident, Text: "t", Box: 2, People: []string{"11"}, Amount: 5}, `"incident",{"class":"cash","text":"t","box":2,"people":["11"],"amount":5}`},
	{pit.VideoAsked{Incident: 9, Text: "q", By: "21"}, `"videoasked",{"incident":9,"text":"q","by":"21"}`},
	{pit.VideoAnswered{Incident: 9, Ref: "V-1", Text: "a", By: "21"}, `"videoanswered",{"incident":9,"ref":"V-1","text":"a","by":"21"}`},
	{pit.IncidentClosed{Incident: 9, Text: "t", By: "21"}, `"incidentclosed",{"incident":9,"text":"t","by":"21"}`},
	{pit.PINRules{Least: 6, Days: 90}, `"pinrules",{"least":6,"days":90}`},
	{pit.StaffLeft{Number: "11", By: "31"}, `"staffleft",{"number":"11","by":"31"}`},
	{pit.StaffChanged{Number: "11", By: "31"}, `"staffchanged",{"number":"11","by":"31"}`},
	{pit.AuthoritySet{Certificate: "MII="}, `"authority",{"certificate":"MII="}`},
	{pit.Certified{Number: "11", Certificate: "MII="}, `"certified",{"number":"11","certificate":"MII="}`},
	{pit.ReportPrinted{Report: "shift", Table: "LB1", Shift: 2, Item: "3", Copy: 1, By: "21"}, `"printed",{"report":"shift","table":"LB1","shift":2,"item":"3","copy":1,"by":"21"}`},
	{pit.ReportPrinted{Report: "shift", Table: "LB1", Shift: 2, Copy: 1, By: "41", Version: 2, Digest: "ab", Printer: "office"}, `"printed",{"report":"shift","table":"LB1","shift":2,"copy":1,"by":"41","version":2,"digest":"ab","printer":"office"}`},
	{pit.Opened{Day: "2026-11-21", Game: "lugano", Rules: []byte(`"lugano"`), Croupier: "11", Inspector: "21", Incidents: []pit.Incident{{Seq: 9, N: 2, At: moment, Shift: 2, Class: pit.DisputeIncident}}},
		`"opened",{"day":"2026-11-21","game":"lugano","rules":"lugano","croupier":"11","inspector":"21","incidents":[{"seq":9,"n":2,"at":1795241553123,"shift":2,"class":"dispute"}]}`},
	{pit.CardLaid{Card: "9", At: "box:2", Drawn: true}, `"card",{"card":"9","at":"box:2","drawn":true}`},
	{pit.HandPaused{Kind: pit.WrongPlace, Laid: []pit.CardLaid{{Card: "?", At: "dealer", Looked: games.NoBlackjack}}}, `"paused",{"kind":"wrong_place","laid":[{"card":"?","at":"dealer","looked":"no"}]}`},
	{pit.SuitRead{N: 2, Card: "8h"}, `"suit",{"n":2,"card":"8h"}`},
	{pit.SuitRead{N: 2, Card: "8h", Burst: true}, `"suit",{"n":2,"card":"8h","burst":true}`},
	{pit.SeatHeld{Box: 3, Player: "A"}, `"seat",{"box":3,"player":"A"}`},
	{pit.InsuranceOver{}, `"noinsurance",{}`},
	{pit.Looked{Blackjack: true}, `"looked",{"blackjack":true}`},
	{pit.DealtDry{}, `"dry",{}`},
	{pit.CardsKept{Why: pit.FloorCards, By: "21"}, `"cardskept",{"why":"floor","by":"21"}`},
	{pit.CardCarried{Card: "?"}, `"carried",{"card":"?"}`},
	{pit.TableSet{Name: "PB1", Game: "puntobanco", Rules: []byte(`"pb-first"`), Settings: &pit.Settings{Reveal: true, Continuous: true}}, `"table",{"name":"PB1","game":"puntobanco","rules":"pb-first","settings":{"reveal":true,"continuous":true}}`},
	{pit.CardLaid{Card: "9", At: "box:2", Burned: true, Approver: "21", Reason: "r"}, `"card",{"card":"9","at":"box:2","burned":true,"approver":"21","reason":"r"}`},
	{pit.ShuffleDue{Why: pit.ExposedMore, Approver: "21", Reason: "r"}, `"shuffledue",{"why":"exposed_more","approver":"21","reason":"r"}`},
	{pit.Relaid{Approver: "21", Laid: []pit.CardLaid{{Card: "8", At: "box:1"}}, Again: true}, `"relaid",{"approver":"21","laid":[{"card":"8","at":"box:1"}],"again":true}`},
	{pit.Relaid{Approver: "21", Laid: []pit.CardLaid{{Card: "?", At: "dealer"}}, Reason: "r"}, `"relaid",{"approver":"21","laid":[{"card":"?","at":"dealer"}],"reason":"r"}`},
	{pit.LastBetsCalled{}, `"lastbets",{}`},
	{pit.Opened{Day: "2026-11-21", Game: "lugano", Rules: []byte(`"lugano"`), Croupier: "11", Inspector: "21", Settings: &pit.Settings{BetTime: 30, BetTimeEnds: true}},
		`"opened",{"day":"2026-11-21","game":"lugano","rules":"lugano","croupier":"11","inspector":"21","settings":{"bettime":30,"bettimeends":true}}`},
	{pit.TableSet{Name: "PB1", Game: "puntobanco", Rules: []byte(`"pb-first"`), Settings: &pit.Settings{Burn: true}}, `"table",{"name":"PB1","game":"puntobanco","rules":"pb-first","settings":{"burn":true}}`},
	{pit.HouseSet{Name: "Casinò", Address: "Via 1\n6900 Lugano", Licence: "B 12", Logo: []byte{1, 2}, Currencies: []string{"CHF", "EUR"}, Zone: "Europe/Zurich", Begins: 360, Language: "it", By: "31"},
		`"houseset",{"name":"Casinò","address":"Via 1\n6900 Lugano","licence":"B 12","logo":"AQI=","currencies":["CHF","EUR"],"zone":"Europe/Zurich","begins":360,"language":"it","by":"31"}`},
	{pit.HouseSet{Name: "C", Currencies: []string{"EUR"}, Zone: "UTC", Language: "de"}, `"houseset",{"name":"C","currencies":["EUR"],"zone":"UTC","begins":0,"language":"de"}`},
}

func TestEncodingIsFrozen(t *testing.T) {
	for _, c := range frozen {
		e := pit.Entry{Table: `L"1`, Seq: 17, At: moment, By: "11", Shift: 3, Shoe: 1, Hand: 45, Fact: c.fact}
		want := `[1,"L\"1",17,1795241553123,"11",3,1,45,` + c.bytes + `]`
		if got := string(pit.Encode(e)); got != want {
			t.Errorf("%T\n got  %s\n want %s", c.fact, got, want)
		}
		back, err := pit.Decode([]byte(want))
		if err != nil || !reflect.DeepEqual(back, e) {
			t.Errorf("%s reads as %+v, %v", want, back, err)
		}
	}
}

// Every kind of entry that can be read has its bytes frozen here.
func TestEveryFactIsFrozen(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range frozen {
		kind, _, _ := strings.Cut(c.bytes, ",")
		seen[strings.Trim(kind, `"`)] = true
	}
	for _, kind := range pit.Kinds() {
		if !seen[kind] {
			t.Errorf("the encoding of %q is frozen by no line", kind)
		}
	}
}

// texts visits every text of a fact that means something, and says what it is damaged to.
func texts(v reflect.Value, visit func(text reflect.Value, damaged ...string)) {
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			texts(v.Index(i), visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			texts(v.Field(i), visit)
		}
	}
	switch v.Type() {
	case reflect.TypeFor[pit.CardName]():
		visit(v, "", "Zx", "1h", "8hh", "!8h", "??")
	case reflect.TypeFor[pit.PlaceName]():
		visit(v, "box:", "box:x", "box:0", "box:-1", "box:123", "Box 3")
	}
}

// A damaged text is an error with its entry's place, and never a card that is none.
func TestDamagedTextsAreNoFacts(t *testing.T) {
	damages := func(kind, line string) {
		if e, err := pit.Decode([]byte(line)); err == nil || !strings.Contains(err.Error(), "LB1/17") {
			t.Errorf("%s: %s reads as %+v, %v", kind, line, e.Fact, err)
		}
	}
	cards := 0
	for _, c := range frozen {
		e := pit.Entry{Table: "LB1", Seq: 17, At: moment, Fact: c.fact}
		line := string(pit.Encode(e))
		kind := pit.KindOf(c.fact)
		for _, bad := range []string{`"1:x"`, `"0:1"`, `"1"`, `"-1:1"`} {
			if bent := strings.Replace(line, `"1:1"`, bad, 1); bent != line {
				damages(kind, bent)
			}
		}
		back, err := pit.Decode([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		copied := reflect.New(reflect.TypeOf(back.Fact)).Elem()
		copied.Set(reflect.ValueOf(back.Fact))
		texts(copied, func(text reflect.Value, damaged ...string) {
			was := text.String()
			for _, bad := range damaged {
				cards++
				text.SetString(bad)
				e.Fact = copied.Interface().(pit.Fact)
				damages(kind, string(pit.Encode(e)))
			}
			text.SetString(was)
		})
	}
	if cards < 100 {
		t.Errorf("only %d damages", cards)
	}
	for _, line := range []string{`"card",{"at":"box:1"}`, `"turned",{}`, `"carried",{}`, `"burn",{"n":3}`, `"suit",{"n":2}`, `"card",{"card":"?","at":"box:1"}`} {
		damages("missing", `[1,"LB1",17,1795241553123,"11",3,1,45,`+line+`]`)
	}
}

func TestNewerRecordIsRefusedWithBothVersions(t *testing.T) {
	for _, line := range []string{
		`[2,"LB1",17,1795241553123,"11",3,1,45,"card",{"card":"8","at":"box:3"}]`,
		`[1,"LB1",17,1795241553123,"11",3,1,45,"hologram",{}]`,
	} {
		_, err := pit.Decode([]byte(line))
		if !errors.Is(err, pit.ErrNewerRecord) || !strings.Contains(err.Error(), "1") {
			t.Errorf("%s: %v", line, err)
		}
	}
	_, err := pit.Decode([]byte(`[7,"anything"`))
	if err == nil || !strings.Contains(err.Error(), "version 7") || !strings.Contains(err.Error(), "up to 1") {
		t.Errorf("the error names not both versions: %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	for _, c := range frozen {
		f.Add(pit.Encode(pit.Entry{Table: "LB1", Seq: 1, At: moment, Fact: c.fact}))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		e, err := pit.Decode(b)
		if err != nil {
			return
		}
		encoded := pit.Encode(e)
		again, err := pit.Decode(encoded)
		if err != nil {
			t.Fatalf("%q reads, its encoding %q does not: %v", b, encoded, err)
		}
		if second := pit.Encode(again); !bytes.Equal(encoded, second) {
			t.Fatalf("%q encodes as %q and then %q", b, encoded, second)
		}
	})
}
