package sign

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// run runs a tool of the test and returns what it says.
func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Fatalf("%s is missing: `make test` installs it", name)
	}
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

func file(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Others must find the signatures valid and the signers trusted too: poppler, with
// the authority in an NSS database as Firefox and LibreOffice have one. One signs
// with ECDSA, the other with RSA.
func TestPopplerAgrees(t *testing.T) {
	h := newHouse(t)
	h.dario = h.staff(t, rsaKey(t), "21", "Dario")
	_, two := signed(t, h)
	database := t.TempDir()
	run(t, "certutil", "-N", "-d", "sql:"+database, "--empty-password")
	run(t, "certutil", "-A", "-d", "sql:"+database, "-n", "house", "-t", ",C,", "-a", "-i", file(t, "ca.pem", CertificatePEM(h.ca.Certificate)))
	said := run(t, "pdfsig", "-nssdir", "sql:"+database, file(t, "two.pdf", two))
	for _, line := range []string{"Signature is Valid.", "Certificate is Trusted."} {
		if n := strings.Count(said, line); n != 2 {
			t.Errorf("%q stands there %d times:\n%s", line, n, said)
		}
	}
}

// What stands in the blocks must come out of them as it went in.
func TestBlocksShowTheirLines(t *testing.T) {
	h := newHouse(t)
	_, two := signed(t, h)
	said := run(t, "pdftotext", "-layout", file(t, "two.pdf", two), "-")
	for _, line := range append(left().Lines, "Dàrio Müller-Bianchi", "àèéìòù ÀÈÉ äöü ÄÖÜ ß ç € – ?") {
		if !strings.Contains(said, line) {
			t.Errorf("%q is not on the page:\n%s", line, said)
		}
	}
}
