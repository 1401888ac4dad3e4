// Package assets holds what is not code: the texts of every language and the
// icon.
package assets

import "embed"

// Texts are the catalogues, one JSON file a language: key to sentence.
//
//go:embed texts/*.json
var Texts embed.FS

// Icon is the program's icon, a PNG of 256 pixels.
//
//go:embed icon.png
var Icon []byte
