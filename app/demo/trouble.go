package demo

import (
	"slices"
	"time"

	"sabot/games"
	"sabot/pit"
	"sabot/pit/hand"
	"sabot/pit/record"
)

// none is no trouble.
const none = -1

// troubles are what goes wrong at a table, in the order in which it does. Each answers
// whether it happened now: before a card of a hand, or after its last payment.
var troubles = []func(*player) bool{
	(*player).skipped, (*player).corrected, (*player).cancels, (*player).disputed, (*player).dealtWithout,
	(*player).burned, (*player).incident, (*player).misplaced, (*player).exposed,
}

// expect plans a trouble about every forty hands, from the tenth on.
func (p *player) expect(n int) {
	const every, first = 40, 9
	if n%every == first {
		p.trouble = p.sorted % len(troubles)
	}
}

// goesWrong makes the planned trouble happen, where it can. Where a hand passed without it, the next one has
// another.
func (p *player) goesWrong() bool {
	if p.trouble == none || p.err != nil {
		return false
	}
	if troubles[p.trouble](p) {
		p.trouble = none
		p.sorted++
		return true
	}
	if p.table.State.Current.Empty() {
		p.sorted++
		p.trouble = p.sorted % len(troubles)
	}
	return false
}

// opening reports whether at least so many cards of the initial deal are out, and another is due.
func (p *player) opening(cards int) bool {
	step := p.table.State.Deal().Next()
	return p.table.State.Deal().Phase() == hand.Dealing && step.Opening && step.Kind == games.Deal && len(p.table.State.Current.Round.Laid) >= cards
}

func (p *player) skipped() bool      { return p.passed(record.SkippedBox) }
func (p *player) dealtWithout() bool { return p.passed(record.DealtWithout) }

// passed skips a box, or deals to one without a bet. It is found at three cards, and reconstructed.
func (p *player) passed(kind record.Irregularity) bool {
	if !p.opening(3) {
		return false
	}
	for box := range p.table.State.Game.Options().Boxes {
		if p.may(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().LayOutAsDealt(kind, box+1) }) {
			p.putRight()
			return true
		}
	}
	return false
}

// misplaced deals a card to another box.
func (p *player) misplaced() bool {
	if !p.opening(1) {
		return false
	}
	places := p.table.State.Game.Places()
	at := places[p.rng.Intn(len(places))]
	if at == p.table.State.Deal().Next().At || !p.may(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().MisdealtCard(p.shoe[0].String(), at) }) {
		return false
	}
	p.draw()
	p.putRight()
	return true
}

// putRight lays the cards where they belong; where that cannot be, or the inspector will
// not have it, the hand goes on as it lies or is cancelled.
func (p *player) putRight() {
	p.clock.Pass(40 * time.Second)
	by := p.inspector.Staff
	if p.rng.Intn(4) == 0 && p.table.State.Felt().MayPlayOn() {
		p.do(func(t *pit.Table) ([]record.Fact, error) {
			return t.Felt().RefuseRelay("le carte sono state viste", &by)
		}, p.inspector)
	} else if p.may(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().Relay(&by, "visto al tavolo") }, p.inspector) {
		return
	}
	if !p.may(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().PlayOn(&by, "regola della casa") }, p.inspector) {
		p.cancel("ricostruzione non possibile")
	}
}

func (p *player) cancel(reason string) {
	p.do(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().CancelHand(&p.manager.Staff, reason) }, p.manager)
}

// cancels ends a hand that nothing can save.
func (p *player) cancels() bool {
	if !p.opening(2) {
		return false
	}
	p.cancel("sabot rovesciato")
	return true
}

// burned burns a card that should not have been drawn.
func (p *player) burned() bool {
	if !p.opening(1) || !p.may(func(t *pit.Table) ([]record.Fact, error) {
		return t.Felt().BurnCard(p.shoe[0].String(), &p.inspector.Staff, "")
	}, p.inspector) {
		return false
	}
	p.draw()
	return true
}

// exposed shows cards too early: the hand is finished, then the cards are shuffled.
func (p *player) exposed() bool {
	return p.opening(2) && p.may(pit.OfFelt(hand.Felt.SecondExposed)) &&
		p.may(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().MoreExposed(&p.inspector.Staff, "") }, p.inspector)
}

// disputed pauses for a bet on whose amount croupier and player differ.
func (p *player) disputed() bool {
	if !p.opening(1) {
		return false
	}
	bet := p.table.State.Current.Round.Bets[0]
	p.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.Felt().Pause(record.DisputedBet, bet.Box, "il giocatore dice di aver puntato il doppio")
	})
	p.clock.Pass(2 * time.Minute)
	bet.Amount *= 2
	by := p.inspector.Staff
	if !p.may(func(t *pit.Table) ([]record.Fact, error) { return t.Felt().RuleBet(bet, false, &by, "visto al video") }, p.inspector) {
		p.do(func(t *pit.Table) ([]record.Fact, error) { return t.Resume(&by, "la puntata resta com'è") }, p.inspector)
	}
	return true
}

// corrected replaces a card of the hand before that was read wrong. The shoe then has one less of the other.
func (p *player) corrected() bool {
	hands := p.table.State.History
	if !p.table.State.Current.Empty() || len(hands) == 0 || hands[len(hands)-1].Cancelled != nil {
		return false
	}
	last := hands[len(hands)-1]
	for i, laid := range last.Round.Laid {
		for j, really := range p.shoe[:min(20, len(p.shoe))] {
			if laid.Burned || really.Rank() == laid.Card.Rank() {
				continue
			}
			c := hand.Correction{Hand: last.Number, Round: last.Round, Reason: "carta letta male", Moved: true}
			c.Round.Laid = slices.Clone(last.Round.Laid)
			c.Round.Laid[i].Card = really
			if p.may(func(t *pit.Table) ([]record.Fact, error) { return t.Corrections().CorrectHand(c, &p.inspector.Staff) }, p.inspector) {
				p.shoe[j] = laid.Card
				return true
			}
		}
	}
	return false
}

// incident opens a dispute that the pictures of surveillance settle.
func (p *player) incident() bool {
	if !p.table.State.Current.Empty() {
		return false
	}
	by := p.inspector.Staff
	p.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().OpenIncident(record.IncidentOpened{Class: record.DisputeIncident, Box: 1 + p.rng.Intn(t.Game.Options().Boxes), Text: "il cliente contesta il pagamento"})
	})
	if p.err != nil {
		return false
	}
	open := p.table.State.IncidentBook().OpenIncidents()
	seq := open[len(open)-1].Seq
	p.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().AskVideo(seq, "quanto è stato pagato?", &by)
	}, p.inspector)
	p.clock.Pass(4 * time.Minute)
	p.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().AnswerVideo(seq, "V-17", "pagamento corretto", &by)
	}, p.inspector)
	p.do(func(t *pit.Table) ([]record.Fact, error) {
		return t.IncidentBook().CloseIncident(seq, "chiarito con il cliente", &by)
	}, p.inspector)
	return true
}
