// Package practice is where croupiers learn: drills, what was answered, the trainer's sheet. It
// reads of the house what chips and tables it has, enters nothing, and says on every page that
// nothing of it counts. It knows neither a table's screen nor the office nor the floor.
package practice

import (
	"math/rand/v2"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sabot/app/practice"
	"sabot/app/printing"
	"sabot/app/screens/shell"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/games"
	"sabot/games/drill"
	"sabot/games/handfile"
	"sabot/pit/house"
)

// A Practice is a learner before a window.
type Practice struct {
	shell *shell.Shell
	store practice.Store
	leave string // the word on the key that leads back
	back  func() // to where they came from

	all     []practice.Session // that the folder has
	wrong   error              // of what in it cannot be read
	unread  error              // why the house's record cannot be read; nil where it was, or there is none
	who     string
	kind    int    // of drill.Kinds
	preset  string // "" for those of the house
	level   int
	session practice.Session // that is answered now, or was last
	notice  view.Notice
	run     *running // nil where none was begun
	folder  string   // where a sheet was saved last, by choice
	printer printing.Printer
	work    *shell.Worker
	seed    func() uint64
}

// The lengths of a session, in tasks: of single questions, and of what takes longer.
const (
	manyTasks = 25
	fewTasks  = 10
)

// Quits is the word on the key that leads out of the program: it stands apart from where others close a page.
const Quits = "menu_quit"

// Open shows the drills; back is where one goes from there, by a key with that word. unread is why
// the record of the house cannot be read, nil where nothing is wrong.
func Open(s *shell.Shell, folder, leave string, back func(), unread error) *Practice {
	p := &Practice{shell: s, store: practice.Store{Folder: folder}, leave: leave, back: back, unread: unread, level: 1, seed: anySeed, printer: printing.System{}, work: shell.NewWorker(s)}
	p.read()
	if n := len(p.all); n > 0 {
		p.level = max(1, min(p.all[n-1].Level, drill.Levels)) // who was here last need not be who is here now
	}
	p.choose()
	return p
}

func (p *Practice) t(key string, args ...text.Args) string { return p.shell.Text.T(key, args...) }

// read reads what was answered on this machine, and what somebody put beside it.
func (p *Practice) read() { p.all, p.wrong = p.store.All() }

// mine returns the sessions of who is here.
func (p *Practice) mine() []practice.Session { return practice.Of(p.all, p.who) }

// chips returns the chips of the house, the smallest first; where none is set up, those of a house to try.
func (p *Practice) chips() []games.Amount {
	values := p.shell.House.State.ChipsIn("").Values
	if len(values) == 0 {
		for _, c := range house.DemoFloat() {
			values = append(values, c.Value)
		}
	}
	return values
}

// A table is a table of the house and what it is played by.
type table struct {
	name   string
	rules  drill.Rules
	limits drill.Bounds
}

func (p *Practice) tables() (list []table) {
	for _, t := range p.shell.House.State.InUse() {
		if g, err := handfile.ParseRules(t.Game, t.Rules); err == nil {
			list = append(list, table{t.Name, drill.RulesOf(g), g.Options().Limits})
		}
	}
	return list
}

// tablesOf returns the tables of the house that play by matching rules, the first of them by name.
func (p *Practice) tablesOf(match func(drill.Rules) bool) string {
	var names []string
	for _, t := range p.tables() {
		if match(t.rules) {
			names = append(names, t.name)
		}
	}
	const most = 3
	switch {
	case len(names) == 0:
		return p.t("practice_no_table")
	case len(names) > most:
		names = append(names[:most], "…")
	}
	return strings.Join(names, " ")
}

