package session

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"sabot/pit/house"
	"sabot/pit/record"
)

// RaiseAlerts enters in the house's stream what the rules of alerts make of how things stand, and answers whether
// it entered anything. Programs that look on at the same tables raise each one once. Who comes second enters
// nothing, and neither does who plays the table no more.
func (h *House) RaiseAlerts(stand []house.Condition) (raised bool, err error) {
	var due []house.Condition
	for _, c := range stand {
		if len(h.alert(c)) > 0 {
			due = append(due, c)
		}
	}
	if len(due) == 0 {
		return false, nil
	}
	if err := h.Takeover().CatchUp(); err != nil {
		return false, err
	}
	for _, c := range due {
		if behind, err := h.behind(c); err != nil {
			return raised, err
		} else if behind {
			continue
		}
		err := h.Record("", h.alert(c))
		if err != nil && !errors.Is(err, record.ErrConflict) {
			return raised, err
		}
		raised = raised || err == nil
	}
	return raised, nil
}

// behind reports whether the table has gone on since a condition was read: somebody may have seen to it at the table.
// Whoever looks again has it as it stands then.
func (h *House) behind(c house.Condition) (bool, error) {
	if c.Seq == 0 {
		return false, nil
	}
	last, err := h.store.Last(c.Table)
	return last != c.Seq, err
}

// alert returns the facts to enter for condition c now. It returns none for a table that another machine plays:
// that machine raises the alert.
func (h *House) alert(c house.Condition) []record.Fact {
	if c.Table != "" && c.Machine == "" && !h.State.Plays(c.Table) {
		return nil
	}
	if c.Rule == record.OvertakenAlert && !h.State.Moves().WentOn(c.Table, c.Machine) {
		return nil // the pit says so, and no manager
	}
	return h.State.Alerts().Alert(c, h.now())
}

// AcknowledgeAlert records that the person of the code has seen to an alert, and whether it was right to raise
// it. Refusals: those of SignOn and of house.House.AcknowledgeAlert.
func (h *House) AcknowledgeAlert(code string, f record.AlertSeen) error {
	by, err := h.SignOn(code)
	if err != nil {
		return err
	}
	facts, err := h.State.Alerts().AcknowledgeAlert(f, by.Staff)
	return h.decided(by, facts, err)
}

// seeAlerts enters that somebody saw at the table, with their PIN, all that one of its open alerts is about:
// one acknowledgement is enough. Where that fails, the alert stays open on the floor, to be acknowledged there.
// The table does not wait for it.
func (t *Table) seeAlerts(facts []record.Fact, badges []house.Badge) {
	for _, rule := range []record.AlertRule{record.AlarmAlert, record.DifferenceAlert, record.IncidentAlert} {
		by := ""
		for _, f := range facts {
			by = cmp.Or(by, rule.SawTo(f))
		}
		who := slices.IndexFunc(badges, func(b house.Badge) bool { return b.Number == by })
		stands := func(c house.Condition) bool { return c.Rule == rule }
		if who < 0 || slices.ContainsFunc(t.State.Conditions(t.Now(), nil), stands) || t.house.Takeover().CatchUp() != nil {
			continue
		}
		a, was := t.house.State.Alerts().LastAlert(record.Alerted{Rule: rule, Table: t.State.Name})
		if !was || !a.Open() {
			continue
		}
		seen, err := t.house.State.Alerts().SeenAtTable(a.Seq, badges[who].Staff)
		_ = t.house.decided(badges[who], seen, err)
	}
}

// seenAhead is how much the clock may be ahead of where somebody has seen to an alert. What is entered next has
// that time at the least.
const seenAhead = time.Minute

// TakeSeen enters that somebody elsewhere has seen to an alert of this machine: the entry, as they signed it there. It is
// judged as if they had done so here. Errors: ErrMoved where something else was entered before, or it is of another time;
// house.ErrNotSigned; refusals of house.House.AcknowledgeAlert.
func (h *House) TakeSeen(text []byte, given []record.Approved) error {
	e, err := record.Decode(text)
	if err != nil {
		return err
	}
	seen, is := e.Fact.(record.AlertSeen)
	if !is {
		return fmt.Errorf("%w: it says of no alert that somebody has seen to it", house.ErrNotSigned)
	}
	if err := errors.Join(h.Takeover().CatchUp(), h.ClockBack(time.Time{})); err != nil {
		return err
	}
	if age := h.now().Sub(e.At); e.Seq != h.State.Seq+1 || age >= LongestAsked || age < -seenAhead {
		return ErrMoved
	}
	who, works := h.State.People().Working(seen.By)
	if !works || h.State.People().Given(seen.By) {
		return house.ErrNotSigned
	}
	facts, err := h.State.Alerts().AcknowledgeAlert(seen, who)
	if err != nil {
		return err
	}
	entries, err := house.Sign(h.Stood(), h.State.Stamp(e.At, who.Number, facts...), house.Answering(who, h.State.People().KeyOf(who.Number), given))
	if err != nil {
		return err
	}
	if err := h.store.Append(entries...); err != nil {
		if errors.Is(err, record.ErrConflict) {
			return ErrMoved
		}
		return err
	}
	h.Takeover().took(entries)
	return nil
}
