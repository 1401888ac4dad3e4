package handfile

import "io"

// Copy reads hands and writes them out again: the peer that settling is measured
// beside.
func Copy(in io.Reader, out io.Writer) (failed int, err error) {
	return each(in, out, func(value []byte) ([]byte, error) {
		h, err := Decode(value)
		if err != nil {
			return nil, err
		}
		return Encode(h), nil
	})
}
