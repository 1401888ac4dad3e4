package handfile

import (
	"bytes"
	"encoding/json"
)

// twice returns the first member that an object of a value has twice, at whatever depth. RFC 8259 leaves open which of the two counts: two who
// read a hand must not see two stakes.
func twice(value []byte) (name string, is bool) {
	d := json.NewDecoder(bytes.NewReader(value))
	d.UseNumber()
	var open []map[string]bool // an array has none
	member := false            // the next text is a name
	for {
		token, err := d.Token()
		if err != nil {
			return "", false
		}
		switch token {
		case json.Delim('{'):
			open = append(open, map[string]bool{})
		case json.Delim('['):
			open = append(open, nil)
		case json.Delim('}'), json.Delim(']'):
			open = open[:len(open)-1]
		default:
			if member {
				name = token.(string)
				if open[len(open)-1][name] {
					return name, true
				}
				open[len(open)-1][name], member = true, false
				continue
			}
		}
		member = len(open) > 0 && open[len(open)-1] != nil
	}
}
