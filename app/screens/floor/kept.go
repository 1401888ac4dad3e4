package floor

import (
	"slices"

	"fyne.io/fyne/v2"
)

// kept is what somebody wants to see on this machine: it is no part of the record.
type kept struct {
	pinned []string // tables, the first pinned first
	hidden []string // tables
	off    []string // Good Roads that are not looked for
	sort   order
}

// mostPinned is how many tables are pinned at most: "su desktop è possibile fissarne fino a
// tre" (source 000).
const mostPinned = 3

const keptKey = "floor "

func keptHere() kept {
	p := fyne.CurrentApp().Preferences()
	return kept{
		pinned: p.StringList(keptKey + "pinned"), hidden: p.StringList(keptKey + "hidden"), off: p.StringList(keptKey + "off"),
		sort: order(max(0, p.Int(keptKey+"sort"))) % orders,
	}
}

func (k *kept) keep() {
	p := fyne.CurrentApp().Preferences()
	p.SetStringList(keptKey+"pinned", k.pinned)
	p.SetStringList(keptKey+"hidden", k.hidden)
	p.SetStringList(keptKey+"off", k.off)
	p.SetInt(keptKey+"sort", int(k.sort))
}

// toggled is a list with a name, or without where it had it.
func toggled(list []string, name string) []string {
	if slices.Contains(list, name) {
		return slices.DeleteFunc(slices.Clone(list), func(n string) bool { return n == name })
	}
	return append(slices.Clone(list), name)
}
