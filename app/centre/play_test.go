package centre_test

const roleVariable = "SABOT_TEST_ROLE"

func play() int { return 0 }
