package windowtest

import (
	"bufio"
	"os/exec"
	"syscall"
	"testing"
	"time"

	"sabot/app/ending"
	"sabot/app/session"
	"sabot/pit/house"
)

// ends waits for a program that was told to end, as long as it may take on a busy machine.
func ends(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil {
			t.Errorf("it ended with %v", err)
		}
	case <-time.After(10 * ending.Bound):
		t.Error("it was told to end and never did")
	}
}

// free opens the table that a program has let go of.
func free(t *testing.T, data, name string) {
	t.Helper()
	house, err := session.Open(data, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer house.Close()
	table, err := house.OpenTable(name)
	if err != nil {
		t.Fatalf("the table is kept: %v", err)
	}
	if err := table.Release(); err != nil {
		t.Error(err)
	}
}

// A program whose window system never ends lets go of its table and ends all the same, told to by a signal or by its window.
func TestEndsWhateverTheWindowSystemDoes(t *testing.T) {
	for _, how := range []string{"signal", "close"} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			data := t.TempDir()
			h, err := session.Open(data, time.Now)
			if err != nil {
				t.Fatal(err)
			}
			if err := h.SetUp(house.DemoPlan("it", "lugano", 2)); err != nil {
				t.Fatal(err)
			}
			if err := h.Close(); err != nil {
				t.Fatal(err)
			}
			args := []string{data, tableName}
			if how == "close" {
				args = append(args, how)
			}
			cmd := newDesk(t, "800x600").command(program(t, "stuck"), args...)
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			start(t, cmd)
			if said, err := bufio.NewReader(out).ReadString('\n'); err != nil {
				t.Fatal(said, err)
			}
			if how == "signal" {
				if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
					t.Fatal(err)
				}
			}
			ends(t, cmd)
			free(t, data, tableName)
		})
	}
}

// A table that is told to end does, and leaves the table to the next program.
func TestEndsAtASignal(t *testing.T) {
	d := newDesk(t, "1024x768")
	data := t.TempDir()
	s := d.open(data, "it", "--demo")
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	ends(t, s.cmd)
	free(t, data, tableName)
}
