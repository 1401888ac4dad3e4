package centre

import (
	"bytes"
	"context"
	"fmt"

	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage/central"
)

// Which machine plays a table a manager signs for, in the office's stream: the database's own list follows that. A database
// that was restored from a backup may have an older list. So its pit takes no entries of tables, and tells no machine which tables
// it plays, until the office has shipped all that it has.

// restored says why a pit that was restored waits.
func restored(office string) string {
	return fmt.Sprintf("the pit was restored from a backup: it goes on with the tables once %s has shipped all that it has", office)
}

// wasRestored reads whether the database was restored and its office has not shipped all since.
func (l *leader) wasRestored(ctx context.Context) error {
	at, err := l.writer.Restored(ctx)
	if err != nil || at == 0 || l.server.Houses {
		return err
	}
	if l.restored = l.office; !l.restored { // nobody signs for moves
		return l.writer.Whole(ctx)
	}
	l.server.Log.Print(restored(l.officeName()))
	return nil
}

// officeName returns the machine whose people, tables and rules are the house's; "" where there is none.
func (l *leader) officeName() string {
	for _, m := range l.machines {
		if m.Voucher != "" {
			return m.Name
		}
	}
	return ""
}

// saysWhole goes on with the tables where the office says with its hello that it has no more than is here. Error: of a
// database that does not answer.
func (l *leader) saysWhole(ctx context.Context, j *job) error {
	if !l.restored || j.hello == nil {
		return nil
	}
	m := l.machines[j.client.Name]
	if m == nil || m.Voucher == "" || m.Serial != j.client.serial {
		return nil
	}
	if s := m.streams[record.HouseStream]; s != nil && s.tree.Size() > 0 && s.tree.Size() == j.hello.House {
		return l.whole(ctx, s)
	}
	return nil
}

// whole goes on with the tables, where the office's stream says that they are played. Error: of a database that does not answer.
func (l *leader) whole(ctx context.Context, s *stream) error {
	texts, err := l.writer.Words(ctx, s.ID)
	if err == nil {
		err = l.move(ctx, texts)
	}
	if err == nil {
		err = l.writer.Whole(ctx)
	}
	if err == nil {
		l.restored = false
		l.server.Log.Printf("%s has shipped all that it has: the pit goes on with the tables", s.Machine)
		err = l.load(ctx)
	}
	return err
}

// followWords does what the office's entries that were just added say of moved tables. Error: of a database that does not
// answer.
func (l *leader) followWords(ctx context.Context, list []pending) error {
	said := []byte(`"` + record.KindOf(record.TableMoved{}) + `",{`)
	for _, p := range list {
		if l.server.Houses || p.stream.Name != record.HouseStream || l.machines[p.stream.Machine].Voucher == "" {
			continue
		}
		var words [][]byte
		for _, text := range p.piece.Texts {
			if bytes.Contains(text, said) {
				words = append(words, text)
			}
		}
		switch {
		case l.restored && p.stream.tree.Size() == p.job.append.Own:
			return l.whole(ctx, p.stream)
		case !l.restored && len(words) > 0:
			if err := l.move(ctx, words); err != nil {
				return err
			}
			return l.load(ctx)
		}
	}
	return nil
}

// move has tables be played where the last of some entries of the office says. Error: of a database that does not answer.
func (l *leader) move(ctx context.Context, texts [][]byte) error {
	last := map[string]record.TableMoved{}
	for _, text := range texts {
		e, err := record.Decode(text)
		if f, moved := e.Fact.(record.TableMoved); err == nil && moved {
			last[f.Table] = f
		}
	}
	for table, f := range last {
		if l.places[table] == f.To {
			continue
		}
		if l.machines[f.From] == nil || l.machines[f.To] == nil {
			l.server.Log.Printf("%s was moved from %s to %s, and they are not both enrolled here: enroll them", table, f.From, f.To)
			continue
		}
		head, err := seal.ReadHead(f.Head)
		if err != nil {
			head = seal.Head{} // it had no entries
		}
		m := central.Moved{Table: table, From: f.From, To: f.To, Size: head.Size, Note: f.Head}
		if err := l.writer.MoveByWord(ctx, m, l.server.Now().UnixMilli()); err != nil {
			return err
		}
		l.server.Log.Printf("%s is played on %s from now on, as a manager signed for it", table, f.To)
	}
	return nil
}
