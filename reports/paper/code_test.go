package paper

import (
	"bytes"
	"context"
	"image"
	"image/draw"
	"image/png"
	"strconv"
	"testing"
	"time"

	"sabot/games"
	checkpoint "sabot/pit/seal"
)

// note is a signed head.
func note(t *testing.T) string {
	t.Helper()
	key, err := checkpoint.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	var tree checkpoint.Tree
	tree.Add([]byte("x"))
	text, err := checkpoint.HeadOf("LB1", &tree).Sign(key)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// The signed head stands on the page as a code with modules that a scanner reads, beside the
// words of it, in a light frame, and covers nothing.
func TestHeadCanBeScanned(t *testing.T) {
	const least, frame = 0.4, 4 // millimetres, modules
	note := note(t)
	head, err := checkpoint.ReadHead(note)
	if err != nil {
		t.Fatal(err)
	}
	doc, err := Draw(context.Background(), Report{Title: "Shift", Printed: time.Date(2026, 11, 21, 19, 0, 0, 0, time.UTC), Code: note, Spoken: head.Words()}, keys{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var code Mark
	var beside []Mark
	spoken := false
	for _, p := range doc.Pages {
		for _, m := range p.Marks {
			if len(m.Picture) > 0 {
				code, beside = m, p.Marks
			}
			spoken = spoken || m.Text == head.Words()
		}
	}
	if code.W <= 0 || !spoken {
		t.Fatalf("a code of %.1f mm, words %v", code.W, spoken)
	}
	made, err := codeFor(note)
	if err != nil {
		t.Fatal(err)
	}
	size, err := png.DecodeConfig(bytes.NewReader(code.Picture))
	if err != nil || size.Width%(made.Size+2*frame) != 0 || size.Width != size.Height {
		t.Errorf("%d modules in %d pixels: %v", made.Size, size.Width, err)
	}
	if module := code.W / float64(made.Size+2*frame); module < least || code.W != code.H {
		t.Errorf("a module of %.2f mm", module)
	}
	for _, m := range beside {
		const touch = 0.1
		if len(m.Picture) == 0 && m.X+m.W > code.X+touch && m.X < code.X+code.W-touch && m.Y+m.H > code.Y+touch && m.Y < code.Y+code.H-touch {
			t.Errorf("%q lies under the code", m.Text)
		}
	}
}

// keys are words that say their key.
type keys struct{}

func (keys) T(key string, _ ...map[string]any) string { return key }
func (keys) Amount(a games.Amount) string             { return strconv.Itoa(int(a)) }
func (keys) Cents(a games.Amount) string              { return strconv.Itoa(int(a)) }

// A code is made simple point by point, and its bytes are those of one that was drawn: papers of before are drawn again to verify them.
func TestSimpleCodeIsAsItWasDrawn(t *testing.T) {
	code := codeOf(Report{Code: "sabot+code+of+a+paper"})
	from, err := png.Decode(bytes.NewReader(code))
	if err != nil {
		t.Fatal(err)
	}
	if _, grey := from.(*image.Gray); !grey {
		t.Fatalf("a code is a %T", from)
	}
	to := image.NewNRGBA(from.Bounds())
	draw.Draw(to, to.Bounds(), from, from.Bounds().Min, draw.Src)
	var drawn bytes.Buffer
	if err := png.Encode(&drawn, to); err != nil {
		t.Fatal(err)
	}
	for _, again := range []bool{false, true} {
		if !bytes.Equal(simple(code), drawn.Bytes()) {
			t.Errorf("made again %v: it has other bytes", again)
		}
	}
}
