// Package practice is what somebody who learns has answered: sessions of tasks, marks by class,
// levels. It keeps them in a folder of its own, a file a session, and knows no record of a
// house: what is answered here can reach none. A trainer who copies the files of several
// machines into one folder has them all.
package practice

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"sabot/games"
	"sabot/games/drill"
)

// A Plan is the content of a session.
type Plan struct {
	Kind  drill.Kind    `json:"kind"`
	Rules []drill.Rules `json:"presets"`
	// Limits are those of each of the rules, where the house's tables have some.
	Limits []drill.Bounds `json:"limits,omitempty"`
	Chips  []games.Amount `json:"chips,omitempty"` // ascending
	Level  int            `json:"level"`           // 1 to drill.Levels
	Seed   uint64         `json:"seed"`
	Tasks  int            `json:"tasks"` // how many
	// Test says that every class comes as often as the others, whatever is answered: with the
	// same seed and mark two people have the same tasks.
	Test bool `json:"test,omitempty"`
	// Mark is what Marked says of all this; "" before it was asked.
	Mark string `json:"mark,omitempty"`
}

// made is raised when the same seed gives other tasks than before, so that their marks are others.
const made = 3

// Marked returns the plan with its mark: four letters for all but the seed that decides what is asked in a
// test. That includes the rules and limits of the tables and the chips of the house.
func (p Plan) Marked() Plan {
	var all strings.Builder
	fmt.Fprintln(&all, made, p.Kind, p.Level, p.Tasks, p.Chips)
	if p.Kind != drill.Chips { // of no game
		fmt.Fprintln(&all, p.Rules, p.Limits)
	}
	p.Mark = drill.Mark(all.String())
	return p
}

// Number returns the number by which people see whether they had the same test: the seed and the mark, or the seed alone of a plan
// without one.
func (p Plan) Number() string {
	seed := strconv.FormatUint(p.Seed, 10)
	if p.Mark == "" {
		return seed
	}
	return seed + "-" + p.Mark
}

// ReadNumber reads a Number as somebody types it: small letters, a blank in place of the hyphen or
// nothing, the seed alone. The mark need not be one.
func ReadNumber(typed string) (seed uint64, mark string, ok bool) {
	digits := strings.TrimLeft(typed, "0123456789")
	number := typed[:len(typed)-len(digits)]
	if HalfMark(typed) != "" { // a mark that begins with a digit is the last four
		if cut := len(typed) - drill.MarkLong; cut > 0 && cut < len(number) && drill.IsMark(strings.ToUpper(typed[cut:])) {
			number, digits = typed[:cut], typed[cut:]
		}
	}
	seed, err := strconv.ParseUint(number, 10, 64)
	if mark = strings.ToUpper(strings.Trim(digits, "- ")); mark == "" {
		mark = digits // a hyphen with nothing behind it
	}
	return seed, mark, err == nil
}

// HalfMark returns what stands right behind the digits of a number and is too short for a mark, unless a digit
// belongs to it. Then ReadNumber has read it so. It returns "" where a mark is whole, or something stands between.
func HalfMark(typed string) string {
	mark := strings.TrimLeft(typed, "0123456789")
	if len(mark) >= drill.MarkLong || strings.HasPrefix(mark, "-") || strings.HasPrefix(mark, " ") {
		return ""
	}
	return strings.ToUpper(mark)
}

// Setting returns the setting for which its tasks are made.
func (p Plan) Setting() drill.Setting {
	return drill.Setting{Rules: p.Rules, Limits: p.Limits, Values: p.Chips, Level: p.Level}
}

// A Session is one person's answers in one go.
type Session struct {
	V     int       `json:"v"`
	Who   string    `json:"who"`
	Began time.Time `json:"began"` // UTC
	Plan
	Done []Done `json:"done"`
}

// A Done is a task that was answered.
type Done struct {
	Class Class `json:"class"`
	// Fault is what was wrong first; "" where all was right.
	Fault  drill.Fault `json:"fault,omitempty"`
	Millis int64       `json:"ms"`    // until the last answer
	Asked  int         `json:"asked"` // questions
	// Extra is how many chips were laid beyond the fewest.
	Extra int `json:"extra,omitempty"`
}

// A Class is a class as a file has it.
type Class struct {
	Kind  drill.Kind  `json:"kind"`
	Rules drill.Rules `json:"preset,omitempty"`
	Of    string      `json:"of,omitempty"`
}

// Took returns how long the answers took.
func (d Done) Took() time.Duration { return time.Duration(d.Millis) * time.Millisecond }

