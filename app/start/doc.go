// Package start has what both programs ask and do before there is a house: whether a screen is there, where the data directory lies, who
// else may read this program's memory, what is written down where it breaks; and their manual pages.
package start
