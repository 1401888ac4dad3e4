package main

import (
	"cmp"
	"debug/buildinfo"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
	"golang.org/x/mod/module"
)

// component is something that a program is made of.
type component struct {
	name, version, sum string
	licences           []licence
	said               string // of what a licence file of many things says more than is linked: an SPDX expression
}

// under is what a component is under.
func (c component) under() []string {
	if c.said != "" {
		return []string{c.said}
	}
	return ids(c.licences)
}

// billOfMaterials writes sbom.json (CycloneDX) and NOTICES.txt of all that is in programs: the
// modules as the programs themselves name them, Go, and what is named with its licence.
func billOfMaterials(version, folder string, args []string) error {
	all := map[string]component{}
	for _, arg := range args {
		if name, file, also := strings.Cut(arg, "="); also {
			name, said, _ := strings.Cut(name, ":")
			name, v, _ := strings.Cut(name, "@")
			l, err := licenceIn(file)
			if err != nil {
				return err
			}
			all[name] = component{name: name, version: v, licences: []licence{l}, said: said}
			continue
		}
		if err := linked(arg, all); err != nil {
			return fmt.Errorf("%s: %w", arg, err)
		}
	}
	var list []component
	for _, c := range all {
		if len(c.under()) == 0 {
			return fmt.Errorf("%s %s has no licence that was found and recognised: name a file of it", c.name, c.version)
		}
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b component) int { return cmp.Compare(a.name, b.name) })
	if err := writeBOM(filepath.Join(folder, "sbom.json"), version, list); err != nil {
		return err
	}
	return writeNotices(filepath.Join(folder, "NOTICES.txt"), version, list)
}

// linked adds what a program says that it was built of. GOROOT and GOMODCACHE say where that lies.
func linked(program string, all map[string]component) error {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	if _, there := all["go"]; !there {
		l, err := licenceIn(filepath.Join(os.Getenv("GOROOT"), "LICENSE"))
		if err != nil {
			return err
		}
		all["go"] = component{name: "go", version: info.GoVersion, licences: []licence{l}}
	}
	var wrong error // all that is, not the first alone
	for _, m := range info.Deps {
		if m.Replace != nil {
			m = m.Replace
		}
		if was, there := all[m.Path]; there {
			if was.version != m.Version {
				return fmt.Errorf("%s is there as %s and as %s", m.Path, was.version, m.Version)
			}
			continue
		}
		dir, err := moduleFolder(m.Path, m.Version)
		if err != nil {
			return err
		}
		licences, err := licencesOf(dir)
		wrong = errors.Join(wrong, err)
		all[m.Path] = component{name: m.Path, version: m.Version, sum: m.Sum, licences: licences}
	}
	return wrong
}

// moduleFolder is where a module lies that this machine built with.
func moduleFolder(path, version string) (string, error) {
	p, err := module.EscapePath(path)
	if err != nil {
		return "", err
	}
	v, err := module.EscapeVersion(version)
	if err != nil {
		return "", err
	}
	cache := os.Getenv("GOMODCACHE")
	if cache == "" {
		return "", fmt.Errorf("GOMODCACHE says where modules lie, and is not set")
	}
	return filepath.Join(cache, filepath.FromSlash(p)+"@"+v), nil
}

// writeBOM leaves out when it was made and a number of its own, so that the same programs have the
// same bill.
func writeBOM(path, version string, list []component) error {
	bom := cdx.NewBOM()
	bom.Metadata = &cdx.Metadata{Component: &cdx.Component{
		BOMRef: "sabot", Type: cdx.ComponentTypeApplication, Name: "sabot", Version: version,
	}}
	var components []cdx.Component
	var refs []string
	for _, c := range list {
		url := "pkg:generic/" + c.name + "@" + c.version
		if c.sum != "" {
			url = "pkg:golang/" + c.name + "@" + c.version
		}
		refs = append(refs, url)
		var licences cdx.Licenses
		for _, id := range c.under() {
			one := cdx.LicenseChoice{License: &cdx.License{ID: id}}
			switch {
			case c.said != "":
				one = cdx.LicenseChoice{Expression: id}
			case slices.Contains(noSPDX, id):
				one.License = &cdx.License{Name: id}
			}
			licences = append(licences, one)
		}
		one := cdx.Component{BOMRef: url, PackageURL: url, Type: cdx.ComponentTypeLibrary, Name: c.name, Version: c.version, Scope: cdx.ScopeRequired, Licenses: &licences}
		if c.sum != "" { // Go's own hash of a module, as go.sum has it
			one.Properties = &[]cdx.Property{{Name: "go:sum", Value: c.sum}}
		}
		components = append(components, one)
	}
	bom.Components = &components
	bom.Dependencies = &[]cdx.Dependency{{Ref: "sabot", Dependencies: &refs}}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	encoder := cdx.NewBOMEncoder(f, cdx.BOMFileFormatJSON)
	if err := encoder.SetPretty(true).Encode(bom); err != nil {
		return err
	}
	return f.Close()
}
