package demo_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/app/session/backups"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/audit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/pit/tray"
)

// nights are those of each game that a test asked for. To play one takes longer than most tests that forge it.
var nights struct {
	sync.Mutex
	of map[string]*forger
}

// recorded is a night of a game with a forger beside it, who has its entries for this test alone.
func recorded(t *testing.T, game string) *forger {
	t.Helper()
	nights.Lock()
	defer nights.Unlock()
	if nights.of == nil {
		nights.of = map[string]*forger{}
	}
	if nights.of[game] == nil {
		nights.of[game] = playedNight(t, game)
	}
	f := *nights.of[game]
	f.t, f.streams, f.lines, f.logs = t, copied(f.streams), copied(f.lines), nil
	return &f
}

// copied returns a copy of the lists of streams.
func copied[T any](of map[string][]T) map[string][]T {
	all := make(map[string][]T, len(of))
	for stream, list := range of {
		all[stream] = slices.Clone(list)
	}
	return all
}

// playedNight plays a night of a game for forgers.
func playedNight(t *testing.T, game string) *forger {
	t.Helper()
	clock := demo.NewClock(start)
	h, err := session.Open(t.TempDir(), clock.Now)
	must(t, err)
	plan := house.DemoPlan("it", game, 1)
	must(t, h.SetUp(plan))
	f := &forger{t: t, streams: map[string][]record.Entry{}, badges: map[string]house.Badge{}, lines: map[string][]record.Line{}, heads: map[string][]int64{}}
	f.sealsWith(h)
	elena := signOn(t, h, "316931")
	clock.Pass(time.Minute)
	must(t, h.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: leaver, Name: "Gino Neri", Role: record.Inspector}, PIN: "8520"}, elena))
	clock.Pass(time.Minute)
	secret, err := h.Store().Secret(leaver)
	must(t, err)
	pepper, err := h.Store().Pepper()
	must(t, err)
	f.former = append(f.former, house.NewBadge(house.Staff{Number: leaver}, house.OpenKey(secret, "8520", pepper)))
	must(t, h.Staff().ChangePIN(leaver+"8520", "9630"))
	f.badges[leaver] = signOn(t, h, leaver+"9630")
	clock.Pass(time.Minute)
	must(t, h.Staff().RemoveStaff(leaver, elena))
	for _, s := range plan.Staff {
		f.badges[s.Number] = signOn(t, h, s.Number+s.PIN)
	}
	name := plan.Tables[0].Name
	f.office(h, clock, name)
	for night := range int64(2) {
		must(t, demo.Play(context.Background(), h, clock, name, []int{12, 3}[night], night))
		f.floor(h, clock, name)
		f.shoes(h, clock, name)
		_, err = demo.Close(h, clock, name)
		must(t, err)
		clock.Pass(time.Hour)
		must(t, h.CountDrop(session.DropOf{Table: name, Shift: int(night) + 1, Notes: record.Float{}, Reason: "contata di nuovo"}, f.badges["41"], f.badges["31"]))
		f.recounts(h, clock, name)
		clock.Pass(20 * time.Hour)
		if night == 0 {
			h = f.elsewhere(h, clock)
			f.sealsWith(h)
		}
	}
	must(t, h.Staff().ChangePIN("134713", "86420"))
	clock.Pass(48 * time.Hour)
	must(t, h.Staff().ReviewAccess(elena))
	clock.Pass(-47 * time.Hour)
	must(t, h.Staff().ReviewAccess(elena))
	f.reads(h, name)
	must(t, h.Close())
	return f
}

// recounts has the closing of a table counted anew: a chip was left out.
func (f *forger) recounts(h *session.House, clock *demo.Clock, name string) {
	table, err := h.OpenTable(name)
	must(f.t, err)
	defer func() { must(f.t, table.Release()) }()
	clock.Pass(time.Minute)
	dario, anna := f.badges["21"], f.badges["11"]
	must(f.t, table.Do(func(t *pit.Table) ([]record.Fact, error) {
		count := slices.Clone(*t.Closer())
		count[0].Pieces++
		return t.Desk().RecountClosing(count, "una fiche dimenticata", anna.Staff, dario.Staff)
	}, anna, dario))
}

// reads has the forger know the entries of the house and of some tables.
func (f *forger) reads(h *session.House, tables ...string) {
	t, keeper := f.t, h.Store()
	for _, stream := range append([]string{record.HouseStream}, tables...) {
		for e, err := range keeper.Entries(stream, 1) {
			must(t, err)
			if c, ok := e.Fact.(record.Checkpointed); ok {
				head, err := seal.ReadHead(c.Note)
				must(t, err)
				f.heads[head.Stream] = append(f.heads[head.Stream], head.Size)
			}
			if r, ok := e.Fact.(record.Restored); ok {
				for _, note := range r.Heads {
					head, err := seal.ReadHead(note)
					must(t, err)
					f.heads[head.Stream] = append(f.heads[head.Stream], head.Size)
				}
			}
			f.streams[stream] = append(f.streams[stream], e)
			f.lines[stream] = append(f.lines[stream], lineOf(e))
		}
		f.names = append(f.names, stream)
	}
}

