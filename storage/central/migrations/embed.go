// Package migrations holds the layout of the pit's database, step by step. A step that has
// shipped is never edited.
package migrations

import "embed"

// Files are the steps, in the order of their numbers.
//
//go:embed *.sql
var Files embed.FS
