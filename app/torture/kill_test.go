package torture

import "os"

const childEnv = "SABOT_TORTURE_CHILD"

func play(string) { os.Exit(0) }
