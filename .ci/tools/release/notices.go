package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// licence is the text of a licence or a notice, and which ones it was recognised as.
type licence struct {
	file string // within its component
	text string
	ids  []string // SPDX
}

var aLicence = regexp.MustCompile(`(?i)^(licen[cs]e|copying|copyright|notice|unlicense|ofl|patents)([._-].*)?$|^.*[._-]licen[cs]e(\.txt|\.md)?$`)

// licencesOf are the licences and notices in a module: of what was copied into it too, such as C and
// fonts, not of what only its tests or examples have.
func licencesOf(dir string) ([]licence, error) {
	var all []licence
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if path != dir && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || slices.Contains([]string{"testdata", "test", "tests", "example", "examples", "cmd"}, name)) {
				return filepath.SkipDir
			}
			return nil
		}
		if ext := filepath.Ext(name); !aLicence.MatchString(name) || ext == ".go" || ext == ".c" || ext == ".h" {
			return nil
		}
		l, err := licenceIn(path)
		if err != nil {
			return err
		}
		if l.file, err = filepath.Rel(dir, path); err != nil {
			return err
		}
		all = append(all, l)
		return nil
	})
	return all, err
}

func licenceIn(path string) (licence, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return licence{}, err
	}
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	l := licence{file: filepath.Base(path), text: strings.ToValidUTF8(string(bytes.TrimSpace(text)), "?")}
	for _, m := range licensecheck.Scan(text).Match {
		if !slices.Contains(l.ids, m.ID) && !m.IsURL {
			l.ids = append(l.ids, m.ID)
		}
	}
	return l, nil
}

// ids are those of several licences, each once.
func ids(all []licence) []string {
	var list []string
	for _, l := range all {
		list = append(list, l.ids...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// writeNotices writes who made what, and each text once.
func writeNotices(path, version string, list []component) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Sabot %s is made with the work of others. What each of them is under stands below.\n\n", version)
	var texts []string
	for _, c := range list {
		fmt.Fprintf(&b, "%s %s", c.name, c.version)
		if found := c.under(); len(found) > 0 {
			fmt.Fprintf(&b, ": %s", strings.Join(found, ", "))
		}
		for _, l := range c.licences {
			i := slices.Index(texts, l.text)
			if i < 0 {
				i, texts = len(texts), append(texts, l.text)
			}
			fmt.Fprintf(&b, "\n    %s: text %d", l.file, i+1)
		}
		b.WriteString("\n")
	}
	for i, text := range texts {
		fmt.Fprintf(&b, "\n%s\ntext %d\n\n%s\n", strings.Repeat("=", 78), i+1, text)
	}
	return os.WriteFile(path, []byte(b.String()), 0o644)
}
