package architecture

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A package whose account or folder cannot be made is not set up, and says which.
func TestPackageSaysWhatFails(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("sh is not here")
	}
	top := t.TempDir()
	for _, dir := range []string{"run/systemd/system", "etc/sabot-pit", "bin"} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	script := strings.NewReplacer("/run/systemd", top+"/run/systemd", "/etc/sabot-pit", top+"/etc/sabot-pit").Replace(read(t, packaging+"/postinst"))
	file := filepath.Join(top, "postinst")
	write := func(path, content string) {
		if err := os.WriteFile(path, []byte(content), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write(file, script)
	for broken, says := range map[string]string{"": "", "systemd-sysusers": "the account sabot-pit", "install": "/signed was not made", "systemctl": "sabot-pit.service"} {
		for _, tool := range []string{"systemd-sysusers", "install", "systemctl"} {
			status := "0"
			if tool == broken {
				status = "1"
			}
			write(filepath.Join(top, "bin", tool), "#!"+shell+"\nexit "+status+"\n")
		}
		run := exec.Command(shell, file, "configure")
		run.Env = []string{"PATH=" + filepath.Join(top, "bin")}
		out, err := run.CombinedOutput()
		if (err != nil) != (broken != "") || !strings.Contains(string(out), says) {
			t.Errorf("%q fails: %v, %s", broken, err, out)
		}
	}
}
