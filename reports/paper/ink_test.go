package paper

import "testing"

// What has others read in another order, or is seen nowhere, is a question mark on paper too.
func TestPaperIsReadInItsOrder(t *testing.T) {
	for text, want := range map[string]string{"Anna Rossi · Żółć": "Anna Rossi · Żółć", "Bruno\u202e (21)\u200b\x1b": "Bruno? (21)??"} {
		if got := printable(text); got != want {
			t.Errorf("%q is printed as %q", text, got)
		}
	}
}
