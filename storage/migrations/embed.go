// Package migrations holds the schema of the record, step by step. A step that
// has shipped is never edited.
package migrations

import "embed"

// Files are the steps, in the order of their numbers.
//
//go:embed *.sql
var Files embed.FS
