package pitserver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"sabot/app/pitclient"
	"sabot/pit/record"
	"sabot/pit/seal"
	"sabot/storage"
	"sabot/storage/central"
)

// A Memory is a store of the heads that a pit has countersigned, kept apart from the database that it judges.
// It reveals a database that was put back to an earlier state, or replaced by another one. It is the state of a
// witness: C2SP tlog-witness.
type Memory interface {
	// Signed returns the largest head of each stream.
	Signed(ctx context.Context) ([]storage.SignedHead, error)
	// Keep keeps heads, each in place of one of its stream that is no larger.
	Keep(ctx context.Context, heads []storage.SignedHead) error
}

// A witness is a memory with what it judges: the database, and the key that it countersigns with.
type witness struct {
	memory   Memory // nil where nobody keeps it
	own      central.Reading
	verifier string
	houses   bool                // it is a group's
	followed map[place]seal.Tree // logs of streams on the way from what it holds to what the database has
}

// memoryFile is the name of a file in the folder of a pit that serves, in a folder that the service may write to,
// unlike that of its keys.
const memoryFile = "signed/signed.db"

var errMemory = errors.New("the pit cannot keep what it countersigns")

// Memory opens what the pit of a folder has countersigned, and makes an empty file where there is none. Error: it cannot be written.
func (f *Folder) Memory(ctx context.Context) (*storage.SignedFile, error) {
	path := filepath.Join(f.dir, memoryFile)
	m, err := storage.OpenSigned(ctx, path)
	if err != nil {
		return nil, fmt.Errorf("%w: opening %s: %w: the account that serves has to be able to write there: sudo install -d -m 700 -o sabot-pit -g sabot-pit %s, and the unit of this version (ReadWritePaths)", errMemory, path, err, filepath.Dir(path))
	}
	return m, nil
}

// Remembers reports whether a pit has served from the folder, and so whether there is anything that it has countersigned.
func (f *Folder) Remembers() bool {
	_, err := os.Stat(filepath.Join(f.dir, memoryFile))
	return err == nil
}

// unkept returns why nothing more can be kept in the folder of what its pit countersigns; nil where it can, and where no pit has served from it.
func (f *Folder) unkept() error {
	if !f.Remembers() {
		return nil
	}
	return storage.Takes(filepath.Join(f.dir, memoryFile))
}

// signedBefore returns what the pit of a folder has countersigned; nothing where it has never served from here. First it takes in what the database has of
// that and an older copy of the folder lacks, as a server does: else nobody would find out with it that the database is put back later. What cannot be
// taken in now is asked of the database, or said of the folder, by whoever goes on. Error: of a file that cannot be read.
func (f *Folder) signedBefore(ctx context.Context, q central.Reading) (heads map[place]storage.SignedHead, err error) {
	if !f.Remembers() {
		return nil, nil
	}
	m, err := f.Memory(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, m.Close()) }()
	w := witness{memory: m, own: q, verifier: f.Verifier(), houses: f.Houses, followed: map[place]seal.Tree{}}
	if streams, machines, wrong := stateOfRows(ctx, q); wrong == nil {
		_, _ = w.takesIn(ctx, streams, machines)
	}
	list, err := m.Signed(ctx)
	heads = map[place]storage.SignedHead{}
	for _, r := range list {
		heads[place{r.Machine, r.Stream}] = r
	}
	return heads, err
}

// stateOfRows returns the streams and machines of a database, of one moment. Error: of a database that does not answer.
func stateOfRows(ctx context.Context, q central.Reading) (streams []central.Stream, machines []central.Machine, err error) {
	err = q.AtOnce(ctx, func(q central.Reading) error {
		if streams, err = q.Streams(ctx); err == nil {
			machines, err = q.Machines(ctx)
		}
		return err
	})
	return streams, machines, err
}

// learnsEvery is how often a pit that does not write learns what another one has countersigned.
const learnsEvery = 5 * time.Second

