package main

import (
	"errors"
	"fmt"
	"strings"
	"syscall"

	"sabot/app/pitclient"
	"sabot/app/text"
	"sabot/app/view"
	"sabot/pit/house"
	"sabot/pit/record"
	"sabot/storage"
)

// told returns an error in a sentence for a terminal.
func told(err error) string {
	said := err.Error()
	var r *house.Refusal
	if errors.As(err, &r) {
		said = strings.ReplaceAll(said, r.Error(), refusal(r))
	}
	if raw, words := storage.Words(err); raw != "" {
		said = strings.ReplaceAll(said, raw, words)
		said = strings.ReplaceAll(said, syscall.ENOSPC.Error()+": "+words, words) // of a full disk both say the same
	}
	var held *record.HeldError
	if errors.As(err, &held) && held.Table == pitclient.Shipping {
		said = strings.ReplaceAll(said, held.Error(), "a window or service that has this record open ships already, by itself: "+held.Holder)
	}
	return clipped(strings.ReplaceAll(said, "\n", "; "))
}

// refusal returns a refusal in words: those of the windows, except where they name a key to press there.
func refusal(r *house.Refusal) string {
	switch r.Why {
	case house.BadSetting:
		if r.What == "tables" { // in a window it is about a name that is being given
			return "the house plays no table of that name: it has none, or it is retired"
		}
	case house.WrongPIN:
		return "that is the number and PIN of nobody"
	case house.PINElsewhere:
		return fmt.Sprintf("the PIN of %s belongs to another machine: put its pepper back with sabotctl recover and the recovery kit", r.What)
	case house.PINExpired:
		return fmt.Sprintf("the PIN of %s has expired: change it in the window, F10, then try again", r.What)
	case house.PINGiven:
		return fmt.Sprintf("somebody else gave the PIN of %s: it signs once its owner has chosen another one in the window, F10", r.What)
	case house.LockedOut:
		return fmt.Sprintf("too many wrong PINs: try again in %s seconds, or a manager unlocks the code in the window, F10", r.What)
	case house.NeedsInspector:
		return "a report is signed by the croupier, then the supervisor; that of a table by the supervisor alone: --sign 11,21"
	}
	return view.Viewer{Text: text.Open("en", ""), House: &house.House{}}.RefusedAway(r)
}
