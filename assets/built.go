package assets

import (
	"cmp"
	"runtime/debug"
)

// commit is what a package was built of: the linker is told by build.sh.
var commit string

// Built is the version of that program of Sabot's, and the commit that it was built of where the build knows one.
func Built(program string) string {
	says := program + " " + Version
	if of := cmp.Or(commit, stamped()); of != "" {
		says += ", commit " + of
	}
	return says
}

// stamped is the commit as Go finds it in a clone.
func stamped() string {
	info, _ := debug.ReadBuildInfo()
	if info == nil {
		return ""
	}
	of, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			of = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "-changed"
		}
	}
	if of == "" {
		return ""
	}
	return of + changed
}
