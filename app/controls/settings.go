package controls

import (
	"sync"

	"fyne.io/fyne/v2"
)

// A setting is a text that is to be set in a width. A page is drawn anew at each key, and most of its texts are
// unchanged.
type setting struct {
	text        string
	size, width float32
	bold        bool
}

// A settings is a cache of how texts are set under one theme, whose fonts they are measured by.
type settings[T any] struct {
	mu    sync.Mutex
	theme fyne.Theme
	known map[setting]T
}

// mostSettings is the number of texts that are kept. The cache is emptied when it has more.
const mostSettings = 4096

func (s *settings[T]) of(t setting, set func(setting) T) T {
	now := fyne.CurrentApp().Settings().Theme()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.theme != now || len(s.known) >= mostSettings {
		s.theme, s.known = now, map[setting]T{}
	}
	is, known := s.known[t]
	if !known {
		is = set(t)
		s.known[t] = is
	}
	return is
}

var (
	fits  settings[float32]
	wraps settings[[]string]
	sizes settings[fyne.Size]
)
