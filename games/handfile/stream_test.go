package handfile_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"sabot/games/handfile"
)

const good = `{"game":"lugano","rules":"lugano","bets":[{"box":1,"spot":"59","amount":2000},{"box":1,"spot":"play","amount":4000}],"cards":["8h","Td","8c","3s","2d"],"decisions":[{"box":1,"do":"stand"}]}`

// answers is "ok" or the code of each output line.
func answers(t *testing.T, out string) []string {
	t.Helper()
	var list []string
	for _, line := range strings.Split(strings.TrimSuffix(out, "\n"), "\n") {
		if line == "" {
			continue
		}
		var v struct {
			V     int
			OK    bool
			Error struct{ Code string }
		}
		if err := json.Unmarshal([]byte(line), &v); err != nil || v.V != 1 {
			t.Fatalf("output line %q: %v", line, err)
		}
		if v.OK {
			list = append(list, "ok")
		} else {
			list = append(list, v.Error.Code)
		}
	}
	return list
}

func TestStream(t *testing.T) {
	truncated := good[:len(good)/2]
	pretty := strings.ReplaceAll(good, `,"`, ",\n\"")
	for _, c := range []struct{ about, in, want string }{
		{"nothing", "", ""},
		{"blank lines", "\n \r\n\t\n", ""},
		{"one without a line's end", good, "ok"},
		{"several lines", good + "\n" + good + "\n", "ok ok"},
		{"concatenated", good + good + " " + good, "ok ok ok"},
		{"over several lines", pretty + "\n" + pretty, "ok ok"},
		{"a truncated line swallows no other", good + "\n" + truncated + "\n" + good + "\n" + good, "ok bad_json ok ok"},
		{"a truncated line that JSON could go on from", good + "\n" + `{"game":"lugano","bets":[` + "\n" + good + "\n" + good, "ok bad_json ok ok"},
		{"truncated at the end", good + "\n" + truncated, "ok bad_json"},
		{"no object", "5\n" + good + "\n[1]\nnull\n\"x\"\ntrue\n" + good, "bad_json ok bad_json bad_json bad_json bad_json ok"},
		{"what stands behind a faulty value on its line goes with it", "5 " + good + "\n" + good, "bad_json ok"},
		{"noise", "}{\n" + good + "\nhello world\n", "bad_json ok bad_json"},
		{"another version", `{"v":2}` + "\n" + good, "bad_json ok"},
		{"a stake twice", strings.Replace(good, `"amount":2000`, `"amount":2000,"amount":50000`, 1) + "\n" + good, "bad_json ok"},
		{"a stake twice, written otherwise", strings.Replace(good, `"amount":2000`, `"amount":2000,"\u0061mount":50000`, 1) + "\n" + good, "bad_json ok"},
		{"two games", `{"game":"blackjack",` + good[1:] + "\n" + good, "bad_json ok"},
		{"something twice that nobody reads", `{"x":[[{"y":[],"z":{"y":1},"y":2}]],` + good[1:] + "\n" + good, "bad_json ok"},
		{"one name in two objects", `{"x":[{"y":1},{"y":{"y":"y"}},"y","y"],` + good[1:] + "\n" + good, "ok ok"},
		{"no UTF-8", strings.Replace(good, `"box":1,`, "\"box\":1,\"bettor\":\"\xff\",", 1) + "\n" + good, "bad_json ok"},
		{"a hand that is wrong", `{"game":"bridge"}` + good, "unknown_game ok"},
	} {
		t.Run(c.about, func(t *testing.T) {
			for _, reader := range []io.Reader{strings.NewReader(c.in), iotest.OneByteReader(strings.NewReader(c.in))} {
				var out bytes.Buffer
				failed, err := handfile.Settle(reader, &out)
				if err != nil {
					t.Fatal(err)
				}
				got := answers(t, out.String())
				if strings.Join(got, " ") != c.want {
					t.Errorf("answers %v, want %s", got, c.want)
				}
				if want := len(got) - strings.Count(c.want, "ok"); failed != want {
					t.Errorf("%d failed, want %d", failed, want)
				}
			}
		})
	}
}

