import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';

export interface Target {
  port: number;
  headers: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** One request over kept connections. */
export function ask(
  target: Target & { agent: Agent },
  path: string,
  { method = 'GET', body }: { method?: string; body?: Buffer | string } = {},
) {
  return new Promise<Answer>((done, fail) => {
    const sent = request({ ...target, host: '127.0.0.1', path, method }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => done({ status: answer.statusCode!, headers: answer.headers, body: Buffer.concat(parts) }));
      answer.on('error', fail);
    });
    sent.on('error', fail);
    sent.end(body);
  });
}

export interface Measure {
  perSecond: number;
  p50: number;
  p99: number;
  worst: number;
}

/** So many clients, each asking again as soon as it has its answer. Any answer but a 200 ends the benchmark. */
export async function drive(
  target: Target,
  { clients, seconds, path }: { clients: number; seconds: number; path: (turn: number) => string },
): Promise<Measure> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const times: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  let turn = 0;
  const client = async () => {
    for (let from = performance.now(); from < end;) {
      const address = path(turn++);
      const answer = await ask({ ...target, agent }, address);
      if (answer.status !== 200)
        throw new Error(`${address} answered ${answer.status}: ${answer.body.toString().slice(0, 300)}`);
      const now = performance.now();
      times.push(now - from);
      from = now;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const took = (performance.now() - start) / 1000;
  agent.destroy();
  return { perSecond: times.length / took, ...quantiles(times) };
}

export function quantiles(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { p50: at(0.5), p99: at(0.99), worst: at(1) };
}

export const median = (values: number[]): number => quantiles(values).p50;
