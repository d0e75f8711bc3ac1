import { drive, median, type Measure, type Target } from './load.ts';

export interface Compared {
  limit: Measure;
  swap: Measure;
  ratio: number;
}

interface Options {
  rounds: number;
  seconds: number;
}

/** Limit and list in turn, round by round, so that a busy neighbour hurts both: the middle of the rounds' ratios. */
export async function compareWithLimit(
  limit: Target,
  swap: Target,
  clients: number,
  { rounds, seconds }: Options,
): Promise<Compared> {
  const path = () => '/students';
  const found: { limit: Measure; swap: Measure }[] = [];
  // The first round warms both up and is not counted.
  for (let round = 0; round <= rounds; round++) {
    found.push({
      limit: await drive(limit, { clients, seconds, path }),
      swap: await drive(swap, { clients, seconds, path }),
    });
  }
  const counted = found.slice(1);
  return {
    limit: middle(counted.map((round) => round.limit)),
    swap: middle(counted.map((round) => round.swap)),
    ratio: median(counted.map((round) => round.swap.perSecond / round.limit.perSecond)),
  };
}

const middle = (rounds: Measure[]): Measure => ({
  perSecond: median(rounds.map((one) => one.perSecond)),
  p50: median(rounds.map((one) => one.p50)),
  p99: median(rounds.map((one) => one.p99)),
  worst: Math.max(...rounds.map((one) => one.worst)),
});
