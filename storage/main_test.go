package storage_test

import (
	"testing"

	"sabot/pit/recordtest"
)

func TestMain(m *testing.M) { recordtest.Main(m) }
