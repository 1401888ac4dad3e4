package pit_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/people"
	"sabot/pit/record"
)

// uses is how each right is used, at a table that is ready for it.
func uses(t *testing.T) map[people.Right]func(people.Staff) error {
	t.Helper()
	at := func(prepare func(*floor), command func(*pit.Table, people.Staff) ([]record.Fact, error)) func(people.Staff) error {
		return func(who people.Staff) error {
			f := newFloor(t)
			prepare(f)
			return f.try(func(t *pit.Table) ([]record.Fact, error) { return command(t, who) })
		}
	}
	opened := func(f *floor) { f.do(counted(luganoSet, tall)) }
	troubled := func(class record.IncidentClass) func(*floor) {
		return func(f *floor) {
			f.do(counted(luganoSet, tall), func(t *pit.Table) ([]record.Fact, error) { return t.OpenIncident(record.IncidentOpened{Class: class}) })
		}
	}
	// asked are rights that the programs ask for before they show or sign anything: their
	// tests try them with every role too.
	asked := func(right people.Right) func(people.Staff) error {
		return func(who people.Staff) error { return who.Check(right) }
	}
	owing := func(f *floor) {
		f.do(openingBanco, shoe, put(2, "banker", "", 2000))
		f.hand("7 9 K K")
	}
	return map[people.Right]func(people.Staff) error{
		people.DealTable: at(func(f *floor) { f.do(openingBanco) }, func(t *pit.Table, who people.Staff) ([]record.Fact, error) { return t.Relieve(who) }),
		people.AnswerFor: at(func(f *floor) { f.do(openingBanco) }, func(t *pit.Table, who people.Staff) ([]record.Fact, error) { return t.ChangeInspector(who) }),
		people.ReopenBets: at(func(f *floor) { f.do(openingBanco, shoe, put(1, "player", "", 2000), closeBets, card("7"), undo) },
			func(t *pit.Table, who people.Staff) ([]record.Fact, error) { return t.Undo(&who) }),
		people.RelayCards: at(func(f *floor) {
			f.do(openingBanco, shoe, put(1, "player", "", 2000), closeBets, card("7"))
			f.do(func(t *pit.Table) ([]record.Fact, error) { return t.MisdealtCard("9", games.Player) })
		}, func(t *pit.Table, who people.Staff) ([]record.Fact, error) { return t.Relay(&who, "") }),
		people.BurnExtra: at(func(f *floor) { f.do(openingBanco, shoe, put(1, "player", "", 2000), closeBets) },
			func(t *pit.Table, who people.Staff) ([]record.Fact, error) { return t.BurnCard("3", &who, "") }),
		people.KeepCards: at(func(f *floor) {
			f.do(openingBanco, shoe, func(t *pit.Table) ([]record.Fact, error) { return t.ReportCards(record.FloorCards) })
		}, func(t *pit.Table, who people.Staff) ([]record.Fact, error) {
			return t.StartShoe(pit.NewShoe{Approver: &who}, moment)
		}),
		people.GiveUpOwed: at(owing, func(t *pit.Table, who people.Staff) ([]record.Fact, error) {
			return t.WaiveDebt(record.Debt{Box: 2}, &who, "gone")
		}),
		people.SeeAlarm: at(func(f *floor) {
			f.do(openingBanco, shoe, put(1, "player", "", 2000), closeBets)
			f.do(func(*pit.Table) ([]record.Fact, error) {
				return []record.Fact{record.Alarmed{Kind: record.ImpossibleCard, What: "8"}}, nil
			})
		}, func(t *pit.Table, who people.Staff) ([]record.Fact, error) { return t.Acknowledge(&who) }),
		people.SeeShoe: asked(people.SeeShoe),
		people.CountFloatRight: at(opened, func(t *pit.Table, who people.Staff) ([]record.Fact, error) {
			return t.Count(record.AtCheck, tall, anna, who)
		}),
		people.CloseUncounted: at(opened, func(t *pit.Table, who people.Staff) ([]record.Fact, error) {
			facts, err := t.Closing(pit.End{Croupier: anna, Inspector: who})
			if people.RefusedFor(err, people.NotCounted) {
				err = &people.Refusal{Why: people.WrongRole} // the inspector may close, but must count
			}
			return facts, err
		}),
		people.OrderChips: at(opened, func(t *pit.Table, who people.Staff) ([]record.Fact, error) {
			return t.RequestSlip(staffed(), record.Fill, tall, &who)
		}),
		people.CountDropRight: at(func(f *floor) { f.do(counted(luganoSet, tall), closeWith(&tall, dario)) }, func(t *pit.Table, who people.Staff) ([]record.Fact, error) {
			return t.CountDrop(100, who, elena)
		}),
		people.RuleBets: at(dealt, func(t *pit.Table, who people.Staff) ([]record.Fact, error) {
			return t.RuleBet(games.Bet{Box: 2, Spot: "play", Amount: 1000}, false, &who, "seen")
		}),
		people.ResumeHand: at(func(f *floor) { dealt(f); f.do(pause(record.DisputedBet, 2)) }, func(t *pit.Table, who people.Staff) ([]record.Fact, error) {
			return t.Resume(&who, "")
		}),
		people.PlayOnRight: at(skipped, func(t *pit.Table, who people.Staff) ([]record.Fact, error) { return t.PlayOn(&who, "house rule") }),
		people.ShuffleShoe: at(opened, func(t *pit.Table, who people.Staff) ([]record.Fact, error) {
			return t.StartShoe(pit.NewShoe{Fresh: true, Shuffler: &who}, moment)
		}),
		people.ShuffleNow: at(dealt, func(t *pit.Table, who people.Staff) ([]record.Fact, error) { return t.MoreExposed(&who, "") }),
		people.CorrectHands: at(func(f *floor) { dealt(f); f.do(card("8"), decide(games.Stand), card("9"), payAll) }, func(t *pit.Table, who people.Staff) ([]record.Fact, error) {
			return t.CorrectHand(misread(t, 1, 0, "3h"), &who)
		}),
		people.CorrectShift: at(func(f *floor) {
			dealt(f)
			f.do(card("8"), decide(games.Stand), card("9"), payAll)
			count := exactly(f.table.TrayWorth().Amount)
			f.do(closeWith(&count, dario))
		}, func(t *pit.Table, who people.Staff) ([]record.Fact, error) {
			c := misread(t, 1, 0, "3h")
			c.By = &dario
			return t.CorrectHand(c, &who)
		}),
		people.PutRight: at(opened, func(t *pit.Table, who people.Staff) ([]record.Fact, error) {
			facts, err := t.BuyIn(2, 2000, nil, nil)
			if err != nil {
				return nil, err
			}
			bought := t.Would(facts...)
			return bought.VoidMove(bought.Voidable()[0].Seq, &who, "typed wrong")
		}),
		people.CancelHands: at(dealt, func(t *pit.Table, who people.Staff) ([]record.Fact, error) { return t.CancelHand(&who, "no way out") }),
		people.AskVideo: at(troubled(record.DisputeIncident), func(t *pit.Table, who people.Staff) ([]record.Fact, error) {
			return t.AskVideo(t.OpenIncidents()[0].Seq, "", &who)
		}),
		people.CloseIncidents: at(troubled(record.DisputeIncident), func(t *pit.Table, who people.Staff) ([]record.Fact, error) {
			return t.CloseIncident(t.OpenIncidents()[0].Seq, "settled", &who)
		}),
		people.CloseDifference: at(troubled(record.DifferenceIncident), func(t *pit.Table, who people.Staff) ([]record.Fact, error) {
			return t.CloseIncident(t.OpenIncidents()[0].Seq, "found under the tray", &who)
		}),
		people.ChangeStaff: func(who people.Staff) error {
			_, errRules := (&people.House{}).SetPINRules(record.PINRules{Least: 6}, who)
			_, errEnter := (&people.House{}).EnterStaff(people.NewStaff{Staff: bruno, PIN: "472913"}, who)
			house := &people.House{Staff: []people.Staff{anna, bruno}}
			_, errRemove := house.RemoveStaff("12", nil, who)
			if (errRules == nil) != (errEnter == nil) || (errRules == nil) != (errRemove == nil) {
				t.Errorf("the %s: %v, %v, %v", who.Role, errRules, errEnter, errRemove)
			}
			return errRules
		},
		people.SignLoss: func(who people.Staff) error {
			house := &people.House{}
			house.Apply(house.Stamp(moment, "", record.RestoredFrom{Backup: "s.db", Left: []string{"house\n47\n"}, By: "31"})[0])
			_, err := house.SignLoss(house.Seq, who, people.Staff{Number: "31", Role: record.Manager})
			return err
		},
		people.KeepKeys: at(opened, func(t *pit.Table, who people.Staff) ([]record.Fact, error) {
			return t.HandKeys("drop 3", false, who, anna)
		}),
		people.CountTronc: at(opened, func(t *pit.Table, who people.Staff) ([]record.Fact, error) { return t.EmptyTronc(7000, who, anna) }),
		people.BuyInBig: at(opened, func(t *pit.Table, who people.Staff) ([]record.Fact, error) {
			big := t.Would()
			big.CashLimit = 2000
			return big.BuyIn(2, 2000, nil, &who)
		}),
		people.ReviewRights: func(who people.Staff) error {
			_, err := (&people.House{Staff: []people.Staff{anna, bruno}}).ReviewAccess(who)
			return err
		},
		people.ChangeTables: func(who people.Staff) error {
			limited := luganoSet
			limited.Rules = []byte(`{"preset":"lugano","off":["pair","plus8"],"limits":{"59":{"min":500,"max":5000}}}`)
			_, err := (&people.House{}).SetTable(limited, who)
			return err
		},
		people.ChangeHouse: func(who people.Staff) error {
			_, err := (&people.House{}).SetHouse(theHouse, who)
			return err
		},
		people.LogService: func(who people.Staff) error {
			house := &people.House{Tables: []record.TableSet{{Name: "LB1"}}}
			_, err := house.Service(record.Serviced{Table: "LB1", Who: "Ugo Bassi", What: "lettore di carte"}, who)
			return err
		},
		people.KeepBackups: func(who people.Staff) error {
			_, err := (&people.House{}).PlanBackups(record.BackupPlanned{Folder: "/srv", At: 60}, who)
			return err
		},
		people.SignDealt: asked(people.SignDealt), people.SignInPlace: asked(people.SignInPlace), people.SignReports: asked(people.SignReports), people.ReadReports: asked(people.ReadReports), people.VerifyRecord: asked(people.VerifyRecord),
		people.UnlockPINs: func(who people.Staff) error {
			house := &people.House{}
			for range people.FreeTries {
				house.Apply(house.Stamp(moment, "", record.PINFailed{Number: "12"})[0])
			}
			_, err := house.Unlock(who, moment)
			return err
		},
	}
}