// A hand has at most a megabyte. A longer one is bad_json, of which no more is read for it than that; reading goes on
// at the line after the one on which it began, and what is told of a hand is short.
func TestLongestHand(t *testing.T) {
	long := func(n int) string { // a hand of n bytes
		return strings.Replace(good, `"box":1,`, `"box":1,"x":"`+strings.Repeat("x", n-len(good)-len(`"x":"",`))+`",`, 1)
	}
	const most = 1 << 20
	for _, c := range []struct{ about, in, want string }{
		{"the longest", long(most) + "\n" + good, "ok ok"},
		{"longer by a byte", good + "\n" + long(most+1) + "\n" + good, "ok bad_json ok"},
		{"behind others on its line", good + good + long(most+1) + good + "\n" + good, "ok ok bad_json ok"},
		{"over several lines", "{\n" + long(most)[1:] + "\n" + good, "bad_json bad_json ok"},
		{"a text that does not end", `{"game":"` + strings.Repeat("x", 5*most) + "\n" + good, "bad_json ok"},
	} {
		var out bytes.Buffer
		if _, err := handfile.Settle(strings.NewReader(c.in), &out); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(answers(t, out.String()), " "); got != c.want {
			t.Errorf("%s: answers %v, want %s", c.about, got, c.want)
		}
	}
	var out bytes.Buffer
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	failed, err := handfile.Settle(io.MultiReader(strings.NewReader(`{"game":"`), io.LimitReader(letters{}, 200*most)), &out)
	runtime.ReadMemStats(&after)
	if taken := after.TotalAlloc - before.TotalAlloc; err != nil || failed != 1 || taken > 32*most {
		t.Errorf("a text of 200 MB: %d failed, %v, %d MB of memory", failed, err, taken>>20)
	}
	out.Reset()
	odd := strings.Replace(good, `"spot":"59"`, `"spot":"`+strings.Repeat("\\u0001", 100_000)+`"`, 1)
	if _, err := handfile.Settle(strings.NewReader(odd), &out); err != nil || out.Len() > 4000 {
		t.Errorf("%d bytes are told of a spot that there is not, %v", out.Len(), err)
	}
}

// A letters is an x without end.
type letters struct{}

