// Package paper puts a report on pages: as a PDF that archives take, and as tables for
// programs that calculate. It knows texts, columns and marks, and nothing of tables and
// shifts: package reports says what stands there.
package paper

import (
	"time"

	"sabot/games"
)

// A Words is the language of a report: its sentences, and its way of writing amounts.
type Words interface {
	// T returns the sentence of a key, filled with args.
	T(key string, args ...map[string]any) string
	// Amount returns money without its currency, with its minor unit where there is some.
	Amount(games.Amount) string
	// Cents returns money without its currency, always with two decimals.
	Cents(games.Amount) string
}

// A Report is a report in the words of one language, before it is on a page. Paper, the
// screen's preview, CSV and XLSX are made from it.
type Report struct {
	House    string
	Address  []string // lines
	Logo     []byte   // a PNG, or none
	Title    string
	Banner   string // "provisional", "version 2", "reprint 2"; "" for none
	Foot     string
	Language string    // of its words
	Comma    bool      // that language writes decimals behind a comma
	Printed  time.Time // in the house's zone
	Head     []Pair
	Sections []Section
	Seal     string     // the signed head of the record
	SealHead string     // what that is, in words
	Spoken   string     // the same so that people can read it to each other; "" for not at all
	Code     string     // what is to be scanned, as a QR code; "" for none
	CodeHigh float64    // of that, in millimetres; 0 for the usual
	Signers  []string   // under the blocks where people sign with their codes
	Signed   [][]string // of a reprint, what stands in their blocks
	ByHand   []string   // under the boxes where people sign with a pen
}

// A Pair is a label and its value.
type Pair struct{ Label, Value string }

// A Section is a heading with a table or some lines under it.
type Section struct {
	Heading string
	Lines   []string
	Columns []Column
	Rows    [][]Cell
	Total   bool     // the last row sums up the others
	Size    float64  // of the letters, in points; 0 for 9
	Notes   []string // what signs in the table mean, under it
	Name    string   // of its sheet; "" for the heading
}

// A Column is one column of a table, as wide as its widest text.
type Column struct {
	Head  string
	Align string // L or R
}

// Left returns a column whose texts stand at the left.
func Left(head string) Column { return Column{Head: head, Align: "L"} }

// Right returns a column whose numbers stand at the right.
func Right(head string) Column { return Column{Head: head, Align: "R"} }

// A Cell is the content of a table's cell: a text, with its value for programs where it has one.
type Cell struct {
	Text string
	// Number is nil, an int, a games.Amount, a Chip, a time.Time in the house's zone, a Day, a
	// time.Duration or a Share.
	Number any
	Mark   string // a sign that stands behind the number on paper
}

// A Chip is the value of a chip, written with decimals where one beside it has a minor unit.
type Chip struct {
	Value games.Amount
	Cents bool
}

// A Share is a part of a whole: 0.05 is five percent.
type Share float64