// rules returns the rules that are drilled: of the house's tables, of the chosen game's where one is. A game
// that no table plays is drilled by its preset; where there is no table, the first of each game. Their order
// does not depend on the tables: the same rules are the same test.
func (p *Practice) rules() []drill.Rules {
	var list []drill.Rules
	for _, t := range p.tables() {
		if p.preset == "" || p.preset == t.rules.Preset() {
			list = append(list, t.rules)
		}
	}
	switch {
	case len(list) > 0:
	case p.preset != "":
		list = append(list, drill.Rules(p.preset))
	default:
		list = firsts()
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// limits returns the bounds of a stake at the tables of each of the rules.
func (p *Practice) limits(rules []drill.Rules) []drill.Bounds {
	list := make([]drill.Bounds, len(rules))
	for _, t := range p.tables() {
		if i := slices.Index(rules, t.rules); i >= 0 {
			list[i] = list[i].Both(t.limits)
		}
	}
	return list
}

// firsts returns the first preset of each game.
func firsts() (list []drill.Rules) {
	var names []string
	for _, preset := range handfile.Presets() {
		if g, ok := handfile.Preset(preset); ok && !slices.Contains(names, g.Name()) {
			names, list = append(names, g.Name()), append(list, drill.Rules(preset))
		}
	}
	return list
}

// plan returns a session of a drill.
func (p *Practice) plan(kind drill.Kind, seed uint64, test bool) practice.Plan {
	tasks := manyTasks
	if kind == drill.Hands || kind == drill.Misdeals {
		tasks = fewTasks
	}
	rules := p.rules()
	return practice.Plan{Kind: kind, Rules: rules, Limits: p.limits(rules), Chips: p.chips(), Level: p.level, Seed: seed, Tasks: tasks, Test: test}.Marked()
}

// mostSeed is the largest number that people type to have the same test.
const mostSeed = 999_999

func anySeed() uint64 { return 1 + rand.Uint64N(mostSeed) }

// className returns a class in words. Before an answer that is the spots alone: of draws and misdeals it would
// be the answer.
func (p *Practice) className(c drill.Class, told bool) string {
	return strings.Join(p.classParts(c, told), " · ")
}

func (p *Practice) classParts(c drill.Class, told bool) []string {
	parts := []string{p.t("drill_" + string(c.Kind))}
	if c.Rules != "" {
		parts = append(parts, p.rulesName(c.Rules))
	}
	switch {
	case c.Of == "" || !told && (c.Kind == drill.Draws || c.Kind == drill.Misdeals):
		return parts
	case c.Kind == drill.Misdeals, c.Of == drill.Nobody:
		return append(parts, p.t("drill_of_"+c.Of))
	case c.Kind == drill.Draws:
		return append(parts, p.shell.Viewer().Place(games.Place{Name: c.Of}))
	}
	return append(parts, p.t("spot_"+c.Of))
}

// rulesName returns the game of some rules, with their mark where a table has them of its own.
func (p *Practice) rulesName(r drill.Rules) string {
	name := p.t("preset_" + r.Preset())
	if r.Own() {
		name += " (" + r.Mark() + ")"
	}
	return name
}

// shortName returns a class of a drill that is known: without its kind, where there is more.
func (p *Practice) shortName(c drill.Class) string {
	parts := p.classParts(c, true)
	if len(parts) > 1 {
		parts = parts[1:]
	}
	return strings.Join(parts, " · ")
}

// A page is a page of practice: the word stands over it, and over what is opened from it.
type page struct {
	drawn  fyne.CanvasObject
	band   string
	foot   float32
	onRune func(rune) bool
	onKey  func(fyne.KeyName) bool
	help   func() []view.HelpRow
	cover  func(under bool) // nil where it does not matter
}

func (p *Practice) page(drawn fyne.CanvasObject, help string, onRune func(rune) bool, onKey func(fyne.KeyName) bool) page {
	return page{drawn: drawn, band: p.t("practice_band"), onRune: onRune, onKey: onKey, help: func() []view.HelpRow { return p.shell.Viewer().HelpPage(help) }}
}

// Content implements shell.Page.
func (p page) Content() fyne.CanvasObject { return p.drawn }

// Typed implements shell.Page.
func (p page) Typed(r rune) bool { return p.onRune(r) }

// Key implements shell.Page.
func (p page) Key(name fyne.KeyName) bool { return p.onKey(name) }

// Band returns the notice that nothing counts.
func (p page) Band() string { return p.band }

// Foot returns the part of the lower edge that no word may cover.
func (p page) Foot() float32 { return p.foot }

// Help returns what the keys do.
func (p page) Help() (now, always []view.HelpRow) { return p.help(), nil }

// Covered tells the page whether another one is over it.
func (p page) Covered(under bool) {
	if p.cover != nil {
		p.cover(under)
	}
}
