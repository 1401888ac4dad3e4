package pitclient

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of what a machine names. The pit keeps names in its database, and writes them into its log.
const (
	longestName   = 128     // bytes of a machine's, stream's or person's
	longestKey    = 1 << 10 // of a verifier, and of a sealed key
	longestHead   = 1 << 20 // of the line that says what a request is
	mostVerifiers = 64
)

// named reports whether a text is a name: not empty, not over the bound, UTF-8, and without control characters, which no
// database and no log takes as they are.
func named(text string, most int) bool {
	return text != "" && len(text) <= most && utf8.ValidString(text) && !strings.ContainsFunc(text, unicode.IsControl)
}

// CheckQuery returns what is wrong with what a request asks for that the pit must not pass on; nil for nothing. A parameter may be empty.
func CheckQuery(query url.Values) *Refusal {
	for name, list := range query {
		for _, text := range list {
			if text != "" && !named(text, longestName) {
				return Refuse(Malformed, "%.40q is no %.40q", text, name)
			}
		}
	}
	return nil
}

// check returns what is wrong with a request that the pit must not pass on; nil for nothing.
func (a *Append) check() *Refusal {
	switch {
	case !named(a.Stream, longestName):
		return Refuse(Malformed, "%.40q is no name of a stream", a.Stream)
	case a.From < 0 || a.Own < 0:
		return Refuse(Malformed, "it goes behind entry %d of %d: there are no such numbers", a.From, a.Own)
	}
	for _, k := range a.Keys {
		if !named(k.Number, longestName) || !named(k.Sealed, longestKey) {
			return Refuse(Malformed, "the key of %.40q is none", k.Number)
		}
	}
	return nil
}

// Check returns what is wrong with a hello that the pit must not pass on; nil for nothing. A verifier has no blank in it: the
// pit keeps several in one line.
func (h *Hello) Check() *Refusal {
	if len(h.Instance) > longestName || len(h.Verifiers) > mostVerifiers || h.House < 0 || len(h.Root) > longestName {
		return Refuse(Malformed, "it says hello with too much")
	}
	for _, v := range h.Verifiers {
		if v != "" && (!named(v, longestKey) || strings.ContainsFunc(v, unicode.IsSpace)) {
			return Refuse(Malformed, "%.40q is no key that signs heads", v)
		}
	}
	return nil
}
