package centre

import (
	"context"
	"fmt"
	"strings"

	"sabot/pit/seal"
	"sabot/storage/central"
)

// Verify reads every entry that a pit holds, makes the log of each stream again and holds it against
// what the machine signed and the pit countersigned. Told is called for each stream, with what of it
// does not hold, nil where it does.
func Verify(ctx context.Context, q *central.Queries, witness string, told func(central.Stream, error)) error {
	list, err := q.Streams(ctx)
	if err != nil {
		return err
	}
	machines, err := q.Machines(ctx)
	if err != nil {
		return err
	}
	keys := map[string]string{}
	for _, m := range machines {
		keys[m.Name] = m.Verifier
	}
	for _, s := range list {
		wrong, err := verifyStream(ctx, q, s, strings.Fields(keys[s.Machine]), witness)
		if err != nil {
			return err
		}
		told(s, wrong)
	}
	return nil
}

func verifyStream(ctx context.Context, q *central.Queries, s central.Stream, keys []string, witness string) (wrong, err error) {
	const page = 5000
	head, by, wrong := seal.Split(s.Note, witness)
	if s.Note == "" {
		wrong = nil
	} else if wrong == nil && len(by) == 0 {
		wrong = fmt.Errorf("its head is not countersigned by this pit")
	}
	var tree seal.Tree
	for tree.Size() < s.Size {
		texts, err := q.Entries(ctx, s.ID, tree.Size()+1, int(min(page, s.Size-tree.Size())))
		if err != nil {
			return err, ctx.Err()
		}
		if len(texts) == 0 {
			return fmt.Errorf("entry %d is missing", tree.Size()+1), nil
		}
		for _, text := range texts {
			tree.Add(text)
			if tree.Size() == s.Signed && s.Note != "" {
				if wrong == nil {
					wrong = signedThere(head, keys, seal.HeadOf(s.Name, &tree))
				}
			}
		}
	}
	if wrong == nil && string(tree.Edge()) != string(s.Edge) {
		wrong = fmt.Errorf("its entries are not those of which its log was made")
	}
	return wrong, nil
}

// signedThere says what of a head does not hold, which is to be that one.
func signedThere(note string, keys []string, want seal.Head) error {
	head, _, err := seal.Open(note, keys...)
	if err != nil {
		return fmt.Errorf("its head is not signed by its machine: %w", err)
	}
	if head != want {
		return fmt.Errorf("its entries are not those that its machine signed: at entry %d", want.Size)
	}
	return nil
}
