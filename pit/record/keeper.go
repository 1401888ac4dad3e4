package record

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"
)

// A Keeper is the store of a house: the streams of its entries, each sealed by a signed head, the sealed keys of its people, the
// files beside them. It is safe for use by several goroutines.
type Keeper interface {
	Journal
	Secrets
	Files

	// AppendWith appends as Append does, and stores sealed keys in place of older ones: both or neither.
	AppendWith(secrets []Secret, entries ...Entry) error
	// AppendIf appends as Append does, where another stream still ends with its entry of that number. Error: ErrConflict where it does not.
	AppendIf(stream string, last int64, entries ...Entry) error
	// Last returns the sequence number of a stream's last entry; 0 where it has none.
	Last(stream string) (int64, error)
	// Head returns the signed head of a stream's entries; "" where it has none.
	Head(stream string) (note string, err error)
	// Verifier returns the public half of the key that signs the heads now.
	Verifier() string
	// Vouch returns a note, signed with that key, that some content belongs to a name and was made of so many entries: a head of
	// that name whose root is the content's hash.
	Vouch(name string, entries int64, content []byte) (note string, err error)
	// Lease gives a table to who, who alone may write to it until they release it or their program ends. Error: *HeldError where
	// somebody has it.
	Lease(table, who string) (Lease, error)
	// Alone does what no other program may do meanwhile, by its name. Error: that of do, or
	// that another program did not come to an end with it.
	Alone(name string, do func() error) error
	// Snapshot returns the record as it stands now, which goes on meanwhile.
	Snapshot(ctx context.Context) (Snapshot, error)
	// Close lets go of it.
	Close() error
}

// ErrReadOnly is the error of what would be written to a record that is open for reading.
var ErrReadOnly = errors.New("the record is open for reading alone")

// Secret is a sealed key and whose it is.
type Secret struct{ Number, Sealed string }

// Secrets is a store of the staff's sealed keys, apart from the entries.
type Secrets interface {
	// Secret returns the sealed key; "" where that number has none.
	Secret(number string) (string, error)
	// Pepper returns the pepper with which keys are sealed beside the PIN. It is made where there is none.
	Pepper() (Pepper, error)
}

// Peppers is a Secrets that has other peppers beside its own: that of the house's office, with which
// the keys of its people are sealed.
type Peppers interface {
	// PepperNamed returns the pepper of an ID; false where it is not here.
	PepperNamed(id string) (Pepper, bool)
}

// Lease is the right to write a table's entries.
type Lease interface {
	// Release lets another program have the table.
	Release() error
}

// HeldError is the error of a table that another program has open.
type HeldError struct {
	Table  string
	Holder string // who has it, in its own words
}

func (e *HeldError) Error() string {
	return fmt.Sprintf("table %s is open in another program: %s; close it there first", e.Table, e.Holder)
}

// Files are whole files that a house keeps beside its entries. A name has slashes between
// folder and file.
type Files interface {
	// Keep writes a file, in place of an older one, in one step: it is whole or not there.
	// Path is the path at which other programs find it.
	Keep(name string, content []byte) (path string, err error)
	// Kept returns the content of a file. The error wraps fs.ErrNotExist where there is none.
	Kept(name string) ([]byte, error)
	// KeptIn returns the files of a folder, by name; none where there is no such folder.
	KeptIn(folder string) ([]KeptFile, error)
	// Forget takes a file away; one that is not there is no error.
	Forget(name string) error
	// Destroy removes a secret file: its content is overwritten first. A disk may keep the old content all the same.
	Destroy(name string) error
}

// KeptFile is a file that the house keeps.
type KeptFile struct {
	Name, Path string
	At         time.Time // when it was written
}

// Snapshot is a record as it stood at one moment. It writes nothing. Once it was asked for
// its streams, several goroutines may ask it at once for what it holds of different ones.
type Snapshot interface {
	// Streams returns the names of all streams, in the order in which they began.
	Streams(ctx context.Context) ([]string, error)
	// Stored returns what the record stores of a stream's log; nil where it stores nothing.
	Stored(ctx context.Context, stream string) (*StoredHead, error)
	// Lines returns a stream's entries as they are stored, byte for byte. A line is good until the next one. The error ends them:
	// the record cannot be read further, or ctx's.
	Lines(ctx context.Context, stream string) iter.Seq2[*Line, error]
	// Leaves returns the hashes of a stream's entries, in order: those of Lines, without reading what they say.
	Leaves(ctx context.Context, stream string) iter.Seq2[[32]byte, error]
	// Bytes returns the bytes of up to most of a stream's entries, in order, from a sequence number on.
	Bytes(ctx context.Context, stream string, from int64, most int) ([][]byte, error)
	// Stray returns faults of what is stored and is of no stream.
	Stray(ctx context.Context) ([]*Fault, error)
	// Close lets go of it.
	Close() error
}

// Spacious is a Keeper that knows how much room there is for more.
type Spacious interface {
	// Room returns how many bytes are free, and how many there are in all.
	Room() (free, all uint64, err error)
}

// Guarded is a Keeper that can say who may come at what it keeps.
type Guarded interface {
	// Widened returns the files and folders that others of this machine may read or change and should not.
	Widened() []string
}

// Distant is a Keeper that can say whether what it keeps lies on another machine's disk.
type Distant interface {
	// Share returns the kind of network share on which the record is: "nfs", "smb"; "" where on none.
	Share() string
}

// Copied is a Keeper that can be written into one file, from which it is restored.
type Copied interface {
	// Backup writes all of it, as it stands now, into one new file. Holds judges what was
	// written before the file gets its name; where it answers an error the file has
	// ".faulty" behind its name, unless that error is ctx's. A file that is there already
	// is left alone.
	Backup(ctx context.Context, file string, holds func(Snapshot) error) (Copy, error)
	// Within reports whether a file or folder lies, or would lie, in the folder of the record itself, by whatever name: what
	// happens to that happens to both.
	Within(name string) bool
}

// Copy is a file into which a record was written.
type Copy struct {
	Bytes  int64
	SHA256 string // hexadecimal
}
