package pitclient

import "strings"

// OfMachine returns the name of a machine's stream at the house's group: "tavolo-1/LB1". No stream of a machine
// has such a name. At the group it is under the name of the house.
func OfMachine(machine, stream string) string { return machine + "/" + stream }

// CutMachine splits such a name into the machine and its own name of the stream; false for all others, and the
// name itself.
func CutMachine(name string) (machine, stream string, is bool) {
	i := strings.LastIndexByte(name, '/')
	if i < 0 {
		return "", name, false
	}
	return name[:i], name[i+1:], true
}
