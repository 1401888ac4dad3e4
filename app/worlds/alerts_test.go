package worlds

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"sabot/app/session"
	"sabot/app/session/floor"
	"sabot/pit"
	"sabot/pit/house"
	"sabot/pit/record"
)

// incident has a croupier enter an incident at a table.
func incident(_ *world, p *program, s step) (string, error) {
	table := tables[s.table]
	return table, p.at(table, func(t *session.Table) error {
		return t.Do(func(s *pit.Table) ([]record.Fact, error) {
			return s.IncidentBook().OpenIncident(record.IncidentOpened{Class: record.DisputeIncident, Box: 1, Text: "il cliente contesta il pagamento"})
		})
	})
}

// looks has a program look at the tables of its machine, and enter the alerts that are due. It reads beside its window: now and then it
// enters at its next look what it has read now.
func looks(_ *world, p *program, s step) (string, error) {
	if p.floor == nil {
		p.floor = floor.New(p.house, nil)
	}
	news, again := p.news, p.news != nil
	if p.news = nil; !again {
		var err error
		if news, err = p.floor.Look()(context.Background()); err != nil {
			return "", err
		}
		if s.n%3 == 0 {
			p.news = news
			return "reads", nil
		}
	}
	plays := p.plays()
	p.floor.Take(news)
	if !again && !slices.Equal(plays, p.plays()) { // a table that came with what was read is read by the next look
		next, err := p.floor.Look()(context.Background())
		if err != nil {
			return "", err
		}
		p.floor.Take(next)
	}
	before := p.house.State.Seq
	raised, err := p.house.RaiseAlerts(p.floor.Conditions())
	says := fmt.Sprintf("raised %v, as read before %v", raised, again)
	if err != nil {
		return says, err
	}
	stand, err := p.stand()
	if err == nil && raised {
		err = p.tellsWhatIs(stand, before)
	}
	if err == nil && !again {
		err = errors.Join(p.tellsAll(stand), p.showsWhatIs(stand))
	}
	return says, err
}

// plays returns the tables that a program's machine plays, as far as the program has heard.
func (p *program) plays() (list []string) {
	for _, table := range tables {
		if p.house.State.Plays(table) {
			list = append(list, table)
		}
	}
	return list
}

// stand returns what somebody has to see to at the tables that a program's machine plays, as its record has it.
func (p *program) stand() (list []house.Condition, err error) {
	for _, table := range p.plays() {
		t, err := pit.Resume(p.store, table)
		if err != nil {
			return nil, err
		}
		for _, c := range t.Conditions(p.of.clock.Now(), nil) {
			if c.Rule.SeenAtTable() && p.house.State.Alerts().Reached(c) {
				list = append(list, c)
			}
		}
	}
	return list, nil
}

// tellsWhatIs demands, by what stands, that alerts which were entered behind an entry tell of what is so, and that none tells of it again.
func (p *program) tellsWhatIs(stand []house.Condition, before int64) error {
	type alert struct {
		record.AlertRule
		table, day   string
		since, limit int64
	}
	told := map[alert]int64{}
	for e, err := range p.store.Entries(record.HouseStream, 1) {
		if err != nil {
			return err
		}
		f, is := e.Fact.(record.Alerted)
		if !is || !f.Rule.SeenAtTable() {
			continue
		}
		of := alert{f.Rule, f.Table, f.Day, f.Since, f.Limit}
		if first := told[of]; first > 0 && e.Seq > before {
			return fmt.Errorf("an alert of %s tells of what that of entry %d told of: %+v", f.Table, first, f)
		}
		told[of] = e.Seq
		if e.Seq > before && !slices.ContainsFunc(stand, func(c house.Condition) bool { return c.Rule == f.Rule && c.Table == f.Table && c.Value == f.Value }) {
			return fmt.Errorf("an alert of %s tells of what is not so: %+v, and there is %+v", f.Table, f, stand)
		}
	}
	return nil
}

// tellsAll demands that of all that somebody has to see to an alert was entered since it began.
func (p *program) tellsAll(stand []house.Condition) (err error) {
	for _, c := range stand {
		a, was := p.house.State.Alerts().LastAlert(record.Alerted{Rule: c.Rule, Table: c.Table})
		if !was || !a.Open() && a.Since < c.Since.UnixMilli() {
			err = errors.Join(err, fmt.Errorf("no alert tells of %+v", c))
		}
	}
	return err
}

// showsWhatIs demands that the floor shows of alerts what is so of what they tell of, right after it was looked at.
func (p *program) showsWhatIs(stand []house.Condition) (err error) {
	for _, a := range p.floor.OpenAlerts() {
		if !a.Rule.SeenAtTable() || !a.Now.Known || !p.house.State.Plays(a.Table) { // of a table that went it shows what it heard of it last
			continue
		}
		is := slices.ContainsFunc(stand, func(c house.Condition) bool {
			return c.Rule == a.Rule && c.Table == a.Table && c.Value == a.Now.Value
		})
		if is == a.Now.Ended {
			err = errors.Join(err, fmt.Errorf("of an alert of %s the floor shows %+v, and there is %+v", a.Table, a.Now, stand))
		}
	}
	return err
}

// seesTo has an inspector see at a table to all that is to be seen to there, after which no alert of it is open.
func seesTo(_ *world, p *program, s step) (string, error) {
	table := tables[s.table]
	inspector, err := p.house.SignOn("215821")
	if err != nil {
		return "", err
	}
	return table, p.at(table, func(t *session.Table) error {
		if err := t.Whole(); err != nil {
			return err
		}
		all := []session.Command{func(s *pit.Table) ([]record.Fact, error) { return s.Acknowledge(&inspector.Staff) }}
		for _, i := range t.State.IncidentBook().OpenIncidents() {
			all = append(all, func(s *pit.Table) ([]record.Fact, error) {
				return s.IncidentBook().CloseIncident(i.Seq, "chiarito", &inspector.Staff)
			})
		}
		for _, see := range all {
			if err := t.Do(see, inspector); err != nil && !isRefusal(err) {
				return err
			}
		}
		stand := t.State.Conditions(t.Now(), nil)
		for _, a := range p.house.State.Alerts().OpenAlerts() {
			is := func(c house.Condition) bool { return c.Rule == a.Rule }
			if a.Table == table && a.Rule.SeenAtTable() && !p.store.dead && !slices.ContainsFunc(stand, is) {
				return fmt.Errorf("an alert of %s is open, and somebody has seen to it at the table: %+v", table, a.Alerted)
			}
		}
		return nil
	})
}
