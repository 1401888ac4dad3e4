// Package sums derives the shifts of tables, what they come to, the days of the house and the indexes of logs from a record. All of it can be
// derived again at any time. What is kept of it is on a shelf of package derived.
package sums

import (
	"sabot/app/session/derived"
	"sabot/pit/house"
)

// A Record is the record that is read, as one piece of work knows it.
type Record struct {
	derived.Source
	State    *house.House
	Others   bool                      // its tables are other machines'
	Progress func(done, all int) error // is told how far long work has come; its error ends the work
}

// A Cache is a cache of what was derived from tables' entries, as far as it was wanted. All work on a record shares one.
type Cache struct {
	heads shiftHeads
	sums  houseSums
	logs  logs
	shelf *derived.Shelf
}

// NewCache returns an empty cache, whose content is kept among the house's files.
func NewCache() *Cache { return &Cache{shelf: &derived.Shelf{}} }

// InMemory returns an empty cache whose content is kept in memory, for what goes by the record alone.
func InMemory() *Cache { return &Cache{shelf: derived.InMemory()} }

// Sums is the door to what is derived from a record. It holds the record and its cache, and nothing else.
type Sums struct {
	Record
	*Cache
}

// Of returns the door to what is derived from a record.
func Of(r Record, cache *Cache) Sums { return Sums{r, cache} }
