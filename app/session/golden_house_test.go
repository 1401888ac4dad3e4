package session_test

import (
	"path/filepath"
	"strings"
	"time"

	"sabot/app/session/backups"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// atTheOffice is what the office of a house does in a year.
func (n *troubled) atTheOffice() {
	n.Helper()
	h, elena, fabio, dario := n.house, n.badges["31"], n.badges["41"], n.badges["21"]
	set, _ := h.State.TableNamed(n.name)
	other := set
	other.Name, other.Rules = "XX9", append([]byte(`{"rounding":{"unit":500,"mode":"down"},`), set.Rules[1:]...)
	p := h.State.Particulars()
	p.Address = "Via Nassa 1"
	limited := p
	limited.Alerts = &record.AlertLimits{Cooldown: 5, Limits: map[record.AlertRule][]int64{record.IdleAlert: {10, 30}, record.ReliefAlert: {}}}
	wrongPIN := func() error { _, err := h.SignOn("120000"); return err }
	gino := house.Staff{Number: "22", Name: "Gino Neri", Role: record.Inspector}
	for _, s := range []struct {
		what string
		do   func() error
	}{
		{"the address", func() error { return h.SetHouse(p, elena) }},
		{"the address once more", func() error { return h.SetHouse(p, elena) }},
		{"limits of alerts", func() error { return h.SetHouse(limited, elena) }},
		{"colours of chips", func() error {
			return h.SetHouse(limited, elena, record.ChipsSet{Values: h.State.Chips, Colours: []string{"#aa0000", "", "", "", "", ""}})
		}},
		{"another table", func() error { return h.Staff().SetTable(other, elena) }},
		{"another table by an inspector", func() error { return h.Staff().SetTable(other, dario) }},
		{"the table goes", func() error { return h.RetireTable("XX9", elena) }},
		{"the table goes twice", func() error { return h.RetireTable("XX9", elena) }},
		{"rules of PINs", func() error { return h.Staff().SetPINRules(record.PINRules{Least: 4, Days: 3000}, elena) }},
		{"somebody comes", func() error { return h.Staff().EnterStaff(house.NewStaff{Staff: gino, PIN: "8520"}, elena) }},
		{"a number that is taken", func() error {
			return h.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: "221", Name: "Altro", Role: record.Croupier}, PIN: "8520"}, elena)
		}},
		{"a PIN of one's own", func() error { return h.Staff().ChangePIN("228520", "9630") }},
		{"somebody goes", func() error { return h.Staff().RemoveStaff("22", elena) }},
		{"somebody goes who is no more", func() error { return h.Staff().RemoveStaff("22", elena) }},
		{"backups", func() error {
			return backups.Of(h).PlanBackups(record.BackupPlanned{Folder: n.TempDir(), At: 300}, fabio)
		}},
		{"backups nowhere", func() error {
			return backups.Of(h).PlanBackups(record.BackupPlanned{Folder: "/there/is/none", At: 300}, fabio)
		}},
		{"no proofs", func() error { return backups.Of(h).PlanProof(record.ProofPlanned{}, fabio) }},
		{"proofs", func() error {
			return backups.Of(h).PlanProof(record.ProofPlanned{Folder: n.TempDir(), Every: 60}, fabio)
		}},
		{"a backup that fails", func() error {
			if _, err := backups.Of(h).BackUp(n.Context(), backups.Backup{File: "/there/is/none/x.db", Planned: true}); err == nil {
				n.Error("a backup went into a folder that there is not")
			}
			return nil
		}},
		{"a kit", func() error {
			_, err := backups.Of(h).MakeKit(elena, "it", filepath.Join(n.TempDir(), "kit.txt"))
			return err
		}},
		{"a kit for an inspector", func() error {
			_, err := backups.Of(h).MakeKit(dario, "it", filepath.Join(n.TempDir(), "kit.txt"))
			return err
		}},
		{"wrong PINs", func() (err error) {
			for range house.FreeTries {
				err = wrongPIN()
			}
			return err
		}},
		{"a right one too soon", func() error { _, err := h.SignOn("124712"); return err }},
		{"the codes open again", func() error { return h.Unlock(elena) }},
		{"nothing to open", func() error { return h.Unlock(elena) }},
		{"a wrong PIN", wrongPIN},
		{"a right one", func() error { n.clock.Pass(time.Minute); _, err := h.SignOn("124712"); return err }},
		{"into the office", func() error { _, err := h.EnterOffice("316931"); return err }},
		{"access is looked through", func() error { return h.Staff().ReviewAccess(elena) }},
		{"a backup", func() error {
			_, err := backups.Of(h).BackUp(n.Context(), backups.Backup{File: filepath.Join(n.TempDir(), "backup.db"), By: elena.Staff})
			return err
		}},
		{"out of the office", func() error { return h.LeaveOffice("31", record.LeftOffice) }},
		{"seen at a table", func() error { return h.SignOnAt(dario, n.name, house.SeeShoe) }},
		{"a program", func() error { return h.Started(n.name, program("1", "a")) }},
		{"another program", func() error { return h.Started(n.name, program("2", "b")) }},
		{"it may work", func() error { return h.ApprovePrograms([]record.Program{program("2", "b")}, elena) }},
		{"service", func() error {
			return h.Service(record.Serviced{Table: n.name, Who: "Rossi SA", What: "sabot"}, dario)
		}},
		{"a program ends", h.Stopped},
		{"a new name", func() error {
			return h.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: "13", Name: "Chiara Favre Neri", Role: record.Croupier}}, elena)
		}},
		{"an hour back", func() error { n.clock.Pass(-time.Hour); return h.Staff().ReviewAccess(elena) }},
		{"the authority is closed", func() error { return h.Authority().CloseAuthority("sette cavalli neri al lago", false, elena) }},
		{"the authority is closed already", func() error { return h.Authority().CloseAuthority("sette cavalli neri al lago", false, elena) }},
	} {
		n.does(s.what, s.do)
	}
}

