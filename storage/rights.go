package storage

import (
	"os"
	"path/filepath"
	"strings"
)

// A Wide is a file or a folder with which others of this machine may do what only its owner
// should.
type Wide struct {
	Path   string
	Rights string // what stands there, as the system says it: "0644", "Everyone"
	Mend   string // the command that takes the others' rights away
}

// Widened returns what of a data directory others may read or change: the record, the keys, the authority, and the machine's place
// in the pit. It includes the folders, up to the root, where others may put something in their place. The pepper of the account
// and its folder are judged as well. On Windows administrators and the system itself are no others, and the folders above are not
// looked at.
func Widened(dir string) []Wide {
	var all []Wide
	look := func(path string, secret bool) {
		if rights, mend := others(path, secret); rights != "" {
			all = append(all, Wide{path, rights, mend})
		}
	}
	look(dir, false)
	all = append(all, above(dir)...)
	pit := filepath.Join(dir, "pit")
	look(pit, false)
	kept, _ := filepath.Glob(filepath.Join(pit, "*.json")) // the pattern is one
	for _, path := range kept {
		look(path, true)
	}
	entries, _ := os.ReadDir(dir) // what cannot be read is told where it is needed
	for _, e := range entries {
		if name := e.Name(); e.Type().IsRegular() && (strings.HasPrefix(name, FileName) || strings.HasPrefix(name, KeyFile) || filepath.Ext(name) == ".pem" || filepath.Ext(name) == ".sealed") {
			look(filepath.Join(dir, name), true)
		}
	}
	if pepper, err := PepperFile(); err == nil {
		look(filepath.Dir(pepper), false)
		look(pepper, true)
		brought, _ := filepath.Glob(filepath.Join(filepath.Dir(pepper), "pepper-*.key")) // the pattern is one
		for _, path := range brought {
			look(path, true)
		}
	}
	return all
}

// Widened implements record.Guarded.
func (s *Store) Widened() []string {
	var paths []string
	for _, w := range Widened(s.dir) {
		paths = append(paths, w.Path)
	}
	return paths
}
