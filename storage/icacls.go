package storage

import "strings"

// icacls is the command with which Windows leaves a file or a folder to some alone, by their
// numbers, and takes what stands there for others away. What lies in a folder has its rights from
// there, and so gets them too: else nobody could open it any more. Quoted, a PowerShell takes it too.
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