// A Step is the demand of a level: so many of the last tasks right, in percent, each of their questions
// answered within a time, 0 for any.
type Step struct {
	Percent, Tasks int
	Within         time.Duration
}

// StepOf returns what a level demands; a whole hand has as many questions as it has.
func StepOf(level int) Step {
	return [...]Step{{70, 25, 0}, {85, 100, 30 * time.Second}, {95, 500, 15 * time.Second}, {98, 1000, 10 * time.Second}}[max(1, min(level, drill.Levels))-1]
}

// Late reports whether a task took longer than its level allows.
func (d Done) Late(level int) bool {
	within := StepOf(level).Within
	return within > 0 && d.Took() > within*time.Duration(max(1, d.Asked))
}

// again is what a class comes back by, beside how often it was missed.
const again = 0.05

// unseen is how often a class counts as missed that has not come yet.
const unseen = 0.5

// Next returns the class of task n of a session, from 0. Where it is no test, classes that were missed come
// more often: each by its share of wrong answers, and a little. before are the person's answers until now, in
// this session too. No class comes three times in a row where there are others.
func (p Plan) Next(classes []drill.Class, n int, before []Done) drill.Class {
	var last []drill.Class
	if !p.Test {
		for _, d := range before[max(0, len(before)-min(n, rowOfOne)):] {
			last = append(last, drill.Class(d.Class))
		}
		return p.draw(classes, n, before, last)
	}
	var c drill.Class
	for i := range n + 1 {
		c = p.draw(classes, i, nil, last)
		last = append(last, c)
		last = last[max(0, len(last)-rowOfOne):]
	}
	return c
}

// rowOfOne is how often a class comes in a row at most.
const rowOfOne = 2

// draw returns the class of the nth task where the last ones were these.
func (p Plan) draw(classes []drill.Class, n int, before []Done, last []drill.Class) drill.Class {
	const salt = 0xc1a55
	if len(last) == rowOfOne && last[0] == last[1] {
		if others := slices.DeleteFunc(slices.Clone(classes), func(c drill.Class) bool { return c == last[0] }); len(others) > 0 {
			classes = others
		}
	}
	chance := rand.New(rand.NewPCG(p.Seed, salt+uint64(n)))
	weights, all := make([]float64, len(classes)), 0.0
	for i, c := range classes {
		weights[i] = 1
		if !p.Test {
			weights[i] = again + missed(c, before)
		}
		all += weights[i]
	}
	at := chance.Float64() * all
	for i, w := range weights {
		if at -= w; at < 0 {
			return classes[i]
		}
	}
	return classes[len(classes)-1]
}

// missed returns the share of a class that was answered wrong.
func missed(c drill.Class, before []Done) float64 {
	done, wrong := 0, 0
	for _, d := range before {
		if d.Class == Class(c) {
			done++
			if d.Fault != "" {
				wrong++
			}
		}
	}
	if done == 0 {
		return unseen
	}
	return float64(wrong) / float64(done)
}

// Of returns the sessions of a person, the oldest first.
func Of(all []Session, who string) []Session {
	list := slices.DeleteFunc(slices.Clone(all), func(s Session) bool { return s.Who != who })
	slices.SortStableFunc(list, func(a, b Session) int { return a.Began.Compare(b.Began) })
	return list
}

// A Standing is a person's progress at a level of a drill. Of the last tasks that it asks for so many were
// done, and so many of those right and in time.
type Standing struct {
	Done, Right int
	Held        bool
}

// StandingAt returns the standing of a person's sessions at a level of a kind; those at higher levels count
// too.
func StandingAt(sessions []Session, kind drill.Kind, level int) Standing {
	step, s := StepOf(level), Standing{}
	for i := len(sessions) - 1; i >= 0; i-- {
		if sessions[i].Kind != kind || sessions[i].Level < level {
			continue
		}
		for j := len(sessions[i].Done) - 1; j >= 0 && s.Done < step.Tasks; j-- {
			d := sessions[i].Done[j]
			s.Done++
			if d.Fault == "" && !d.Late(level) {
				s.Right++
			}
		}
	}
	s.Held = s.Done == step.Tasks && 100*s.Right >= step.Percent*step.Tasks
	return s
}

// Level returns the highest level of a kind that a person's sessions reach; 0 for none.
func Level(sessions []Session, kind drill.Kind) int {
	for level := drill.Levels; level > 0; level-- {
		if StandingAt(sessions, kind, level).Held {
			return level
		}
	}
	return 0
}
