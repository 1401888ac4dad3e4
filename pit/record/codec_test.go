package record_test

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"sabot/games"
	"sabot/pit/record"
)

var moment = time.UnixMilli(1_795_241_553_123).UTC()

// The bytes of entries are frozen: records on disk hold them. A line here is never edited. A new kind needs none: see
// TestEveryFactIsFrozen.
var frozen = []frozenFact{
	{
		record.Opened{Day: "2026-11-21", Game: "lugano", Rules: []byte(`{"preset":"lugano","boxes":7}`), Croupier: "11", Inspector: "21"},
		`"opened",{"day":"2026-11-21","game":"lugano","rules":{"preset":"lugano","boxes":7},"croupier":"11","inspector":"21"}`,
	},
	{record.ShoeStarted{Decks: 6}, `"shoe",{"decks":6}`},
	{record.BetsPlaced{How: record.ByChip, Bets: []record.Put{{Box: 3, Spot: "59", Amount: 2500}}}, `"bets",{"how":"chip","bets":[[3,"59",2500]]}`},
	{record.BetsClosed{}, `"nobets",{}`},
	{record.CardLaid{Card: "8", At: "box:3"}, `"card",{"card":"8","at":"box:3"}`},
	{record.CardLaid{Card: "Th", At: "bank", Burned: true}, `"card",{"card":"Th","at":"bank","burned":true}`},
	{record.Decided{Box: 3, Do: games.Double}, `"decide",{"box":3,"do":"double"}`},
	{record.Settled{Rows: []record.Row{
		{Bet: 0, Outcome: games.Lose, Staked: 2500},
		{Bet: 1, Outcome: games.Win, Staked: 4000, Returned: 8500, Odds: games.Odds{Win: 1, Per: 1}, Reason: games.AboveMax, Added: 2000},
	}}, `"settled",{"rows":[[0,"lose",2500,0],[1,"win",4000,8500,"1:1","above_max",2000]]}`},
	{record.PaidOut{Rows: 4}, `"paid",{"rows":4}`},
	{record.PaidOut{Rows: 4, Acts: 6}, `"paid",{"rows":4,"acts":6}`},
	{record.Settled{Rows: []record.Row{}, Parts: []record.Part{
		{Bet: 2, Outcome: games.Void, Returned: 500},
		{Bet: 0, Hand: 1, Outcome: games.Lose, Staked: 2500},
		{Bet: 0, Hand: 2, Outcome: games.Win, Staked: 2500, Returned: 5000, Odds: games.Odds{Win: 1, Per: 1}},
	}}, `"settled",{"rows":[],"parts":[[2,0,"void",0,500],[0,1,"lose",2500,0],[0,2,"win",2500,5000,"1:1"]]}`},
	{record.HandClosed{House: -1500}, `"handclosed",{"house":-1500}`},
	{record.Undone{Seq: 12}, `"undone",{"seq":12}`},
	{record.Undone{Seq: 12, Approver: "21"}, `"undone",{"seq":12,"approver":"21"}`},
	{record.Undone{Seq: 12, Approver: "21", What: "nobets"}, `"undone",{"seq":12,"approver":"21","what":"nobets"}`},
	{record.Relieved{From: "11", To: "12"}, `"relieved",{"from":"11","to":"12"}`},
	{record.InspectorChanged{From: "21", To: "31"}, `"inspector",{"from":"21","to":"31"}`},
	{record.Closed{Croupier: "11", Inspector: "21"}, `"closed",{"croupier":"11","inspector":"21"}`},
	{record.HouseNamed{Name: "Casinò & C.", Currency: "CHF", Language: "it"}, `"house",{"name":"Casinò & C.","currency":"CHF","language":"it"}`},
	{record.ChipsSet{Values: []games.Amount{500, 1000}}, `"chips",{"values":[500,1000]}`},
	{record.TableSet{Name: "LB1", Game: "lugano", Rules: []byte(`"lugano"`)}, `"table",{"name":"LB1","game":"lugano","rules":"lugano"}`},
	{record.StaffSet{Number: "11", Name: `Anna "A." Rossi`, Role: record.Croupier}, `"staff",{"number":"11","name":"Anna \"A.\" Rossi","role":"croupier"}`},
	{record.PINSet{Number: "11", Key: "TUZrd0V3", By: "31"}, `"pin",{"number":"11","key":"TUZrd0V3","by":"31"}`},
	{record.PINSet{Number: "11"}, `"pin",{"number":"11"}`},
	{
		record.Opened{Day: "2026-11-21", Game: "puntobanco", Rules: []byte(`"pb-speed"`), Croupier: "11", Inspector: "21", Settings: &record.Settings{Burn: true, CutCard: 14, LowRisk: true, LateBets: true, PatternsOff: []string{"serie_banco"}}, Cards: 1795241553123, Due: record.IdleCards},
		`"opened",{"day":"2026-11-21","game":"puntobanco","rules":"pb-speed","croupier":"11","inspector":"21","settings":{"burn":true,"cut":14,"lowrisk":true,"latebets":true,"patternsoff":["serie_banco"]},"cards":1795241553123,"due":"idle"}`,
	},
	{record.ShoeStarted{Decks: 8, Shuffler: "22", CutCard: 14, Signed: "22", Early: "21"}, `"shoe",{"decks":8,"shuffler":"22","cut":14,"signed":"22","early":"21"}`},
	{record.ShoeStarted{Decks: 8, Shuffler: "11", Fresh: record.DailyCards, CutCard: 14, Kept: "21"}, `"shoe",{"decks":8,"shuffler":"11","fresh":"daily","cut":14,"kept":"21"}`},
	{record.FirstBurned{Card: "Kd", N: 10}, `"burn",{"card":"Kd","n":10}`},
	{record.CutCardOut{}, `"cutcard",{}`},
	{record.CardCarried{Card: "8h"}, `"carried",{"card":"8h"}`},
	{record.CardsDue{Why: record.FloorCards}, `"cardsdue",{"why":"floor"}`},
	{record.CommissionTaken{Dues: []record.Debt{{Box: 3, Amount: 100}}}, `"commission",{"dues":[{"box":3,"amount":100}]}`},
	{record.CommissionTaken{Dues: []record.Debt{{Box: 3, Bettor: "2", Gone: true, Amount: 100}}, Waived: "21"}, `"commission",{"dues":[{"box":3,"bettor":"2","gone":true,"amount":100}],"waived":"21"}`},
	{record.CommissionTaken{Dues: []record.Debt{{Box: 3, Amount: 875}, {Box: 4, Amount: 125}}, Taken: []games.Amount{1000, 0}}, `"commission",{"dues":[{"box":3,"amount":875},{"box":4,"amount":125}],"taken":[1000,0]}`},
	{record.HouseSet{Name: "Casinò", Currencies: []string{"CHF"}, Zone: "Europe/Zurich", Begins: 360, Language: "it", Collect: games.RoundUp, By: "31"}, `"houseset",{"name":"Casinò","currencies":["CHF"],"zone":"Europe/Zurich","begins":360,"language":"it","collect":"up","by":"31"}`},
	{record.AlertSeen{Alert: 40, By: "21", Verdict: record.TableAlert}, `"acknowledged",{"alert":40,"by":"21","verdict":"table"}`},
	{record.TableSet{Name: "PB1", Game: "puntobanco", Rules: []byte(`"pb-first"`), Settings: &record.Settings{Collect: games.RoundNearest}}, `"table",{"name":"PB1","game":"puntobanco","rules":"pb-first","settings":{"collect":"nearest"}}`},
	{record.CommissionTaken{Dues: []record.Debt{{Box: 3, Amount: 100}}, Waived: "21", Reason: "left"}, `"commission",{"dues":[{"box":3,"amount":100}],"waived":"21","reason":"left"}`},
	{record.BetsPlaced{How: record.ByChip, Bets: []record.Put{{Box: 3, Spot: "behind", Amount: 2500, Bettor: "2", Early: games.Early{Choice: games.ChooseSplit, Then: games.Double}}}}, `"bets",{"how":"chip","bets":[[3,"behind",2500,"2","split","double"]]}`},
	{record.BetsPlaced{How: record.ByRepeat, Bets: []record.Put{{Box: 3, Spot: "behind", Amount: 2500, Early: games.Early{Choice: games.Follow, Funds: 0, HasFunds: true}}}}, `"bets",{"how":"repeat","bets":[[3,"behind",2500,"","follow","",0]]}`},
	{record.Decided{Box: 3, Bettor: "2", Do: games.Insure}, `"decide",{"box":3,"bettor":"2","do":"insure"}`},
	{record.Decided{Box: 3, Do: games.Insure, Aside: true}, `"decide",{"box":3,"do":"insure","aside":true}`},
	{record.EarlyChosen{Box: 3, Bettor: "2", Choice: games.Left}, `"early",{"box":3,"bettor":"2","choice":"left"}`},
	{record.EarlyChosen{Box: 3, Do: games.Stand}, `"early",{"box":3,"do":"stand"}`},
	{record.CardHidden{At: "dealer"}, `"hidden",{"at":"dealer"}`},
	{record.CardTurned{Card: "Th"}, `"turned",{"card":"Th"}`},
	{record.CardHidden{At: "box:2", More: true}, `"hidden",{"at":"box:2","more":true}`},
	{record.CardTurned{Card: "Th", At: "box:2"}, `"turned",{"card":"Th","at":"box:2"}`},
	{record.PINFailed{Number: "11"}, `"pinfailed",{"number":"11"}`},
	{record.PINFailed{Number: "11", Table: "LB1"}, `"pinfailed",{"number":"11","table":"LB1"}`},
	{record.PINCleared{Number: "11"}, `"pincleared",{"number":"11"}`},
	{record.PINCleared{Number: "11", By: "31"}, `"pincleared",{"number":"11","by":"31"}`},
	{record.StaffSet{Number: "11", Name: "Anna Rossi", Role: record.Croupier, Language: "de"}, `"staff",{"number":"11","name":"Anna Rossi","role":"croupier","language":"de"}`},
	{record.PINSet{Number: "11", Key: "TUZrd0V3", Same: true}, `"pin",{"number":"11","key":"TUZrd0V3","same":true}`},
	{record.Started{Table: "LB1", Program: record.Program{Version: "0.7.0", SHA256: "1f2e"}}, `"started",{"table":"LB1","version":"0.7.0","sha256":"1f2e"}`},
	{record.Started{Program: record.Program{Version: "0.7.0"}}, `"started",{"version":"0.7.0"}`},
	{record.Updated{Table: "LB1", From: record.Program{Version: "0.7.0", SHA256: "1f2e"}, To: record.Program{Version: "0.8.0", SHA256: "3d4c"}}, `"updated",{"table":"LB1","from":{"version":"0.7.0","sha256":"1f2e"},"to":{"version":"0.8.0","sha256":"3d4c"}}`},
	{record.Stopped{Table: "LB1", Program: record.Program{Version: "0.7.0", SHA256: "1f2e"}}, `"stopped",{"table":"LB1","version":"0.7.0","sha256":"1f2e"}`},
	{record.ProgramsApproved{Programs: []record.Program{{Version: "0.7.0", SHA256: "1f2e"}}, By: "31"}, `"programs",{"programs":[{"version":"0.7.0","sha256":"1f2e"}],"by":"31"}`},
	{record.Serviced{Table: "LB1", Who: "Ugo Bassi, Tavoli SA", What: "lettore di carte", By: "21"}, `"service",{"table":"LB1","who":"Ugo Bassi, Tavoli SA","what":"lettore di carte","by":"21"}`},
	{record.Alerted{Rule: record.IdleAlert, Level: record.AlertWarning, Table: "LB1", Day: "2026-11-21", Value: 20, Limit: 20, Since: 1795241553123}, `"alerted",{"rule":"idle","level":2,"table":"LB1","day":"2026-11-21","value":20,"limit":20,"since":1795241553123}`},
	{record.Alerted{Rule: record.ClockAlert, Level: record.AlertCritical, Machine: "tavolo-7", Day: "2026-11-21", Value: 3, Limit: 2}, `"alerted",{"rule":"clock","level":3,"machine":"tavolo-7","day":"2026-11-21","value":3,"limit":2}`},
	{record.Alerted{Rule: record.OvertakenAlert, Level: record.AlertCritical, Table: "LB3", Machine: "tavolo-3", Day: "2026-11-21", Value: 5, Limit: 1}, `"alerted",{"rule":"overtaken","level":3,"table":"LB3","machine":"tavolo-3","day":"2026-11-21","value":5,"limit":1}`},
	{record.HouseTaken{Machine: "ufficio", Entries: []string{`[1,"house",1,1795241553123,"",0,0,0,"kitmade",{"by":"31"}]`}, Head: "house\n1\n"}, `"housetaken",{"machine":"ufficio","entries":["[1,\"house\",1,1795241553123,\"\",0,0,0,\"kitmade\",{\"by\":\"31\"}]"],"head":"house\n1\n"}`},
	{record.HouseTaken{Machine: "ufficio", Entries: []string{}, By: "31"}, `"housetaken",{"machine":"ufficio","entries":[],"by":"31"}`},
	{record.HouseTaken{Machine: "ufficio", From: 7, Entries: []string{}}, `"housetaken",{"machine":"ufficio","from":7,"entries":[]}`},
	{record.TakenTwice{Machine: "tavolo-3", Entries: []int64{12, 14}, By: "31"}, `"takentwice",{"machine":"tavolo-3","twice":[12,14],"by":"31"}`},
	{record.OwnLost{Machine: "tavolo-3", Lacking: 40, By: "31"}, `"ownlost",{"machine":"tavolo-3","lacking":40,"by":"31"}`},
	{record.TableMoved{Table: "LB1", From: "tavolo-1", To: "tavolo-2", Head: "LB1\n7\n", Over: true, By: "31"}, `"tablemoved",{"table":"LB1","from":"tavolo-1","to":"tavolo-2","head":"LB1\n7\n","over":true,"by":"31"}`},
	{record.TableMoved{Table: "LB1", From: "tavolo-1", To: "tavolo-3", Between: "tavolo-2", Lacking: 9, By: "31"}, `"tablemoved",{"table":"LB1","from":"tavolo-1","to":"tavolo-3","between":"tavolo-2","lacking":9,"by":"31"}`},
	{record.TableInherited{Table: "LB1", Machine: "tavolo-1", Size: 7}, `"tableinherited",{"table":"LB1","machine":"tavolo-1","size":7}`},
	{record.TableInherited{Table: "LB1", Machine: "tavolo-1", Size: 7, Year: 2026, Restores: 1}, `"tableinherited",{"table":"LB1","machine":"tavolo-1","size":7,"year":2026,"restores":1}`},
	{record.BoxesTaken{Table: "LB1", Machine: "tavolo-1", Entries: []string{`[1,"house",1,1795241553123,"",0,0,0,"kitmade",{"by":"31"}]`}}, `"boxestaken",{"table":"LB1","machine":"tavolo-1","entries":["[1,\"house\",1,1795241553123,\"\",0,0,0,\"kitmade\",{\"by\":\"31\"}]"]}`},
	{record.PapersTaken{Table: "LB1", Machine: "tavolo-1", Entries: []string{`[1,"house",1,1795241553123,"",0,0,0,"printed",{}]`}}, `"paperstaken",{"table":"LB1","machine":"tavolo-1","entries":["[1,\"house\",1,1795241553123,\"\",0,0,0,\"printed\",{}]"]}`},
	{record.TablesHeld{Machine: "tavolo-1", Tables: []string{"LB1"}}, `"tablesheld",{"machine":"tavolo-1","tables":["LB1"]}`},
	{record.AlertSeen{Alert: 12, By: "21", Verdict: record.RealAlert}, `"acknowledged",{"alert":12,"by":"21","verdict":"real"}`},
	{record.AlertSeen{Alert: 12, By: "21", Verdict: record.FalseAlert, Text: "t"}, `"acknowledged",{"alert":12,"by":"21","verdict":"false","text":"t"}`},
	{record.ClockDrifted{Was: 1795241553123}, `"clockdrift",{"was":1795241553123}`},
	{record.SignedOn{Number: "31"}, `"signedon",{"number":"31"}`},
	{record.SignedOn{Number: "21", Table: "LB1", For: "composition"}, `"signedon",{"number":"21","table":"LB1","for":"composition"}`},
	{record.AccessReviewed{Access: []record.Access{{Number: "11", Role: record.Croupier}, {Number: "21", Role: record.Inspector}}, By: "31"}, `"reviewed",{"access":[{"number":"11","role":"croupier"},{"number":"21","role":"inspector"}],"by":"31"}`},
	{record.IncidentOpened{Class: record.TwoTablesIncident, Text: "LB1", People: []string{"11"}}, `"incident",{"class":"twotables","text":"LB1","people":["11"]}`},
	{record.SignedOff{Number: "31", Why: record.IdleOffice}, `"signedoff",{"number":"31","why":"idle"}`},
	{record.PatternsSet{Off: []string{"serie_banco"}}, `"patterns",{"off":["serie_banco"]}`},
	{record.BoxPassed{Box: 3}, `"boxpassed",{"box":3}`},
	{record.BoxPassed{Box: 3, Bettor: new(string)}, `"boxpassed",{"box":3,"bettor":""}`},
	{record.Alarmed{Kind: record.ImpossibleCard, What: "8h"}, `"alarm",{"kind":"impossible_card","what":"8h"}`},
	{record.Alarmed{Kind: record.HoleDenied, What: "Kd"}, `"alarm",{"kind":"hole_denied","what":"Kd"}`},
	{record.Alarmed{Kind: record.LateBet, Box: 3, Bettor: "2", What: "banker", Amount: 2000}, `"alarm",{"kind":"late_bet","box":3,"bettor":"2","what":"banker","amount":2000}`},
	{record.Acknowledged{Seq: 12, By: "21"}, `"ack",{"seq":12,"by":"21"}`},
	{record.Relaid{Approver: "21", Laid: []record.CardLaid{{Card: "8h", At: "player"}}}, `"relaid",{"approver":"21","laid":[{"card":"8h","at":"player"}]}`},
	{record.BetsPlaced{How: record.ByChip, Bets: []record.Put{{Box: 3, Spot: "banker", Amount: 2500, Bettor: "2"}}}, `"bets",{"how":"chip","bets":[[3,"banker",2500,"2"]]}`},
	{record.CardLaid{Card: "Th", At: "", Burned: true, Approver: "21"}, `"card",{"card":"Th","at":"","burned":true,"approver":"21"}`},
	{record.Settled{Rows: []record.Row{{Bet: 0, Outcome: games.Win, Staked: 2000, Returned: 4000, Odds: games.Odds{Win: 1, Per: 1}, Tracked: true, Commission: 100}}}, `"settled",{"rows":[[0,"win",2000,4000,"1:1","",0,100]]}`},
	{record.PINSet{Number: "11", Key: "TUZrd0V3"}, `"pin",{"number":"11","key":"TUZrd0V3"}`},
	{record.Approved{Seq: 16, By: "21", Before: record.Stood{Size: 15, Root: "r+/="}, Sig: "TUVZ"}, `"approved",{"seq":16,"by":"21","before":{"size":15,"root":"r+/="},"sig":"TUVZ"}`},
	{record.Approved{Seq: 16, By: "21", Sig: "TUVZ"}, `"approved",{"seq":16,"by":"21","sig":"TUVZ"}`},
	{record.SealedBy{Key: "sabot+1234abcd+AQ=="}, `"sealedby",{"key":"sabot+1234abcd+AQ=="}`},
	{record.Restored{Heads: []string{"LB1\n17\n"}}, `"restored",{"heads":["LB1\n17\n"]}`},
	{record.ProofPlanned{Folder: "/mnt/usb", Every: 60, By: "31"}, `"proofplanned",{"folder":"/mnt/usb","every":60,"by":"31"}`},
	{record.RestoredFrom{Backup: "sabot-2026-11-21.db", Heads: []string{"house\n46\n"}, Left: []string{"house\n47\n"}, By: "31"}, `"restoredfrom",{"backup":"sabot-2026-11-21.db","heads":["house\n46\n"],"left":["house\n47\n"],"by":"31"}`},
	{record.LossSigned{Restore: 47, Inspector: "21", Manager: "31"}, `"losssigned",{"restore":47,"inspector":"21","manager":"31"}`},
	{record.KitMade{By: "31"}, `"kitmade",{"by":"31"}`},
	{record.Checkpointed{Note: "LB1\n17\n"}, `"checkpoint",{"note":"LB1\n17\n"}`},
	{
		record.Opened{
			Day: "2026-11-21", Game: "lugano", Rules: []byte(`"lugano"`), Croupier: "11", Inspector: "21", Chips: []games.Amount{500}, Closer: &record.Float{{Value: 500, Pieces: 3}}, Slips: []record.SlipID{{Kind: record.Fill, Year: 2026, Number: 4}},
			Incidents: []record.Incident{{Seq: 9, At: moment, By: "11", Shift: 2, Hand: 3, Class: record.DisputeIncident, Text: "t", Box: 4, People: []string{"12"}, Videos: []record.Video{{Asked: moment, AskedBy: "21", Question: "q", Answered: moment, EnteredBy: "21", Ref: "V-1", Answer: "a"}, {Asked: moment, AskedBy: "21"}}}, {Seq: 10, At: moment, Shift: 2, Class: record.DifferenceIncident, Amount: -5}},
		},
		`"opened",{"day":"2026-11-21","game":"lugano","rules":"lugano","croupier":"11","inspector":"21","chips":[500],"closer":[[500,3]],"slips":[{"kind":"fill","year":2026,"number":4}],"incidents":[{"seq":9,"at":1795241553123,"by":"11","shift":2,"hand":3,"class":"dispute","text":"t","box":4,"people":["12"],"videos":[{"asked":1795241553123,"by":"21","question":"q","answered":1795241553123,"entered":"21","ref":"V-1","answer":"a"},{"asked":1795241553123,"by":"21"}]},{"seq":10,"at":1795241553123,"shift":2,"class":"difference","amount":-5}]}`,
	},
	{
		record.Opened{Day: "2026-11-21", Game: "lugano", Rules: []byte(`"lugano"`), Croupier: "11", Inspector: "21", Closer: &record.Float{}},
		`"opened",{"day":"2026-11-21","game":"lugano","rules":"lugano","croupier":"11","inspector":"21","closer":[]}`,
	},
	{record.Counted{When: record.AtClosing, Float: record.Float{{Value: 500, Pieces: 3}}, Croupier: "11", Inspector: "21"}, `"counted",{"when":"closing","float":[[500,3]],"croupier":"11","inspector":"21"}`},
	{record.SlipRequested{SlipID: record.SlipID{Kind: record.Fill, Year: 2026, Number: 4}, Float: record.Float{{Value: 500, Pieces: 3}}, Inspector: "21"}, `"sliprequested",{"kind":"fill","year":2026,"number":4,"float":[[500,3]],"inspector":"21"}`},
	{record.SlipVerified{SlipID: record.SlipID{Kind: record.Fill, Year: 2026, Number: 5}, Float: record.Float{{Value: 500, Pieces: 3}}, Cashier: "c", Runner: "r", Croupier: "11", Inspector: "21", First: []games.Amount{1000}}, `"slipverified",{"kind":"fill","year":2026,"number":5,"float":[[500,3]],"cashier":"c","runner":"r","croupier":"11","inspector":"21","first":[1000]}`},
	{record.SlipVerified{SlipID: record.SlipID{Kind: record.Credit, Year: 2026, Number: 4}, Float: record.Float{{Value: 500, Pieces: 3}}, Cashier: "c", Runner: "r", Croupier: "11", Inspector: "21"}, `"slipverified",{"kind":"credit","year":2026,"number":4,"float":[[500,3]],"cashier":"c","runner":"r","croupier":"11","inspector":"21"}`},
	{record.SlipVoided{SlipID: record.SlipID{Kind: record.Fill, Year: 2026, Number: 4, Restores: 1}, Reason: "x", Croupier: "11", Inspector: "21"}, `"slipvoided",{"kind":"fill","year":2026,"number":4,"restores":1,"reason":"x","croupier":"11","inspector":"21"}`},
	{record.SlipVoided{SlipID: record.SlipID{Kind: record.Fill, Year: 2026, Number: 4}, Reason: "x", Croupier: "11", Inspector: "21"}, `"slipvoided",{"kind":"fill","year":2026,"number":4,"reason":"x","croupier":"11","inspector":"21"}`},
	{record.ChipsChanged{In: record.Float{{Value: 1000, Pieces: 1}}, Out: record.Float{{Value: 500, Pieces: 2}}}, `"chipschanged",{"in":[[1000,1]],"out":[[500,2]]}`},
	{record.BoughtIn{Box: 3, Cash: 1000, Out: record.Float{{Value: 500, Pieces: 2}}}, `"boughtin",{"box":3,"cash":1000,"out":[[500,2]]}`},
	{record.KeysHanded{Item: "drop 3", By: "21", With: "11"}, `"keyshanded",{"item":"drop 3","by":"21","with":"11"}`},
	{record.KeysHanded{Item: "drop 3", Back: true, By: "21", With: "11"}, `"keyshanded",{"item":"drop 3","back":true,"by":"21","with":"11"}`},
	{record.KeysHanded{Item: "drop 3", Holder: "12", By: "21", With: "11"}, `"keyshanded",{"item":"drop 3","holder":"12","by":"21","with":"11"}`},
	{record.KeysHanded{Item: "drop 3", Back: true, Holder: "12", By: "21", With: "11"}, `"keyshanded",{"item":"drop 3","back":true,"holder":"12","by":"21","with":"11"}`},
	{record.KeysHanded{Item: "drop 3", Back: true, Unheld: true, By: "21", With: "11"}, `"keyshanded",{"item":"drop 3","back":true,"unheld":true,"by":"21","with":"11"}`},
	{record.TroncEmptied{Cash: 7000, By: "21", With: "11"}, `"troncemptied",{"cash":7000,"by":"21","with":"11"}`},
	{record.TroncEmptied{Cash: 7000, By: "21", With: "11", Difference: -300}, `"troncemptied",{"cash":7000,"by":"21","with":"11","difference":-300}`},
	{record.BoughtIn{Box: 3, Cash: 400_000, Out: record.Float{{Value: 100_000, Pieces: 4}}, Approver: "21"}, `"boughtin",{"box":3,"cash":400000,"out":[[100000,4]],"approver":"21"}`},
	{record.BoughtIn{Box: 3, Cash: 1000, Out: record.Float{{Value: 500, Pieces: 2}}, Approver: "21", Replaces: 12}, `"boughtin",{"box":3,"cash":1000,"out":[[500,2]],"approver":"21","replaces":12}`},
	{record.Tipped{Amount: 500}, `"tipped",{"amount":500}`},
	{record.Counted{When: record.AtCheck, Float: record.Float{{Value: 500, Pieces: 3}}, Croupier: "11", Inspector: "21", First: []games.Amount{1000}}, `"counted",{"when":"check","float":[[500,3]],"croupier":"11","inspector":"21","first":[1000]}`},
	{record.ClosingRecounted{Was: 4000, Float: record.Float{{Value: 500, Pieces: 9}}, Reason: "r", By: "11", Approver: "21"}, `"closingrecounted",{"was":4000,"float":[[500,9]],"reason":"r","by":"11","approver":"21"}`},
	{record.DropCounted{Cash: 500, By: "21", With: "31"}, `"dropcounted",{"cash":500,"by":"21","with":"31"}`},
	{record.DropCounted{Cash: 500, By: "21", With: "31", Shift: 4}, `"dropcounted",{"cash":500,"by":"21","with":"31","shift":4}`},
	{record.DropCounted{Cash: 500, By: "21", With: "31", Difference: -2500}, `"dropcounted",{"cash":500,"by":"21","with":"31","difference":-2500}`},
	{record.HandPaused{Kind: record.SkippedBox, Box: 2, Text: "t", Laid: []record.CardLaid{{Card: "8h", At: "box:1"}}}, `"paused",{"kind":"skipped_box","box":2,"text":"t","laid":[{"card":"8h","at":"box:1"}]}`},
	{record.HandPaused{Kind: record.OtherTrouble}, `"paused",{"kind":"other"}`},
	{record.HandResumed{Approver: "21", Reason: "r"}, `"resumed",{"approver":"21","reason":"r"}`},
	{record.RelayRefused{By: "21", Reason: "r"}, `"relayrefused",{"by":"21","reason":"r"}`},
	{record.PlayedOn{Approver: "21", Reason: "r", Bets: []record.Put{{Box: 2, Spot: "59"}}, Laid: []record.CardLaid{{Card: "8h", At: "box:1", Burned: true}}}, `"playedon",{"approver":"21","reason":"r","bets":[[2,"59",0]],"laid":[{"card":"8h","at":"box:1","burned":true}]}`},
	{record.PlayedOn{Approver: "21", Reason: "r", Bets: []record.Put{{Box: 2, Spot: "59"}}, Laid: []record.CardLaid{{Card: "8h", At: "box:1"}}, Back: true}, `"playedon",{"approver":"21","reason":"r","bets":[[2,"59",0]],"laid":[{"card":"8h","at":"box:1"}],"back":true}`},
	{record.BetRuled{Bets: []record.Put{{Box: 2, Spot: "59", Amount: 500}}, Approver: "21", Reason: "r", Back: true}, `"betruled",{"bets":[[2,"59",500]],"approver":"21","reason":"r","back":true}`},
	{record.BetRuled{Bets: []record.Put{{Box: 2, Spot: "59", Amount: 500}}, Approver: "21", Reason: "r"}, `"betruled",{"bets":[[2,"59",500]],"approver":"21","reason":"r"}`},
	{record.HandCancelled{Manager: "31", Reason: "r"}, `"cancelled",{"manager":"31","reason":"r"}`},
	{record.ShuffleDue{Why: record.ExposedMore, Approver: "21"}, `"shuffledue",{"why":"exposed_more","approver":"21"}`},
	{
		record.HandCorrected{Hand: 3, Approver: "21", Reason: "r", Bets: []record.Put{{Box: 2, Spot: "59", Amount: 500}}, Laid: []record.CardLaid{{Card: "8h", At: "box:1"}}, Decisions: []record.Decided{{Box: 2, Do: games.Stand}}, Rows: []record.Row{{Bet: 0, Outcome: games.Lose, Staked: 500}}, House: 500, Difference: 1000, Moved: true},
		`"corrected",{"hand":3,"approver":"21","reason":"r","bets":[[2,"59",500]],"laid":[{"card":"8h","at":"box:1"}],"decisions":[{"box":2,"do":"stand"}],"rows":[[0,"lose",500,0]],"house":500,"difference":1000,"moved":true}`,
	},
	{
		record.HandCorrected{Hand: 3, Approver: "21", Reason: "r", Bets: []record.Put{}, Laid: []record.CardLaid{}, Decisions: []record.Decided{}, Rows: []record.Row{}, House: 500, Difference: 1000, Keyed: true},
		`"corrected",{"hand":3,"approver":"21","reason":"r","bets":[],"laid":[],"decisions":[],"rows":[],"house":500,"difference":1000,"keyed":true}`,
	},
	{
		record.HandCorrected{Hand: 3, Approver: "31", Reason: "r", Bets: []record.Put{}, Laid: []record.CardLaid{}, Decisions: []record.Decided{}, Rows: []record.Row{}, Void: true},
		`"corrected",{"hand":3,"approver":"31","reason":"r","bets":[],"laid":[],"decisions":[],"rows":[],"house":0,"difference":0,"void":true}`,
	},
	{
		record.HandCorrected{Hand: 3, Approver: "31", Reason: "r", Bets: []record.Put{}, Laid: []record.CardLaid{}, Decisions: []record.Decided{}, Rows: []record.Row{}, Void: true, By: "21"},
		`"corrected",{"hand":3,"approver":"31","reason":"r","bets":[],"laid":[],"decisions":[],"rows":[],"house":0,"difference":0,"void":true,"by":"21"}`,
	},
	{record.WrongPayout{Hand: 3, Box: 2, Bettor: "2", Amount: -4000, Reason: "r", Approver: "21"}, `"wrongpayout",{"hand":3,"box":2,"bettor":"2","amount":-4000,"reason":"r","approver":"21"}`},
	{record.WrongPayout{Hand: 3, Box: 2, Amount: 4000, Reason: "r", Approver: "21"}, `"wrongpayout",{"hand":3,"box":2,"amount":4000,"reason":"r","approver":"21"}`},
	{record.PayoutSettled{Payout: 12, Amount: 4000, Reason: "r", Approver: "21"}, `"payoutsettled",{"payout":12,"amount":4000,"reason":"r","approver":"21"}`},
	{record.PayoutSettled{Payout: 12, Amount: -4000, Approver: "21"}, `"payoutsettled",{"payout":12,"amount":-4000,"approver":"21"}`},
	{record.MoveVoided{Seq: 12, Reason: "r", Approver: "21"}, `"movevoided",{"seq":12,"reason":"r","approver":"21"}`},
	{record.IncidentOpened{Class: record.OtherIncident, Text: "t", People: []string{"13"}, By: "13"}, `"incident",{"class":"other","text":"t","people":["13"],"by":"13"}`},
	{record.IncidentOpened{Class: record.CashIncident, Text: "t", Box: 2, People: []string{"11"}, Amount: 5}, `"incident",{"class":"cash","text":"t","box":2,"people":["11"],"amount":5}`},
	{record.VideoAsked{Incident: 9, Text: "q", By: "21"}, `"videoasked",{"incident":9,"text":"q","by":"21"}`},
	{record.VideoAnswered{Incident: 9, Ref: "V-1", Text: "a", By: "21"}, `"videoanswered",{"incident":9,"ref":"V-1","text":"a","by":"21"}`},
	{record.IncidentClosed{Incident: 9, Text: "t", By: "21"}, `"incidentclosed",{"incident":9,"text":"t","by":"21"}`},
	{record.IncidentClosed{Incident: 9, Text: "t", By: "21", Unanswered: "u"}, `"incidentclosed",{"incident":9,"text":"t","by":"21","unanswered":"u"}`},
	{record.PINRules{Least: 6, Days: 90}, `"pinrules",{"least":6,"days":90}`},
	{record.StaffLeft{Number: "11", By: "31"}, `"staffleft",{"number":"11","by":"31"}`},
	{record.StaffLeft{Number: "11", By: "31", Duty: []string{"LB1"}}, `"staffleft",{"number":"11","by":"31","duty":["LB1"]}`},
	{record.StaffChanged{Number: "11", By: "31"}, `"staffchanged",{"number":"11","by":"31"}`},
	{record.StaffChanged{Number: "11", By: "31", Says: "ab"}, `"staffchanged",{"number":"11","by":"31","says":"ab"}`},
	{record.PINRules{Least: 6, By: "31"}, `"pinrules",{"least":6,"by":"31"}`},
	{record.AuthoritySet{Certificate: "MII="}, `"authority",{"certificate":"MII="}`},
	{record.AuthorityClosed{Certificate: "MII=", By: "31"}, `"authorityclosed",{"certificate":"MII=","by":"31"}`},
	{record.Certified{Number: "11", Certificate: "MII="}, `"certified",{"number":"11","certificate":"MII="}`},
	{record.ReportPrinted{Report: "shift", Table: "LB1", Shift: 2, Item: "3", Copy: 1, By: "21"}, `"printed",{"report":"shift","table":"LB1","shift":2,"item":"3","copy":1,"by":"21"}`},
	{record.ReportPrinted{Report: "shift-signed", Table: "LB1", Shift: 2, Copy: 1, By: "21", With: "11"}, `"printed",{"report":"shift-signed","table":"LB1","shift":2,"copy":1,"by":"21","with":"11"}`},
	{record.ReportPrinted{Report: "shift", Table: "LB1", Shift: 2, Copy: 1, By: "41", Version: 2, Digest: "ab", Printer: "office"}, `"printed",{"report":"shift","table":"LB1","shift":2,"copy":1,"by":"41","version":2,"digest":"ab","printer":"office"}`},
	{record.ReportPrinted{Report: "shift-signed", Table: "LB1", Shift: 2, Copy: 1, By: "21", With: "11", Version: 1, Digest: "ab", PINs: true}, `"printed",{"report":"shift-signed","table":"LB1","shift":2,"copy":1,"by":"21","with":"11","version":1,"digest":"ab","pins":true}`},
	{record.RestoredFrom{Backup: "s.db", Heads: []string{"house\n46\n"}, By: "31", Compared: 12}, `"restoredfrom",{"backup":"s.db","heads":["house\n46\n"],"by":"31","compared":12}`},
	{record.HouseNamed{Name: "Casinò", Currency: "CHF", Language: "it", Papers: true}, `"house",{"name":"Casinò","currency":"CHF","language":"it","papers":true}`},
	{
		record.Opened{Day: "2026-11-21", Game: "lugano", Rules: []byte(`"lugano"`), Croupier: "11", Inspector: "21", Incidents: []record.Incident{{Seq: 9, N: 2, At: moment, Shift: 2, Class: record.DisputeIncident}}},
		`"opened",{"day":"2026-11-21","game":"lugano","rules":"lugano","croupier":"11","inspector":"21","incidents":[{"seq":9,"n":2,"at":1795241553123,"shift":2,"class":"dispute"}]}`,
	},
	{record.CardLaid{Card: "9", At: "box:2", Drawn: true}, `"card",{"card":"9","at":"box:2","drawn":true}`},
	{record.HandPaused{Kind: record.WrongPlace, Laid: []record.CardLaid{{Card: "?", At: "dealer", Looked: games.NoBlackjack}}}, `"paused",{"kind":"wrong_place","laid":[{"card":"?","at":"dealer","looked":"no"}]}`},
	{record.SuitRead{N: 2, Card: "8h"}, `"suit",{"n":2,"card":"8h"}`},
	{record.CardLaid{Card: "8h", At: "player", Reading: record.Reading{Source: record.ByShoe, Telegram: "0002"}}, `"card",{"card":"8h","at":"player","source":"shoe","telegram":"0002"}`},
	{record.CardLaid{Card: "9h", At: "box:2", Drawn: true, Reading: record.Reading{Source: record.ByKey, Telegram: "7", Said: "8h"}}, `"card",{"card":"9h","at":"box:2","drawn":true,"source":"key","telegram":"7","said":"8h"}`},
	{record.CardCarried{Card: "8h", Reading: record.Reading{Source: record.ByTouch}}, `"carried",{"card":"8h","source":"touch"}`},
	{record.CardTurned{Card: "Th", At: "box:2", Reading: record.Reading{Source: record.ByWedge}}, `"turned",{"card":"Th","at":"box:2","source":"wedge"}`},
	{record.CardTurned{Card: "Kd", Read: true}, `"turned",{"card":"Kd","read":true}`},
	{record.FirstBurned{Card: "Kd", N: 10, Reading: record.Reading{Source: record.ByShoe, Telegram: "1"}}, `"burn",{"card":"Kd","n":10,"source":"shoe","telegram":"1"}`},
	{record.CutCardOut{Reading: record.Reading{Source: record.ByShoe, Telegram: "0004"}}, `"cutcard",{"source":"shoe","telegram":"0004"}`},
	{record.SuitRead{N: 2, Card: "8h", Reading: record.Reading{Source: record.ByKey}}, `"suit",{"n":2,"card":"8h","source":"key"}`},
	{record.Alarmed{Kind: record.ShoeElsewhere, What: "8h", At: "player"}, `"alarm",{"kind":"shoe_elsewhere","what":"8h","at":"player"}`},
	{record.Alarmed{Kind: record.ShoeOverruled, What: "9c", Card: "3"}, `"alarm",{"kind":"shoe_overruled","what":"9c","card":"3"}`},
	{
		record.Alarmed{Kind: record.LateChange, Box: 1, Bettor: "2", Was: "hit", What: "double", From: 10000, Amount: 20000, Card: "4c", Approver: "21"},
		`"alarm",{"kind":"late_change","box":1,"bettor":"2","what":"double","amount":20000,"card":"4c","was":"hit","from":10000,"approver":"21"}`,
	},
	{
		record.Alarmed{Kind: record.LateChange, Box: 3, Split: 2, Was: "hit", What: "double", From: 10000, Amount: 15000, Card: "4c", Approver: "21"},
		`"alarm",{"kind":"late_change","box":3,"what":"double","amount":15000,"card":"4c","was":"hit","from":10000,"split":2,"approver":"21"}`,
	},
	{record.Alarmed{Kind: record.HoleSeen, What: "Kd", Approver: "21"}, `"alarm",{"kind":"hole_seen","what":"Kd","approver":"21"}`},
	{record.Alarmed{Kind: record.HoleSeen, What: "Kd", Approver: "21", Reason: "r"}, `"alarm",{"kind":"hole_seen","what":"Kd","approver":"21","reason":"r"}`},
	{record.Alarmed{Kind: record.LateChange, Box: 1, What: "play", From: 4000, Card: "7s", Corrected: "9s", Approver: "21"}, `"alarm",{"kind":"late_change","box":1,"what":"play","card":"7s","corrected":"9s","from":4000,"approver":"21"}`},
	{record.Alarmed{Kind: record.LateChange, Box: 1, What: "play", From: 4000, Card: "7s", Later: "9 Th", Approver: "21"}, `"alarm",{"kind":"late_change","box":1,"what":"play","card":"7s","later":"9 Th","from":4000,"approver":"21"}`},
	{record.Undone{Seq: 12, Code: true}, `"undone",{"seq":12,"code":true}`},
	{record.Alarmed{Kind: record.LateChange, Box: 1, What: "play", From: 4000, Approver: "21", Code: true}, `"alarm",{"kind":"late_change","box":1,"what":"play","from":4000,"approver":"21","code":true}`},
	{record.Alarmed{Kind: record.LateChange, Box: 1, What: "play", From: 4000, Approver: "21"}, `"alarm",{"kind":"late_change","box":1,"what":"play","from":4000,"approver":"21"}`},
	{
		record.HouseSet{Name: "C", Currencies: []string{"EUR"}, Zone: "UTC", Language: "de", LateAlone: true, By: "31"},
		`"houseset",{"name":"C","currencies":["EUR"],"zone":"UTC","begins":0,"language":"de","latealone":true,"by":"31"}`,
	},
	{
		record.Opened{Day: "2026-11-21", Game: "lugano", Rules: []byte(`"lugano"`), Croupier: "11", Inspector: "21", Checks: 1, LateAlone: true},
		`"opened",{"day":"2026-11-21","game":"lugano","rules":"lugano","croupier":"11","inspector":"21","checks":1,"latealone":true}`,
	},
	{
		record.Opened{Day: "2026-11-21", Game: "lugano", Rules: []byte(`"lugano"`), Croupier: "11", Inspector: "21", Held: []record.HeldKeys{{Item: "drop 3", With: "11"}}},
		`"opened",{"day":"2026-11-21","game":"lugano","rules":"lugano","croupier":"11","inspector":"21","held":[{"item":"drop 3","with":"11"}]}`,
	},
	{record.SuitRead{N: 2, Card: "8h", Burst: true}, `"suit",{"n":2,"card":"8h","burst":true}`},
	{record.SeatHeld{Box: 3, Player: "A"}, `"seat",{"box":3,"player":"A"}`},
	{record.InsuranceOver{}, `"noinsurance",{}`},
	{record.Looked{Blackjack: true}, `"looked",{"blackjack":true}`},
	{record.DealtDry{}, `"dry",{}`},
	{record.CardsKept{Why: record.FloorCards, By: "21"}, `"cardskept",{"why":"floor","by":"21"}`},
	{record.CardCarried{Card: "?"}, `"carried",{"card":"?"}`},
	{record.TableSet{Name: "PB1", Game: "puntobanco", Rules: []byte(`"pb-first"`), Settings: &record.Settings{Reveal: true, Continuous: true}}, `"table",{"name":"PB1","game":"puntobanco","rules":"pb-first","settings":{"reveal":true,"continuous":true}}`},
	{record.TableSet{Name: "BJ1", Game: "blackjack", Rules: []byte(`"bj-us"`), Settings: &record.Settings{PayFromRight: true}}, `"table",{"name":"BJ1","game":"blackjack","rules":"bj-us","settings":{"payfromright":true}}`},
	{record.CardLaid{Card: "9", At: "box:2", Burned: true, Approver: "21", Reason: "r"}, `"card",{"card":"9","at":"box:2","burned":true,"approver":"21","reason":"r"}`},
	{record.ShuffleDue{Why: record.ExposedMore, Approver: "21", Reason: "r"}, `"shuffledue",{"why":"exposed_more","approver":"21","reason":"r"}`},
	{record.Relaid{Approver: "21", Laid: []record.CardLaid{{Card: "8", At: "box:1"}}, Again: true}, `"relaid",{"approver":"21","laid":[{"card":"8","at":"box:1"}],"again":true}`},
	{record.Relaid{Approver: "21", Laid: []record.CardLaid{{Card: "8", At: "box:1"}}, Again: true, Back: true}, `"relaid",{"approver":"21","laid":[{"card":"8","at":"box:1"}],"again":true,"back":true}`},
	{record.Relaid{Approver: "21", Laid: []record.CardLaid{{Card: "?", At: "dealer"}}, Reason: "r"}, `"relaid",{"approver":"21","laid":[{"card":"?","at":"dealer"}],"reason":"r"}`},
	{record.LastBetsCalled{}, `"lastbets",{}`},
	{
		record.Opened{Day: "2026-11-21", Game: "lugano", Rules: []byte(`"lugano"`), Croupier: "11", Inspector: "21", Settings: &record.Settings{BetTime: 30, BetTimeEnds: true}},
		`"opened",{"day":"2026-11-21","game":"lugano","rules":"lugano","croupier":"11","inspector":"21","settings":{"bettime":30,"bettimeends":true}}`,
	},
	{record.TableSet{Name: "PB1", Game: "puntobanco", Rules: []byte(`"pb-first"`), Settings: &record.Settings{Burn: true}}, `"table",{"name":"PB1","game":"puntobanco","rules":"pb-first","settings":{"burn":true}}`},
	{
		record.HouseSet{Name: "Casinò", Address: "Via 1\n6900 Lugano", Licence: "B 12", Logo: []byte{1, 2}, Currencies: []string{"CHF", "EUR"}, Zone: "Europe/Zurich", Begins: 360, Language: "it", By: "31"},
		`"houseset",{"name":"Casinò","address":"Via 1\n6900 Lugano","licence":"B 12","logo":"AQI=","currencies":["CHF","EUR"],"zone":"Europe/Zurich","begins":360,"language":"it","by":"31"}`,
	},
	{record.BoxCounted{Table: "LB1", Shift: 3, Notes: record.Float{{Value: 10_000, Pieces: 5}}, By: "41", With: "31"}, `"boxcounted",{"table":"LB1","shift":3,"notes":[[10000,5]],"by":"41","with":"31"}`},
	{record.BoxCounted{Table: "LB1", Shift: 3, Notes: record.Float{}, By: "41", With: "31", Replaces: 9, Reason: "r"}, `"boxcounted",{"table":"LB1","shift":3,"notes":[],"by":"41","with":"31","replaces":9,"reason":"r"}`},
	{record.BoxCounted{Table: "LB1", Shift: 3, Notes: record.Float{}, By: "41", With: "31", Difference: 2500}, `"boxcounted",{"table":"LB1","shift":3,"notes":[],"by":"41","with":"31","difference":2500}`},
	{record.BoxCounted{Table: "LB1", Shift: 3, Notes: record.Float{}, By: "41", With: "31", Move: 7, Behind: 120}, `"boxcounted",{"table":"LB1","shift":3,"notes":[],"by":"41","with":"31","move":7,"behind":120}`},
	{record.BackupPlanned{Folder: "/srv/b", At: 255, By: "31"}, `"backupplanned",{"folder":"/srv/b","at":255,"by":"31"}`},
	{record.BackupPlanned{By: "31"}, `"backupplanned",{"at":0,"by":"31"}`},
	{record.BackedUp{File: "/srv/b/s.db", Bytes: 4096, SHA256: "ab", Entries: 17, Planned: true, By: "31"}, `"backedup",{"file":"/srv/b/s.db","bytes":4096,"sha256":"ab","entries":17,"planned":true,"by":"31"}`},
	{record.BackupFailed{File: "/srv/b/s.db", Why: "full", Planned: true, By: "31"}, `"backupfailed",{"file":"/srv/b/s.db","why":"full","planned":true,"by":"31"}`},
	{record.BackupFailed{File: "/srv/b/s.db", Why: "no space", Cause: record.DiskFull}, `"backupfailed",{"file":"/srv/b/s.db","why":"no space","cause":"full"}`},
	{
		record.LimitsAnnounced{Rules: []byte(`{"preset":"lugano","limits":{"59":{"min":2000}}}`), From: 1795241553123, By: "31"},
		`"limitsannounced",{"rules":{"preset":"lugano","limits":{"59":{"min":2000}}},"from":1795241553123,"by":"31"}`,
	},
	{record.LimitsBegan{Seq: 17}, `"limitsbegan",{"seq":17}`},
	{record.LimitsWithdrawn{Seq: 17, By: "31"}, `"limitswithdrawn",{"seq":17,"by":"31"}`},
	{
		record.TableSet{Name: "LB1", Game: "lugano", Rules: []byte(`"lugano"`), Settings: &record.Settings{Notice: 30}, By: "31"},
		`"table",{"name":"LB1","game":"lugano","rules":"lugano","settings":{"notice":30},"by":"31"}`,
	},
	{record.TableRetired{Name: "LB1", By: "31"}, `"tableretired",{"name":"LB1","by":"31"}`},
	{
		record.Opened{Day: "2026-11-21", Game: "lugano", Rules: []byte(`"lugano"`), Croupier: "11", Inspector: "21", Currency: "EUR"},
		`"opened",{"day":"2026-11-21","game":"lugano","rules":"lugano","croupier":"11","inspector":"21","currency":"EUR"}`,
	},
	{
		record.Opened{Day: "2026-11-21", Game: "lugano", Rules: []byte(`"lugano"`), Croupier: "11", Inspector: "21", House: &record.Stood{Size: 31, Root: "r"}},
		`"opened",{"day":"2026-11-21","game":"lugano","rules":"lugano","croupier":"11","inspector":"21","house":{"size":31,"root":"r"}}`,
	},
	{record.ChipsSet{Currency: "EUR", Values: []games.Amount{500}}, `"chips",{"currency":"EUR","values":[500]}`},
	{record.TableSet{Currency: "EUR", Name: "LB1", Game: "lugano", Rules: []byte(`"lugano"`)}, `"table",{"currency":"EUR","name":"LB1","game":"lugano","rules":"lugano"}`},
	{record.ChipsSet{Values: []games.Amount{500}, Colours: []string{"#cc2222"}, By: "31"}, `"chips",{"values":[500],"colours":["#cc2222"],"by":"31"}`},
	{
		record.HouseSet{Name: "C", Currencies: []string{"EUR"}, Zone: "UTC", Language: "de", Alerts: &record.AlertLimits{Cooldown: 10, Limits: map[record.AlertRule][]int64{record.ReliefAlert: {}, record.IdleAlert: {10, 30}}}, By: "31"},
		`"houseset",{"name":"C","currencies":["EUR"],"zone":"UTC","begins":0,"language":"de","alerts":{"cooldown":10,"limits":{"idle":[10,30],"relief":[]}},"by":"31"}`,
	},
	{
		record.Opened{Day: "2026-11-21", Game: "lugano", Rules: []byte(`"lugano"`), Croupier: "11", Inspector: "21", Cash: 400_000, Checks: 1},
		`"opened",{"day":"2026-11-21","game":"lugano","rules":"lugano","croupier":"11","inspector":"21","cash":400000,"checks":1}`,
	},
	{
		record.Opened{Day: "2026-11-21", Game: "lugano", Rules: []byte(`"lugano"`), Croupier: "11", Inspector: "31", Checks: 1, Uncounted: true},
		`"opened",{"day":"2026-11-21","game":"lugano","rules":"lugano","croupier":"11","inspector":"31","checks":1,"uncounted":true}`,
	},
	{record.Closed{Croupier: "11", Inspector: "21", Held: []record.HeldKeys{{Item: "drop 3", With: "11"}}}, `"closed",{"croupier":"11","inspector":"21","held":[{"item":"drop 3","with":"11"}]}`},
	{
		record.Opened{
			Day: "2026-11-21", Game: "lugano", Rules: []byte(`"lugano"`), Croupier: "11", Inspector: "21", Checks: 1,
			Incidents: []record.Incident{{Seq: 10, N: 1, At: moment, Shift: 2, Class: record.DifferenceIncident, Amount: -5, Counted: []string{"21", "11"}}},
		},
		`"opened",{"day":"2026-11-21","game":"lugano","rules":"lugano","croupier":"11","inspector":"21","incidents":[{"seq":10,"n":1,"at":1795241553123,"shift":2,"class":"difference","amount":-5,"counted":["21","11"]}],"checks":1}`,
	},
	{
		record.Opened{
			Day: "2026-11-21", Game: "lugano", Rules: []byte(`"lugano"`), Croupier: "11", Inspector: "21", Checks: 1,
			Incidents: []record.Incident{{Seq: 10, N: 1, At: moment, Shift: 2, Class: record.DifferenceIncident, Amount: -5, Recounted: new(games.Amount)}},
		},
		`"opened",{"day":"2026-11-21","game":"lugano","rules":"lugano","croupier":"11","inspector":"21","incidents":[{"seq":10,"n":1,"at":1795241553123,"shift":2,"class":"difference","amount":-5,"recounted":0}],"checks":1}`,
	},
	{record.Closed{Croupier: "11", Inspector: "31", Uncounted: true}, `"closed",{"croupier":"11","inspector":"31","uncounted":true}`},
	{record.ShoeStarted{Decks: 6, Shuffler: "21", Signed: "21"}, `"shoe",{"decks":6,"shuffler":"21","signed":"21"}`},
	{record.HouseSet{Name: "C", Currencies: []string{"EUR"}, Zone: "UTC", Language: "de"}, `"houseset",{"name":"C","currencies":["EUR"],"zone":"UTC","begins":0,"language":"de"}`},
	{record.Started{Table: "LB1", Program: record.Program{Version: "0.10.0"}, Run: 1, Unended: []record.Unended{{Began: 12, Last: 1700000000000}}}, `"started",{"table":"LB1","version":"0.10.0","run":1,"unended":[{"began":12,"last":1700000000000}]}`},
	{record.Stopped{Table: "LB1", Program: record.Program{Version: "0.10.0"}, Began: 14}, `"stopped",{"table":"LB1","version":"0.10.0","began":14}`},
}

