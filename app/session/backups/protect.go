package backups

import (
	"errors"

	"sabot/app/session"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage"
	"sabot/storage/protect"
)

// ErrNoKit is the error of a house whose secrets would be protected while no recovery kit has them as they are.
var ErrNoKit = errors.New("no recovery kit has this machine's secrets, and it is the way out where they do not open: make one first, with sabotctl kit or under menu, Backup, and lay it into the safe")

// A Protection is a way to protect the secrets of a machine, with its passphrase where it needs one.
type Protection struct {
	How        protect.How
	Passphrase string
}

// Protect protects the secrets of this machine, or opens them, and answers which files it changed. Errors: ErrNoKit; those of
// storage.Protect. Refusal: that of house.CheckPassphrase.
func Protect(h *session.House, dir string, p Protection) ([]string, error) {
	if p.How == protect.Passphrase {
		if err := house.CheckPassphrase(p.Passphrase); err != nil {
			return nil, err
		}
	}
	if p.How != protect.Open {
		if err := Protectable(h); err != nil {
			return nil, err
		}
	}
	return storage.Protect(dir, p.How, p.Passphrase)
}

// Protectable demands that a recovery kit has the secrets of this machine as they are. Error: ErrNoKit.
func Protectable(h *session.House) error {
	made, err := kitOfNow(h)
	if err == nil && !made {
		err = ErrNoKit
	}
	return err
}

// kitOfNow reports whether a recovery kit was made since the record went over to the key that seals it.
func kitOfNow(h *session.House) (made bool, err error) {
	for e, err := range h.Store().Entries(record.HouseStream, 1) {
		if err != nil {
			return false, err
		}
		switch e.Fact.(type) {
		case record.SealedBy:
			made = false
		case record.KitMade:
			made = true
		}
	}
	return made, nil
}
