package torture

import (
	"errors"
	"os"
	"strings"
	"sync"
	"syscall"
	"unsafe"

	"modernc.org/libc"
	sqlite3 "modernc.org/sqlite/lib"

	"sabot/storage/disk"
)

// The disk under SQLite: the system's own, with a look at everything that is written to it. It
// stands in front of the one that SQLite opens files with, so that the program under test is
// the one that people use.
var under struct {
	sync.Mutex
	vfs      uintptr             // the system's
	methods  map[uintptr]uintptr // those of files as they were, by ours
	paths    map[uintptr]string  // of open files
	unsynced map[uintptr]bool    // files whose names SQLite makes durable with what they hold
}

// What SQLite keeps the addresses of, and so is never moved.
var (
	ours      sqlite3.Tsqlite3_vfs
	oursName  = [...]byte{'w', 'a', 't', 'c', 'h', 'e', 'd', 0}
	watchers  [16]sqlite3.Tsqlite3_io_methods
	functions []any
)

// function is what SQLite calls.
func function[F any](f F) uintptr {
	functions = append(functions, f)
	return *(*uintptr)(unsafe.Pointer(&f))
}

// call is a function of SQLite's.
func call[F any](p uintptr) F { return *(*F)(unsafe.Pointer(&p)) }

func at[T any](p uintptr) *T { return *(**T)(unsafe.Pointer(&p)) }

// install puts it under SQLite for every connection of this process that is opened from now on.
func install() {
	tls := libc.NewTLS()
	under.vfs = sqlite3.Xsqlite3_vfs_find(tls, 0)
	under.methods, under.paths, under.unsynced = map[uintptr]uintptr{}, map[uintptr]string{}, map[uintptr]bool{}
	ours = *at[sqlite3.Tsqlite3_vfs](under.vfs)
	ours.FzName, ours.FpNext = uintptr(unsafe.Pointer(&oursName)), 0
	ours.FxOpen, ours.FxDelete = function(open), function(remove)
	if rc := sqlite3.Xsqlite3_vfs_register(tls, uintptr(unsafe.Pointer(&ours)), 1); rc != sqlite3.SQLITE_OK {
		panic(rc)
	}
}

func text(p uintptr) string {
	if p == 0 {
		return ""
	}
	return libc.GoString(p)
}

// code is what SQLite says of a refusal.
func (r refusal) code(otherwise int32) int32 {
	if errors.Is(r.err, syscall.ENOSPC) {
		return sqlite3.SQLITE_FULL
	}
	return sqlite3.SQLITE_IOERR | otherwise<<8
}

func open(tls *libc.TLS, _, name, file uintptr, flags int32, out uintptr) int32 {
	path := text(name)
	_, err := os.Stat(path)
	made := path != "" && os.IsNotExist(err) && flags&sqlite3.SQLITE_OPEN_CREATE != 0
	if made {
		if r := now.before(disk.Op{Kind: disk.Make, Path: path}); r.err != nil {
			return sqlite3.SQLITE_CANTOPEN
		}
	}
	real := at[sqlite3.Tsqlite3_vfs](under.vfs)
	rc := call[func(*libc.TLS, uintptr, uintptr, uintptr, int32, uintptr) int32](real.FxOpen)(tls, under.vfs, name, file, flags, out)
	if rc != sqlite3.SQLITE_OK || path == "" {
		return rc
	}
	under.Lock()
	defer under.Unlock()
	under.paths[file] = path
	under.unsynced[file] = made && flags&(sqlite3.SQLITE_OPEN_WAL|sqlite3.SQLITE_OPEN_MAIN_JOURNAL|sqlite3.SQLITE_OPEN_SUPER_JOURNAL) != 0
	at[sqlite3.Tsqlite3_file](file).FpMethods = watching(at[sqlite3.Tsqlite3_file](file).FpMethods)
	return rc
}

