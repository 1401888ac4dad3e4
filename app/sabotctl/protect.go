package main

import (
	"context"
	"errors"
	"fmt"

	"sabot/app/session/backups"
	"sabot/app/start"
	"sabot/storage/protect"
)

// protectSecrets puts the secrets of a machine under its TPM or a passphrase, or has them lie open again.
func protectSecrets(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("protect")
	data, tpm, open := f.data(), f.Bool("tpm", false, ""), f.Bool("open", false, "")
	under, file := f.Bool("passphrase", false, ""), f.String("passphrase-file", "", "")
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	var ways []protect.How
	for i, asked := range []bool{*tpm, *under, *open} {
		if asked {
			ways = append(ways, []protect.How{protect.TPM, protect.Passphrase, protect.Open}[i])
		}
	}
	if len(ways) != 1 {
		return errors.New("say how, in one way: --tpm, --passphrase, or --open to have the secrets lie open again")
	}
	wanted := backups.Protection{How: ways[0]}
	dir, err := start.FindData(*data)
	if err != nil {
		return err
	}
	h, err := existing(*data)
	if err != nil {
		return err
	}
	defer closing(h, &err)
	if *under {
		if err := backups.Protectable(h); err != nil { // before somebody types it
			return err
		}
		if wanted.Passphrase, err = passphrase(ctx, ofMachine, *file, true, s); err != nil {
			return err
		}
	}
	did, err := backups.Protect(h, dir, wanted)
	for _, file := range did {
		fmt.Fprintf(s.out, "%s: %s\n", protectedWords[wanted.How], file)
	}
	if err != nil {
		return err
	}
	if len(did) == 0 {
		_, err = fmt.Fprintf(s.out, "%s already: nothing was changed\n", protectedWords[wanted.How])
		return err
	}
	if wanted.How != protect.Open {
		_, err = fmt.Fprintln(s.out, "next: destroy older copies of these files; where they do not open one day, sabotctl recover with the kit puts them back open")
	}
	return err
}

// protectedWords are the ways in which secrets are protected, in words.
var protectedWords = map[protect.How]string{protect.Open: "lies open", protect.TPM: "under the TPM", protect.Passphrase: "under the passphrase"}
