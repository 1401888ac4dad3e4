package house

import (
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
