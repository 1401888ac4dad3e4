//go:build !windows

package storage

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Rights that others should not have: to read or change what is secret, and to put something
// else into a folder in place of it.
const (
	anyOfOthers   fs.FileMode = 0o077
	writeOfOthers fs.FileMode = 0o022
)

// others returns the rights of a file in which others have some that they should not, and the command that revokes those; "" where
// it is as it should be, or not there.
func others(path string, secret bool) (rights, mend string) {
	mask := writeOfOthers
	if secret {
		mask = anyOfOthers
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm()&mask == 0 || info.Mode()&fs.ModeSticky != 0 {
		return "", ""
	}
	return fmt.Sprintf("%#o", info.Mode().Perm()), "chmod go= " + quoted(path)
}

// above returns the folders above a folder in which every user may exchange files. Rights of a group are left to
// the folder's owner: many systems give each user a group of their own.
func above(dir string) (all []Wide) {
	const everybody fs.FileMode = 0o002
	path, err := filepath.Abs(dir)
	if real, failed := filepath.EvalSymlinks(path); failed == nil {
		path = real
	}
	for err == nil && path != filepath.Dir(path) {
		path = filepath.Dir(path)
		info, failed := os.Stat(path)
		if failed == nil && info.Mode().Perm()&everybody != 0 && info.Mode()&fs.ModeSticky == 0 {
			all = append(all, Wide{path, fmt.Sprintf("%#o", info.Mode().Perm()), "chmod o-w " + quoted(path)})
		}
	}
	return all
}

// quoted returns a path as a shell takes it, whatever it has in it.
func quoted(path string) string { return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'" }
