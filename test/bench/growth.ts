import { readKinds } from './kinds.ts';
import { median } from './quantiles.ts';
import { whole, type Row } from './report.ts';
import type { Site } from './site.ts';

/**
 * The list of the biggest school beside that of the smallest, in turn, round by round: what a bigger school costs,
 * whatever else the machine does meanwhile.
 */
export async function compareSizes(
  small: Site,
  big: Site,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Row> {
  const found: [number, number][] = [];
  const drives = await Promise.all(
    [small, big].map(async (site) => {
      const swap = (await readKinds(site)).find(({ name }) => name === 'list swap')!;
      return { port: swap.server.port, scripts: swap.scripts, status: swap.status, clients: 16, seconds };
    }),
  );
  // The first round warms both up and is not counted.
  for (let round = 0; round <= rounds; round++) {
    const one: number[] = [];
    for (const drive of drives) {
      const { requests, took } = await big.driver.drive(drive);
      one.push((requests / took) * 1000);
    }
    found.push(one as [number, number]);
  }
  const counted = found.slice(1);
  const [few, many] = [0, 1].map((at) => median(counted.map((round) => round[at]!))) as [number, number];
  const size = ({ shape }: Site) => whole(shape.students);
  return {
    what: `list swap at ${size(big)}: part of its own figure at ${size(small)}`,
    value: median(counted.map(([one, other]) => other / one)) * 100,
    unit: '%',
    atLeast: true,
    budget: 80,
    note: `${whole(many)} of ${whole(few)} requests/s, in turn`,
  };
}
