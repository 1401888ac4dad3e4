package pit_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// uses are the acts that use each right, at a table that is ready for it.
func uses(t *testing.T) map[house.Right]func(house.Staff) error {
	t.Helper()
	at := func(prepare func(*floor), command func(*pit.Table, house.Staff) ([]record.Fact, error)) func(house.Staff) error {
		return func(who house.Staff) error {
			f := newFloor(t)
			prepare(f)
			return f.try(func(t *pit.Table) ([]record.Fact, error) { return command(t, who) })
		}
	}
	opened := func(f *floor) { f.do(counted(luganoSet, tall)) }
	troubled := func(class record.IncidentClass) func(*floor) {
		return func(f *floor) {
			f.do(counted(luganoSet, tall), func(t *pit.Table) ([]record.Fact, error) {
				return t.IncidentBook().OpenIncident(record.IncidentOpened{Class: class})
			})
		}
	}
	// asked are rights that the programs ask for before they show or sign anything: their
	// tests try them with every role too.
	asked := func(right house.Right) func(house.Staff) error {
		return func(who house.Staff) error { return who.Check(right) }
	}
	owing := func(f *floor) {
		f.do(openingBanco, shoe, put(2, "banker", "", 2000))
		f.hand("7 9 K K")
	}
	return map[house.Right]func(house.Staff) error{
		house.DealTable: at(func(f *floor) { f.do(openingBanco) }, func(t *pit.Table, who house.Staff) ([]record.Fact, error) { return t.Relieve(who) }),
		house.AnswerFor: at(func(f *floor) { f.do(openingBanco) }, func(t *pit.Table, who house.Staff) ([]record.Fact, error) { return t.ChangeInspector(who) }),
		house.ReopenBets: at(func(f *floor) { f.do(openingBanco, shoe, put(1, "player", "", 2000), closeBets, card("7"), undo) },
			func(t *pit.Table, who house.Staff) ([]record.Fact, error) { return t.Deal().Undo(&who) }),
		house.RelayCards: at(func(f *floor) {
			f.do(openingBanco, shoe, put(1, "player", "", 2000), closeBets, card("7"))
			f.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().MisdealtCard("9", games.Player) })
		}, func(t *pit.Table, who house.Staff) ([]record.Fact, error) { return t.Felt().Relay(&who, "") }),
		house.BurnExtra: at(func(f *floor) { f.do(openingBanco, shoe, put(1, "player", "", 2000), closeBets) },
			func(t *pit.Table, who house.Staff) ([]record.Fact, error) { return t.Felt().BurnCard("3", &who, "") }),
		house.KeepCards: at(func(f *floor) {
			f.do(openingBanco, shoe, func(t *pit.Table) ([]record.Fact, error) { return t.ReportCards(record.FloorCards) })
		}, func(t *pit.Table, who house.Staff) ([]record.Fact, error) {
			return t.StartShoe(pit.NewShoe{Approver: &who}, moment)
		}),
		house.GiveUpOwed: at(owing, func(t *pit.Table, who house.Staff) ([]record.Fact, error) {
			return t.Desk().WaiveDebt(record.Debt{Box: 2}, &who, "gone")
		}),
		house.SeeAlarm: at(func(f *floor) {
			f.do(openingBanco, shoe, put(1, "player", "", 2000), closeBets)
			f.do(func(*pit.Table) ([]record.Fact, error) {
				return []record.Fact{record.Alarmed{Kind: record.ImpossibleCard, What: "8"}}, nil
			})
		}, func(t *pit.Table, who house.Staff) ([]record.Fact, error) { return t.Acknowledge(&who) }),
		house.SeeShoe: asked(house.SeeShoe),
		house.CountFloatRight: at(opened, func(t *pit.Table, who house.Staff) ([]record.Fact, error) {
			return t.Desk().Count(record.AtCheck, tall, anna, who)
		}),
		house.CloseUncounted: at(opened, func(t *pit.Table, who house.Staff) ([]record.Fact, error) {
			facts, err := t.Closing(pit.End{Croupier: anna, Inspector: who})
			if house.RefusedFor(err, house.NotCounted) {
				err = &house.Refusal{Why: house.WrongRole} // the inspector may close, but must count
			}
			return facts, err
		}),
		house.OrderChips: at(opened, func(t *pit.Table, who house.Staff) ([]record.Fact, error) {
			return t.Desk().RequestSlip(staffed(), record.Fill, tall, &who)
		}),
		house.CountDropRight: at(func(f *floor) { f.do(counted(luganoSet, tall), closeWith(&tall, dario)) }, func(t *pit.Table, who house.Staff) ([]record.Fact, error) {
			return t.Desk().CountDrop(100, who, elena)
		}),
		house.RuleBets: at(dealt, func(t *pit.Table, who house.Staff) ([]record.Fact, error) {
			return t.Felt().RuleBet(games.Bet{Box: 2, Spot: "play", Amount: 1000}, false, &who, "seen")
		}),
		house.ResumeHand: at(func(f *floor) { dealt(f); f.do(pause(record.DisputedBet, 2)) }, func(t *pit.Table, who house.Staff) ([]record.Fact, error) {
			return t.Resume(&who, "")
		}),
		house.PlayOnRight: at(skipped, func(t *pit.Table, who house.Staff) ([]record.Fact, error) { return t.Felt().PlayOn(&who, "house rule") }),
		house.ShuffleShoe: at(opened, func(t *pit.Table, who house.Staff) ([]record.Fact, error) {
			return t.StartShoe(pit.NewShoe{Fresh: true, Shuffler: &who}, moment)
		}),
		house.ShuffleNow: at(dealt, func(t *pit.Table, who house.Staff) ([]record.Fact, error) { return t.Felt().MoreExposed(&who, "") }),
		house.CorrectHands: at(func(f *floor) { dealt(f); f.do(card("8"), decide(games.Stand), card("9"), payAll) }, func(t *pit.Table, who house.Staff) ([]record.Fact, error) {
			return t.Corrections().CorrectHand(misread(t, 1, 0, "3h"), &who)
		}),
		house.CorrectShift: at(func(f *floor) {
			dealt(f)
			f.do(card("8"), decide(games.Stand), card("9"), payAll)
			count := exactly(f.table.Desk().Worth().Amount)
			f.do(closeWith(&count, dario))
		}, func(t *pit.Table, who house.Staff) ([]record.Fact, error) {
			c := misread(t, 1, 0, "3h")
			c.By = &dario
			return t.Corrections().CorrectHand(c, &who)
		}),
		house.PutRight: at(opened, func(t *pit.Table, who house.Staff) ([]record.Fact, error) {
			facts, err := t.Desk().BuyIn(2, 2000, nil, nil)
			if err != nil {
				return nil, err
			}
			bought := t.Would(facts...)
			return bought.Desk().VoidMove(bought.Voidable()[0].Seq, &who, "typed wrong")
		}),
		house.CancelHands: at(dealt, func(t *pit.Table, who house.Staff) ([]record.Fact, error) {
			return t.Felt().CancelHand(&who, "no way out")
		}),
		house.AskVideo: at(troubled(record.DisputeIncident), func(t *pit.Table, who house.Staff) ([]record.Fact, error) {
			return t.IncidentBook().AskVideo(t.IncidentBook().OpenIncidents()[0].Seq, "", &who)
		}),
		house.CloseIncidents: at(troubled(record.DisputeIncident), func(t *pit.Table, who house.Staff) ([]record.Fact, error) {
			return t.IncidentBook().CloseIncident(t.IncidentBook().OpenIncidents()[0].Seq, "settled", &who)
		}),
		house.CloseDifference: at(troubled(record.DifferenceIncident), func(t *pit.Table, who house.Staff) ([]record.Fact, error) {
			return t.IncidentBook().CloseIncident(t.IncidentBook().OpenIncidents()[0].Seq, "found under the tray", &who)
		}),
		house.ChangeStaff: func(who house.Staff) error {
			_, errRules := (&house.House{}).People().SetPINRules(record.PINRules{Least: 6}, who)
			_, errEnter := (&house.House{}).People().EnterStaff(house.NewStaff{Staff: bruno, PIN: "472913"}, who)
			house := &house.House{Staff: []house.Staff{anna, bruno}}
			_, errRemove := house.People().RemoveStaff("12", nil, who)
			if (errRules == nil) != (errEnter == nil) || (errRules == nil) != (errRemove == nil) {
				t.Errorf("the %s: %v, %v, %v", who.Role, errRules, errEnter, errRemove)
			}
			return errRules
		},
		house.SignLoss: func(who house.Staff) error {
			h := &house.House{}
			h.Apply(h.Stamp(moment, "", record.RestoredFrom{Backup: "s.db", Left: []string{"house\n47\n"}, By: "31"})[0])
			_, err := h.Backups().SignLoss(h.Seq, who, house.Staff{Number: "31", Role: record.Manager})
			return err
		},
		house.KeepKeys: at(opened, func(t *pit.Table, who house.Staff) ([]record.Fact, error) {
			return t.Desk().HandKeys("drop 3", false, who, anna)
		}),
		house.CountTronc: at(opened, func(t *pit.Table, who house.Staff) ([]record.Fact, error) {
			return t.Desk().EmptyTronc(7000, who, anna)
		}),
		house.BuyInBig: at(opened, func(t *pit.Table, who house.Staff) ([]record.Fact, error) {
			big := t.Would()
			big.CashLimit = 2000
			return big.Desk().BuyIn(2, 2000, nil, &who)
		}),
		house.ReviewRights: func(who house.Staff) error {
			_, err := (&house.House{Staff: []house.Staff{anna, bruno}}).People().ReviewAccess(who)
			return err
		},
		house.ChangeTables: func(who house.Staff) error {
			limited := luganoSet
			limited.Rules = []byte(`{"preset":"lugano","off":["pair","plus8"],"limits":{"59":{"min":500,"max":5000}}}`)
			_, err := (&house.House{}).SetTable(limited, who)
			return err
		},
		house.ChangeHouse: func(who house.Staff) error {
			_, err := (&house.House{}).SetHouse(theHouse, who)
			return err
		},
		house.LogService: func(who house.Staff) error {
			house := &house.House{Tables: []record.TableSet{{Name: "LB1"}}}
			_, err := house.Service(record.Serviced{Table: "LB1", Who: "Ugo Bassi", What: "lettore di carte"}, who)
			return err
		},
		house.KeepBackups: func(who house.Staff) error {
			_, err := (&house.House{}).Backups().PlanBackups(record.BackupPlanned{Folder: "/srv", At: 60}, who)
			return err
		},
		house.SignDealt: asked(house.SignDealt), house.SignInPlace: asked(house.SignInPlace), house.SignReports: asked(house.SignReports), house.ReadReports: asked(house.ReadReports), house.VerifyRecord: asked(house.VerifyRecord),
		house.UnlockPINs: func(who house.Staff) error {
			h := &house.House{}
			for range house.FreeTries {
				h.Apply(h.Stamp(moment, "", record.PINFailed{Number: "12"})[0])
			}
			_, err := h.People().Unlock(who, moment)
			return err
		},
	}
}

// Every right, every role: who has it may, nobody else.
func TestRights(t *testing.T) {
	commands := uses(t)
	for _, right := range house.Rights() {
		use, ok := commands[right]
		if !ok {
			t.Errorf("the right %s is tried by no test", right)
			continue
		}
		for i, role := range record.Roles() {
			who := house.Staff{Number: fmt.Sprint(90 + i), Name: string(role), Role: role}
			err := use(who)
			switch {
			case right.For(role) && err != nil:
				t.Errorf("%s: the %s may, and is refused: %v", right, role, err)
			case !right.For(role) && (!house.RefusedFor(err, house.WrongRole)):
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
	for _, right := range house.Rights() {
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