func program(version, sum string) record.Program {
	return record.Program{Version: version, SHA256: strings.Repeat(sum, 64)}
}

// beside is what happens at an open table beside its hands.
func (n *troubled) beside() {
	n.Helper()
	dario, elena := n.badges["21"], n.badges["31"]
	d, e := &dario.Staff, &elena.Staff
	chips := record.Float{{Value: 500, Pieces: 20}}
	dealer := n.dealer()
	n.do("chips against chips", func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().ChangeChips(chips, record.Float{{Value: 10_000, Pieces: 1}})
	})
	n.do("chips that are not worth as much", func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().ChangeChips(chips, record.Float{{Value: 1000, Pieces: 1}})
	})
	n.do("a tip", func(t *pit.Table) ([]record.Fact, error) { return t.Desk().Tip(1500) })
	n.do("the keys go", func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().HandKeys("drop key", false, dario.Staff, dealer.Staff)
	}, dario, dealer)
	n.do("other keys go", func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().HandKeys("badge 7", false, dario.Staff, elena.Staff)
	}, dario, elena)
	n.do("the keys come", func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().HandKeys("Drop key", true, dario.Staff, dealer.Staff)
	}, dario, dealer)
	n.do("the tips", func(t *pit.Table) ([]record.Fact, error) { return t.Desk().EmptyTronc(1000, dario.Staff, dealer.Staff) }, dario, dealer)
	n.do("a buy-in in chips", func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(2, 10_000, chips, nil) })
	n.do("a buy-in", func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(3, 50_000, nil, nil) })
	n.do("it was another one", func(t *pit.Table) ([]record.Fact, error) {
		return t.RedoMove(lastMove(t), func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(3, 60_000, nil, d) }, d, "erano 600")
	}, dario)
	n.do("a tip that was none", func(t *pit.Table) ([]record.Fact, error) { return t.Desk().Tip(500) })
	n.do("a move that was not so", func(t *pit.Table) ([]record.Fact, error) { return t.Desk().VoidMove(lastMove(t), d, "sbagliato") }, dario)
	n.do("somebody was paid wrong", func(t *pit.Table) ([]record.Fact, error) {
		h := t.History[len(t.History)-1]
		return t.PayWrong(record.WrongPayout{Hand: h.Number, Box: h.Round.Bets[0].Box, Bettor: h.Round.Bets[0].Bettor, Amount: 1500, Reason: "pagato due volte"}, d)
	}, dario)
	n.do("some of it comes back", func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().SettlePayout(record.PayoutSettled{Payout: t.PayoutsDue()[0].Seq, Amount: 1000}, d)
	}, dario)
	n.do("a count", func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().Count(record.AtCheck, *n.float(), dealer.Staff, dario.Staff)
	}, dealer, dario)
	n.do("patterns", func(t *pit.Table) ([]record.Fact, error) { return t.SetPatterns([]string{}) })
	n.do("a player holds boxes", func(t *pit.Table) ([]record.Fact, error) { return t.HoldSeats("A", 1, 3) })
	n.slips(chips)
	n.incidents()
	n.do("limits", func(t *pit.Table) ([]record.Fact, error) {
		return t.AnnounceLimits(n.halved(), n.clock.Now().Add(time.Hour), e, n.clock.Now())
	}, elena)
	n.do("no limits", func(t *pit.Table) ([]record.Fact, error) { return t.WithdrawLimits(e) }, elena)
	n.do("limits at once", func(t *pit.Table) ([]record.Fact, error) {
		return t.AnnounceLimits(n.halved(), n.clock.Now().Add(time.Second), e, n.clock.Now())
	}, elena)
	n.clock.Pass(time.Minute)
	n.do("the cameras", func(t *pit.Table) ([]record.Fact, error) { return t.PauseTable(record.Cameras, "") })
	n.do("pictures again", func(t *pit.Table) ([]record.Fact, error) { return t.Resume(d, "di nuovo immagini") }, dario)
	n.do("a card on the floor", func(t *pit.Table) ([]record.Fact, error) { return t.ReportCards(record.FloorCards) })
	n.do("the cards stay", func(t *pit.Table) ([]record.Fact, error) { return t.KeepCards(d) }, dario)
	n.do("the shoe misses a card", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().NoteShoe(record.ShoeGap, "") })
	n.do("the shoe has a trouble", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().NoteShoe(record.ShoeFault, "17") })
	n.do("a card is left out", func(t *pit.Table) ([]record.Fact, error) { return t.Deal().NoteLeftOut("6c") })
	n.do("it is seen", func(t *pit.Table) ([]record.Fact, error) { return t.Acknowledge(d) }, dario)
	n.sees("another inspector", func() error { return n.table.TakeOver(elena) })
	n.sees("the first one again", func() error { return n.table.TakeOver(dario) })
	n.sees("another croupier", func() error { return n.table.TakeOver(n.badges["12"]) })
}

