import { runRound } from './round.ts';
import { attackSockets } from './sockets.ts';
import { Tally } from './tally.ts';
import { watchForHangs } from './watch-for-hangs.ts';
import { makeMould } from './world.ts';

const perRound = 1200;
/** Two rounds at a time: while one waits for the database the other works. */
const lanes = 2;

export interface Attack {
  server: string;
  template: string;
  seed: number;
  requests: number;
  log: (line: string) => void;
  /** Only this round, and in it no further than this request. */
  round?: number;
  upTo?: number;
  /** Routes with such addresses alone. */
  only?: RegExp;
}

/** Attacks the product with so many requests and tells what came of it. */
export async function attack({ server, template, seed, requests, log, round, upTo, only }: Attack): Promise<Tally> {
  const mould = await makeMould(server, template);
  const tally = new Tally(log);
  const hangs = watchForHangs();
  try {
    const size = Math.min(perRound, Math.ceil(requests / lanes));
    let next = round ?? 0;
    const isOver = () => (round === undefined ? tally.requests >= requests : next > round);
    const lane = async () => {
      while (!isOver()) {
        const mine = next;
        next += 1;
        await runRound(mould, tally, { seed, round: mine, requests: size, upTo, only, sends: hangs.sends });
        log(`round ${mine}: ${tally.requests.toLocaleString('en')} requests, ${tally.findings.size} findings`);
      }
    };
    await Promise.all(Array.from({ length: lanes }, lane));
    if (round === undefined && !only) {
      await attackSockets(mould, tally, { seed, requests: Math.ceil(requests / 20) });
      log(`sockets: ${tally.requests.toLocaleString('en')} requests, ${tally.findings.size} findings`);
    }
  } finally {
    await hangs.stop();
    await mould.remove();
  }
  return tally;
}
