package sim

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
	"time"
)

// Bytes are some that came from a shoe at once.
type Bytes struct {
	At    time.Time
	Bytes []byte
}

// Came reads from the log of a shoe what came, byte by byte. Errors: of a line that is none.
func Came(r io.Reader) ([]Bytes, error) {
	var out []Bytes
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		stamp, rest, _ := strings.Cut(lines.Text(), " ")
		level, text, _ := strings.Cut(rest, " ")
		at, err := time.Parse(time.RFC3339, stamp)
		if err != nil {
			return nil, fmt.Errorf("line %d is none of a shoe's log: %w", n, err)
		}
		if level != "RXRAW" {
			continue
		}
		b, err := hex.DecodeString(strings.ReplaceAll(text, " ", ""))
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		out = append(out, Bytes{at, b})
	}
	return out, lines.Err()
}
