package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"sabot/app/shoe"
	"sabot/app/shoe/sim"
	"sabot/storage/disk"
)

// shoeArgs is the usage of the commands about electronic shoes.
const shoeArgs = `sim --protocol angeleye|neutral --pty|--listen ADDRESS [--decks N] [--seed S] [--burn] [--cards FILE|-] [--every TIME] | listen --protocol P --serial PORT|--tcp HOST:PORT [--log DIR] [-n N] | replay FILE --protocol P [--pty|--listen ADDRESS] [--speed N]`

// shoeCommand runs a command about electronic shoes.
func shoeCommand(ctx context.Context, args []string, s streams) error {
	all := map[string]func(context.Context, []string, streams) error{"sim": shoeSim, "listen": shoeListen, "replay": shoeReplay}
	if len(args) == 0 || all[args[0]] == nil {
		return errors.New("name what with a shoe: sim, listen or replay; see sabotctl shoe --help")
	}
	return all[args[0]](ctx, args[1:], s)
}

// protocol declares the --protocol option.
func (f flags) protocol() *string { return f.String("protocol", "", "") }

// protocolOf returns the protocol with that name.
func protocolOf(asked string) (shoe.Protocol, error) {
	if p := shoe.Protocol(asked); shoe.NewDecoder(p) != nil {
		return p, nil
	}
	return "", fmt.Errorf("name the shoe's protocol with --protocol: there are %v", shoe.Protocols())
}

// shoeSim simulates a shoe: it deals the cards of a seed, of a file, or as they are typed.
func shoeSim(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("shoe sim")
	asked, pty, listen := f.protocol(), f.Bool("pty", false, ""), f.String("listen", "", "")
	decks, seed, file := f.Int("decks", 8, ""), f.Uint64("seed", 1, ""), f.String("cards", "", "")
	every, burns := f.Duration("every", 2*time.Second, ""), f.Bool("burn", false, "")
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	p, err := protocolOf(*asked)
	if err != nil {
		return err
	}
	if *decks < 1 || *decks > 12 || *every < 0 {
		return errors.New("a shoe has 1 to 12 decks, and deals no faster than at once")
	}
	var typed io.Reader
	switch *file {
	case "":
	case "-":
		typed = s.in
	default:
		cards, err := disk.OpenPlain(*file)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, cards.Close()) }()
		typed = cards
	}
	out, err := sim.Open(ctx, *pty, *listen, func(where string) { fmt.Fprintln(s.out, where) })
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	from := &talking{shoe: sim.Shoe{Protocol: p}, out: out}
	if err := from.say((*sim.Shoe).Start); err != nil {
		return err
	}
	beating, stop := context.WithCancel(ctx)
	var beats sync.WaitGroup
	beats.Go(func() { from.beats(beating) })
	defer func() { stop(); beats.Wait() }()
	if typed != nil {
		if err := from.deals(ctx, typed, *every, *file == "-"); err != nil || *file == "-" {
			return err
		}
		<-ctx.Done() // a shoe that is empty is there still
		return nil
	}
	cards := sim.Shuffled(*decks, *seed)
	places := sim.Places(cards, *burns)
	for i, c := range cards {
		if !pause(ctx, *every) {
			return nil
		}
		if err := from.say(func(shoe *sim.Shoe) []byte { return shoe.Card(c, places[i]) }); err != nil {
			return err
		}
	}
	<-ctx.Done()
	return nil
}

// pause waits; false once nobody waits any more.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// shoeListen prints what a shoe tells until it is interrupted; it never says anything to it.
func shoeListen(ctx context.Context, args []string, s streams) error {
	f := newFlags("shoe listen")
	asked, port, tcp := f.protocol(), f.String("serial", "", ""), f.String("tcp", "", "")
	folder, most := f.String("log", "", ""), f.Int("n", 0, "")
	if _, err := f.read(args, 0, 0); err != nil {
		return err
	}
	p, err := protocolOf(*asked)
	if err != nil {
		return err
	}
	setting := shoe.Setting{Protocol: p, Transport: shoe.Serial, Address: *port}
	if *tcp != "" {
		setting.Transport, setting.Address = shoe.TCP, *tcp
	}
	if err := setting.Check(); err != nil || (*port == "") == (*tcp == "") {
		return errors.New("name where the shoe is with --serial PORT or --tcp HOST:PORT")
	}
	var log *shoe.Log
	if *folder != "" {
		log = &shoe.Log{Folder: *folder, Name: "listen"}
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	told, trouble := 0, "" // said by the shoe; why there is no line to it
	(&shoe.Reader{Setting: setting, Log: log, Tell: func(e shoe.Event) {
		if ctx.Err() != nil {
			return
		}
		fmt.Fprintf(s.out, "%s %s\n", e.At.Format("15:04:05.000"), e)
		if told++; e.Kind == shoe.Lost {
			trouble = e.Code
		}
		if told == *most {
			stop()
		}
	}}).Run(ctx)
	if *most > 0 && told == 1 && trouble != "" { // no word of a shoe
		err = fmt.Errorf("nothing came from the shoe: %s", trouble)
	}
	return errors.Join(err, log.Err(), log.Close())
}

// shoeReplay makes events of a log of what came from a shoe, or sends it once more as it came.
func shoeReplay(ctx context.Context, args []string, s streams) (err error) {
	f := newFlags("shoe replay")
	asked, pty, listen := f.protocol(), f.Bool("pty", false, ""), f.String("listen", "", "")
	speed := f.Float64("speed", 1, "")
	files, err := f.read(args, 1, 1)
	if err != nil {
		return err
	}
	p, err := protocolOf(*asked)
	if err != nil {
		return err
	}
	if *speed <= 0 {
		return errors.New("--speed is how many times as fast: more than 0")
	}
	kept, err := disk.OpenPlain(files[0])
	if err != nil {
		return err
	}
	came, err := sim.Came(kept)
	if err = errors.Join(err, kept.Close()); err != nil {
		return err
	}
	if !*pty && *listen == "" {
		decoder := shoe.NewDecoder(p)
		for _, c := range came {
			for _, e := range decoder.Feed(c.Bytes, c.At) {
				fmt.Fprintf(s.out, "%s %s\n", e.At.Format("2006-01-02T15:04:05.000Z"), e)
			}
		}
		return nil
	}
	out, err := sim.Open(ctx, *pty, *listen, func(where string) { fmt.Fprintln(s.out, where) })
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	for i, c := range came {
		if i > 0 && !pause(ctx, time.Duration(float64(c.At.Sub(came[i-1].At))/(*speed))) {
			return nil
		}
		if _, err := out.Write(c.Bytes); err != nil {
			return err
		}
	}
	<-ctx.Done()
	return nil
}
