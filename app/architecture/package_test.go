package architecture

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sabot/assets"
)

const packaging = "../../assets/package"

func read(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// There is one version, and each file of the packaging is what its reader takes.
func TestPackaging(t *testing.T) {
	if toml := read(t, "../../FyneApp.toml"); !strings.Contains(toml, `Version = "`+assets.Version+`"`) {
		t.Errorf("FyneApp.toml has another version than %s", assets.Version)
	}
	if !strings.Contains(read(t, "../../assets/embed.go"), "\nconst Version = \""+assets.Version+"\"\n") {
		t.Error("build.sh would not find the version")
	}
	if build := read(t, packaging+"/build.sh"); strings.Count(build, "-X sabot/assets.commit=$commit") != 1 || strings.Count(build, `-ldflags "$link`) != strings.Count(build, "-ldflags") ||
		!strings.Contains(build, `echo "commit $commit of `) || !strings.Contains(read(t, "../../assets/built.go"), "\nvar commit string\n") {
		t.Error("build.sh does not have each program, and the list of tools, name the commit")
	}
	for script, shell := range map[string]string{"build.sh": "bash", "try.sh": "bash", "try-windows.sh": "bash", "postinst": "sh", "prerm": "sh", "postrm": "sh"} {
		path, err := exec.LookPath(shell)
		if err != nil {
			t.Logf("%s is not here: %s was not read", shell, script)
			continue
		}
		if out, err := exec.Command(path, "-n", filepath.Join(packaging, script)).CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", script, err, out)
		}
	}
	if unit := read(t, "../../docs/sabot-pit.service"); strings.Count(unit, "/usr/local/bin/") != 1 || !strings.HasPrefix(unit, "# systemd unit of a pit: ") || !strings.Contains(unit, "\nStartLimitIntervalSec=0\n") {
		t.Error("the unit of the pit is not as build.sh makes the package's of it")
	}
}

// What a document links to is there; those that are packaged lead to nothing that is not beside them.
func TestLinksOfDocumentsLead(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#]+)`)
	path := regexp.MustCompile(`[\w.-]+/[\w./-]*\.(md|service)\b`) // said without a link: from the document too
	links := 0
	for _, folder := range []string{"../..", "../../docs"} {
		documents, err := filepath.Glob(folder + "/*.md")
		if err != nil || len(documents) == 0 {
			t.Fatalf("no documents in %s, %v", folder, err)
		}
		for _, document := range documents {
			for _, said := range path.FindAllString(read(t, document), -1) {
				if _, err := os.Stat(filepath.Join(folder, said)); err != nil {
					t.Errorf("%s speaks of %s: %v", document, said, err)
				}
			}
			for _, m := range link.FindAllStringSubmatch(read(t, document), -1) {
				to := m[1]
				if strings.Contains(to, "://") {
					continue
				}
				links++
				if _, err := os.Stat(filepath.Join(folder, to)); err != nil {
					t.Errorf("%s: %v", document, err)
				}
				if folder != "../.." && !strings.HasSuffix(to, ".md") && !strings.HasSuffix(to, ".png") && to != "sabot-pit.service" || strings.Contains(to, "..") {
					t.Errorf("%s leads to %s, which no package has beside it", document, to)
				}
			}
		}
	}
	if links < 20 {
		t.Errorf("only %d links were found", links)
	}
	if n := strings.Count(read(t, packaging+"/build.sh"), "docs/*.png "); n != 3 {
		t.Errorf("build.sh lays the pictures beside the documents %d times, and makes three packages", n)
	}
}

// What the menus say of Sabot they say in every language.
func TestMenuEntryInEveryLanguage(t *testing.T) {
	entry := read(t, filepath.Join(packaging, "sabot.desktop"))
	for _, key := range []string{"GenericName", "Comment"} {
		for _, lang := range []string{"", "[it]", "[de]", "[fr]"} {
			if strings.Count(entry, "\n"+key+lang+"=") != 1 {
				t.Errorf("the menu entry has no %s%s", key, lang)
			}
		}
	}
	if strings.Count(entry, "\nName[") != 3 { // of the floor; Sabot is Sabot everywhere
		t.Error("the floor is not named in every language")
	}
	if nsi := read(t, filepath.Join(packaging, "sabot.nsi")); strings.Count(nsi, "\nLangString FLOOR ") != 4 || strings.Count(nsi, "MUI_LANGUAGE ") != 4 {
		t.Error("the installer does not speak four languages")
	}
}

// What the installer lays down the uninstaller takes away, and nothing else: no record.
func TestUninstallerTakesWhatWasInstalled(t *testing.T) {
	nsi := read(t, filepath.Join(packaging, "sabot.nsi"))
	found := func(pattern string) []string {
		var all []string
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(nsi, -1) {
			all = append(all, m[1])
		}
		slices.Sort(all)
		return all
	}
	files := append(found(`(?m)^  File ([^/\s]+)$`), "uninstall.exe")
	if taken := found(`(?m)^  Delete "\$INSTDIR\\(.+)"$`); !slices.Equal(files, taken) {
		t.Errorf("laid down %v, taken away %v", files, taken)
	}
	if laid, taken := found(`(?m)^  File /r (\S+)$`), found(`(?m)^  RMDir /r "\$INSTDIR\\(.+)"$`); !slices.Equal(laid, taken) {
		t.Errorf("folders laid down %v, taken away %v", laid, taken)
	}
	if folders := found(`(?m)^  RMDir /r "(.+)"$`); len(folders) != 3 {
		t.Errorf("the uninstaller takes %v away whole", folders)
	}
}
