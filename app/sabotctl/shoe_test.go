package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"sabot/app/shoe"
)

// A shoe that is none deals; another program listens and keeps what came; what was kept says the
// same once more, to a reader and to a window.
func TestShoeSimListenReplay(t *testing.T) {
	cards := filepath.Join(t.TempDir(), "cards")
	if err := os.WriteFile(cards, []byte("8s@player:1 Td@banker:1\n10c@player:2 X Ah@banker:2"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, p := range shoe.Protocols() {
		folder := t.TempDir()
		want := []string{"linked", "start", "card 8s", "card Td", "card Tc", "cut", "card Ah"}
		said := heard(t, p, folder, len(want), "sim", "--protocol", string(p), "--listen", "127.0.0.1:0", "--cards", cards, "--every", "1ms")
		if got := plainly(said); !strings.HasPrefix(got, strings.Join(want, "\n")) {
			t.Errorf("%s: it heard\n%s", p, got)
		}
		kept, err := filepath.Glob(filepath.Join(folder, "*.log"))
		if err != nil || len(kept) != 1 {
			t.Fatalf("%v is kept, %v", kept, err)
		}
		out, problem, status := ctl(t, "", "shoe", "replay", kept[0], "--protocol", string(p))
		if got := plainly(out); status != done || problem != "" || got != strings.Join(want[1:], "\n") {
			t.Errorf("%s: replayed with status %d %s\n%s", p, status, problem, got)
		}
		said = heard(t, p, t.TempDir(), len(want), "replay", kept[0], "--protocol", string(p), "--listen", "127.0.0.1:0", "--speed", "1000")
		if got := plainly(said); !strings.HasPrefix(got, strings.Join(want, "\n")) {
			t.Errorf("%s: sent once more it heard\n%s", p, got)
		}
	}
}

// plainly are events without times, numbers, places and the name of the shoe.
func plainly(said string) string {
	said = regexp.MustCompile(`(?m)^\S+ | #\S+| (player|banker):\d| SIM`).ReplaceAllString(strings.TrimSpace(said), "")
	return said
}

// heard is what shoe listen prints of a program that speaks, until it has told so many events.
func heard(t *testing.T, p shoe.Protocol, folder string, n int, args ...string) string {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Minute)
	defer stop()
	var speaks, listens lockedBuffer
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, append([]string{"shoe"}, args...), streams{strings.NewReader(""), &speaks, &speaks})
	}()
	for !strings.Contains(speaks.String(), "\n") && ctx.Err() == nil {
		time.Sleep(time.Millisecond)
	}
	address := strings.TrimSpace(speaks.String())
	status := run(ctx, []string{"shoe", "listen", "--protocol", string(p), "--tcp", address, "--log", folder, "-n", strconv.Itoa(n)}, streams{strings.NewReader(""), &listens, &listens})
	if status != done {
		t.Errorf("listening ended with %d: %s", status, listens.String())
	}
	stop()
	if status := <-ended; status != done {
		t.Errorf("%v ended with %d: %s", args, status, speaks.String())
	}
	return listens.String()
}

// What a house wants to have seen once before it happens is said on word: a trouble and its end, a telegram
// that is missing, a line that is lost at once, or refused for a while.
func TestShoeSimRehearses(t *testing.T) {
	for p, lost := range map[shoe.Protocol]string{shoe.AngelEye: "L", shoe.Neutral: "L1200ms"} { // it is called again after a second
		cards := filepath.Join(t.TempDir(), "cards")
		if err := os.WriteFile(cards, []byte("8s@player:1 E7 E0 Td@banker:1 G 9c@player:2 "+lost+strings.Repeat(" Ah@banker:2", 5000)), 0o600); err != nil {
			t.Fatal(err)
		}
		want := []string{"linked", "start", "card 8s", "fault 7", "cleared", "card Td", "gap missing", "card 9c", "lost"}
		said := plainly(heard(t, p, t.TempDir(), len(want)+3, "sim", "--protocol", string(p), "--listen", "127.0.0.1:0", "--cards", cards, "--every", "2ms"))
		said = strings.NewReplacer("cleared 7", "cleared", "cleared 0", "cleared").Replace(said)
		if !strings.HasPrefix(said, strings.Join(want, "\n")) {
			t.Errorf("%s: it heard\n%s", p, said)
		}
		_, back, _ := strings.Cut(said, "lost")
		if refused := strings.Contains(back, "refused"); refused == (lost == "L") || !strings.Contains(back, "\nlinked again\n") {
			t.Errorf("%s: behind the lost line it heard\n%s", p, back)
		}
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	var said lockedBuffer
	if status := run(ctx, []string{"shoe", "sim", "--protocol", "neutral", "--pty", "--cards", "-"}, streams{strings.NewReader("L"), &said, &said}); status != unusable || !strings.Contains(said.String(), "--listen") {
		t.Errorf("a port that is none is lost: %d %s", status, said.String())
	}
}

func TestShoeUnusable(t *testing.T) {
	for _, args := range [][]string{
		{"shoe"},
		{"shoe", "deal"},
		{"shoe", "sim"},
		{"shoe", "sim", "--protocol", "morse", "--pty"},
		{"shoe", "sim", "--protocol", "neutral"},
		{"shoe", "sim", "--protocol", "neutral", "--pty", "--listen", ":0"},
		{"shoe", "sim", "--protocol", "neutral", "--pty", "--decks", "0"},
		{"shoe", "listen", "--protocol", "neutral"},
		{"shoe", "listen", "--protocol", "neutral", "--tcp", "here"},
		{"shoe", "listen", "--protocol", "neutral", "--tcp", "h:1", "--serial", "/dev/ttyS0"},
		{"shoe", "replay", "--protocol", "neutral"},
		{"shoe", "replay", "/no/such/file", "--protocol", "neutral"},
	} {
		if out, problem, status := ctl(t, "", args...); status != unusable || out != "" || strings.Count(problem, "\n") != 1 {
			t.Errorf("%v: status %d, out %q, says %q", args, status, out, problem)
		}
	}
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	var said lockedBuffer
	if status := run(ctx, []string{"shoe", "sim", "--protocol", "neutral", "--pty", "--cards", "-"}, streams{strings.NewReader("8s 8"), &said, &said}); status != unusable {
		t.Errorf("a card without its suit leaves the shoe: %s", said.String())
	}
}
