package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"time"

	"sabot/app/sabotctl/keyscard"
	"sabot/app/session"
	"sabot/app/text"
	"sabot/pit/house"
)

// croupiersCard writes the keys of a game on a page.
func croupiersCard(ctx context.Context, args []string, s streams) error {
	f := newFlags("card")
	lang, file := f.String("lang", "it", ""), f.String("o", "", "")
	rest, err := f.read(args, 1, 1)
	if err != nil {
		return err
	}
	switch {
	case !slices.Contains(house.DemoGames(), rest[0]):
		return fmt.Errorf("there is no card of the game %q: there are %v", rest[0], house.DemoGames())
	case !slices.Contains(text.Languages(), *lang):
		return fmt.Errorf("there is no language %q: there are %v", *lang, text.Languages())
	case *file == "":
		return errors.New("name the file with -o")
	}
	if err := newFile(*file); err != nil {
		return err
	}
	at := time.Now()
	if epoch, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil { // of a package that is the same whenever it is made
		at = time.Unix(epoch, 0)
	}
	c, err := keyscard.Of(ctx, rest[0], *lang)
	if err != nil {
		return err
	}
	pdf, err := c.Draw(*lang, at.UTC())
	if err != nil {
		return err
	}
	return session.WriteFile(*file, pdf)
}
