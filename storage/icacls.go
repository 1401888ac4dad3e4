package storage

import "strings"

// icacls returns the command by which Windows gives a file or a folder to some accounts alone, and revokes the
// rights of others. The accounts are numbers. The files of a folder inherit its rights: else nobody could open
// them any more. The command is quoted so that a PowerShell takes it too.
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
