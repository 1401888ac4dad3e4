package pitserver

import (
	"context"
	"fmt"
	"slices"

	"sabot/app/session"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/central"
)

// A Fetched is the part of a machine's record that the pit had.
type Fetched struct {
	Streams []central.Stream
	Keys    int  // sealed keys of people
	Office  bool // it is that of the house's office
}

// Fetch writes the record of a machine, as far as the pit has it, into one new file from which it is restored: for one that was lost with
// its disk, and whose backups are older than what it has shipped. All of it has to hold, with the signatures of its own people, and every
// head has to be countersigned by this pit. Errors: of a database that does not answer; of what does not hold.
func Fetch(ctx context.Context, q central.Reading, f *Folder, machine, file string) (Fetched, error) {
	machines, err := q.Machines(ctx)
	if err != nil {
		return Fetched{}, err
	}
	i := slices.IndexFunc(machines, func(m central.Machine) bool { return m.Name == machine })
	if i < 0 || machine == central.Member {
		return Fetched{}, fmt.Errorf("the pit knows no machine %s", machine)
	}
	snap, err := central.OpenSnapshot(ctx, q, machine)
	if err != nil {
		return Fetched{}, err
	}
	done := Fetched{Streams: snap.All()}
	if !slices.ContainsFunc(done.Streams, func(s central.Stream) bool { return s.Name == record.HouseStream }) {
		return Fetched{}, fmt.Errorf("nothing of %s has arrived that it has signed", machine)
	}
	for _, s := range done.Streams {
		if _, by, err := seal.Split(s.Note, f.Verifier()); err != nil || len(by) == 0 {
			return Fetched{}, fmt.Errorf("the head of %s of %s is not countersigned by this pit: sabotctl pit verify", s.Name, machine)
		}
	}
	var keys []record.Secret
	if done.Office = machines[i].Voucher != ""; done.Office { // of every other machine's people the office has them
		if keys, err = q.Sealed(ctx); err != nil {
			return Fetched{}, err
		}
	}
	done.Keys = len(keys)
	return done, session.WriteCopy(ctx, file, snap, keys)
}
