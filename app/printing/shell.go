package printing

import (
	"fmt"
	"strings"
)

// shellAnswered reads what ShellExecute of Windows answers: above 32 it did what was asked, else
// it says why not (SE_ERR_… in shellapi.h). last is the thread's last error, told where the answer
// says nothing.
func shellAnswered(answer uintptr, last error) error {
	const done = 32
	if answer > done {
		return nil
	}
	switch answer {
	case 27, 31: // SE_ERR_ASSOCINCOMPLETE, SE_ERR_NOASSOC: no program here prints PDFs
		return ErrNoPrinting
	case 28: // SE_ERR_DDETIMEOUT
		return &RefusedError{Hangs, "the program that prints PDFs does not answer"}
	}
	why, known := map[uintptr]string{
		0: "Windows has no memory left", 8: "Windows has no memory left",
		2: "the file is not there", 3: "the folder of the file is not there",
		5: "this account may not print it", 26: "another program has the file",
		29: "the program that prints PDFs refused", 30: "the program that prints PDFs is busy",
		32: "a part of the program that prints PDFs is missing",
	}[answer]
	if !known {
		why, _, _ = strings.Cut(fmt.Sprintf("Windows says %d: %v", answer, last), "\n")
	}
	return &RefusedError{Otherwise, why}
}
