package record

import (
	"strconv"

	"sabot/games"
)

// written is a fact of which a record has so many that it is written, and read, without
// looking at its type at every entry: the bytes are those that EncodeValue gives it.
type written interface{ appendTo(b []byte) []byte }

// A cutting is a fact that reads itself where its bytes are as appendTo writes them; encoding/json reads the others.
type cutting interface{ cut(c *cutter) }

// The rows of facts of which there are many, which are asked for at every entry.
var (
	cardRow    = factRows[CardLaid{}.kind()]
	decidedRow = factRows[Decided{}.kind()]
	settledRow = factRows[Settled{}.kind()]
	betsRow    = factRows[BetsPlaced{}.kind()]
	paidRow    = factRows[PaidOut{}.kind()]
)

func factRowOf(f Fact) *factRow {
	switch f.(type) {
	case CardLaid:
		return cardRow
	case Decided:
		return decidedRow
	case Settled:
		return settledRow
	case BetsPlaced:
		return betsRow
	case PaidOut:
		return paidRow
	}
	return factRows[f.kind()]
}

// appendFact appends a fact as it is written.
func appendFact(b []byte, f Fact) []byte {
	if f, ok := f.(written); ok {
		return f.appendTo(b)
	}
	return append(b, EncodeValue(f)...)
}

// cutPlain reads a fact; false where its bytes are not as most are.
func cutPlain(b []byte, f any) bool {
	fact, ok := f.(cutting)
	if !ok {
		return false
	}
	c := cutter{rest: b, plain: true}
	fact.cut(&c)
	return c.err == nil && len(c.rest) == 0
}

// field appends the name of a field, with the comma before it where it is not the first.
func field(b []byte, name string) []byte { return append(b, name...) }

func appendTextOf(b []byte, name, text string) []byte {
	if text == "" {
		return b
	}
	return appendText(field(b, name), text)
}

func appendTruth(b []byte, name string, holds bool) []byte {
	if !holds {
		return b
	}
	return append(field(b, name), "true"...)
}

func appendList[T any](b []byte, list []T, one func(T, []byte) []byte) []byte {
	if list == nil {
		return append(b, "null"...)
	}
	b = append(b, '[')
	for i, v := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = one(v, b)
	}
	return append(b, ']')
}

func (f CardLaid) appendTo(b []byte) []byte {
	b = appendText(field(b, `{"card":`), string(f.Card))
	b = appendText(field(b, `,"at":`), string(f.At))
	b = appendTruth(b, `,"burned":`, f.Burned)
	b = appendTextOf(b, `,"approver":`, f.Approver)
	b = appendTruth(b, `,"drawn":`, f.Drawn)
	b = appendTextOf(b, `,"reason":`, f.Reason)
	b = appendTextOf(b, `,"looked":`, string(f.Looked))
	b = appendReading(b, f.Reading)
	return append(b, '}')
}

func appendReading(b []byte, r Reading) []byte {
	b = appendTextOf(b, `,"source":`, string(r.Source))
	b = appendTextOf(b, `,"telegram":`, r.Telegram)
	return appendTextOf(b, `,"said":`, r.Said)
}

func (f *CardLaid) cut(c *cutter) {
	c.word(`{"card":`)
	f.Card = CardName(c.text())
	c.word(`,"at":`)
	f.At = PlaceName(c.text())
	f.Burned = c.truth(`,"burned":`)
	f.Approver = c.textOf(`,"approver":`)
	f.Drawn = c.truth(`,"drawn":`)
	f.Reason = c.textOf(`,"reason":`)
	f.Looked = games.Looked(c.textOf(`,"looked":`))
	f.Source = Source(c.textOf(`,"source":`))
	f.Telegram = c.textOf(`,"telegram":`)
	f.Said = c.textOf(`,"said":`)
	c.take('}')
}

func (f Decided) appendTo(b []byte) []byte {
	b = strconv.AppendInt(field(b, `{"box":`), int64(f.Box), 10)
	b = appendTextOf(b, `,"bettor":`, f.Bettor)
	b = appendText(field(b, `,"do":`), string(f.Do))
	return append(appendTruth(b, `,"aside":`, f.Aside), '}')
}

func (f *Decided) cut(c *cutter) {
	c.word(`{"box":`)
	f.Box = int(c.int())
	f.Bettor = c.textOf(`,"bettor":`)
	c.word(`,"do":`)
	f.Do = games.Action(c.text())
	f.Aside = c.truth(`,"aside":`)
	c.take('}')
}

func (f BetsPlaced) appendTo(b []byte) []byte {
	b = appendText(field(b, `{"how":`), string(f.How))
	return append(appendList(field(b, `,"bets":`), f.Bets, Put.appendTo), '}')
}

func (f *BetsPlaced) cut(c *cutter) {
	c.word(`{"how":`)
	f.How = BetHow(c.text())
	c.word(`,"bets":`)
	f.Bets = list(c, (*Put).cut)
	c.take('}')
}

func (f Settled) appendTo(b []byte) []byte {
	b = appendList(field(b, `{"rows":`), f.Rows, Row.appendTo)
	if len(f.Parts) > 0 {
		b = appendList(field(b, `,"parts":`), f.Parts, Part.appendTo)
	}
	return append(b, '}')
}

func (f *Settled) cut(c *cutter) {
	c.word(`{"rows":`)
	f.Rows = list(c, (*Row).cut)
	if c.has(`,"parts":`) {
		f.Parts = list(c, (*Part).cut)
	}
	c.take('}')
}

func (f PaidOut) appendTo(b []byte) []byte {
	b = strconv.AppendInt(field(b, `{"rows":`), int64(f.Rows), 10)
	if f.Acts != 0 {
		b = strconv.AppendInt(field(b, `,"acts":`), int64(f.Acts), 10)
	}
	return append(b, '}')
}

func (f *PaidOut) cut(c *cutter) {
	c.word(`{"rows":`)
	f.Rows = int(c.int())
	if c.has(`,"acts":`) {
		f.Acts = int(c.int())
	}
	c.take('}')
}

func (f HandClosed) appendTo(b []byte) []byte {
	return append(strconv.AppendInt(field(b, `{"house":`), int64(f.House), 10), '}')
}

func (f *HandClosed) cut(c *cutter) {
	c.word(`{"house":`)
	f.House = games.Amount(c.int())
	c.take('}')
}

func (BetsClosed) appendTo(b []byte) []byte { return append(b, "{}"...) }

func (*BetsClosed) cut(c *cutter) { c.word("{}") }

func (f Approved) appendTo(b []byte) []byte {
	b = strconv.AppendInt(field(b, `{"seq":`), f.Seq, 10)
	b = appendText(field(b, `,"by":`), f.By)
	if f.Before != (Stood{}) {
		b = strconv.AppendInt(field(b, `,"before":{"size":`), f.Before.Size, 10)
		b = append(appendText(field(b, `,"root":`), f.Before.Root), '}')
	}
	return append(appendText(field(b, `,"sig":`), f.Sig), '}')
}

func (f *Approved) cut(c *cutter) {
	c.word(`{"seq":`)
	f.Seq = c.int()
	c.word(`,"by":`)
	f.By = c.text()
	if c.has(`,"before":`) {
		c.word(`{"size":`)
		f.Before.Size = c.int()
		c.word(`,"root":`)
		f.Before.Root = c.text()
		c.take('}')
	}
	c.word(`,"sig":`)
	f.Sig = c.text()
	c.take('}')
}
