package floor

import (
	"slices"

	"fyne.io/fyne/v2"

	"sabot/pit/house"
)

// A kept is a choice of what to see on this machine: it is no part of the record.
type kept struct {
	pinned []string // tables, the first pinned first
	hidden []string // tables; of whoever is signed on, so that nobody misses what another one has hidden
	off    []string // Good Roads that are not looked for
	sort   order
}

// mostPinned is how many tables are pinned at most: "su desktop è possibile fissarne fino a
// tre" (source 000).
const mostPinned = 3

const keptKey = "floor "

func (f *Floor) keptHere() kept {
	p := fyne.CurrentApp().Preferences()
	list := func(of string) []string { return p.StringList(f.shell.Kept(keptKey + of)) }
	return kept{
		pinned: list("pinned"), hidden: list(f.hiddenKey()), off: list("off"),
		sort: order(max(0, p.Int(f.shell.Kept(keptKey+"sort")))) % orders,
	}
}

func (f *Floor) hiddenKey() string { return "hidden " + f.who.Number }

// turn puts somebody else before the floor, or nobody: what they have hidden goes with them.
func (f *Floor) turn(who house.Badge) {
	f.who = who
	f.kept.hidden = f.keptHere().hidden
	f.list = nil
}

// keep keeps it.
func (f *Floor) keep() {
	p, k := fyne.CurrentApp().Preferences(), f.kept
	p.SetStringList(f.shell.Kept(keptKey+"pinned"), k.pinned)
	p.SetStringList(f.shell.Kept(keptKey+f.hiddenKey()), k.hidden)
	p.SetStringList(f.shell.Kept(keptKey+"off"), k.off)
	p.SetInt(f.shell.Kept(keptKey+"sort"), int(k.sort))
}

// toggled returns a list with a name, or without where it had it.
func toggled(list []string, name string) []string {
	if slices.Contains(list, name) {
		return slices.DeleteFunc(slices.Clone(list), func(n string) bool { return n == name })
	}
	return append(slices.Clone(list), name)
}