// learn keeps what another pit of the folder's key has countersigned, for when this one writes. It may be the one
// that finds the database put back.
func (s *Server) learn(ctx context.Context) {
	if s.Memory == nil || time.Since(s.learned) < learnsEvery {
		return
	}
	s.learned = time.Now()
	ctx, cancel := context.WithTimeout(ctx, answered)
	defer cancel()
	streams, err := s.own.Streams(ctx)
	if err != nil {
		return // it says so where it writes
	}
	machines, _ := s.own.Machines(ctx) // else certificates stay as they were
	t, err := s.takesIn(ctx, streams, machines)
	if errors.Is(err, errMemory) {
		s.rare.printf("memory", "%v", err)
	}
	s.saysTakenIn(t, t.of, !s.abreast)
	s.abreast = s.abreast || err == nil
	for at, apart := range t.apart {
		s.rare.printf("apart"+at.machine+at.stream, "%v", apart)
	}
}

// A takenIn is what a pit's memory took in from the database.
type takenIn struct {
	held  int             // heads before
	of    int             // heads that the database has of its key
	newer []place         // streams of which it had less, or nothing
	apart map[place]error // streams that have another past in the database
}

// takesIn keeps the heads of streams that this pit's own key has countersigned, where they go on from what it holds. It never keeps a smaller one.
// Error: errMemory; else of a database that does not answer, and then the others are kept.
func (w *witness) takesIn(ctx context.Context, streams []central.Stream, machines []central.Machine) (t takenIn, err error) {
	t.apart = map[place]error{}
	list, err := w.memory.Signed(ctx)
	if err != nil {
		return t, fmt.Errorf("%w: %w", errMemory, err)
	}
	held := map[place]storage.SignedHead{}
	for _, r := range list {
		held[place{r.Machine, r.Stream}] = r
	}
	t.held = len(held)
	var heads []storage.SignedHead
	var broken error
	for _, stream := range w.knownAs(ctx, held, streams, machines) {
		if stream.Note == "" || headHolds(stream, nil, w.verifier) != nil || headFits(stream, w.houses) != nil {
			continue
		}
		head, err := seal.ReadHead(stream.Note)
		if err != nil {
			continue
		}
		next := storage.SignedHead{Machine: stream.Machine, Stream: stream.Name, Size: head.Size, Root: head.Root, Serial: shipsBy(machines, stream.Machine)}
		if tree, wrong := treeOf(stream); wrong == nil && stream.Size == head.Size {
			next.Edge = tree.Edge()
		}
		t.of++
		at := place{stream.Machine, stream.Name}
		if r, is := held[at]; is {
			goes, wrong, err := w.goesOn(ctx, r, stream, &next)
			if broken = errors.Join(broken, err); wrong != nil {
				t.apart[at] = apartError{at, wrong}
			}
			if !goes {
				continue
			}
			if w.houses && r.Key != "" && r.Serial != next.Serial {
				next.Serial = "" // its key came with that one, and the database proves no other
			}
		}
		if heads = append(heads, next); held[at].Size < next.Size {
			t.newer = append(t.newer, at)
		}
	}
	if err := w.memory.Keep(ctx, heads); err != nil {
		return t, fmt.Errorf("%w: %w", errMemory, err)
	}
	return t, broken
}

// knownAs returns streams without those of which nothing is held, and that are the record of another machine: what stands under a name that is not its own
// would be missed once it is taken away.
func (w *witness) knownAs(ctx context.Context, held map[place]storage.SignedHead, streams []central.Stream, machines []central.Machine) []central.Stream {
	isNew := func(s central.Stream) bool {
		_, is := held[place{s.Machine, record.HouseStream}]
		return !is && s.Note != ""
	}
	if w.houses || !slices.ContainsFunc(streams, isNew) {
		return streams
	}
	list, err := twinsIn(ctx, w.own, machines, streams)
	if len(machines) == 0 {
		err = errors.New("nobody knows the machines")
	}
	return slices.DeleteFunc(slices.Clone(streams), func(s central.Stream) bool { return isNew(s) && (err != nil || list.of[s.Machine] != "") })
}

// shipsBy returns the certificate by which a machine has shipped, as the database says; "" for none, as of one that was enrolled anew and has not shipped since.
func shipsBy(machines []central.Machine, name string) string {
	for _, m := range machines {
		if m.Name == name && m.Verifier != "" {
			return m.Serial
		}
	}
	return ""
}

