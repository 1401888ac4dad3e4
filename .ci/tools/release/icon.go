package main

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/png"
	"os"

	"golang.org/x/image/draw"
)

// icon writes a picture of 256 pixels as an .ico of all sizes that Windows shows.
func icon(from, to string) error {
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	whole, err := png.Decode(f)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	sizes := []int{256, 128, 64, 48, 32, 24, 16}
	var head, pictures bytes.Buffer
	write := func(v any) { _ = binary.Write(&head, binary.LittleEndian, v) } // memory takes everything
	write([3]uint16{0, 1, uint16(len(sizes))})
	at := 6 + 16*len(sizes)
	for _, size := range sizes {
		small := image.NewNRGBA(image.Rect(0, 0, size, size))
		draw.CatmullRom.Scale(small, small.Bounds(), whole, whole.Bounds(), draw.Src, nil)
		before := pictures.Len()
		if err := png.Encode(&pictures, small); err != nil {
			return err
		}
		write([4]uint8{uint8(size), uint8(size), 0, 0}) // 256 is 0
		write([2]uint16{1, 32})
		write([2]uint32{uint32(pictures.Len() - before), uint32(at + before)})
	}
	return os.WriteFile(to, append(head.Bytes(), pictures.Bytes()...), 0o644)
}
