package paper

import "sync"

// A kept is a cache of pictures that depend on nothing but their key. They are never changed.
type kept[K comparable] struct {
	mu   sync.Mutex
	made map[K][]byte
}

const (
	mostKept    = 32      // pictures that are kept; the cache is emptied when it has more
	largestKept = 1 << 18 // bytes of one: anybody may have made the paper that shows it
)

func (k *kept[K]) of(key K, picture func() []byte) []byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	is, known := k.made[key]
	if !known {
		if is = picture(); len(is) > largestKept {
			return is
		}
		if k.made == nil || len(k.made) >= mostKept {
			k.made = map[K][]byte{}
		}
		k.made[key] = is
	}
	return is
}