// saysTakenIn logs that the memory was older than a database with heads of so many streams. What a pit that does not write goes on to learn is no news.
func (s *Server) saysTakenIn(t takenIn, streams int, news bool) {
	switch {
	case t.held == 0 && streams > 0:
		s.nothingHeld(streams)
	case t.held > 0 && len(t.newer) > 0 && news:
		s.Log.Printf("what this pit remembers to have countersigned (%s) was older than the database in %d of %d streams: it has taken in from there what its own key has countersigned. Where no other server of this pit has written meanwhile, this folder is an older copy", memoryFile, len(t.newer), streams)
	}
}

// goesOn reports whether a head of a stream goes on from the one that this pit holds, so that it is kept in place
// of that. It notes the edge of its log. Whoever puts another database in place, and has a server countersign that
// has forgotten all, does not have this one forget too. Wrong is why the stream has another past; err is of a database that does not answer.
func (w *witness) goesOn(ctx context.Context, held storage.SignedHead, stream central.Stream, next *storage.SignedHead) (goes bool, wrong, err error) {
	if next.Size < held.Size {
		return false, nil, nil // whoever writes says so
	}
	if next.Size == held.Size && next.Root == held.Root {
		return held.Edge == nil && next.Edge != nil, nil, nil
	}
	tree, wrong, err := w.follow(ctx, held, stream.ID, next.Size, next.Root)
	if wrong != nil || err != nil {
		return false, wrong, err
	}
	next.Edge = tree.Edge()
	return true, nil, nil
}

// follow is onward for a way that may be long: where the database does not answer, it is gone on with the next time.
func (w *witness) follow(ctx context.Context, held storage.SignedHead, stream int32, size int64, root seal.Hash) (tree seal.Tree, wrong, err error) {
	at := place{held.Machine, held.Stream}
	was, partly := w.followed[at]
	delete(w.followed, at)
	tree, wrong, err = onward(ctx, w.own, held, was, stream, size, root)
	if wrong != nil && partly { // what was read then may be of another database
		tree, wrong, err = onward(ctx, w.own, held, seal.Tree{}, stream, size, root)
	}
	if err != nil {
		w.followed[at] = tree
	}
	return tree, wrong, err
}

// onward returns the log of a stream of the database as far as size. It goes on from the head that a pit holds, or from a log that was made so far.
// Wrong is why that does not come to root; err is of a database that does not answer, and then the log is as far as it came.
func onward(ctx context.Context, q entriesReader, held storage.SignedHead, far seal.Tree, stream int32, size int64, root seal.Hash) (tree seal.Tree, wrong, err error) {
	if size == held.Size {
		if root != held.Root {
			wrong = fmt.Errorf("its first %d entries are not those", size)
		}
		return tree, wrong, nil
	}
	tree, known := held.Log()
	if !known {
		tree = seal.Tree{}
	}
	if far.Size() > tree.Size() && far.Size() <= size {
		tree = far
	}
	for tree.Size() < size {
		texts, err := q.Entries(ctx, stream, tree.Size()+1, int(min(pitclient.MostEntries, size-tree.Size())))
		switch {
		case errors.Is(err, central.ErrMissing):
			return tree, err, nil
		case err != nil:
			return tree, nil, err
		case len(texts) == 0:
			return tree, fmt.Errorf("entry %d is missing", tree.Size()+1), nil
		}
		for _, text := range texts {
			if tree.Add(text); tree.Size() == held.Size && tree.Root() != held.Root {
				return tree, fmt.Errorf("its first %d entries are not those", held.Size), nil
			}
		}
	}
	if tree.Root() != root {
		wrong = fmt.Errorf("its %d entries do not go on from the first %d that were countersigned", size, held.Size)
	}
	return tree, wrong, nil
}

// An apartError is the error of a stream of the database that has another past than the pit has countersigned.
type apartError struct {
	place
	wrong error
}

func (e apartError) Error() string {
	return fmt.Sprintf("%s of %s in the database has another past than this pit has countersigned: %v. Somebody put another database in its place, or another server that had lost its memory countersigned another record. Run sabotctl pit verify with this folder, and restore a backup of the pit that holds", e.stream, e.machine, e.wrong)
}

