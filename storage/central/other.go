package central

import (
	"slices"
	"strings"
)

// Other returns in words which database a URL names and which one another does, where these are two. It returns
// false where they may be one. A pair has the name of either; a login and its password are no part of it. Error: of
// a URL that is none.
func Other(url, before string) (is, was string, other bool, err error) {
	a, err := config(url)
	if err != nil {
		return "", "", false, err
	}
	b, err := config(before)
	if err != nil {
		return "", "", false, err
	}
	all := func(name string, hosts [][2]string) string {
		var list []string
		for _, h := range hosts {
			list = append(list, at(h))
		}
		return name + " at " + strings.Join(list, ", ")
	}
	shared := slices.ContainsFunc(hosts(a), func(h [2]string) bool { return slices.Contains(hosts(b), h) })
	return all(a.Database, hosts(a)), all(b.Database, hosts(b)), a.Database != b.Database || !shared, nil
}
