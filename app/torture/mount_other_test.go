//go:build !linux

package torture

import "errors"

func mount(string, int64) (func() error, error) { return nil, errors.ErrUnsupported }

func enlarge(string, int64) error { return errors.ErrUnsupported }
