package sign

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A writer collects the objects of an update and where they are in the file.
type writer struct {
	out     bytes.Buffer
	start   int // where in the file the update begins
	offsets map[int]int
}

func (w *writer) object(number int, body string) {
	if w.offsets == nil {
		w.offsets = map[int]int{}
	}
	w.offsets[number] = w.start + w.out.Len()
	fmt.Fprintf(&w.out, "%d 0 obj\n%s\nendobj\n", number, body)
}

// signature writes the signature dictionary (ISO 32000-1, 12.8.1; EN 319 142-1,
// 6.3) and tells where in the update the gap and the place of the ByteRange are.
func (w *writer) signature(number int, m mark, digits int) (gap, ranges int) {
	head := "<</Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached\n/ByteRange "
	middle := strings.Repeat(" ", rangeWidth) + "\n/Contents "
	body := head + middle + "<" + strings.Repeat("0", digits) + ">\n/M (" + m.at.Format(timeForm) + ")\n/Name " + textString(m.signer)
	if m.reason != "" {
		body += "\n/Reason " + textString(m.reason)
	}
	if m.location != "" {
		body += "\n/Location " + textString(m.location)
	}
	w.object(number, body+">>")
	ranges = bytes.Index(w.out.Bytes(), []byte(head)) + len(head)
	return ranges + len(middle), ranges
}

// tail writes xref section, trailer and the end of the revision.
func (w *writer) tail(d *document, size, xref int) {
	w.out.WriteString("xref\n")
	numbers := slices.Sorted(maps.Keys(w.offsets))
	for len(numbers) > 0 {
		n := 1
		for n < len(numbers) && numbers[n] == numbers[0]+n {
			n++
		}
		fmt.Fprintf(&w.out, "%d %d\n", numbers[0], n)
		for _, number := range numbers[:n] {
			fmt.Fprintf(&w.out, "%010d 00000 n \n", w.offsets[number])
		}
		numbers = numbers[n:]
	}
	id := ""
	if d.id != nil {
		id = " /ID " + string(d.id)
	}
	fmt.Fprintf(&w.out, "trailer\n<</Size %d /Root %d 0 R /Info %d 0 R%s /Prev %d>>\nstartxref\n%d\n%s",
		size, d.root, d.info, id, d.previous, xref, eof)
}
