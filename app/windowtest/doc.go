// Package windowtest plays Sabot in a real window: Xvfb, openbox, keys by xdotool,
// the record read back from the disk. It holds tests only; its pictures are left in
// out/window.
package windowtest
