package handfile

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"sabot/games"
)

// Settle settles every hand of in, one output line for each input, in order. It
// answers how many were not settled; the error is of reading or writing.
func Settle(in io.Reader, out io.Writer) (failed int, err error) {
	return each(in, out, func(value []byte) ([]byte, error) {
		h, err := Decode(value)
		if err != nil {
			return nil, err
		}
		s, err := games.Complete(h.Game, h.Round)
		if err != nil {
			return nil, err
		}
		return EncodeSettlement(s), nil
	})
}

// Check judges where the cards of every hand of in were laid; as Settle.
func Check(in io.Reader, out io.Writer) (failed int, err error) {
	return each(in, out, func(value []byte) ([]byte, error) {
		h, err := DecodeDealt(value)
		if err != nil {
			return nil, err
		}
		r, err := games.Relay(h.Game, h.Round)
		if err != nil {
			return nil, err
		}
		return EncodeRelaid(r), nil
	})
}

// each answers every value of in with a line on out. Where in has nothing more
// for now, what is answered is written out, so that a pipe is answered at once.
func each(in io.Reader, out io.Writer, answer func([]byte) ([]byte, error)) (failed int, err error) {
	w := bufio.NewWriterSize(out, 1<<16)
	values := newValues(flushing{in, w})
	for {
		value, err := values.next()
		if err == io.EOF {
			return failed, written(w.Flush())
		}
		var text []byte
		if err == nil {
			text, err = answer(value)
		}
		if err != nil {
			var fault *games.Error
			if !errors.As(err, &fault) {
				return failed, errors.Join(fmt.Errorf("reading the hands: %w", err), written(w.Flush()))
			}
			failed++
			text = EncodeError(err)
			if fault.Code == games.BadJSON {
				values.skipLine()
			}
		}
		w.Write(text)
		if err := w.WriteByte('\n'); err != nil {
			return failed, written(err)
		}
	}
}

// written returns the error of the answers' writer.
func written(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("writing the answers: %w", err)
}

// A flushing is a reader that writes out what is answered before it waits for more input. Where that fails the input is over: the
// writer keeps its error and returns it at the end.
type flushing struct {
	in  io.Reader
	out *bufio.Writer
}

func (f flushing) Read(p []byte) (int, error) {
	if f.out.Flush() != nil {
		return 0, io.EOF
	}
	return f.in.Read(p)
}

// largest is the largest size of a hand in bytes: some thousand times the longest that is played. No more
// than that is kept of one, however long it goes on.
const largest = 1 << 20

var errTooLong = errors.New("it is longer than 1 MB")

// values are the JSON values of a stream, one after the other. It keeps the bytes
// from the start of the current value on, so that reading can go on at the line
// after the one on which a faulty value began.
type values struct {
	src  io.Reader
	err  error  // of src
	kept []byte // what was read and is not passed yet
	fed  int    // how much of kept the decoder has had
	dec  *json.Decoder
	base int64 // what dec.InputOffset says at kept[0]
	from int   // start of the current value in kept
	end  int   // and its end
}

func newValues(src io.Reader) *values {
	v := &values{src: src}
	v.restart(0)
	return v
}

// restart drops what lies before kept[n] and reads on from there.
func (v *values) restart(n int) {
	v.drop(n)
	v.fed, v.base, v.from, v.end = 0, 0, 0, 0
	v.dec = json.NewDecoder(feed{v})
}

// drop passes the first n bytes. They are not moved: fill leaves them behind when
// it needs more room.
func (v *values) drop(n int) {
	had := min(n, v.fed)
	v.kept = v.kept[n:]
	v.fed -= had
	v.base += int64(had)
}

// A feed is a reader of what is kept, then of the source.
type feed struct{ v *values }

func (f feed) Read(p []byte) (int, error) {
	v := f.v
	if v.fed-v.from >= largest { // it has not ended by then
		return 0, errTooLong
	}
	if v.fed >= len(v.kept) && !v.fill() {
		return 0, v.err
	}
	n := copy(p, v.kept[v.fed:])
	v.fed += n
	return n, nil
}

// fill reads more of the source; false at its end or error, which is in err.
func (v *values) fill() bool {
	const chunk = 1 << 16
	for v.err == nil {
		v.kept = slices.Grow(v.kept, chunk)
		n, err := v.src.Read(v.kept[len(v.kept) : len(v.kept)+chunk])
		v.kept, v.err = v.kept[:len(v.kept)+n], err
		if n > 0 {
			return true
		}
	}
	return false
}

// next returns the next object. Its error is io.EOF at the end, a *games.Error with bad_json where no object stands, or the
// source's own. What does not begin as an object is not read further: an array of a million hands costs one line. Nor is more than
// largest.
func (v *values) next() ([]byte, error) {
	v.drop(v.end)
	v.from, v.end = 0, 0
	for {
		for v.from < len(v.kept) && isSpace(v.kept[v.from]) {
			v.from++
		}
		if v.from < len(v.kept) {
			break
		}
		v.drop(v.from)
		v.from = 0
		if !v.fill() {
			return nil, v.err
		}
	}
	if v.kept[v.from] != '{' {
		return nil, games.Errorf(games.BadJSON, "", "a hand is a JSON object; this begins with %q", v.kept[v.from])
	}
	var value raw
	err := v.dec.Decode(&value)
	switch {
	case err == nil && len(value) <= largest:
		v.end = int(v.dec.InputOffset() - v.base)
		return value, nil
	case err == nil || errors.Is(err, errTooLong):
		return nil, games.Errorf(games.BadJSON, "", "a hand has at most 1 MB, and this one has more")
	case v.err != nil && v.err != io.EOF:
		return nil, v.err
	}
	return nil, games.Errorf(games.BadJSON, "", "%v", err)
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\r' || b == '\n' }

// skipLine goes on at the line after the one on which the current value began.
func (v *values) skipLine() {
	at := v.from
	for {
		if i := bytes.IndexByte(v.kept[at:], '\n'); i >= 0 {
			v.restart(at + i + 1)
			return
		}
		v.kept, at = v.kept[:0], 0
		if !v.fill() {
			v.restart(0)
			return
		}
	}
}
