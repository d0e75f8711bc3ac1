import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Notes } from '#test/faults/notes.ts';

/** What a part of the fault tests found. */
export interface Result {
  problems: string[];
  /** Why it could not be run here. */
  skipped?: string;
  rounds?: number;
  acknowledged?: Record<string, number>;
  unavailable?: number;
  unanswered?: number;
  /** Milliseconds, of a 503. */
  slowestRefusal?: number;
  /** Milliseconds until everything answered again, fault by fault. */
  recoveries?: number[];
  facts?: Record<string, unknown>;
}

export type Part = (options: {
  seed: number;
  rounds: number;
  log: (line: string) => void;
  /** As `npm test` runs it. */
  isShort?: boolean;
  /** What must have been acknowledged: a busy machine gets up to three times the rounds for it. */
  kinds?: readonly string[];
}) => Promise<Result>;

export const resultOf = (notes: Notes, more: Partial<Result> & { problems: string[] }): Result => ({
  acknowledged: notes.counts(),
  unavailable: notes.unavailable,
  unanswered: notes.unanswered,
  slowestRefusal: Math.round(notes.slowestRefusal),
  ...more,
  problems: [...more.problems, ...notes.odd],
});

export function tell(name: string, result: Result): void {
  const { problems, skipped, acknowledged = {}, recoveries = [], facts = {} } = result;
  if (skipped) return console.log(`\n${name}: skipped. ${skipped}`);
  const total = Object.values(acknowledged).reduce((sum, count) => sum + count, 0);
  const kinds = Object.entries(acknowledged).map(([kind, count]) => `${kind} ${count}`);
  const lines = [
    total && `acknowledged ${total}: ${kinds.join(', ')}`,
    `answered 503: ${result.unavailable ?? 0} (the slowest after ${result.slowestRefusal ?? 0} ms); unanswered: ${result.unanswered ?? 0}`,
    recoveries.length &&
      `recovered ${recoveries.length} times: median ${middle(recoveries)} ms, worst ${Math.max(...recoveries)} ms`,
    ...Object.entries(facts).map(([what, value]) => `${what}: ${String(value)}`),
    `problems: ${problems.length}`,
    ...problems.map((problem) => `  ✗ ${problem.slice(0, 4000)}`),
  ];
  console.log([`\n${name}`, ...lines.filter(Boolean).map((line) => `  ${line}`)].join('\n'));
}

export function keep(run: object, results: Record<string, Result>): void {
  mkdirSync(resolve('var'), { recursive: true, mode: 0o711 });
  writeFileSync(resolve('var/faults.json'), `${JSON.stringify({ ...run, results }, null, 2)}\n`);
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
