package torture

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"sabot/app/demo"
	"sabot/app/session"
	"sabot/app/session/backups"
	"sabot/app/session/papers"
	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/reports"
)

// patient works in a house whose disk refuses now and then, command by command, as somebody
// does who reads the sentence on the screen, has the disk seen to and presses the key again.
type patient struct {
	*life
	table   *session.Table
	cards   int
	refused int                   // how often the disk did
	mend    func(err error) error // what is done about it
}

// most is how often in a row a command is tried.
const most = 4

// try does something, and once more where the disk refused: nothing of it may have been done
// then, and the program must have a sentence for it.
func (p *patient) try(what string, do func() error) error {
	for n := 1; ; n++ {
		err := do()
		if err == nil || errors.As(err, new(*session.NoCheckpointError)) {
			return nil
		}
		if refusal := new(house.Refusal); errors.As(err, &refusal) && refusal.Why != house.DiskFull {
			return fmt.Errorf("%s, at the try %d: %w", what, n, err)
		}
		p.refused++
		if bad := p.halfDone(err); bad != nil {
			return fmt.Errorf("%s, after %w: %w", what, err, bad)
		}
		if n == most {
			return fmt.Errorf("%s: %w", what, err)
		}
		if err := p.mend(err); err != nil {
			return err
		}
	}
}

// halfDone says what of a refused command was done all the same: what the program shows must
// be what the record has.
func (p *patient) halfDone(err error) error {
	if said := err.Error(); strings.TrimSpace(said) == "" || strings.Contains(said, "runtime error") {
		return fmt.Errorf("it says %q", said)
	}
	if p.house == nil {
		return nil
	}
	if last, err := p.house.Store().Last(record.HouseStream); err != nil || last != p.house.State.Seq {
		return fmt.Errorf("the house shows entry %d, the record has %d, %v", p.house.State.Seq, last, err)
	}
	if p.table == nil {
		return nil
	}
	if last, err := p.house.Store().Last(p.table.State.Name); err != nil || last != p.table.State.Seq {
		return fmt.Errorf("the table shows entry %d, the record has %d, %v", p.table.State.Seq, last, err)
	}
	return nil
}

func (p *patient) do(c session.Command, badges ...house.Badge) error {
	return p.try("a command", func() error { return p.table.Do(c, badges...) })
}

// at works at a table, which is let go of in the end.
func (p *patient) at(name string, work func(dealer, inspector house.Badge) error) error {
	var dealers []house.Badge
	var inspector house.Badge
	return inOrder(
		func() error {
			return p.try("signing on", func() (err error) { dealers, inspector, err = demo.Crew(p.house); return err })
		},
		func() error {
			return p.try("taking the table", func() (err error) { p.table, err = p.house.OpenTable(name); return err })
		},
		func() error {
			err := work(dealers[0], inspector)
			if p.table != nil {
				err = errors.Join(err, p.table.Release())
			}
			p.table = nil
			return err
		})
}

// night opens a table, deals a hand, closes it, has the report signed, brings the head and a
// backup away.
func (p *patient) night(name string) error {
	return p.at(name, func(dealer, inspector house.Badge) error {
		float := house.DemoFloat()
		return inOrder(
			func() error {
				return p.try("opening", func() error { return p.table.Open(dealer, inspector, &float) })
			},
			p.hand,
			func() error {
				return p.try("closing", func() error {
					return p.table.Close(dealer, inspector, demo.Counted(p.table.State, p.house.State.ChipsOf(name)))
				})
			},
			func() error {
				return p.try("signing", func() error {
					file, _, err := papers.Of(p.house).Signed(papers.Wanted{Kind: reports.ShiftReport, Table: name, Shift: p.table.State.Shift}, dealer, inspector)
					if err == nil {
						err = p.keep(file)
					}
					return err
				})
			},
			func() error {
				return p.try("bringing the head away", func() error { _, err := backups.Of(p.house).Deliver(context.Background()); return err })
			},
			func() error {
				return p.try("backing up", func() error {
					p.clock.Pass(time.Second)
					file := p.dir("backups/" + backups.Of(p.house).BackupName())
					_, err := backups.Of(p.house).BackUp(context.Background(), backups.Backup{File: file})
					if err == nil {
						err = p.keep(file)
					}
					return err
				})
			})
	})
}

// hand deals a hand: cards from two to nine, so that no dealer has a blackjack.
func (p *patient) hand() error {
	now := p.clock.Now()
	for {
		var next session.Command
		switch p.table.State.Deal().Phase() {
		case hand.Shoeless:
			next = func(t *pit.Table) ([]record.Fact, error) {
				return t.StartShoe(pit.NewShoe{Fresh: t.DueCards(now) != ""}, now)
			}
		case hand.Burning:
			next = func(t *pit.Table) ([]record.Fact, error) { return t.Deal().BurnFirst("2S") }
		case hand.Betting:
			for _, s := range p.table.State.Game.Offered(p.table.State.Current.Round) {
				if !s.Main {
					continue
				}
				bet := games.Bet{Box: 1, Spot: s.Name, Amount: p.table.State.Game.Options().Limits[s.Name].Min}
				if err := p.do(func(t *pit.Table) ([]record.Fact, error) { return t.Bets().Place(bet) }); err != nil {
					return err
				}
				if !s.Mandatory {
					break
				}
			}
			next = pit.OfBets(hand.Bets.Close)
		case hand.Dealing, hand.Turning:
			card := games.NewCard(games.Rank(2+p.cards%8), games.Suit(p.cards/8%4))
			p.cards++
			if next = pit.OfDeal(hand.Deal.Hide); !p.table.State.Deal().MayHide() {
				next = func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Card(card.String()) }
			}
		case hand.Insuring:
			next = pit.OfBets(hand.Bets.EndInsurance)
		case hand.Looking:
			next = func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Look(false) }
		case hand.Deciding:
			offers := p.table.State.Deal().Next().Offers
			next = func(t *pit.Table) ([]record.Fact, error) { return t.Deal().Decide(offers[len(offers)-1]) }
		case hand.Paying:
			return p.do(pit.OfDeal(hand.Deal.PayAll))
		default:
			return fmt.Errorf("the table is %v", p.table.State.Deal().Phase())
		}
		if err := p.do(next); err != nil {
			return err
		}
	}
}

// opens opens the house, which a disk may refuse too.
func (p *patient) opens() error { return p.try("starting", p.open) }
