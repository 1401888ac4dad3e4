package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"sabot/app/text"
	"sabot/reports"
	"sabot/reports/sign"
)

// stranger is somebody with a certificate of an authority that no house has.
func stranger(t *testing.T, authority sign.Identity, name string) sign.Identity {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	c, err := authority.Issue(key.Public(), "1", name, "manager", time.Now())
	must(t, err)
	return sign.Identity{Certificate: c, Key: key}
}

// shifted is a PDF in which everything behind a place lies so many bytes further on, with its
// table of objects put right.
func shifted(t *testing.T, pdf []byte, from, by int) []byte {
	t.Helper()
	tail := regexp.MustCompile(`startxref\n([0-9]+)\n%%EOF\n$`).FindSubmatchIndex(pdf)
	if tail == nil {
		t.Fatal("it has no end")
	}
	was, err := strconv.Atoi(string(pdf[tail[2]:tail[3]]))
	must(t, err)
	at := was + by
	head := bytes.IndexByte(pdf[at+len("xref\n"):], '\n') + at + len("xref\n") + 1
	for entry := head; bytes.HasSuffix(pdf[entry:entry+20], []byte(" \n")); entry += 20 {
		offset, err := strconv.Atoi(string(pdf[entry : entry+10]))
		must(t, err)
		if offset > from && pdf[entry+17] == 'n' {
			copy(pdf[entry:], fmt.Sprintf("%010d", offset+by))
		}
	}
	return append(pdf[:tail[2]:tail[2]], fmt.Sprintf("%d\n%%%%EOF\n", at)...)
}

// What others wrote into a certificate or a report does not steer a terminal, and makes no
// line that looks like an answer.
func TestNamesDoNotSteerTheTerminal(t *testing.T) {
	house, err := sign.NewAuthority("House\x1b[2J", time.Now())
	must(t, err)
	e := reports.Evidence{
		Sabot: "1", Form: reports.Form, Kind: reports.TableReport, Table: "LB1\nholds", Item: "x\r\x1b[8m", Language: "en", Currency: "CHF", Zone: "UTC", Printed: time.Now().UnixMilli(),
		Figures: []byte(`{"Shifts":[{"Number":1,"Closed":"2026-11-22T03:00:00Z"}]}`),
	}
	doc, err := e.Draw(text.Open("en", "CHF"))
	must(t, err)
	b := doc.Blocks[0]
	pdf, err := sign.Sign(doc.PDF, stranger(t, house, "Anna\x1b[8m\nholds"), sign.Field{Name: "s", Page: b.Page, X: b.X + 1, Y: b.Y + 1, W: b.W - 2, H: b.H - 2, Lines: []string{"x"}, At: time.Now()})
	must(t, err)
	file := filepath.Join(t.TempDir(), "r.pdf")
	must(t, os.WriteFile(file, pdf, 0o600))
	for _, args := range [][]string{nil, {"--data", closed(t)}} {
		out, problem, status := ctl(t, "", append([]string{"verify-report", file}, args...)...)
		if status != notHeld {
			t.Errorf("%v: %d %s%s", args, status, out, problem)
		}
		for i, line := range strings.Split(out+problem, "\n") {
			if strings.ContainsFunc(line, unicode.IsControl) || line == "holds" {
				t.Errorf("%v: line %d is %q", args, i+1, line)
			}
		}
	}
}
