package torture

import (
	"bytes"
	"io/fs"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sabot/storage/disk"
)

// What a disk has after a power cut. Of a file that is sure which was synced last; of what was
// written to it since, each sector of 512 bytes may have reached the disk or not, in any order.
// A name that was given, changed or taken away is sure from when its folder was synced.

const sector = 512

// change is what was done to a file since it was synced.
type change struct {
	at   int64
	data []byte
	cut  bool // the file ends at
}

// file is one file of a disk, whatever its name is.
type file struct {
	sure  []byte
	since []change
}

// naming is what was done to the names of a folder since it was synced.
type naming struct {
	disk.Op
	file *file
}

// platter is a disk on which what was remembered is done once more.
type platter struct {
	root    string
	names   map[string]*file // as the programs see them
	folders map[string]bool
	sure    map[string]*file // as they are after a power cut in any case
	made    map[string]bool
	since   map[string][]naming
}

// platterOf is a disk on which all that lies in a folder now is sure.
func platterOf(t *testing.T, root string) *platter {
	t.Helper()
	p := &platter{root: root, names: map[string]*file{}, folders: map[string]bool{}, sure: map[string]*file{}, made: map[string]bool{}, since: map[string][]naming{}}
	for path, content := range filesIn(t, root) {
		f := &file{sure: content}
		p.names[path], p.sure[path] = f, f
	}
	must(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			p.folders[path], p.made[path] = true, true
		}
		return err
	}))
	return p
}

// filesIn are the files in a folder that a power cut may leave: locks are gone with their
// programs, and the memory that SQLite shares is made anew.
func filesIn(t *testing.T, root string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	must(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, ".lock") || strings.HasSuffix(path, ".alone") || strings.HasSuffix(path, "-shm") {
			return err
		}
		files[path], err = os.ReadFile(path)
		return err
	}))
	return files
}

// does does one thing.
func (p *platter) does(o disk.Op) {
	f, folder := p.names[o.Path], filepath.Dir(o.Path)
	switch o.Kind {
	case disk.Make:
		f = &file{}
		p.names[o.Path] = f
		p.since[folder] = append(p.since[folder], naming{o, f})
	case disk.Write:
		f.since = append(f.since, change{at: o.At, data: o.Data})
	case disk.Truncate:
		f.since = append(f.since, change{at: o.At, cut: true})
	case disk.Sync:
		for _, c := range f.since {
			f.sure = c.on(f.sure)
		}
		f.since = nil
	case disk.Rename:
		delete(p.names, o.Path)
		p.names[o.To] = f
		p.since[folder] = append(p.since[folder], naming{o, f})
	case disk.Link:
		p.names[o.To] = f
		p.since[folder] = append(p.since[folder], naming{o, f})
	case disk.Remove:
		delete(p.names, o.Path)
		p.since[folder] = append(p.since[folder], naming{o, f})
	case disk.MakeFolder:
		p.folders[o.Path] = true
		p.since[folder] = append(p.since[folder], naming{o, nil})
	case disk.SyncFolder:
		for _, n := range p.since[o.Path] {
			n.on(p.sure, p.made)
		}
		delete(p.since, o.Path)
	}
}

// on does a change to what a file holds.
func (c change) on(content []byte) []byte {
	if c.cut {
		return slices.Clone(content[:min(int64(len(content)), c.at)])
	}
	if end := c.at + int64(len(c.data)); end > int64(len(content)) {
		content = append(content, make([]byte, end-int64(len(content)))...)
	}
	copy(content[c.at:], c.data)
	return content
}

// on does it to the names of a disk.
func (n naming) on(names map[string]*file, folders map[string]bool) {
	switch n.Kind {
	case disk.Make:
		names[n.Path] = n.file
	case disk.Rename:
		delete(names, n.Path)
		names[n.To] = n.file
	case disk.Link:
		names[n.To] = n.file
	case disk.Remove:
		delete(names, n.Path)
	case disk.MakeFolder:
		folders[n.Path] = true
	}
}

// sectors are the changes of a file as a disk does them: sector by sector.
func sectors(since []change) (list []change) {
	for _, c := range since {
		if c.cut {
			list = append(list, c)
			continue
		}
		for at, data := c.at, c.data; len(data) > 0; {
			n := min(int64(len(data)), sector-at%sector)
			list = append(list, change{at: at, data: data[:n]})
			at, data = at+n, data[n:]
		}
	}
	return list
}

// fate is what becomes of that which is not sure.
type fate string

const (
	killed    fate = "all" // a program that dies takes nothing along that the system has
	synced    fate = "only what is sure"
	torn      fate = "torn"
	dropped   fate = "dropped"
	reordered fate = "reordered"
)

// fates are those of a power cut.
var fates = []fate{synced, torn, dropped, reordered}

// left are the files and folders that a disk has after its end.
func (p *platter) left(how fate, rng *rand.Rand) what {
	names, folders := maps.Clone(p.sure), maps.Clone(p.made)
	share := rng.Float64()
	for _, folder := range slices.Sorted(maps.Keys(p.since)) {
		since := p.since[folder]
		upTo := rng.Intn(len(since) + 1)
		for i, n := range since {
			switch {
			case how == killed, how == torn && i < upTo, (how == dropped || how == reordered) && rng.Float64() < share:
				n.on(names, folders)
			}
		}
	}
	files := map[string][]byte{}
	for _, path := range slices.Sorted(maps.Keys(names)) {
		if !p.within(path, folders) {
			continue
		}
		f := names[path]
		content := bytes.Clone(f.sure)
		for _, c := range fated(how, f.since, share, rng) {
			content = c.on(content)
		}
		files[path] = content
	}
	return what{files, folders}
}

// fated are the changes that reach the disk, in the order in which they do.
func fated(how fate, since []change, share float64, rng *rand.Rand) []change {
	var list []change
	switch how {
	case killed:
		return since
	case torn: // up to somewhere in the middle of a write
		list = sectors(since)
		return list[:rng.Intn(len(list)+1)]
	case dropped, reordered:
		list = slices.DeleteFunc(sectors(since), func(change) bool { return rng.Float64() > share })
		if how == reordered {
			rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		}
	}
	return list
}

// within says whether every folder on the way to a file is there.
func (p *platter) within(path string, folders map[string]bool) bool {
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		if !folders[dir] || dir == p.root {
			return folders[dir]
		}
	}
}

// what is what a disk has.
type what struct {
	files   map[string][]byte
	folders map[string]bool
}

// lay has a folder hold what a disk has of it, and nothing else.
func lay(root string, disk what) error {
	if err := os.RemoveAll(root); err != nil {
		return err
	}
	for _, dir := range slices.Sorted(maps.Keys(disk.folders)) {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return err
		}
	}
	for path, content := range disk.files {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			return err
		}
	}
	return nil
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