// slips are chips that come, go, and do not come after all.
func (n *troubled) slips(chips record.Float) {
	n.Helper()
	dario, dealer := n.badges["21"], n.dealer()
	ask := func(what string, kind record.SlipKind, chips record.Float) {
		n.Helper()
		n.do(what, func(t *pit.Table) ([]record.Fact, error) {
			return t.Desk().RequestSlip(&n.house.State, kind, chips, &dario.Staff)
		}, dario)
	}
	bring := func(what string) {
		n.Helper()
		n.do(what, func(t *pit.Table) ([]record.Fact, error) {
			return t.Desk().VerifySlip(&n.house.State, firstSlip(t), "Cassa 2", "G. Neri", dealer.Staff, dario.Staff)
		}, dealer, dario)
	}
	ask("chips are asked for", record.Fill, chips)
	n.do("they do not come", func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().VoidSlip(firstSlip(t), "sbagliato", dealer.Staff, dario.Staff)
	}, dealer, dario)
	ask("other chips are asked for", record.Fill, record.Float{{Value: 2500, Pieces: 40}})
	bring("they come")
	ask("chips go", record.Credit, record.Float{{Value: 100_000, Pieces: 3}})
	bring("they are gone")
	n.do("they were not", func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().VoidMove(lastMove(t), &dario.Staff, "non partite")
	}, dario)
}

// incidents is one that the pictures settle, and what the floor is told of it.
func (n *troubled) incidents() {
	n.Helper()
	dario, elena := n.badges["21"], n.badges["31"]
	n.do("an incident", func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().OpenIncident(record.IncidentOpened{Class: record.OtherIncident, Text: "discussione", Box: 2, People: []string{"11"}})
	})
	n.does("the floor is told", func() error {
		_, err := n.house.RaiseAlerts(n.table.State.Conditions(n.clock.Now(), nil))
		return err
	})
	if open := n.house.State.Alerts().OpenAlerts(); len(open) > 0 {
		n.say("alert: %s", n.views["en"].Floor().Alert(open[0]))
		n.does("the floor sees to it", func() error {
			return n.house.AcknowledgeAlert("215821", record.AlertSeen{Alert: open[0].Seq, Verdict: record.RealAlert, Text: "parlato con i due"})
		})
	}
	n.do("a question", func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().AskVideo(firstIncident(t), "chi?", &dario.Staff)
	}, dario)
	n.do("it closes too early", func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().CloseIncident(firstIncident(t), "chiarito", &elena.Staff)
	}, elena)
	n.do("an answer", func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().AnswerVideo(firstIncident(t), "V-1", "box 2", &dario.Staff)
	}, dario)
	n.do("it closes", func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().CloseIncident(firstIncident(t), "chiarito", &elena.Staff)
	}, elena)
}

// passes has players leave, with what they owe.
func (n *troubled) passes() {
	n.Helper()
	dario := n.badges["21"]
	n.do("a bettor goes", func(t *pit.Table) ([]record.Fact, error) { return t.PassBettor(3, "2") })
	n.do("a player goes", func(t *pit.Table) ([]record.Fact, error) { return t.PassBox(2) })
	n.do("one pays", func(t *pit.Table) ([]record.Fact, error) { return t.Desk().TakeDebt(firstDebt(t)) })
	n.do("it was not so", func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().VoidMove(lastMove(t), &dario.Staff, "non pagato")
	}, dario)
	n.do("one is let off", func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().WaiveDebt(firstDebt(t), &dario.Staff, "partito")
	}, dario)
	n.do("all pay", func(t *pit.Table) ([]record.Fact, error) { return t.Desk().TakeCommission(0) })
}

// disputed is a bet that an inspector rules on.
func (n *troubled) disputed(b games.Bet) {
	n.Helper()
	dario := n.badges["21"]
	n.do("a bet is disputed", func(t *pit.Table) ([]record.Fact, error) {
		return t.Felt().Pause(record.DisputedBet, b.Box, "dice il doppio")
	})
	b.Amount *= 2
	n.do("it is ruled on", func(t *pit.Table) ([]record.Fact, error) {
		return t.Felt().RuleBet(b, false, &dario.Staff, "visto al video")
	}, dario)
	n.do("it is disputed again", func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Pause(record.DisputedBet, b.Box, "") })
	n.do("it stays", func(t *pit.Table) ([]record.Fact, error) { return t.Resume(&dario.Staff, "resta così") }, dario)
}
