import type { Kind } from './kinds.ts';
import type { Driven, Driver } from './load.ts';
import { cpuOf, cpuOfPostgres } from './processes.ts';
import { median } from './quantiles.ts';

/** What a kind of request costs; times in milliseconds, all but `worst` the middle of the rounds. */
export interface Figures {
  kind: string;
  clients: number;
  perSecond: number;
  p50: number;
  p99: number;
  worst: number;
  /** Requests a second as a part of the limit's in the same round. */
  ratio: number;
  /** On the wire, with the head, for each answer. */
  bytes: number;
  /** Processor time for each request; null where the system does not tell. */
  cpu: { server: number | null; postgres: number | null; driver: number };
}

interface Round extends Driven {
  perSecond: number;
  server: number | null;
  postgres: number | null;
}

interface Options {
  driver: Driver;
  postgresPid: number;
  clients: number;
  rounds: number;
  seconds: number;
}

/**
 * The limit and all kinds in turn, round by round, so that a busy neighbour hurts all. The limit comes first and is what
 * the others of its round are compared with.
 */
export async function measureInTurn(limit: Kind, kinds: Kind[], options: Options): Promise<Figures[]> {
  const all = [limit, ...kinds];
  const found: Round[][] = [];
  // The first round warms everything up and is not counted.
  for (let round = 0; round <= options.rounds; round++) {
    const one: Round[] = [];
    for (const kind of all) one.push(await driveOnce(kind, options));
    found.push(one);
  }
  const counted = found.slice(1);
  return all.map((kind, at) =>
    summed(
      kind.name,
      counted.map((round) => round[at]!),
      counted.map((round) => round[0]!),
      options.clients,
    ),
  );
}

async function driveOnce(kind: Kind, { driver, postgresPid, clients, seconds }: Options): Promise<Round> {
  const { server, scripts, status } = kind;
  const clock = () => [cpuOf(server.pid), cpuOfPostgres(postgresPid)] as const;
  const before = clock();
  const driven = await driver.drive({ port: server.port, scripts, clients, seconds, status });
  const after = clock();
  const spent = (at: 0 | 1) => (before[at] === null || after[at] === null ? null : after[at] - before[at]);
  return { ...driven, perSecond: (driven.requests / driven.took) * 1000, server: spent(0), postgres: spent(1) };
}

function summed(kind: string, rounds: Round[], limits: Round[], clients: number): Figures {
  const middle = (value: (round: Round) => number) => median(rounds.map(value));
  const requests = rounds.reduce((sum, round) => sum + round.requests, 0);
  // Ticks of a hundredth of a second are too coarse for one round: all rounds together.
  const perRequest = (value: (round: Round) => number | null) => {
    const values = rounds.map(value);
    return values.includes(null) ? null : (values as number[]).reduce((sum, one) => sum + one, 0) / requests;
  };
  return {
    kind,
    clients,
    perSecond: middle((round) => round.perSecond),
    p50: middle((round) => round.p50),
    p99: middle((round) => round.p99),
    worst: Math.max(...rounds.map((round) => round.worst)),
    ratio: median(rounds.map((round, at) => round.perSecond / limits[at]!.perSecond)),
    bytes: perRequest((round) => round.bytes)!,
    cpu: {
      server: perRequest((round) => round.server),
      postgres: perRequest((round) => round.postgres),
      driver: perRequest((round) => round.cpu)!,
    },
  };
}
