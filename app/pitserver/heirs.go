package pitserver

import (
	"bytes"
	"context"

	"sabot/app/pitclient"
	"sabot/pit/record"
	"sabot/storage/central"
)

// goesOn refuses entries of a table that was moved to a machine if they are not the entries with which it was moved:
// the machine may have played on meanwhile, and never have heard that the table was gone.
func (l *leader) goesOn(ctx context.Context, m *machine, j *job, s *stream) *pitclient.Refusal {
	a := j.append
	if l.server.Houses || a.Stream == record.HouseStream || l.places[a.Stream] != m.Name || !l.office {
		return nil
	}
	signed, err := l.officeMoves(ctx)
	if err != nil {
		return l.failed(m, err)
	}
	h := signed.heritage(a.Stream)
	if h.To != m.Name && (h.To != "" || !l.hasHad(m, j.client, a.Stream)) {
		if says, err := l.unsigned(ctx, a.Stream); err != nil || says != "" {
			return l.notSigned(m, a, says, err)
		}
	}
	if a.From >= h.Size {
		return nil
	}
	var before *stream
	if from := l.machines[h.From]; from != nil {
		before = from.streams[a.Stream]
	}
	if before == nil || before.tree.Size() < h.Size {
		return goesOnUnseen(j, s, h)
	}
	for at := a.From; at < min(h.Size, a.From+int64(len(a.Texts))); {
		theirs, err := l.writer.Entries(ctx, before.ID, at+1, int(min(pitclient.MostEntries, h.Size-at)))
		if err != nil {
			return l.failed(m, err)
		}
		if len(theirs) == 0 {
			return goesOnUnseen(j, s, h)
		}
		for _, text := range theirs {
			if n := at - a.From; n < int64(len(a.Texts)) && !bytes.Equal(text, a.Texts[n]) {
				return pitclient.Refuse(pitclient.Forked, "%s was moved to %s with %d entries, and its entry %d is another: they have not the same past", a.Stream, m.Name, h.Size, at+1)
			}
			at++
		}
	}
	return nil
}

// goesOnUnseen judges the entries of a moved table whose earlier entries a restored pit lacks. Nothing is
// countersigned before they reach the head that the manager signed for. Entries of the earlier machine prove nothing
// until they reach it too.
func goesOnUnseen(j *job, s *stream, h central.Moved) *pitclient.Refusal {
	a, n := j.append, h.Size-s.tree.Size()
	short := int64(len(j.leaves)) < n
	if a.Own < h.Size || short && a.Note != "" {
		return pitclient.Refuse(pitclient.NotNext, "%s was moved to %s with %d entries, of which %s has to ship some again", a.Stream, h.To, h.Size, h.From)
	}
	if short {
		return nil
	}
	if _, is := comesTo(s, j.leaves[:n], h); !is {
		return pitclient.Refuse(pitclient.Forked, "%s was moved to %s with %d entries, and these are others: they have not the same past", a.Stream, h.To, h.Size)
	}
	return nil
}
