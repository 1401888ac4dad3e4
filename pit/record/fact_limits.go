package record

import "encoding/json"

// LimitsAnnounced means: from a time on hands are played by other limits. Rules are the
// table's with those: whatever else stands there is as it was. It takes the place of what
// was announced before and has not begun.
type LimitsAnnounced struct {
	Rules json.RawMessage `json:"rules"`
	From  int64           `json:"from"` // milliseconds of UTC since 1970
	By    string          `json:"by"`
}

// LimitsBegan means: what entry Seq announced is so from the hand on that is about to
// begin.
type LimitsBegan struct {
	Seq int64 `json:"seq"`
}

// LimitsWithdrawn means: what entry Seq announced will not be so.
type LimitsWithdrawn struct {
	Seq int64  `json:"seq"`
	By  string `json:"by"`
}

func (LimitsAnnounced) kind() string { return "limitsannounced" }
func (LimitsBegan) kind() string     { return "limitsbegan" }
func (LimitsWithdrawn) kind() string { return "limitswithdrawn" }