// sealsWith has the forger know the key that seals a record.
func (f *forger) sealsWith(h *session.House) {
	key, err := seal.KeyOfSeed(h.Store().(interface{ SealSeed() []byte }).SealSeed())
	must(f.t, err)
	f.key, f.earlier = key, append(f.earlier, key)
}

// elsewhere is the house restored on another machine, from a backup that is good; one before
// that is not.
func (f *forger) elsewhere(h *session.House, clock *demo.Clock) *session.House {
	t := f.t
	if _, err := backups.Of(h).BackUp(context.Background(), backups.Backup{File: filepath.Join(t.TempDir(), "gone", "x.db"), Planned: true}); err == nil {
		t.Fatal("a backup went into a folder that there is not")
	}
	file := filepath.Join(t.TempDir(), "backup.db")
	_, err := backups.Of(h).BackUp(context.Background(), backups.Backup{File: file})
	must(t, err)
	must(t, h.Close())
	dir := t.TempDir()
	must(t, backups.Restore(context.Background(), file, dir, audit.Check{}))
	h, err = session.Open(dir, clock.Now)
	must(t, err)
	t.Cleanup(func() { h.Close() })
	_, err = backups.Of(h).BackUp(context.Background(), backups.Backup{File: filepath.Join(t.TempDir(), "another.db")})
	must(t, err)
	return h
}

// office is what managers do there in a year.
func (f *forger) office(h *session.House, clock *demo.Clock, name string) {
	t, elena := f.t, f.badges["31"]
	set, _ := h.State.TableNamed(name)
	p := h.State.Particulars()
	p.Address = "Via Nassa 1"
	other := set
	other.Name = "XX9"
	other.Rules = append([]byte(`{"rounding":{"unit":500,"mode":"down"},`), other.Rules[1:]...)
	limited := p
	limited.Alerts = &record.AlertLimits{Cooldown: 5, Limits: map[record.AlertRule][]int64{record.IdleAlert: {10, 30}, record.ReliefAlert: {}}}
	wrongPIN := func() error { _, err := h.SignOn("120000"); _ = err; return nil }
	for _, do := range []func() error{
		func() error { return h.SetHouse(p, elena) },
		func() error { return h.SetHouse(limited, elena) },
		func() error { return h.Staff().SetTable(other, elena) },
		func() error { return h.RetireTable("XX9", elena) },
		func() error {
			return backups.Of(h).PlanProof(record.ProofPlanned{Folder: t.TempDir(), Every: 60}, f.badges["41"])
		},
		func() error {
			_, err := backups.Of(h).MakeKit(elena, "it", filepath.Join(t.TempDir(), "kit.txt"))
			return err
		},
		func() error { return h.Staff().SetPINRules(record.PINRules{Least: 4, Days: 3000}, elena) },
		func() error {
			return h.SetHouse(p, elena, record.ChipsSet{Values: h.State.Chips, Colours: []string{"#aa0000", "", "", "", "", ""}})
		},
		func() error {
			return backups.Of(h).PlanBackups(record.BackupPlanned{Folder: t.TempDir(), At: 300}, f.badges["41"])
		},
		func() error {
			for range house.FreeTries {
				_ = wrongPIN()
			}
			return h.Unlock(elena)
		},
		wrongPIN,
		func() error { clock.Pass(time.Minute); _, err := h.SignOn("124712"); return err },
		func() error { _, err := h.EnterOffice("316931"); return err },
		func() error { return h.Staff().ReviewAccess(elena) },
		func() error { return h.LeaveOffice("31", record.LeftOffice) },
		func() error { return h.SignOnAt(f.badges["21"], name, house.SeeShoe) },
		func() error { return h.Started(name, record.Program{Version: "1", SHA256: strings.Repeat("a", 64)}) },
		func() error { return h.Started(name, record.Program{Version: "2", SHA256: strings.Repeat("b", 64)}) },
		func() error {
			return h.ApprovePrograms([]record.Program{{Version: "2", SHA256: strings.Repeat("b", 64)}}, elena)
		},
		func() error {
			return h.Service(record.Serviced{Table: name, Who: "Rossi SA", What: "sabot"}, f.badges["21"])
		},
		func() error { return h.Stopped() },
		func() error {
			return h.Staff().EnterStaff(house.NewStaff{Staff: house.Staff{Number: "13", Name: "Chiara Favre Neri", Role: record.Croupier}}, elena)
		},
	} {
		clock.Pass(time.Minute)
		must(t, do())
	}
}

