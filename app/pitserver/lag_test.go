package pitserver_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"sabot/app/pitclient"
	"sabot/app/pitserver"
	"sabot/pit/record"
	"sabot/reports/sign"
	"sabot/storage/central/pgtest"
	"sabot/storage/memory"
)

// pulse is a table that enters something a hundred times as often as one does.
type pulse struct {
	name    string
	keeper  record.Keeper
	mu      sync.Mutex
	entered []time.Time // when, by sequence number
	told    int         // of how many the reader knows
}

// beat enters a card; a keeper in memory takes no disk from what is measured.
func (p *pulse) beat() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	e := record.Entry{Table: p.name, Seq: int64(len(p.entered)) + 1, At: now, By: "11", Shift: 1, Shoe: 1, Hand: 1, Fact: record.CardLaid{Card: "8h", At: "box:1"}}
	p.entered = append(p.entered, now)
	return p.keeper.Append(e)
}

// heard is what a reader is told: how long that of which it did not know had been entered.
func (p *pulse) heard(size int64, at time.Time) (lags []time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for ; p.told < int(size); p.told++ {
		lags = append(lags, at.Sub(p.entered[p.told]))
	}
	return lags
}

// cpuOf is what a process and its children have taken of the processor.
func cpuOf(t *testing.T, pid int, family bool) (sum time.Duration) {
	t.Helper()
	list, err := filepath.Glob("/proc/[0-9]*/stat")
	must(t, err)
	for _, file := range list {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it ended meanwhile
		}
		own, _, _ := strings.Cut(string(text), " ")
		fields := strings.Fields(string(text)[strings.LastIndexByte(string(text), ')')+2:])
		const parent, user, system = 1, 11, 12
		if own != strconv.Itoa(pid) && (!family || fields[parent] != strconv.Itoa(pid)) {
			continue
		}
		for _, f := range []string{fields[user], fields[system]} {
			n, err := strconv.Atoi(f)
			must(t, err)
			sum += time.Duration(n) * 10 * time.Millisecond // USER_HZ is 100
		}
	}
	return sum
}

// A hundred tables at a hundred times their pace: how long after it was entered a reader is told of
// an entry that is safe at the pit. SABOT_BENCH_PIT is how many tables.
func TestLag(t *testing.T) {
	tables, err := strconv.Atoi(os.Getenv("SABOT_BENCH_PIT"))
	if err != nil {
		t.Skip("a bench: make bench WHAT=pit")
	}
	const (
		pace  = 20 * time.Millisecond // 60 hands of 30 entries an hour, a hundred times as fast
		warm  = 5 * time.Second
		whole = 25 * time.Second
	)
	p := newPit(t)
	server := &child{role: "pit", dir: p.dir, what: p.folder.Addresses[0]}
	server.start(t)
	defer server.kill()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	all := map[string]*pulse{}
	var ended sync.WaitGroup
	for n := range tables {
		k, err := memory.New()
		must(t, err)
		b := &pulse{name: fmt.Sprintf("T%d", n), keeper: k}
		all[b.name] = b
		e, err := pitserver.Enroll(ctx, p.house, p.folder, sign.Post{Kind: sign.MachinePost, Name: "m-" + b.name, Tables: []string{b.name}}, false)
		must(t, err)
		e, err = pitclient.ReadEnrolment(mustText(t, e))
		must(t, err)
		ended.Go(func() { pitclient.New(k, e, time.Now).Run(ctx) })
	}
	reader, err := pitserver.Enroll(ctx, p.house, p.folder, sign.Post{Kind: sign.MachinePost, Name: "floor", Reads: true}, false)
	must(t, err)
	id, err := sign.ParsePEM([]byte(reader.Identity))
	must(t, err)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+p.folder.Addresses[0]+pitclient.ChangesPath, nil)
	must(t, err)
	pitclient.Speak(req.Header)
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: pitclient.ClientTLS(id, "127.0.0.1", time.Now)}}
	var res *http.Response
	must(t, pgtest.Seen("the pit says what changes", func() bool {
		res, err = client.Do(req)
		return err == nil && res.StatusCode == http.StatusOK
	}))
	defer res.Body.Close()

	begun := time.Now()
	for _, b := range all {
		ended.Go(func() {
			for tick := time.NewTicker(pace); ctx.Err() == nil; {
				select {
				case <-tick.C:
					if err := b.beat(); err != nil {
						t.Error(err)
						return
					}
				case <-ctx.Done():
				}
			}
		})
	}
	var lags []time.Duration
	var fromServer, fromBase time.Duration
	messages, since := 0, time.Time{}
	for lines := bufio.NewScanner(res.Body); lines.Scan() && time.Since(begun) < whole; {
		text, is := strings.CutPrefix(lines.Text(), "data: ")
		if !is {
			continue
		}
		var news []pitclient.StreamAt
		must(t, json.Unmarshal([]byte(text), &news))
		now := time.Now()
		for _, s := range news {
			if b := all[s.Stream]; b != nil {
				found := b.heard(s.Size, now)
				if !since.IsZero() {
					lags = append(lags, found...)
				}
			}
		}
		messages++
		if since.IsZero() && time.Since(begun) > warm {
			since, fromServer, fromBase = now, cpuOf(t, server.cmd.Process.Pid, false), cpuOf(t, postgres.PID(), true)
			messages = 0
		}
	}
	length := time.Since(since)
	share := func(now, then time.Duration) float64 { return 100 * float64(now-then) / float64(length) }
	slices.Sort(lags)
	if len(lags) == 0 {
		t.Fatal("nothing was heard: ", server.said.String())
	}
	p50, p99 := lags[len(lags)/2], lags[len(lags)*99/100]
	t.Logf("%d tables, %.0f entries/s: lag p50 %v, p99 %v, most %v; %.1f messages/s; of one core the server took %.0f %%, the database %.0f %%",
		tables, float64(len(lags))/length.Seconds(), p50.Round(time.Millisecond), p99.Round(time.Millisecond), lags[len(lags)-1].Round(time.Millisecond), float64(messages)/length.Seconds(),
		share(cpuOf(t, server.cmd.Process.Pid, false), fromServer), share(cpuOf(t, postgres.PID(), true), fromBase))
	if p99 > time.Second {
		t.Errorf("p99 is %v, over a second; the pit says:\n%s", p99, server.said.String())
	}
	stop()
	ended.Wait()
}
