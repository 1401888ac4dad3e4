package main

import (
	"fmt"
	"strings"
	"time"

	"sabot/pit/audit"
)

// zoneOf returns the zone of the house of a record; UTC where it says none.
func zoneOf(all []audit.Checked) *time.Location {
	for _, c := range all {
		if c.Zone != nil {
			return c.Zone
		}
	}
	return time.UTC
}

// witnessLines returns when witnesses cosigned heads of a stream, a line for each witness, and each impossible
// time. wrong is the number of the latter.
func witnessLines(list []audit.Cosigned, zone *time.Location, now time.Time) (lines []string, wrong int) {
	var witnesses []string
	by := map[string][]audit.Cosigned{}
	for _, c := range list {
		if by[c.Witness] == nil {
			witnesses = append(witnesses, c.Witness)
		}
		by[c.Witness] = append(by[c.Witness], c)
	}
	for _, witness := range witnesses {
		var dates []audit.Cosigned
		bare := 0
		for _, c := range by[witness] {
			at := c.At.In(zone).Format(dated)
			switch {
			case c.At.IsZero():
				bare++
			case c.Ahead(now):
				wrong++
				lines = append(lines, fmt.Sprintf("%s says that %s cosigned it on %s, which is still to come: %s", c.Source, short(witness), at, askWitness))
			case c.Early:
				wrong++
				lines = append(lines, fmt.Sprintf("%s says that %s cosigned it on %s, and its last entry was made on %s: %s", c.Source, short(witness), at, c.Made.In(zone).Format(dated), askWitness))
			default:
				dates = append(dates, c)
			}
		}
		if n := len(dates); n > 0 {
			lines = append(lines, cosignedLine(short(witness), dates, zone))
		}
		if bare > 0 {
			lines = append(lines, fmt.Sprintf("countersigned by %s without a time: %d", short(witness), bare))
		}
	}
	return lines, wrong
}

const askWitness = "a clock was wrong, or the time was made up; ask the witness"

// cosignedLine returns when a witness cosigned the smallest head of a stream and the largest.
func cosignedLine(witness string, dates []audit.Cosigned, zone *time.Location) string {
	first, last := dates[0], dates[len(dates)-1]
	says := fmt.Sprintf("cosigned by %s: %d entries on %s", witness, last.Size, last.At.In(zone).Format(dated))
	if len(dates) > 1 {
		says += fmt.Sprintf(", and %d before, the first, of %d entries, on %s", len(dates)-1, first.Size, first.At.In(zone).Format(dated))
	}
	return says
}

// short returns a verifier without the key itself.
func short(verifier string) string {
	parts := strings.SplitN(verifier, "+", 3)
	return oneLine(strings.Join(parts[:min(len(parts), 2)], "+"))
}