func TestEncodingIsFrozen(t *testing.T) {
	for _, c := range frozen {
		e := record.Entry{Table: `L"1`, Seq: 17, At: moment, By: "11", Shift: 3, Shoe: 1, Hand: 45, Fact: c.fact}
		want := `[1,"L\"1",17,1795241553123,"11",3,1,45,` + c.bytes + `]`
		if got := string(record.Encode(e)); got != want {
			t.Errorf("%T\n got  %s\n want %s", c.fact, got, want)
		}
		back, err := record.Decode([]byte(want))
		if err != nil || !reflect.DeepEqual(back, e) {
			t.Errorf("%s reads as %+v, %v", want, back, err)
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
	case reflect.TypeFor[record.CardName]():
		visit(v, "", "Zx", "1h", "8hh", "!8h", "??")
	case reflect.TypeFor[record.PlaceName]():
		visit(v, "box:", "box:x", "box:0", "box:-1", "box:123", "Box 3")
	}
}

// A damaged text is an error with its entry's place, and never a card that is none.
func TestDamagedTextsAreNoFacts(t *testing.T) {
	damages := func(kind, line string) {
		if e, err := record.Decode([]byte(line)); err == nil || !strings.Contains(err.Error(), "LB1/17") {
			t.Errorf("%s: %s reads as %+v, %v", kind, line, e.Fact, err)
		}
	}
	cards := 0
	for _, c := range append(everyFact(t), frozen...) {
		e := record.Entry{Table: "LB1", Seq: 17, At: moment, Fact: c.fact}
		line := string(record.Encode(e))
		kind := record.KindOf(c.fact)
		for _, bad := range []string{`"1:x"`, `"0:1"`, `"1"`, `"-1:1"`} {
			if bent := strings.Replace(line, `"1:1"`, bad, 1); bent != line {
				damages(kind, bent)
			}
		}
		back, err := record.Decode([]byte(line))
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
				e.Fact = copied.Interface().(record.Fact)
				damages(kind, string(record.Encode(e)))
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
		_, err := record.Decode([]byte(line))
		if !errors.Is(err, record.ErrNewerRecord) || !strings.Contains(err.Error(), "1") {
			t.Errorf("%s: %v", line, err)
		}
	}
	_, err := record.Decode([]byte(`[7,"anything"`))
	if err == nil || !strings.Contains(err.Error(), "version 7") || !strings.Contains(err.Error(), "up to 1") {
		t.Errorf("the error names not both versions: %v", err)
	}
}

// An entry that was written otherwise than Sabot does keeps its bytes where DecodeAs reads it, and Decode takes it as Sabot writes it.
func TestDecodeAsKeepsBytes(t *testing.T) {
	for text, sabots := range map[string]bool{
		`[1,"LB1",17,1795241553123,"11",3,1,45,"nobets",{}]`:               true,
		`[1,"LB1",17,1795241553123,"11",3,1,45,"nobets", {}]`:              false,
		`[1,"LB1",17,1795241553123,"11",3,1,45,"card",{"card":"\u0037h"}]`: false,
	} {
		as, err := record.DecodeAs([]byte(text))
		if err != nil || string(record.Encode(as)) != text {
			t.Errorf("%s comes back as %s: %v", text, record.Encode(as), err)
		}
		if e, err := record.Decode([]byte(text)); err != nil || (string(record.Encode(e)) == text) != sabots {
			t.Errorf("%s is written as %s: %v", text, record.Encode(e), err)
		}
	}
	if _, err := record.DecodeAs([]byte(`[1,"LB1",17,1795241553123,"11",3,1,45,"card",{"card":7}]`)); err == nil {
		t.Error("what is no entry is read")
	}
}

func FuzzDecode(f *testing.F) {
	for _, c := range append(everyFact(f), frozen...) {
		f.Add(record.Encode(record.Entry{Table: "LB1", Seq: 1, At: moment, Fact: c.fact}))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		e, err := record.Decode(b)
		if err != nil {
			return
		}
		encoded := record.Encode(e)
		again, err := record.Decode(encoded)
		if err != nil {
			t.Fatalf("%q reads, its encoding %q does not: %v", b, encoded, err)
		}
		if second := record.Encode(again); !bytes.Equal(encoded, second) {
			t.Fatalf("%q encodes as %q and then %q", b, encoded, second)
		}
	})
}

