package central_test

import (
	"testing"

	"sabot/storage/central"
	"sabot/storage/central/centraltest"
)

func TestContract(t *testing.T) {
	centraltest.Run(t, func(t *testing.T) central.Database {
		owner, err := server.Copy(func(url string) error { return central.MakeLayout(t.Context(), url) })
		must(t, err)
		serve, err := central.Init(t.Context(), owner, centraltest.House)
		must(t, err)
		return central.Postgres{Owner: owner, Serve: serve}
	})
}