func (letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// An array of hands is no hand: it is told line by line and costs no more memory
// and time than its lines.
func TestArrayOfHands(t *testing.T) {
	const n = 20_000
	in := "[\n" + strings.Repeat(good+",\n", n) + "]\n"
	var out bytes.Buffer
	failed, err := handfile.Settle(strings.NewReader(in), &out)
	if err != nil || failed != n+2 || strings.Count(out.String(), `"ok":true`) != n {
		t.Errorf("%d failed, %d settled, %v", failed, strings.Count(out.String(), `"ok":true`), err)
	}
}

func TestStreamTellsTheReadersError(t *testing.T) {
	broken := io.MultiReader(strings.NewReader(good+"\n"), iotest.ErrReader(errors.New("the disk is gone")))
	var out bytes.Buffer
	if _, err := handfile.Settle(broken, &out); err == nil || !strings.Contains(err.Error(), "the disk is gone") {
		t.Errorf("error %v", err)
	}
	if got := answers(t, out.String()); len(got) != 1 || got[0] != "ok" {
		t.Errorf("what was read before is answered as %v", got)
	}
}

// A full disk behind the answers is told as that, once.
func TestStreamTellsTheWritersError(t *testing.T) {
	_, err := handfile.Settle(strings.NewReader(strings.Repeat(good+"\n", 1000)), full{})
	if err == nil || strings.Count(err.Error(), "no room") != 1 || !strings.Contains(err.Error(), "writing the answers") {
		t.Errorf("error %v", err)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no room") }

// A pipe is answered at once: the writer waits for the answer before it goes on.
func TestStreamAnswersAPipeAtOnce(t *testing.T) {
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	go func() {
		_, err := handfile.Settle(inRead, outWrite)
		outWrite.CloseWithError(err)
	}()
	buf := make([]byte, 1<<16)
	for range 3 {
		if _, err := inWrite.Write([]byte(good + "\n")); err != nil {
			t.Fatal(err)
		}
		if n, err := outRead.Read(buf); err != nil || !bytes.Contains(buf[:n], []byte(`"ok":true`)) {
			t.Fatalf("%s %v", buf[:n], err)
		}
	}
	inWrite.Close()
}

func TestEncodeDecode(t *testing.T) {
	for _, line := range []string{
		good,
		strings.Replace(good, `"lugano","bets"`, `{"preset":"lugano","decks":8,"boxes":7,"limits":{"59":{"min":100,"max":9900}},"rounding":{"unit":5,"mode":"up"}},"round":7,"out":33,"bets"`, 1),
		strings.Replace(good, `"8h",`, `"!8h","10H",`, 1),
	} {
		h, err := handfile.Decode([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		encoded := handfile.Encode(h)
		again, err := handfile.Decode(encoded)
		if err != nil {
			t.Fatalf("%s: %v", encoded, err)
		}
		if second := handfile.Encode(again); !bytes.Equal(encoded, second) {
			t.Errorf("encodes as\n%s and then\n%s", encoded, second)
		}
	}
}

// FuzzSettle: no input makes it panic, say anything but result lines, or lose the
// good hand on the line behind it.
func FuzzSettle(f *testing.F) {
	f.Add(good)
	f.Add(`{"game":"lugano","rules":{"preset":"lugano","limits":{"59":{"min":1e9}}},"bets":null}`)
	f.Add(`{"game":"lugano","bets":[`)
	f.Add(`{"game":"puntobanco","rules":{"preset":"pb-speed-nc","commission":"tracked","rounding":{"unit":5,"mode":"up"}},"bets":[{"box":1,"spot":"super6","bettor":"A","amount":500},{"box":1,"spot":"banker","bettor":"A","amount":200}],"cards":["Ks","6s","!2d","Kh","Kd","5c"]}`)
	f.Add(`{"game":"blackjack","rules":{"preset":"bj-eu","enhc":"original","21+3":["9:1","9:1","9:1","9:1","9:1"]},"bets":[{"box":1,"spot":"main","amount":500},{"box":1,"spot":"behind","bettor":"A","amount":200,"choice":"split","then":"double","funds":300}],"cards":["8s","Ah","8d","3c","Kd","9h","Kc"],"decisions":[{"box":1,"bettor":"A","do":"insure"},{"box":1,"do":"split"},{"box":1,"do":"double"},{"box":1,"do":"stand"}]}`)
	f.Fuzz(func(t *testing.T, in string) {
		var out bytes.Buffer
		if _, err := handfile.Settle(strings.NewReader(in+"\n\n"+good+"\n"), &out); err != nil {
			t.Fatal(err)
		}
		got := answers(t, out.String())
		for _, a := range got {
			if a == "" {
				t.Fatalf("a line without code: %s", out.String())
			}
		}
		if got[len(got)-1] != "ok" {
			t.Fatalf("the good hand behind %q is lost: %v", in, got)
		}
		out.Reset()
		if _, err := handfile.Check(strings.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
	})
}

// stream is n hands, one a line.
func stream(n int) io.Reader {
	lines := strings.Repeat(good+"\n", 1000)
	readers := make([]io.Reader, n/1000)
	for i := range readers {
		readers[i] = strings.NewReader(lines)
	}
	return io.MultiReader(readers...)
}

// BenchmarkStream settles a stream; BenchmarkDecodeEncode is its peer: the same
// stream read into hands and written out again, nothing settled.
func BenchmarkStream(b *testing.B) {
	const n = 10_000
	for b.Loop() {
		if failed, err := handfile.Settle(stream(n), io.Discard); failed > 0 || err != nil {
			b.Fatal(failed, err)
		}
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "hands/s")
}

func BenchmarkDecodeEncode(b *testing.B) {
	const n = 10_000
	for b.Loop() {
		if failed, err := handfile.Copy(stream(n), io.Discard); failed > 0 || err != nil {
			b.Fatal(failed, err)
		}
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "hands/s")
}

// Where nothing can be drawn any more, cards after a right initial deal are still not
// judged; a hand that is all forced has none left over; a box is no place of punto
// banco.
func TestCheckAfterTheEnd(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`{"game":"blackjack","rules":"bj-us","bets":[{"box":5,"spot":"main","amount":75}],"dealt":[{"to":"box:5","card":"Ks"},{"to":"dealer","card":"Qc"},{"to":"box:5","card":"Ad"},{"to":"dealer","card":"Ks"},{"to":"box:5","card":"3s"}]}`, `"matches":true,"reconstructable":true`},
		{`{"game":"puntobanco","rules":"pb-first","bets":[{"box":5,"spot":"tie","amount":75}],"dealt":[{"to":"player","card":"9s"},{"to":"banker","card":"Qc"},{"to":"player","card":"Kd"},{"to":"banker","card":"Ks"},{"to":"player","card":"3s"}]}`, `"matches":false,"reconstructable":false`},
		{`{"game":"puntobanco","rules":"pb-first","bets":[{"box":1,"spot":"tie","amount":1}],"dealt":[{"to":"box:1","card":"As"}]}`, `"bad_box"`},
	} {
		var out bytes.Buffer
		if _, err := handfile.Check(strings.NewReader(c.in), &out); err != nil || !strings.Contains(out.String(), c.want) {
			t.Errorf("%s\nis %swant %s", c.in, out.String(), c.want)
		}
	}
}