// floor is what happens at an open table beside its hands.
func (f *forger) floor(h *session.House, clock *demo.Clock, name string) {
	t := f.t
	table, err := h.OpenTable(name)
	must(t, err)
	defer func() { must(t, table.Release()) }()
	must(t, table.Whole())
	dario, elena := f.badges["21"], f.badges["31"]
	dealer := func() house.Badge { return f.badges[table.State.Croupier] }
	chips := record.Float{{Value: 500, Pieces: 20}}
	do := func(c session.Command, badges ...house.Badge) {
		t.Helper()
		clock.Pass(time.Second)
		if err := table.Do(c, badges...); err != nil {
			t.Logf("%s: %v", name, err)
		}
	}
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().ChangeChips(chips, record.Float{{Value: 10_000, Pieces: 1}})
	})
	do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().Tip(500) })
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().HandKeys("drop key", false, dario.Staff, dealer().Staff)
	}, dario, dealer())
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().EmptyTronc(500, dario.Staff, dealer().Staff)
	}, dario, dealer())
	do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().BuyIn(2, 10_000, chips, nil) })
	do(func(t *pit.Table) ([]record.Fact, error) {
		moves := t.AllMoves()
		return t.Desk().VoidMove(moves[len(moves)-1].Seq, &dario.Staff, "sbagliato")
	}, dario)
	do(func(t *pit.Table) ([]record.Fact, error) {
		h := t.History[len(t.History)-1]
		b := h.Round.Bets[0]
		return t.PayWrong(record.WrongPayout{Hand: h.Number, Box: b.Box, Bettor: b.Bettor, Amount: 500, Reason: "pagato due volte"}, &dario.Staff)
	}, dario)
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().SettlePayout(record.PayoutSettled{Payout: t.PayoutsDue()[0].Seq, Amount: 500}, &dario.Staff)
	}, dario)
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().Count(record.AtCheck, *demo.Counted(t, h.State.ChipsOf(name)), dealer().Staff, dario.Staff)
	}, dealer(), dario)
	do(func(t *pit.Table) ([]record.Fact, error) { return t.SetPatterns([]string{}) })
	do(func(t *pit.Table) ([]record.Fact, error) { return t.PassBox(2) })
	do(func(t *pit.Table) ([]record.Fact, error) { return t.HoldSeats("A", 1, 3) })
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().RequestSlip(&table.House().State, record.Fill, chips, &dario.Staff)
	}, dario)
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Desk().VoidSlip(t.Slips(tray.Requested)[0].SlipID, "sbagliato", dealer().Staff, dario.Staff)
	}, dealer(), dario)
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().OpenIncident(record.IncidentOpened{Class: record.OtherIncident, Text: "discussione"})
	})
	clock.Pass(time.Minute)
	raised, err := h.RaiseAlerts(table.State.Conditions(clock.Now(), nil))
	must(t, err)
	if open := h.State.Alerts().OpenAlerts(); raised && len(open) > 0 {
		clock.Pass(time.Minute)
		must(t, h.AcknowledgeAlert("215821", record.AlertSeen{Alert: open[0].Seq, Verdict: record.RealAlert, Text: "parlato con i due"}))
	}
	incident := func(t *pit.Table) int64 { return t.IncidentBook().OpenIncidents()[0].Seq }
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().AskVideo(incident(t), "chi?", &dario.Staff)
	}, dario)
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().AnswerVideo(incident(t), "V-1", "box 2", &dario.Staff)
	}, dario)
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().CloseIncident(incident(t), "chiarito", &elena.Staff)
	}, elena)
	limits := map[string]games.Limit{}
	for spot, l := range table.State.Game.Options().Limits {
		l.Max /= 2
		l.Max -= l.Max % 1000
		limits[spot] = l
	}
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.AnnounceLimits(limits, clock.Now().Add(time.Hour), &elena.Staff, clock.Now())
	}, elena)
	do(func(t *pit.Table) ([]record.Fact, error) { return t.WithdrawLimits(&elena.Staff) }, elena)
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.AnnounceLimits(limits, clock.Now().Add(time.Second), &elena.Staff, clock.Now())
	}, elena)
	clock.Pass(time.Minute)
	do(func(t *pit.Table) ([]record.Fact, error) { return t.PauseTable(record.Cameras, "") })
	do(func(t *pit.Table) ([]record.Fact, error) { return t.Resume(&dario.Staff, "di nuovo immagini") }, dario)
	do(func(t *pit.Table) ([]record.Fact, error) { return t.ReportCards(record.FloorCards) })
	do(func(t *pit.Table) ([]record.Fact, error) { return t.KeepCards(&dario.Staff) }, dario)
	do(pit.OfDeal(hand.Deal.CutCardOut))
	do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(nil) })
	do(pit.OfBets(hand.Bets.CallLastBets))
	do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(nil) })
	must(t, table.TakeOver(elena))
	clock.Pass(time.Second)
	must(t, table.TakeOver(dario))
	clock.Pass(time.Second)
	for _, number := range []string{"11", "12", "13"} {
		if number != table.State.Croupier {
			must(t, table.TakeOver(f.badges[number]))
			break
		}
	}
	clock.Pass(time.Second)
	if _, err := table.State.Bets().DealDry(); err == nil {
		do(pit.OfBets(hand.Bets.DealDry))
		do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Undo(&dario.Staff) }, dario)
	}
}