// An Exact reads what Decode reads where it is written as Encode writes it, also the
// second time, and nothing else.
func TestExact(t *testing.T) {
	var x record.Exact
	for range 2 {
		for _, c := range append(everyFact(t), frozen...) {
			e := record.Entry{Table: "LB1", Seq: 17, At: moment, By: "11", Shift: 3, Shoe: 1, Hand: 45, Fact: c.fact}
			b := string(record.Encode(e))
			if got, err := x.Decode([]byte(b)); err != nil || string(record.Encode(got)) != b {
				t.Errorf("%s reads as %+v: %v", b, got, err)
			}
			for _, bent := range []string{
				strings.Replace(b, `"LB1"`, `"LB\u0031"`, 1), strings.Replace(b, ",17,", ",017,", 1), strings.Replace(b, ",17,", ", 17,", 1),
				b + " ", b[:len(b)-1] + " ]", b[:len(b)-1], strings.Replace(b, "[1,", "[01,", 1), b + "]",
				strings.Replace(b, ",{", ", {", 1), strings.Replace(b, "}]", `,"x":1}]`, 1), strings.Replace(b, ",3,1,45,", ",3,1,+45,", 1),
			} {
				if bent == b {
					continue
				}
				if _, err := x.Decode([]byte(bent)); err == nil {
					t.Errorf("%s reads", bent)
				}
			}
		}
	}
}
