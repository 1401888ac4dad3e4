package screens

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"fyne.io/fyne/v2"

	"sabot/app/session"
)

// KeepChoices has a program keep the choices of its windows in a file of Sabot's own, in the account's folder of settings. It is
// written whole: Fyne writes its preferences in place, also where nothing changed, while other programs of the account
// read them. Without such a folder nothing is kept.
func KeepChoices(a fyne.App) {
	folder, err := os.UserConfigDir()
	if err != nil {
		fmt.Fprintf(os.Stderr, "sabot: choices of the window are not kept: %v\n", err)
		return
	}
	a.SetCloudProvider(&choices{Preferences: a.Preferences(), file: filepath.Join(folder, "sabot", "window.json")})
}

// A choices is a store of what the windows of an account keep on this machine: words, numbers and lists of words, by the names of Fyne's
// preferences. Each is read from the file when it is asked for, so that programs that run beside each other lose none.
type choices struct {
	fyne.Preferences // what a Sabot before 0.10 kept: it holds until something else is chosen
	file             string
}

func (c *choices) String(key string) string { return chosen(c, key, c.Preferences.String) }

func (c *choices) Int(key string) int { return chosen(c, key, c.Preferences.Int) }

func (c *choices) StringList(key string) []string { return chosen(c, key, c.Preferences.StringList) }

func (c *choices) SetString(key, value string) { c.keep(key, value) }

func (c *choices) SetInt(key string, value int) { c.keep(key, value) }

func (c *choices) SetStringList(key string, value []string) { c.keep(key, value) }

// read returns all that is kept; nothing of a file that cannot be read.
func (c *choices) read() map[string]json.RawMessage {
	all := map[string]json.RawMessage{}
	if bytes, err := os.ReadFile(c.file); err != nil || json.Unmarshal(bytes, &all) != nil {
		return map[string]json.RawMessage{}
	}
	return all
}

// chosen returns what is kept under a key, else what was before.
func chosen[T any](c *choices, key string, before func(string) T) (value T) {
	if kept, is := c.read()[key]; is && json.Unmarshal(kept, &value) == nil {
		return value
	}
	return before(key)
}

// keep keeps a value under a key. Where it cannot be written the window goes on by what is chosen, and says so on standard error.
func (c *choices) keep(key string, value any) {
	all := c.read()
	written, err := json.Marshal(value)
	if err == nil && string(all[key]) == string(written) {
		return
	}
	all[key] = written
	var bytes []byte
	if err == nil {
		bytes, err = json.Marshal(all)
	}
	if err == nil {
		err = session.MakeFolder(filepath.Dir(c.file))
	}
	if err == nil {
		err = session.WriteFile(c.file, bytes)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "sabot: a choice of the window is not kept: %v\n", err)
	}
}

// CloudPreferences implements fyne.CloudProviderPreferences: by that door Fyne takes other preferences than its own.
func (c *choices) CloudPreferences(fyne.App) fyne.Preferences { return c }

// ProviderName implements fyne.CloudProvider.
func (*choices) ProviderName() string { return "Sabot" }

// ProviderDescription implements fyne.CloudProvider.
func (*choices) ProviderDescription() string { return "" }

// ProviderIcon implements fyne.CloudProvider.
func (*choices) ProviderIcon() fyne.Resource { return nil }

// Setup implements fyne.CloudProvider.
func (*choices) Setup(fyne.App) error { return nil }

// Cleanup implements fyne.CloudProvider.
func (*choices) Cleanup(fyne.App) {}

var _ fyne.CloudProviderPreferences = (*choices)(nil)
