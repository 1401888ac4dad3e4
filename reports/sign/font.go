package sign

import (
	"encoding/binary"
	"slices"
	"sync"

	"github.com/go-fonts/dejavu/dejavusans"
	"github.com/go-fonts/dejavu/dejavusansbold"
)

// A typeface is a TrueType font of which the glyphs of a text are put into a signature. ISO 32000-1, 9.9 has the
// tables that an embedded font needs. The bytes depend only on the font and the text, as a verifier writes them
// again.
type typeface struct {
	name   string
	tables map[string][]byte
	em     int
	loca   []uint32
	many   int // glyphs with a width of their own
	cmap   []byte
}

// faces are the regular and the bold one of the house's paper.
var faces = sync.OnceValue(func() [2]*typeface {
	return [2]*typeface{newTypeface("SABOTA+DejaVuSans", dejavusans.TTF), newTypeface("SABOTB+DejaVuSans-Bold", dejavusansbold.TTF)}
})

func u16(b []byte, at int) int { return int(binary.BigEndian.Uint16(b[at:])) }

func newTypeface(name string, ttf []byte) *typeface {
	f := &typeface{name: name, tables: map[string][]byte{}}
	for i := range u16(ttf, 4) {
		row := ttf[12+16*i:]
		at, n := binary.BigEndian.Uint32(row[8:]), binary.BigEndian.Uint32(row[12:])
		f.tables[string(row[:4])] = ttf[at : at+n]
	}
	f.em = u16(f.tables["head"], 18)
	f.many = u16(f.tables["hhea"], 34)
	loca, long := f.tables["loca"], u16(f.tables["head"], 50) == 1
	for i := range u16(f.tables["maxp"], 4) + 1 {
		if long {
			f.loca = append(f.loca, binary.BigEndian.Uint32(loca[4*i:]))
		} else {
			f.loca = append(f.loca, 2*uint32(u16(loca, 2*i)))
		}
	}
	cmap := f.tables["cmap"]
	for i := range u16(cmap, 2) {
		sub := cmap[binary.BigEndian.Uint32(cmap[4+8*i+4:]):]
		if u16(sub, 0) == 4 && u16(cmap, 4+8*i) == 3 {
			f.cmap = sub
		}
	}
	return f
}

// glyph returns the number of a character's glyph, 0 where the font has none (cmap of format 4).
func (f *typeface) glyph(r rune) int {
	if r > 0xffff {
		return 0
	}
	n := u16(f.cmap, 6)
	ends, starts, deltas, offsets := 14, 16+n, 16+2*n, 16+3*n
	for i := 0; i < n; i += 2 {
		if int(r) > u16(f.cmap, ends+i) {
			continue
		}
		start := u16(f.cmap, starts+i)
		if int(r) < start {
			return 0
		}
		offset := u16(f.cmap, offsets+i)
		if offset == 0 {
			return (int(r) + u16(f.cmap, deltas+i)) & 0xffff
		}
		at := offsets + i + offset + 2*(int(r)-start)
		if g := u16(f.cmap, at); g != 0 {
			return (g + u16(f.cmap, deltas+i)) & 0xffff
		}
		return 0
	}
	return 0
}

// advance returns the width of a glyph, in thousandths of the type's size.
func (f *typeface) advance(glyph int) int {
	return u16(f.tables["hmtx"], 4*min(glyph, f.many-1)) * 1000 / f.em
}

// width returns the width of a text, in thousandths of the type's size.
func (f *typeface) width(text string) int {
	n := 0
	for _, r := range text {
		n += f.advance(f.glyph(r))
	}
	return n
}

// has reports whether the font can draw a character.
func (f *typeface) has(r rune) bool { return f.glyph(r) != 0 }

func (f *typeface) outline(glyph int) []byte {
	return f.tables["glyf"][f.loca[glyph]:f.loca[glyph+1]]
}

