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
		{Bet: 1, Outcome: games.Win, Staked: 4000, Returned: 8500, Odds: "1:1", Reason: games.AboveMax, Added: 2000},
	}}, `"settled",{"rows":[[0,"lose",2500,0],[1,"win",4000,8500,"1:1","above_max",2000]]}`},
	{pit.PaidOut{Rows: 4}, `"paid",{"rows":4}`},
	{pit.HandClosed{House: -1500}, `"handclosed",{"house":-1500}`},
	{pit.Undone{Seq: 12}, `"undone",{"seq":12}`},
	{pit.Undone{Seq: 12, Approver: "21"}, `"undone",{"seq":12,"approver":"21"}`},
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
	{pit.PINFailed{Number: "11"}, `"pinfailed",{"number":"11"}`},
	{pit.PINCleared{Number: "11"}, `"pincleared",{"number":"11"}`},
	{pit.PINCleared{Number: "11", By: "31"}, `"pincleared",{"number":"11","by":"31"}`},
	{pit.PatternsSet{Off: []string{"serie_banco"}}, `"patterns",{"off":["serie_banco"]}`},
	{pit.BoxPassed{Box: 3}, `"boxpassed",{"box":3}`},
	{pit.Alarmed{Kind: pit.ImpossibleCard, What: "8h"}, `"alarm",{"kind":"impossible_card","what":"8h"}`},
	{pit.Alarmed{Kind: pit.LateBet, Box: 3, Bettor: "2", What: "banker", Amount: 2000}, `"alarm",{"kind":"late_bet","box":3,"bettor":"2","what":"banker","amount":2000}`},
	{pit.Acknowledged{Seq: 12, By: "21"}, `"ack",{"seq":12,"by":"21"}`},
	{pit.Relaid{Approver: "21", Laid: []pit.CardLaid{{Card: "8h", At: "player"}}}, `"relaid",{"approver":"21","laid":[{"card":"8h","at":"player"}]}`},
	{pit.BetsPlaced{How: pit.ByChip, Bets: []pit.Put{{Box: 3, Spot: "banker", Amount: 2500, Bettor: "2"}}}, `"bets",{"how":"chip","bets":[[3,"banker",2500,"2"]]}`},
	{pit.CardLaid{Card: "Th", At: "", Burned: true, Approver: "21"}, `"card",{"card":"Th","at":"","burned":true,"approver":"21"}`},
	{pit.Settled{Rows: []pit.Row{{Bet: 0, Outcome: games.Win, Staked: 2000, Returned: 4000, Odds: "1:1", Tracked: true, Commission: 100}}}, `"settled",{"rows":[[0,"win",2000,4000,"1:1","",0,100]]}`},
	{pit.PINSet{Number: "11", Key: "TUZrd0V3"}, `"pin",{"number":"11","key":"TUZrd0V3"}`},
	{pit.Approved{Seq: 16, By: "21", Sig: "TUVZ"}, `"approved",{"seq":16,"by":"21","sig":"TUVZ"}`},
	{pit.SealedBy{Key: "sabot+1234abcd+AQ=="}, `"sealedby",{"key":"sabot+1234abcd+AQ=="}`},
	{pit.Checkpointed{Note: "LB1\n17\n"}, `"checkpoint",{"note":"LB1\n17\n"}`},
	{pit.TableSet{Name: "PB1", Game: "puntobanco", Rules: []byte(`"pb-first"`), Settings: &pit.Settings{Burn: true}}, `"table",{"name":"PB1","game":"puntobanco","rules":"pb-first","settings":{"burn":true}}`},
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
