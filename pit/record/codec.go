package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"
	"unicode/utf8"
)

// An entry has one encoding, a JSON array on one line:
//
//	[1,"LB1",17,1795241553123,"11",3,1,45,"card",{"card":"8h","at":"box:1"}]
//
// version, table, sequence, milliseconds of UTC since 1970, by whom, shift, shoe,
// hand, kind, and the fact's fields in the order of its struct. The bytes on disk
// are the record: whoever binds or ships entries takes the bytes as they are.

// ErrNewerRecord is wrapped by the error of a record that a newer Sabot wrote.
var ErrNewerRecord = errors.New("the record was written by a newer Sabot")

// ErrOlderRecord is wrapped by the error of a record from before the first that this Sabot reads.
var ErrOlderRecord = errors.New("the record is from before Sabot 0.9, and read no more: open it with the Sabot that wrote it")

// Encode returns an entry's one encoding. An entry that DecodeAs read keeps its bytes.
func Encode(e Entry) []byte {
	if e.as != "" {
		return []byte(e.as)
	}
	const most = 256 // bytes, of most
	return appendTail(appendHead(make([]byte, 0, most), &e), e.Fact)
}

// appendTail appends the kind and the fact.
func appendTail(b []byte, f Fact) []byte {
	b = appendText(b, f.kind())
	return append(appendFact(append(b, ','), f), ']')
}

// appendHead appends what stands before the kind.
func appendHead(b []byte, e *Entry) []byte {
	b = append(b, '[')
	b = strconv.AppendInt(b, entryVersion, 10)
	b = append(b, ',')
	b = appendText(b, e.Table)
	b = append(b, ',')
	b = strconv.AppendInt(b, e.Seq, 10)
	b = append(b, ',')
	b = strconv.AppendInt(b, e.At.UnixMilli(), 10)
	b = append(b, ',')
	b = appendText(b, e.By)
	for _, n := range [...]int{e.Shift, e.Shoe, e.Hand} {
		b = append(b, ',')
		b = strconv.AppendInt(b, int64(n), 10)
	}
	return append(b, ',')
}

// appendText appends a text as JSON has it; most have nothing in them to be escaped.
func appendText(b []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return append(b, EncodeValue(s)...)
		}
	}
	return append(append(append(b, '"'), s...), '"')
}

// EncodeValue encodes a value of ours, which cannot fail, and leaves < and & as
// they are.
func EncodeValue(v any) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(fmt.Sprintf("record: encoding %T: %v", v, err))
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// EncodeOther encodes an entry with a value that is no fact of a table or a house: what a house sends to its group.
func EncodeOther(e Entry, kind string, v any) []byte {
	const most = 1 << 10 // bytes, of most
	b := appendText(appendHead(make([]byte, 0, most), &e), kind)
	return append(append(append(b, ','), EncodeValue(v)...), ']')
}

// DecodeOther reverses EncodeOther. Errors: as Decode.
func DecodeOther(b []byte, kind string, v any) (Entry, error) {
	e, rest, err := decodeHead(cutter{rest: b}, &Entry{})
	if err != nil {
		return Entry{}, err
	}
	c := cutter{rest: rest}
	is := c.nextText()
	c.take(',')
	switch {
	case c.err != nil:
		err = fmt.Errorf("a fact that is none: %.80q", rest)
	case is != kind:
		err = fmt.Errorf("%w: it is of kind %q, and this one knows %q: install the newer one", ErrNewerRecord, is, kind)
	default:
		err = json.Unmarshal(c.rest, v)
	}
	if err != nil {
		return Entry{}, fmt.Errorf("entry %s/%d: %w", e.Table, e.Seq, err)
	}
	return e, nil
}

// Decode reverses Encode. A record of a newer version gives an error that wraps ErrNewerRecord and names both versions.
func Decode(b []byte) (Entry, error) {
	e, rest, err := decodeHead(cutter{rest: b}, &Entry{})
	if err != nil {
		return Entry{}, err
	}
	e.Fact, err = decodeTail(rest)
	if err != nil {
		return Entry{}, fmt.Errorf("entry %s/%d: %w", e.Table, e.Seq, err)
	}
	return e, nil
}

// DecodeAs decodes an entry for which another machine's head stands: Encode returns the bytes that it was read from, also where Sabot writes it
// otherwise.
func DecodeAs(b []byte) (Entry, error) {
	e, err := Decode(b)
	if err == nil && !bytes.Equal(Encode(e), b) {
		e.as = string(b)
	}
	return e, err
}

// DecodeHead reads what stands before an entry's kind, whatever a newer Sabot has put behind it; the
// fact is nil. Errors: as Decode.
func DecodeHead(b []byte) (Entry, error) {
	e, _, err := decodeHead(cutter{rest: b}, &Entry{})
	return e, err
}

// DecodeKind decodes the head of an entry as DecodeHead does, and its kind; the rest of the fact stays unread.
func DecodeKind(b []byte) (Entry, string, error) {
	e, rest, err := decodeHead(cutter{rest: b}, &Entry{})
	if err != nil {
		return Entry{}, "", err
	}
	c := cutter{rest: rest}
	kind := c.nextText()
	if c.err != nil {
		return Entry{}, "", fmt.Errorf("entry %s/%d: a fact that is none: %.80q", e.Table, e.Seq, rest)
	}
	return e, kind, nil
}

// decodeHead reads what stands before the kind; rest is the kind and the fact. Texts that are the same in like are shared with it.
func decodeHead(c cutter, like *Entry) (e Entry, rest []byte, err error) {
	b := c.rest
	c.take('[')
	version := c.int()
	if c.err == nil && version > entryVersion {
		return Entry{}, nil, fmt.Errorf("%w: an entry has version %d, this Sabot reads up to %d: install the newer one", ErrNewerRecord, version, entryVersion)
	}
	e = Entry{Table: c.nextTextLike(like.Table), Seq: c.nextInt(), At: time.UnixMilli(c.nextInt()).UTC(), By: c.nextTextLike(like.By)}
	e.Shift, e.Shoe, e.Hand = int(c.nextInt()), int(c.nextInt()), int(c.nextInt())
	if c.err != nil || version < 1 || !utf8.Valid(b) || len(b) == 0 || b[len(b)-1] != ']' {
		return Entry{}, nil, fmt.Errorf("an entry that is none: %.80q", b)
	}
	return e, bytes.TrimSuffix(c.rest, []byte("]")), nil
}

// decodeTail reads a kind and a fact of that kind.
func decodeTail(b []byte) (Fact, error) {
	c := cutter{rest: b}
	kind := c.nextText()
	c.take(',')
	if c.err != nil || len(c.rest) == 0 {
		return nil, fmt.Errorf("a fact that is none: %.80q", b)
	}
	return decodeFact(kind, c.rest)
}

func decodeFact(kind string, b []byte) (Fact, error) {
	if row, known := factRows[kind]; known {
		return row.read(b)
	}
	return nil, fmt.Errorf("%w: it has entries of kind %q, which this one does not know: install the newer one", ErrNewerRecord, kind)
}

func read[F Fact](b []byte) (Fact, error) {
	var f F
	if !cutPlain(b, &f) {
		f = *new(F)
		if err := json.Unmarshal(b, &f); err != nil {
			return nil, fmt.Errorf("reading a fact of kind %s: %w", f.kind(), err)
		}
	}
	if texts, ok := any(f).(readable); ok {
		if err := texts.read(); err != nil {
			return nil, fmt.Errorf("reading a fact of kind %s: %w", f.kind(), err)
		}
	}
	return f, nil
}