// nothingHeld says, once, that this pit has no memory against which a database with heads of so many streams could be held.
func (s *Server) nothingHeld(streams int) {
	if s.unheld {
		return
	}
	s.unheld = true
	s.Log.Printf("here is nothing that this pit has countersigned (%s), and the database has %d streams with a head of it: nothing was held against it, and an older database in its place would not be found out. Where the file was lost, sabotctl pit status --data at each machine holds what the pit has against the record there", memoryFile, streams)
}

// remembers reads what this pit has countersigned. First it takes in what the database has of that and the memory lacks, as one in an older copy of the folder:
// else nobody would find out that such a database is put back later. Where the database has less, somebody put it back to what it was, and the pit waits
// for the office as after any restore. Error: of the memory or of a database that does not answer.
func (l *leader) remembers(ctx context.Context) error {
	if l.server.Memory == nil {
		return nil
	}
	streams, machines, err := l.writer.State(ctx)
	if err != nil {
		return err
	}
	t, err := l.server.takesIn(ctx, streams, machines)
	if err != nil {
		return err
	}
	l.server.saysTakenIn(t, l.countersigned(), true)
	l.server.abreast = true
	list, err := l.server.Memory.Signed(ctx)
	if err != nil {
		return fmt.Errorf("%w: %w", errMemory, err)
	}
	gone, err := l.writer.Gone(ctx)
	if err != nil {
		return err
	}
	less := false
	for _, r := range list {
		if m := l.machines[r.Machine]; r.Serial == "" && m != nil && m.Verifier != "" { // a Sabot of before kept it: the machine had shipped under this one
			r.Serial = m.Serial
		}
		l.signed[place{r.Machine, r.Stream}] = r
		if l.sizeOf(r) >= r.Size {
			if err := l.holdsAgainst(ctx, r, t.apart[place{r.Machine, r.Stream}]); err != nil {
				return err
			}
			continue
		}
		says := "it goes on without"
		if !goesWithout(gone, r) {
			less, says = true, "it was put back to what it was"
		}
		l.server.Log.Printf("the database has %d entries of %s of %s, and this pit has countersigned %d: %s", l.sizeOf(r), r.Stream, r.Machine, r.Size, says)
	}
	if !less {
		return nil
	}
	back, err := l.writer.Restored(ctx)
	if err != nil || back {
		return err
	}
	if err := l.writer.PutBack(ctx, l.server.Now().UnixMilli()); err != nil {
		return err
	}
	return l.load(ctx)
}

// holdsAgainst notes a stream of the database that does not go on from what this pit has countersigned; apart is why, nil where that is not known yet.
// Error: of a database that does not answer.
func (l *leader) holdsAgainst(ctx context.Context, r storage.SignedHead, apart error) error {
	at := place{r.Machine, r.Stream}
	m := l.machines[r.Machine]
	if m == nil || m.streams[r.Stream] == nil || m.streams[r.Stream].wrong != nil {
		return nil // it takes no entries
	}
	if apart == nil {
		s := m.streams[r.Stream]
		_, wrong, err := l.server.follow(ctx, r, s.ID, s.tree.Size(), s.tree.Root())
		if wrong == nil || err != nil {
			return err
		}
		apart = apartError{at, wrong}
	}
	l.apart[at] = apart
	l.server.Log.Print(apart)
	return nil
}

// countersigned returns the number of streams of which the database has a head.
func (l *leader) countersigned() (n int) {
	for _, m := range l.machines {
		for _, s := range m.streams {
			if s.Signed > 0 {
				n++
			}
		}
	}
	return n
}

// goesOnWithout lets the pit go on with a database that was put back. From now on that database knows what it
// lacks of a stream; one that is put in its place does not. A machine may have lost it too, and then nobody
// ships it again. Error: of a database that does not answer.
func (l *leader) goesOnWithout(ctx context.Context) error {
	known, err := l.writer.Gone(ctx)
	if err != nil {
		return err
	}
	var gone []central.Gone
	for _, r := range l.signed {
		if l.sizeOf(r) < r.Size && !goesWithout(known, r) {
			l.server.Log.Printf("%s of %s: %s", r.Stream, r.Machine, Gone{Machine: r.Machine, Stream: r.Stream, Had: r.Size, Has: l.sizeOf(r)})
			gone = append(gone, central.Gone{Machine: r.Machine, Stream: r.Stream, Size: r.Size})
		}
	}
	return l.writer.GoesWithout(ctx, gone)
}

