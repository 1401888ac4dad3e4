package paper

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// finish puts into a PDF by gofpdf what that cannot write. This is the version of what is in it, the language, the
// name of the attachment and the zone of its dates.
func finish(pdf []byte, r Report) ([]byte, error) {
	if !bytes.HasPrefix(pdf, []byte("%PDF-1.")) {
		return nil, errors.New("it is no PDF as reports of Sabot are")
	}
	pdf = append([]byte("%PDF-1.7"), pdf[8:]...)
	stamp := r.Printed.Format("20060102150405")
	about := metadata.FindSubmatch(pdf)
	if about == nil {
		return nil, errors.New("it has no metadata")
	}
	edits := []edit{
		{"/Creator ", "/CreationDate (D:" + stamp + ")", "/CreationDate (" + pdfTime(r.Printed) + ")"},
		{"/CreationDate ", "/ModDate (D:" + stamp + ")", "/ModDate (" + pdfTime(r.Printed) + ")"},
		{"/Type /Catalog\n", "/Pages 1 0 R\n", fmt.Sprintf("/Pages 1 0 R\n/Lang (%s)\n/Metadata %s 0 R\n/ViewerPreferences <</DisplayDocTitle true>>\n", language(r), about[1])},
	}
	if bytes.Contains(pdf, []byte("/Type /Filespec /F () ")) {
		edits = append(edits, edit{"<< /Type /Filespec ", "/F () ", "/AFRelationship /Data /F (" + EvidenceName + ") "})
	}
	for _, e := range edits {
		var err error
		if pdf, err = e.apply(pdf); err != nil {
			return nil, err
		}
	}
	return pdf, nil
}

// language returns the language of a report's words; "" if it is not known.
func language(r Report) string {
	for _, c := range r.Language {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' {
			return ""
		}
	}
	return r.Language
}

// pdfTime returns a time as a PDF writes it, with its offset from UTC.
func pdfTime(t time.Time) string {
	return t.Format("D:20060102150405") + strings.Replace(t.Format("-07:00"), ":", "'", 1) + "'"
}

var metadata = regexp.MustCompile(`\n([0-9]+) 0 obj\n<< /Type /Metadata `)

// An edit puts a text in place of another one that stands right behind a third.
type edit struct{ after, old, new string }

var startxref = regexp.MustCompile(`startxref\n([0-9]+)\n%%EOF\n$`)

// apply makes the edit at the last place of its text, and moves the addresses of the objects that the file lists.
func (e edit) apply(pdf []byte) ([]byte, error) {
	at := bytes.LastIndex(pdf, []byte(e.old))
	if from := at - 200; at < 0 || !bytes.Contains(pdf[max(0, from):at], []byte(e.after)) {
		return nil, fmt.Errorf("there is no %q after %q", e.old, e.after)
	}
	tail := startxref.FindSubmatchIndex(pdf)
	if tail == nil {
		return nil, errors.New("it has no end")
	}
	table, err := strconv.Atoi(string(pdf[tail[2]:tail[3]]))
	if err != nil || table <= at || table > tail[0] {
		return nil, errors.New("it does not say where its objects are")
	}
	more := len(e.new) - len(e.old)
	var out bytes.Buffer
	out.Write(pdf[:at])
	out.WriteString(e.new)
	out.Write(pdf[at+len(e.old) : table])
	for line := range bytes.Lines(pdf[table:tail[0]]) {
		if n, err := strconv.Atoi(string(line[:min(10, len(line))])); err == nil && len(line) == 20 && n > at {
			line = fmt.Appendf(nil, "%010d%s", n+more, line[10:])
		}
		out.Write(line)
	}
	fmt.Fprintf(&out, "startxref\n%d\n%%%%EOF\n", table+more)
	return out.Bytes(), nil
}

// xmp returns the metadata that archive programs read (ISO 16684-1).
func xmp(r Report) []byte {
	var b strings.Builder
	esc := func(s string) string {
		var out strings.Builder
		_ = xml.EscapeText(&out, []byte(s)) // a Builder never fails
		return out.String()
	}
	at := r.Printed.Format(time.RFC3339)
	b.WriteString("<?xpacket begin=\"\ufeff\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n" +
		`<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` + "\n" +
		`<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">` + "\n")
	fmt.Fprintf(&b, "<dc:format>application/pdf</dc:format>\n<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">%s</rdf:li></rdf:Alt></dc:title>\n", esc(r.Title))
	fmt.Fprintf(&b, "<dc:creator><rdf:Seq><rdf:li>%s</rdf:li></rdf:Seq></dc:creator>\n", esc(r.House))
	if lang := language(r); lang != "" {
		fmt.Fprintf(&b, "<dc:language><rdf:Bag><rdf:li>%s</rdf:li></rdf:Bag></dc:language>\n", lang)
	}
	fmt.Fprintf(&b, "<xmp:CreatorTool>Sabot</xmp:CreatorTool>\n<xmp:CreateDate>%s</xmp:CreateDate>\n<xmp:ModifyDate>%s</xmp:ModifyDate>\n", at, at)
	b.WriteString("</rdf:Description>\n")
	b.WriteString(`<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">` + "\n<pdfaid:part>3</pdfaid:part>\n<pdfaid:conformance>B</pdfaid:conformance>\n</rdf:Description>\n")
	b.WriteString("</rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>")
	return []byte(b.String())
}
