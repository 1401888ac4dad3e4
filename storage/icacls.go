package storage

import "strings"

// icacls returns the command by which Windows leaves a file or a folder to some accounts alone, by their numbers, and revokes
// those of others. What is in a folder inherits its rights, and so gets them too: else nobody could open it any more. The command
// is quoted so that a PowerShell takes it too.
func icacls(path string, folder bool, keep, take []string) string {
	full := ":F"
	if folder {
		full = ":(OI)(CI)F"
	}
	var said strings.Builder
	said.WriteString(`icacls "` + path + `" /inheritance:r /grant:r`)
	for _, sid := range keep {
		said.WriteString(` "*` + sid + full + `"`)
	}
	said.WriteString(" /remove:g")
	for _, sid := range take {
		said.WriteString(` "*` + sid + `"`)
	}
	return said.String()
}
