package pitserver

import "time"

// SettleFor sets how long a row may wait for its signature, until put back is called.
func SettleFor(d time.Duration) (putBack func()) {
	before := settling
	settling = d
	return func() { settling = before }
}
