package handfile

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

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
			return failed, w.Flush()
		}
		var text []byte
		if err == nil {
			text, err = answer(value)
		}
		if err != nil {
			var fault *games.Error
			if !errors.As(err, &fault) {
				return failed, errors.Join(fmt.Errorf("reading the hands: %w", err), w.Flush())
			}
			failed++
			text = EncodeError(err)
			if fault.Code == games.BadJSON {
				values.skipLine()
			}
		}
		w.Write(text)
		if err := w.WriteByte('\n'); err != nil {
			return failed, fmt.Errorf("writing the answers: %w", err)
		}
	}
}

// flushing writes out what is answered before it waits for more input.
type flushing struct {
	in  io.Reader
	out *bufio.Writer
}

func (f flushing) Read(p []byte) (int, error) {
	if err := f.out.Flush(); err != nil {
		return 0, err
	}
	return f.in.Read(p)
}

// values are the JSON values of a stream, one after the other. It keeps the bytes
// from the start of the current value on, so that reading can go on at the line
// after the one on which a faulty value began.
type values struct {
	src  io.Reader
	kept []byte // bytes handed to dec and not yet passed
	fed  int    // how many of kept dec has had
	err  error  // of src
	dec  *json.Decoder
	base int64 // what dec.InputOffset says at kept[0]
	end  int   // end of the current value in kept
	from int   // start of it
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

func (v *values) drop(n int) {
	v.kept = v.kept[:copy(v.kept, v.kept[n:])]
	v.fed -= n
	v.base += int64(n)
}

// feed gives the decoder what is kept, then the source.
type feed struct{ v *values }

func (f feed) Read(p []byte) (int, error) {
	v := f.v
	if v.fed == len(v.kept) {
		if v.err == nil {
			v.fill()
		}
		if v.fed == len(v.kept) {
			return 0, v.err
		}
	}
	n := copy(p, v.kept[v.fed:])
	v.fed += n
	return n, nil
}

func (v *values) fill() {
	const chunk = 1 << 16
	start := len(v.kept)
	v.kept = append(v.kept, make([]byte, chunk)...)
	n, err := v.src.Read(v.kept[start:])
	v.kept, v.err = v.kept[:start+n], err
}

// next is the next value. Its error is io.EOF at the end, a *games.Error with
// bad_json where no value stands, or the source's own.
func (v *values) next() ([]byte, error) {
	v.drop(v.end)
	v.from, v.end = 0, 0
	var value raw
	err := v.dec.Decode(&value)
	for v.from < len(v.kept) && bytes.IndexByte([]byte(" \t\r\n"), v.kept[v.from]) >= 0 {
		v.from++
	}
	if err == nil {
		v.end = int(v.dec.InputOffset() - v.base)
		return value, nil
	}
	if v.err != nil && v.err != io.EOF {
		return nil, v.err
	}
	if err == io.EOF {
		return nil, io.EOF
	}
	return nil, games.Errorf(games.BadJSON, "", "%v", err)
}

// skipLine goes on at the line after the one on which the current value began.
func (v *values) skipLine() {
	at := v.from
	for {
		if i := bytes.IndexByte(v.kept[at:], '\n'); i >= 0 {
			v.restart(at + i + 1)
			return
		}
		v.kept, at = v.kept[:0], 0
		if v.err != nil {
			v.restart(0)
			return
		}
		v.fill()
	}
}