// Every right, every role: who has it may, nobody else.
func TestRights(t *testing.T) {
	commands := uses(t)
	for _, right := range people.Rights() {
		use, ok := commands[right]
		if !ok {
			t.Errorf("the right %s is tried by no test", right)
			continue
		}
		for i, role := range record.Roles() {
			who := people.Staff{Number: fmt.Sprint(90 + i), Name: string(role), Role: role}
			err := use(who)
			switch {
			case right.For(role) && err != nil:
				t.Errorf("%s: the %s may, and is refused: %v", right, role, err)
			case !right.For(role) && (!people.RefusedFor(err, people.WrongRole)):
				t.Errorf("%s: the %s may not, and: %v", right, role, err)
			}
		}
	}
}

// The page of rights is the table's.
func TestRightsPage(t *testing.T) {
	page, err := os.ReadFile("../docs/rights.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, right := range people.Rights() {
		row := fmt.Sprintf("| `%s` |", right)
		for _, role := range record.Roles() {
			sign := " |"
			if right.For(role) {
				sign = " yes |"
			}
			row += sign
		}
		two := " |"
		if right.TakesTwo() {
			two = " two |"
		}
		if !strings.Contains(string(page), row+two) {
			t.Errorf("docs/rights.md lacks the row\n%s", row+two)
		}
	}
}
