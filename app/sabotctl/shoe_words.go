package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"time"

	"sabot/app/shoe"
	"sabot/app/shoe/sim"
	"sabot/games"
)

// shoeWords is what a shoe that is none may be told to say.
const shoeWords = "8s or 8s@banker:2 for a card, X for the cut card, E7 for its trouble 7 and E0 for no more, G for a telegram that is missing, L for a line that is lost, L30s for so long"

// A talking is a shoe with the line that it speaks over: cards and heartbeats take turns.
type talking struct {
	mu   sync.Mutex
	shoe sim.Shoe
	out  io.Writer
}

func (t *talking) say(what func(*sim.Shoe) []byte) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, err := t.out.Write(what(&t.shoe))
	return err
}

// beat is the time between two heartbeats of a shoe.
const beat = 5 * time.Second

func (t *talking) beats(ctx context.Context) {
	for pause(ctx, beat) {
		if t.say((*sim.Shoe).Beat) != nil {
			return
		}
	}
}

// deals sends what a text has, word by word. With now, whoever types them sets the time.
func (t *talking) deals(ctx context.Context, text io.Reader, every time.Duration, now bool) error {
	words := bufio.NewScanner(text)
	words.Split(bufio.ScanWords)
	for words.Scan() {
		if !now && !pause(ctx, every) {
			return nil
		}
		if err := t.word(words.Text()); err != nil {
			return err
		}
	}
	return words.Err()
}

// word sends one of the shoeWords.
func (t *talking) word(word string) error {
	about := word[1:]
	switch word[0] {
	case 'X', 'x':
		if about == "" {
			return t.say((*sim.Shoe).Cut)
		}
	case 'G', 'g':
		if about == "" {
			return t.say((*sim.Shoe).Skip)
		}
	case 'E', 'e':
		if n, err := strconv.ParseUint(about, 10, 8); err == nil && n <= sim.MostTrouble {
			return t.say(func(shoe *sim.Shoe) []byte { return shoe.Trouble(int(n)) })
		}
	case 'L', 'l':
		away, err := time.ParseDuration(about)
		if err == nil && away >= 0 || about == "" {
			return t.hangsUp(away)
		}
	default:
		return t.card(word)
	}
	return notSaid(word)
}

// card sends a card, with the place of the shoe's own game where it names one.
func (t *talking) card(word string) error {
	name, at, placed := strings.Cut(word, "@")
	card, ok := games.ReadCard(name)
	where := shoe.Where{Side: shoe.Player, N: 1}
	if placed {
		side, n, _ := strings.Cut(at, ":")
		where.Side = shoe.Side(side)
		if _, err := fmt.Sscan(n, &where.N); err != nil {
			ok = false
		}
	}
	if !ok || !card.Suited() || where.N < 0 || where.N > 15 {
		return notSaid(word)
	}
	return t.say(func(shoe *sim.Shoe) []byte { return shoe.Card(card, where) })
}

func notSaid(word string) error {
	return fmt.Errorf("%q is nothing that a shoe says: give %s", word, shoeWords)
}

// hangsUp loses the line; who calls again has it, once it was away for so long.
func (t *talking) hangsUp(away time.Duration) error {
	line, can := t.out.(interface{ HangUp(time.Duration) error })
	if !can {
		return errors.New("a port that is none cannot be lost and come back: a lost line takes --listen")
	}
	return line.HangUp(away)
}
