package handfile_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"sabot/games/handfile"
)

// vectorFolders are the copy of a few vectors that is always here, and all of
// them where they lie beside the project.
var vectorFolders = []string{"testdata", "../../../shared/vectors"}

type vector struct {
	In   json.RawMessage `json:"in"`
	Want json.RawMessage `json:"want"`
}

func TestSettleVectors(t *testing.T) {
	for _, file := range []string{"settle-lugano.ndjson", "settle-puntobanco.ndjson", "settle-blackjack.ndjson", "settle-commission.ndjson"} {
		runVectors(t, file, func(in string, out *bytes.Buffer) error {
			_, err := handfile.Settle(strings.NewReader(in), out)
			return err
		})
	}
}

func TestCheckVectors(t *testing.T) {
	for _, file := range []string{"check.ndjson", "check-facedown.ndjson"} {
		runVectors(t, file, func(in string, out *bytes.Buffer) error {
			_, err := handfile.Check(strings.NewReader(in), out)
			return err
		})
	}
}

func runVectors(t *testing.T, name string, run func(string, *bytes.Buffer) error) {
	for _, folder := range vectorFolders {
		f, err := os.Open(filepath.Join(folder, name))
		if os.IsNotExist(err) && folder != "testdata" {
			t.Logf("%s is not here: the copy in testdata stands alone", folder)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		n := 0
		for lines := bufio.NewScanner(f); lines.Scan(); {
			var v vector
			if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
				t.Fatal(err)
			}
			in := string(v.In)
			if v.In[0] == '"' {
				if err := json.Unmarshal(v.In, &in); err != nil {
					t.Fatal(err)
				}
			}
			n++
			var out bytes.Buffer
			if err := run(in, &out); err != nil {
				t.Fatal(err)
			}
			if got, want := comparable(t, out.Bytes()), comparable(t, v.Want); !reflect.DeepEqual(got, want) {
				t.Errorf("%s/%s\n in   %s\n got  %s want %s", folder, name, in, out.Bytes(), v.Want)
			}
		}
		if n == 0 {
			t.Errorf("%s/%s: no vector was run", folder, name)
		}
		t.Logf("%s/%s: %d vectors", folder, name, n)
	}
}

// comparable leaves out what is for people and free.
func comparable(t *testing.T, line []byte) any {
	t.Helper()
	var v map[string]any
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	if e, ok := v["error"].(map[string]any); ok {
		delete(e, "message")
		delete(e, "at")
	}
	return v
}
