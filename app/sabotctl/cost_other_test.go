//go:build !linux

package main

import (
	"testing"

	"sabot/pit/recordtest"
)

func TestMain(m *testing.M) { recordtest.Main(m) }
