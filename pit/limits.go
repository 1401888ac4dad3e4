package pit

import (
	"maps"
	"slices"
	"time"

	"sabot/games"
	"sabot/games/handfile"
	"sabot/pit/house"
	"sabot/pit/record"
)

// ComingLimits are limits that were announced and do not act yet.
type ComingLimits struct {
	Seq  int64     // of the entry that announced them
	At   time.Time // when they were announced
	From time.Time // the next hand that begins at this time or later is played by them
	By   string    // the manager
	Game games.Game
}

// SpotLimits are the limits of a spot that will be others.
type SpotLimits struct {
	Spot    string
	Was, Is games.Limit
}

// A LimitChange is an announcement of limits in a shift, and what became of it.
type LimitChange struct {
	Seq         int64     // of the entry that announced them
	At, From    time.Time // when they were announced, and from when
	By          string    // the manager
	Spots       []SpotLimits
	Began       time.Time // zero where they did not
	Hand        int       // the first that was played by them
	Withdrawn   time.Time // zero where nobody withdrew them
	WithdrawnBy string
}

// changed returns changes with a note of what became of the limits that an entry announced.
func changed(changes []LimitChange, seq int64, became func(*LimitChange)) []LimitChange {
	if i := slices.IndexFunc(changes, func(c LimitChange) bool { return c.Seq == seq }); i >= 0 {
		changes = slices.Clone(changes)
		became(&changes[i])
	}
	return changes
}

// Changes returns the spots whose limits will differ from those of a game, in the order of the layout.
func (c *ComingLimits) Changes(now games.Game) []SpotLimits {
	var out []SpotLimits
	for _, s := range games.PresetSpots(now) {
		was, is := now.Options().Limits[s.Name], c.Game.Options().Limits[s.Name]
		if was != is {
			out = append(out, SpotLimits{s.Name, was, is})
		}
	}
	return out
}

// latestChange is how far ahead limits are announced.
const latestChange = 24 * time.Hour

// AnnounceLimits announces the limits of some spots, as they will be from a time on: those
// that are not named stay. Refusals: TableClosed; NeedsInspector, WrongRole; BadSetting
// with "notice" where the time is not at least the table's notice ahead and no more than
// a day; those of CheckLimits and CheckMost; NothingChanges.
func (t *Table) AnnounceLimits(limits map[string]games.Limit, from time.Time, by *house.Staff, now time.Time) ([]record.Fact, error) {
	if !t.Open || t.Game == nil {
		return nil, house.Refuse(house.TableClosed)
	}
	if err := by.MayApprove(house.ChangeTables, t.Croupier); err != nil {
		return nil, err
	}
	notice := time.Duration(t.Settings.Notice) * time.Minute
	from, now = from.UTC().Truncate(time.Millisecond), record.NotBefore(now, t.last).UTC().Truncate(time.Millisecond)
	if from.Before(now.Add(notice)) || from.After(now.Add(latestChange)) {
		return nil, &house.Refusal{Why: house.BadSetting, What: "notice", N: t.Settings.Notice}
	}
	all := maps.Clone(t.Game.Options().Limits)
	if all == nil {
		all = map[string]games.Limit{}
	}
	maps.Copy(all, limits)
	g, ok := handfile.WithLimits(t.Game, all)
	if !ok {
		return nil, &house.Refusal{Why: house.NotPossible, What: "limits"}
	}
	if err := house.CheckLimits(g, t.chips); err != nil {
		return nil, err
	}
	if err := house.CheckMost(g); err != nil {
		return nil, err
	}
	if len((&ComingLimits{Game: g}).Changes(t.Game)) == 0 {
		return nil, house.Refuse(house.NothingChanges)
	}
	return []record.Fact{record.LimitsAnnounced{Rules: handfile.EncodeRules(g), From: from.UnixMilli(), By: by.Number}}, nil
}

// WithdrawLimits cancels announced limits. Refusals: TableClosed, NothingChanges where nothing was announced, NeedsInspector,
// WrongRole.
func (t *Table) WithdrawLimits(by *house.Staff) ([]record.Fact, error) {
	switch {
	case !t.Open:
		return nil, house.Refuse(house.TableClosed)
	case t.NewLimits == nil:
		return nil, house.Refuse(house.NothingChanges)
	}
	if err := by.MayApprove(house.ChangeTables, t.Croupier); err != nil {
		return nil, err
	}
	return []record.Fact{record.LimitsWithdrawn{Seq: t.NewLimits.Seq, By: by.Number}}, nil
}

// ByItself returns what happens now without anybody's command: limits whose time has come begin to act before the next hand does.
// A hand in which a bet lay ends by those that it began with.
func (t *Table) ByItself(now time.Time) []record.Fact {
	if !t.LimitsDue(now) {
		return nil
	}
	return []record.Fact{record.LimitsBegan{Seq: t.NewLimits.Seq}}
}

// LimitsDue reports whether announced limits begin now, before anybody bets.
func (t *Table) LimitsDue(now time.Time) bool {
	return t.Open && t.NewLimits != nil && !record.NotBefore(now, t.last).UTC().Truncate(time.Millisecond).Before(t.NewLimits.From) && !t.Current.BetsBegan()
}

func (t *Table) applyLimits(e record.Entry) {
	switch f := e.Fact.(type) {
	case record.LimitsAnnounced:
		t.NewLimits = nil
		if t.Game == nil {
			return
		}
		if g, err := handfile.ParseRules(t.Game.Name(), f.Rules); err == nil {
			t.NewLimits = &ComingLimits{Seq: e.Seq, At: e.At, From: time.UnixMilli(f.From).UTC(), By: f.By, Game: g}
			t.LimitChanges = append(slices.Clip(t.LimitChanges), LimitChange{Seq: e.Seq, At: e.At, From: t.NewLimits.From, By: f.By, Spots: t.NewLimits.Changes(t.Game)})
		}
	case record.LimitsWithdrawn:
		t.NewLimits = nil
		t.LimitChanges = changed(t.LimitChanges, f.Seq, func(c *LimitChange) { c.Withdrawn, c.WithdrawnBy = e.At, f.By })
	case record.LimitsBegan:
		if t.NewLimits != nil {
			t.LimitChanges = changed(t.LimitChanges, t.NewLimits.Seq, func(c *LimitChange) { c.Began, c.Hand = e.At, t.Hand })
			t.Game, t.NewLimits = t.NewLimits.Game, nil
			t.Current.Game = t.Game
		}
	}
}
