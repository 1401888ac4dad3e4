package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
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
	sum  string   // SHA-256 of it
	ids  []string // SPDX, or of noSPDX
	read bool     // by somebody: it is no licence of anything that is linked
}

// readByHand are what licences are called that are not recognised, by the SHA-256 of their text; "" of one that is of
// nothing that is linked. One that has changed is to be read again.
var readByHand = map[string]string{
	"a30f2466a95cd1eaeff6041692f43469edcca052d002e877015a819c6e31c194": "Bitstream-Vera", // DejaVu, with Arev's glyphs under the same words
	"7a083b136e64d064794c3419751e5c7dd10d2f64c108fe5ba161eae5e5958a93": "Bitstream-Vera",
	"8438c9c89b849131ead81d5435cb97fcf052df5b0b286dda8a2d4c29e6cb3fd0": "SQLite-public-domain",
	"5ae5bee3072a841376451b48d8cfcec7188e10543926d5870828d36c8a750dc5": "", // where a picture of modernc.org/memory is from
}

// noSPDX are licences that SPDX has no name for.
var noSPDX = []string{"GooglePatentsFile", "SQLite-public-domain"}

// What files are called that hold a licence, and those that may hold no more than a notice of who made it.
var (
	aLicence = regexp.MustCompile(`(?i)^(licen[cs]e|copying|unlicense|ofl)([._-].*)?$|^.*[._-]licen[cs]e(\.txt|\.md)?$`)
	aNotice  = regexp.MustCompile(`(?i)^(copyright|notice|patents)([._-].*)?$`)
)

// licencesOf are the licences and notices in a module: of what was copied into it too, such as C and
// fonts, not of what only its tests or examples have.
func licencesOf(dir string) ([]licence, error) {
	var all []licence
	var unknown error
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
		if ext := filepath.Ext(name); !aLicence.MatchString(name) && !aNotice.MatchString(name) || ext == ".go" || ext == ".c" || ext == ".h" {
			return nil
		}
		l, err := licenceIn(path)
		if err != nil {
			return err
		}
		if len(l.ids) == 0 && !l.read && aLicence.MatchString(name) {
			unknown = errors.Join(unknown, fmt.Errorf("%s: no licence is recognised in it: read it, and add it to readByHand in .ci/tools/release (SHA-256 %s)", path, l.sum))
		}
		if l.file, err = filepath.Rel(dir, path); err != nil {
			return err
		}
		all = append(all, l)
		return nil
	})
	return all, errors.Join(err, unknown)
}

func licenceIn(path string) (licence, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return licence{}, err
	}
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	l := licence{file: filepath.Base(path), text: strings.ToValidUTF8(string(bytes.TrimSpace(text)), "?"), sum: fmt.Sprintf("%x", sha256.Sum256(text))}
	for _, m := range licensecheck.Scan(text).Match {
		if !slices.Contains(l.ids, m.ID) && !m.IsURL {
			l.ids = append(l.ids, m.ID)
		}
	}
	if name, read := readByHand[l.sum]; read && len(l.ids) == 0 {
		if l.read = name == ""; !l.read {
			l.ids = []string{name}
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
