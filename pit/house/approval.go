package house

import (
	"errors"
	"fmt"

	"sabot/pit/record"
)

// Sign puts behind each of the entries of one command the approvals of those who gave
// their PIN for it, and for the stream as it was before all of them. It is the last door before the record: a text with a sign that no paper of
// Sabot can show is refused. Another error names a signature that is asked for and that
// no badge can give, or a PIN that was given and signs nothing: who gave it would rely on a
// signature that is nowhere.
func Sign(before record.Stood, entries []record.Entry, badges ...Badge) ([]record.Entry, error) {
	var out []record.Entry
	used := map[string]bool{}
	for _, e := range Numbered(entries) {
		if sign, found := record.UnwritableIn(e.Fact); found {
			return nil, notWritable(sign)
		}
		out = append(out, e)
		approved := e
		for _, number := range record.Signers(e.Fact) {
			used[number] = true
			badge, ok := badgeOf(number, badges)
			if !ok {
				return nil, fmt.Errorf("entry %d of %s names %s, who gave no PIN for it", e.Seq, e.Table, number)
			}
			approval, err := badge.Approve(before, e)
			if err != nil {
				return nil, err
			}
			approved.Fact, approved.Seq = approval, approved.Seq+1
			out = append(out, approved)
		}
	}
	for _, b := range badges {
		if len(out) > 0 && b.opens() && !used[b.Number] {
			return nil, fmt.Errorf("%s gave a PIN for %d entries and signs none of them: nothing is entered, report this to who looks after Sabot", b.Number, len(entries))
		}
	}
	return out, nil
}

func badgeOf(number string, badges []Badge) (Badge, bool) {
	for _, b := range badges {
		if b.Number == number && b.opens() {
			return b, true
		}
	}
	return Badge{}, false
}

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
