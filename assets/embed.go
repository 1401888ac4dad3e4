// Package assets holds what is not code: the texts of every language, the suits and
// the icon.
package assets

import "embed"

// Version is Sabot's.
const Version = "0.10.0"

// Texts are the catalogues, one JSON file a language: key to sentence.
//
//go:embed texts/*.json
var Texts embed.FS

// Suits are the four suits of a card, an SVG each by the suit's letter in the hand
// file.
//
//go:embed suits/*.svg
var Suits embed.FS

// Icon is the program's icon, a PNG of 256 pixels.
//
//go:embed icon.png
var Icon []byte
