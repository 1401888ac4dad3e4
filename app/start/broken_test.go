package start

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A program that leaves a directory as it is makes no file there before something broke.
func TestNothingIsWrittenBeforeSomethingBroke(t *testing.T) {
	dir := t.TempDir()
	broke := Broken(dir)
	if files, err := os.ReadDir(dir); err != nil || len(files) > 0 {
		t.Fatalf("the directory has %v: %v", files, err)
	}
	broke("it broke")
	text, err := os.ReadFile(filepath.Join(dir, CrashFile))
	if err != nil || !strings.Contains(string(text), "it broke") {
		t.Errorf("it says %q: %v", text, err)
	}
}
