package view

import "sabot/pit/record"

// shortHash is how much of a program's hash people compare with their eyes.
const shortHash = 16

// ProgramLine returns a program in one line: its version and the beginning of its hash.
func ProgramLine(p record.Program) string {
	line := "Sabot " + p.Version
	if len(p.SHA256) >= shortHash {
		line += " · SHA-256 " + p.SHA256[:shortHash]
	}
	return line
}