// sizeOf returns how many entries the database has of such a stream.
func (l *leader) sizeOf(r storage.SignedHead) int64 {
	if m := l.machines[r.Machine]; m != nil && m.streams[r.Stream] != nil {
		return m.streams[r.Stream].Size
	}
	return l.nobodys[place{r.Machine, r.Stream}]
}

// contradicts refuses entries that are no past of a head which this pit has countersigned before, or do not reach it.
func (l *leader) contradicts(m *machine, j *job, s *stream) *pitclient.Refusal {
	if apart := l.apart[place{m.Name, s.Name}]; apart != nil {
		return pitclient.Refuse(pitclient.Forked, "%v", apart)
	}
	r, is := l.signed[place{m.Name, s.Name}]
	n := r.Size - s.tree.Size()
	if !is || n < 0 {
		return nil
	}
	a := j.append
	switch {
	case a.Own < r.Size:
		return pitclient.Refuse(pitclient.Behind, "%s of %s has %d entries, and the pit has countersigned %d before: its record is an older one%s", a.Stream, m.Name, a.Own, r.Size, l.wayOut(m, a.Stream))
	case int64(len(j.leaves)) < n && a.Note != "":
		return pitclient.Refuse(pitclient.Malformed, "%s of %s has %d entries, and the head that was sent stands for fewer than the pit has countersigned", a.Stream, m.Name, a.Own)
	case int64(len(j.leaves)) < n:
		return nil
	}
	tree := s.tree.Clone()
	for _, leaf := range j.leaves[:n] {
		tree.AddLeaf(leaf)
	}
	if tree.Root() != r.Root {
		return pitclient.Refuse(pitclient.Forked, "%s of %s is not the one of which the pit has countersigned %d entries: they have not the same past%s", a.Stream, m.Name, r.Size, l.wayOut(m, a.Stream))
	}
	return nil
}

// wayOut returns where the way out is said where the database and the office have lost the same entries, and this pit remembers them; "" of any other stream.
func (l *leader) wayOut(m *machine, stream string) string {
	if l.server.Houses || m.Voucher == "" || stream != record.HouseStream {
		return ""
	}
	return ". Look for the disk of " + m.Name + ", or a backup that has them" + lostForGood
}

// had returns of a machine's streams how many entries this pit has countersigned, where the database has fewer.
func (l *leader) had(m *machine) map[string]int64 {
	list := map[string]int64{}
	for at, r := range l.signed {
		if at.machine == m.Name && l.sizeOf(r) < r.Size {
			list[at.stream] = r.Size
		}
	}
	return list
}

// hasSigned reports whether the database has all of a stream that this pit has countersigned.
func (l *leader) hasSigned(s *stream) bool {
	return s.tree.Size() >= l.signed[place{s.Machine, s.Name}].Size
}

// keepSigned keeps what is countersigned, once the database has it and before the machine hears of it: a memory that is ahead would
// take the database for one that was put back.
func (l *leader) keepSigned(ctx context.Context, list []pending) error {
	if l.server.Memory == nil {
		return nil
	}
	var heads []storage.SignedHead
	for _, p := range list {
		if p.note != "" {
			heads = append(heads, storage.SignedHead{Machine: p.stream.Machine, Stream: p.stream.Name, Size: p.tree.Size(), Root: p.tree.Root(), Edge: p.tree.Edge(), Serial: p.job.client.serial, Issued: p.job.client.issued.UnixMilli(), Key: p.job.by})
		}
	}
	if len(heads) == 0 {
		return nil
	}
	if err := l.server.Memory.Keep(ctx, heads); err != nil {
		return fmt.Errorf("%w: %w", errMemory, err)
	}
	for _, r := range heads {
		if at := (place{r.Machine, r.Stream}); l.signed[at].Size <= r.Size {
			l.signed[at] = r
		}
	}
	return nil
}
