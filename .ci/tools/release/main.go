// Release makes what goes into Sabot's packages beside the programs: the icon as Windows has it,
// the list of everything that is linked (SBOM), and its notices.
package main

import (
	"fmt"
	"os"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "release: %v\n", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 3 && args[0] == "icon":
		return icon(args[1], args[2])
	case len(args) > 3 && args[0] == "bom":
		return billOfMaterials(args[1], args[2], args[3:])
	}
	return fmt.Errorf("release icon PNG ICO, or release bom VERSION FOLDER PROGRAM… [NAME@VERSION:LICENCE=FILE…]")
}
