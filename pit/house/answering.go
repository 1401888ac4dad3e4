package house

import (
	"errors"
	"fmt"

	"sabot/pit/record"
)

// ErrNotSigned is the error of what somebody elsewhere is said to approve and has not signed.
var ErrNotSigned = errors.New("nobody has signed that")

// Numbered returns the entries of one command with the numbers that they have once the approvals are entered between them.
func Numbered(entries []record.Entry) []record.Entry {
	out := make([]record.Entry, 0, len(entries))
	behind := int64(0) // approvals
	for _, e := range entries {
		e.Seq += behind
		out = append(out, e)
		behind += int64(len(record.Signers(e.Fact)))
	}
	return out
}

// Until returns the number of the last entry of a command once the numbered ones are entered with all their approvals.
func Until(numbered []record.Entry) int64 {
	last := numbered[len(numbered)-1]
	return last.Seq + int64(len(record.Signers(last.Fact)))
}

// Answering returns a badge of somebody who gave their PIN elsewhere, with the approvals that they signed there; public is their
// key. It approves nothing else.
func Answering(who Staff, public string, given []record.Approved) Badge {
	return Badge{Staff: who, answer: &answer{public, given}}
}

// An answer is the list of approvals that somebody signed elsewhere, with their public key.
type answer struct {
	public string
	given  []record.Approved
}

// approve finds the signature of an entry, which is over these very bytes, in that very stream.
func (a *answer) approve(by string, before record.Stood, e record.Entry) (record.Approved, error) {
	text := record.Encode(e)
	for _, f := range a.given {
		if f.Seq == e.Seq && f.By == by && f.Before == before && f.Holds(text, a.public) {
			return f, nil
		}
	}
	return record.Approved{}, fmt.Errorf("entry %d of %s: %w", e.Seq, e.Table, ErrNotSigned)
}