// watching are the methods of a file that look at what is written.
func watching(real uintptr) uintptr {
	for ours, of := range under.methods {
		if of == real {
			return ours
		}
	}
	m := &watchers[len(under.methods)]
	*m = *at[sqlite3.Tsqlite3_io_methods](real)
	m.FxWrite, m.FxTruncate, m.FxSync, m.FxClose = function(write), function(truncate), function(syncs), function(closes)
	if m.FiVersion >= 2 {
		m.FxShmMap = function(shares)
	}
	p := uintptr(unsafe.Pointer(m))
	under.methods[p] = real
	return p
}

// of is the path of an open file and what really writes it.
func of(file uintptr) (path string, real *sqlite3.Tsqlite3_io_methods) {
	under.Lock()
	defer under.Unlock()
	m := under.methods[at[sqlite3.Tsqlite3_file](file).FpMethods]
	return under.paths[file], at[sqlite3.Tsqlite3_io_methods](m)
}

func closes(tls *libc.TLS, file uintptr) int32 {
	_, real := of(file)
	under.Lock()
	delete(under.paths, file)
	delete(under.unsynced, file)
	under.Unlock()
	return call[func(*libc.TLS, uintptr) int32](real.FxClose)(tls, file)
}

func write(tls *libc.TLS, file, from uintptr, n int32, offset sqlite3.Tsqlite3_int64) int32 {
	path, real := of(file)
	really := call[func(*libc.TLS, uintptr, uintptr, int32, sqlite3.Tsqlite3_int64) int32](real.FxWrite)
	r := now.before(disk.Op{Kind: disk.Write, Path: path, At: offset, Data: unsafe.Slice(at[byte](from), n)})
	if r.err != nil {
		if r.half {
			really(tls, file, from, n/2, offset)
		}
		return r.code(3)
	}
	return really(tls, file, from, n, offset)
}

func truncate(tls *libc.TLS, file uintptr, size sqlite3.Tsqlite3_int64) int32 {
	path, real := of(file)
	if r := now.before(disk.Op{Kind: disk.Truncate, Path: path, At: size}); r.err != nil {
		return r.code(6)
	}
	return call[func(*libc.TLS, uintptr, sqlite3.Tsqlite3_int64) int32](real.FxTruncate)(tls, file, size)
}

// syncs also makes the name of a journal durable the first time, as SQLite does.
func syncs(tls *libc.TLS, file uintptr, flags int32) int32 {
	path, real := of(file)
	if r := now.before(disk.Op{Kind: disk.Sync, Path: path}); r.err != nil {
		return sqlite3.SQLITE_IOERR | 4<<8
	}
	rc := call[func(*libc.TLS, uintptr, int32) int32](real.FxSync)(tls, file, flags)
	under.Lock()
	names := under.unsynced[file]
	delete(under.unsynced, file)
	under.Unlock()
	if names && rc == sqlite3.SQLITE_OK {
		now.before(disk.Op{Kind: disk.SyncFolder, Path: path[:strings.LastIndexByte(path, '/')]})
	}
	return rc
}

func shares(tls *libc.TLS, file uintptr, region, size, extend int32, out uintptr) int32 {
	path, real := of(file)
	if extend != 0 {
		if r := now.before(disk.Op{Kind: share, Path: path + "-shm", At: int64(region+1) * int64(size)}); r.err != nil {
			return sqlite3.SQLITE_IOERR | 19<<8
		}
	}
	return call[func(*libc.TLS, uintptr, int32, int32, int32, uintptr) int32](real.FxShmMap)(tls, file, region, size, extend, out)
}

func remove(tls *libc.TLS, _, name uintptr, names int32) int32 {
	path := text(name)
	if _, err := os.Stat(path); err == nil {
		if r := now.before(disk.Op{Kind: disk.Remove, Path: path}); r.err != nil {
			return sqlite3.SQLITE_IOERR | 10<<8
		}
	}
	real := at[sqlite3.Tsqlite3_vfs](under.vfs)
	rc := call[func(*libc.TLS, uintptr, uintptr, int32) int32](real.FxDelete)(tls, under.vfs, name, names)
	if rc == sqlite3.SQLITE_OK && names&1 != 0 {
		now.before(disk.Op{Kind: disk.SyncFolder, Path: path[:strings.LastIndexByte(path, '/')]})
	}
	return rc
}
