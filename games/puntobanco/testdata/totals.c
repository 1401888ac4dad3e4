/* Every deal of a full shoe by values, for the bets on totals of the preset without
   commission: what BenchmarkTotals holds Go beside. totals DECKS TIMES prints a line a bet
   (won, pushed, lost, what comes back of a stake) and the CPU time of one. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef unsigned __int128 deals;

static int64_t left[10], cards;
static deals ends[2][10][10]; /* by natural, player's total, banker's */

static inline int64_t take(int value) { cards--; return left[value]--; }
static inline void put_back(int value) { cards++; left[value]++; }

static const char *tableau[10] = { /* without a third card of the player, then by its value */
	"PPPPPPPPPPP", "PPPPPPPPPPP", "PPPPPPPPPPP", "PPPPPPPPPSP", "PSSPPPPPPSS",
	"PSSSSPPPPSS", "SSSSSSSPPSS", "SSSSSSSSSSS", "SSSSSSSSSSS", "SSSSSSSSSSS",
};

static void banker_plays(int player, int banker, int third, int64_t ways, int64_t others)
{
	if (tableau[banker][third + 1] != 'P') {
		ends[0][player][banker] += (deals)ways * (deals)(others * cards);
		return;
	}
	for (int v = 0; v < 10; v++)
		ends[0][player][(banker + v) % 10] += (deals)ways * (deals)(others * left[v]);
}

static void draw(int player, int banker, int64_t ways)
{
	if (player >= 8 || banker >= 8) {
		ends[1][player][banker] += (deals)ways * (deals)(cards * (cards - 1));
		return;
	}
	if (player > 5) {
		banker_plays(player, banker, -1, ways, cards - 1);
		return;
	}
	for (int third = 0; third < 10; third++) {
		int64_t n = take(third);
		if (n > 0)
			banker_plays((player + third) % 10, banker, third, ways, n);
		put_back(third);
	}
}

static void count(int decks)
{
	cards = 52 * decks;
	for (int v = 0; v < 10; v++)
		left[v] = 4 * decks * (v == 0 ? 4 : 1);
	for (int n = 0; n < 2; n++)
		for (int p = 0; p < 10; p++)
			for (int b = 0; b < 10; b++)
				ends[n][p][b] = 0;
	for (int p1 = 0; p1 < 10; p1++) {
		int64_t w1 = take(p1);
		for (int p2 = p1; p2 < 10; p2++) {
			int64_t w2 = w1 * take(p2) * (p1 == p2 ? 1 : 2);
			for (int b1 = 0; w2 > 0 && b1 < 10; b1++) {
				int64_t w3 = w2 * take(b1);
				for (int b2 = b1; b2 < 10; b2++) {
					int64_t w4 = w3 * take(b2) * (b1 == b2 ? 1 : 2);
					if (w4 > 0)
						draw((p1 + p2) % 10, (b1 + b2) % 10, w4);
					put_back(b2);
				}
				put_back(b1);
			}
			put_back(p2);
		}
		put_back(p1);
	}
}

struct tally { deals win, push, lose; __int128 twice; };

static void add(struct tally *t, deals n, int outcome, int twice)
{
	if (outcome > 0) {
		t->win += n;
		t->twice += (__int128)n * twice;
	} else if (outcome < 0) {
		t->lose += n;
		t->twice -= (__int128)n * 2;
	} else {
		t->push += n;
	}
}

static int sides(int mine, int other) { return mine > other ? 1 : mine < other ? -1 : 0; }

static void bonus(struct tally *t, deals n, int mine, int other, int natural)
{
	static const int pays[10] = { 0, 0, 0, 0, 1, 2, 4, 6, 10, 30 };
	int margin = mine - other;
	if (natural)
		add(t, n, margin == 0 ? 0 : margin > 0 ? 1 : -1, 2);
	else if (margin >= 4)
		add(t, n, 1, 2 * pays[margin]);
	else
		add(t, n, -1, 0);
}

static void settle(struct tally t[6])
{
	for (int natural = 0; natural < 2; natural++)
		for (int p = 0; p < 10; p++)
			for (int b = 0; b < 10; b++) {
				deals n = ends[natural][p][b];
				if (n == 0)
					continue;
				add(&t[0], n, sides(p, b), 2);
				add(&t[1], n, sides(b, p), b == 6 ? 1 : 2);
				add(&t[2], n, p == b ? 1 : -1, 16);
				bonus(&t[3], n, p, b, natural);
				bonus(&t[4], n, b, p, natural);
				add(&t[5], n, b == 6 && b > p ? 1 : -1, 30);
			}
}

static void print(deals n)
{
	char digits[48], *at = digits + sizeof digits;
	*--at = 0;
	do
		*--at = '0' + (char)(n % 10);
	while (n /= 10);
	printf("%s ", at);
}

int main(int argc, char **argv)
{
	static const char *names[6] = { "player", "banker", "tie", "player_bonus", "banker_bonus", "super6" };
	struct tally t[6];
	struct timespec begin, end;
	if (argc != 3)
		return 2;
	int decks = atoi(argv[1]), times = atoi(argv[2]);
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin);
	for (int i = 0; i < times; i++) {
		for (int s = 0; s < 6; s++)
			t[s] = (struct tally){ 0, 0, 0, 0 };
		count(decks);
		settle(t);
	}
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
	for (int s = 0; s < 6; s++) {
		print(t[s].win), print(t[s].push), print(t[s].lose);
		printf("%.12f %s\n", 1 + (double)t[s].twice / 2 / (double)(t[s].win + t[s].push + t[s].lose), names[s]);
	}
	printf("ns %.0f\n", ((end.tv_sec - begin.tv_sec) * 1e9 + (end.tv_nsec - begin.tv_nsec)) / times);
	return 0;
}
