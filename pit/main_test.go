package pit_test

import (
	"testing"
	"time"

	"sabot/pit/recordtest"
)

var moment = time.UnixMilli(1_795_241_553_123).UTC()

func TestMain(m *testing.M) { recordtest.Main(m) }
