package seal_test

import (
	"testing"

	"sabot/pit/seal"
)

// The syllables are those of the paper that they are from: 127.0.0.1 is lusab-babad there,
// 63.84.220.193 gutih-tugad.
func TestWordsAreProquints(t *testing.T) {
	h := seal.Head{Root: seal.Hash{127, 0, 0, 1, 63, 84, 220, 193}}
	if got := h.Words(); got != "lusab-babad-gutih-tugad" {
		t.Errorf("%s", got)
	}
}