// components returns the offsets in a composite glyph's outline where other glyphs are named.
func components(outline []byte) (at []int) {
	const words, scale, more, two, four = 1 << 0, 1 << 3, 1 << 5, 1 << 6, 1 << 7
	if len(outline) < 10 || int16(u16(outline, 0)) >= 0 {
		return nil
	}
	for p := 10; ; {
		flags := u16(outline, p)
		at = append(at, p+2)
		p += 6
		if flags&words != 0 {
			p += 2
		}
		switch {
		case flags&scale != 0:
			p += 2
		case flags&two != 0:
			p += 4
		case flags&four != 0:
			p += 8
		}
		if flags&more == 0 {
			return at
		}
	}
}

// subset returns the font with the glyphs of these characters, numbered from 1 in their order. Behind them are the
// glyphs that they are composed of.
func (f *typeface) subset(chars []rune) []byte {
	glyphs := []int{0}
	for _, r := range chars {
		glyphs = append(glyphs, f.glyph(r))
	}
	for i := 0; i < len(glyphs); i++ {
		for _, at := range components(f.outline(glyphs[i])) {
			if part := u16(f.outline(glyphs[i]), at); !slices.Contains(glyphs, part) {
				glyphs = append(glyphs, part)
			}
		}
	}
	var glyf, loca, hmtx []byte
	for _, g := range glyphs {
		loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
		outline := slices.Clone(f.outline(g))
		for _, at := range components(outline) {
			binary.BigEndian.PutUint16(outline[at:], uint16(slices.Index(glyphs, u16(outline, at))))
		}
		glyf = append(glyf, outline...)
		for len(glyf)%4 != 0 {
			glyf = append(glyf, 0)
		}
		bearing := 4*g + 2
		if g >= f.many {
			bearing = 4*f.many + 2*(g-f.many)
		}
		hmtx = append(append(hmtx, f.tables["hmtx"][4*min(g, f.many-1):][:2]...), f.tables["hmtx"][bearing:][:2]...)
	}
	loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
	head, hhea, maxp := slices.Clone(f.tables["head"]), slices.Clone(f.tables["hhea"]), slices.Clone(f.tables["maxp"])
	binary.BigEndian.PutUint32(head[8:], 0)
	binary.BigEndian.PutUint16(head[50:], 1)
	binary.BigEndian.PutUint16(hhea[34:], uint16(len(glyphs)))
	binary.BigEndian.PutUint16(maxp[4:], uint16(len(glyphs)))
	return fontFile([]fontTable{
		{"cvt ", f.tables["cvt "]},
		{"fpgm", f.tables["fpgm"]},
		{"glyf", glyf},
		{"head", head},
		{"hhea", hhea},
		{"hmtx", hmtx},
		{"loca", loca},
		{"maxp", maxp},
		{"prep", f.tables["prep"]},
	})
}

type fontTable struct {
	tag  string
	data []byte
}

// fontFile puts tables, ascending by their tags, into one file.
func fontFile(tables []fontTable) []byte {
	tables = slices.DeleteFunc(tables, func(t fontTable) bool { return len(t.data) == 0 })
	power, exponent := 1, 0
	for 2*power <= len(tables) {
		power, exponent = 2*power, exponent+1
	}
	out := []byte{0, 1, 0, 0}
	for _, n := range []int{len(tables), 16 * power, exponent, 16*len(tables) - 16*power} {
		out = binary.BigEndian.AppendUint16(out, uint16(n))
	}
	at, head := 12+16*len(tables), 0
	for _, t := range tables {
		if t.tag == "head" {
			head = at
		}
		out = append(out, t.tag...)
		out = binary.BigEndian.AppendUint32(out, checksum(t.data))
		out = binary.BigEndian.AppendUint32(out, uint32(at))
		out = binary.BigEndian.AppendUint32(out, uint32(len(t.data)))
		at += (len(t.data) + 3) / 4 * 4
	}
	for _, t := range tables {
		out = append(out, t.data...)
		for len(out)%4 != 0 {
			out = append(out, 0)
		}
	}
	binary.BigEndian.PutUint32(out[head+8:], 0xb1b0afba-checksum(out))
	return out
}

func checksum(data []byte) uint32 {
	n := uint32(0)
	for i := 0; i < len(data); i += 4 {
		var word [4]byte
		copy(word[:], data[i:])
		n += binary.BigEndian.Uint32(word[:])
	}
	return n
}