// shoes are hands that end a shoe, and with the next one hands whose cards are read late.
func (f *forger) shoes(h *session.House, clock *demo.Clock, name string) {
	t := f.t
	table, err := h.OpenTable(name)
	must(t, err)
	defer func() { must(t, table.Release()) }()
	must(t, table.Whole())
	dario, elena := f.badges["21"], f.badges["31"]
	do := func(c session.Command, badges ...house.Badge) {
		t.Helper()
		clock.Pass(time.Second)
		if err := table.Do(c, badges...); err != nil {
			t.Logf("%s: %v", name, err)
		}
	}
	put := func(b games.Bet) { do(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Place(b) }) }
	stake := func(box int) (first games.Bet) {
		for i, s := range table.State.Game.Offered(table.State.Current.Round) {
			if b := (games.Bet{Box: box, Spot: s.Name, Amount: max(1000, table.State.Game.Options().Limits[s.Name].Min)}); i == 0 || s.Mandatory {
				put(b)
				if i == 0 {
					first = b
				}
			}
		}
		return first
	}
	cards := func(names string) {
		for _, card := range strings.Fields(names) {
			do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(card) })
		}
	}
	first := stake(1)
	do(pit.OfBets(hand.Bets.Close))
	first.Box = 2
	put(first) // late
	first.Box = 1
	cards("8s")
	do(pit.OfFelt(hand.Felt.SecondExposed))
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Felt().Pause(record.DisputedBet, 1, "il giocatore dice di aver puntato il doppio")
	})
	first.Amount *= 2
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Felt().RuleBet(first, false, &dario.Staff, "visto al video")
	}, dario)
	do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().MoreExposed(&dario.Staff, "") }, dario)
	do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena.Staff, "carte cadute") }, elena)
	if len(table.State.Debts()) > 0 {
		do(func(t *pit.Table) ([]record.Fact, error) { return t.Desk().TakeCommission(0) })
	}
	do(func(t *pit.Table) ([]record.Fact, error) {
		return t.StartShoe(pit.NewShoe{Fresh: t.DueCards(clock.Now()) != ""}, clock.Now())
	})
	do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().BurnFirst("4h") })
	if _, two := table.State.Game.(games.TwoSided); !two {
		stake(1)
		do(pit.OfBets(hand.Bets.Close))
		if cards("9 A 9"); !table.State.Deal().MayHide() {
			for range table.State.Game.Options().Decks {
				do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().BurnCard("Ks", &dario.Staff, "") }, dario)
			}
			cards("Ks") // of which the shoe has none left
			do(func(t *pit.Table) ([]record.Fact, error) { return t.Acknowledge(&dario.Staff) }, dario)
			do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena.Staff, "carte cadute") }, elena)
			return
		}
		do(pit.OfDeal(hand.Deal.Hide))
		do(pit.OfBets(hand.Bets.EndInsurance))
		do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Look(false) })
		do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(games.Stand) })
		do(func(t *pit.Table) ([]record.Fact, error) { return t.Deal().NoteDenied("K") }) // it makes the blackjack that there was not
		do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&elena.Staff, "vista male") }, elena)
		return
	}
	put(games.Bet{Box: 1, Spot: "player", Amount: 2000})
	put(games.Bet{Box: 2, Spot: "banker", Amount: 2000})
	do(pit.OfBets(hand.Bets.Close))
	cards("9 7 K K 8") // the last opens the next hand
	do(pit.OfDeal(hand.Deal.PayNext))
	do(pit.OfDeal(hand.Deal.PayAll))
	put(games.Bet{Box: 1, Spot: "player", Amount: 2000})
	put(games.Bet{Box: 1, Spot: "perfect_pair", Amount: 500})
	do(pit.OfBets(hand.Bets.Close))
	cards("8h 3c 8d 5d 3s")
	do(pit.OfDeal(hand.Deal.PayAll))
}
