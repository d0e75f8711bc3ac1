import type { Surroundings, Twin, TwinFinder } from '../engine/field.ts';
import type { Options } from '../engine/plan.ts';
import { createRowReader, type Plan, type Problem, type ReadRow } from '../engine/row.ts';
import type { Kind } from '../kinds/kind.ts';
import type { Format } from '../engine/table.ts';
import { openFile } from '../reader/read-table.ts';

interface Source {
  /** The path of the file. */
  path: string;
  format: Format;
  plan: Plan;
  options: Options;
  roster: Kind;
  surroundings: Surroundings;
}

/** Reads a file as people or problems in chunks; the same file always gives the same chunks. */
export async function* readFile(
  { path, format, plan, options, roster, surroundings }: Source,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<ReadRow[]> {
  const read = createRowReader(plan, roster, surroundings);
  const { pieces } = await openFile(path, format, size, signal);
  let isFirst = format.headings === 'none' && options.firstRow === 'headings';
  for await (const piece of pieces) {
    yield piece.slice(isFirst ? 1 : 0).map(read);
    isFirst = false;
  }
}

export interface Twins extends Pick<TwinFinder, 'leaders' | 'merged'> {
  /** Problems by row: every duplicate row, including the first. */
  problems: Map<number, Problem[]>;
  /** Possible duplicates of an earlier row, and why. */
  alike: Map<number, string>;
  /** All numbers in the file, which must not be assigned to others. */
  numbers: Set<string>;
}

/** Finds rows about the same person; only the user knows which one is right. */
export async function findTwins(source: Source, signal: AbortSignal): Promise<Twins> {
  const { plan, options, roster } = source;
  const finder = roster.twins(options);
  const problems = new Map<number, Problem[]>();
  const alike = new Map<number, string>();
  const numbers = new Set<string>();
  const add = (row: number, { field, message }: Twin, value: string | null) => {
    const column = plan.headers[plan.columns.indexOf(field)] ?? null;
    problems.set(row, [...(problems.get(row) ?? []), { row, column, value, message }]);
  };
  for await (const piece of readFile(source, 1000, signal)) {
    for (const { number, record } of piece) {
      if (!record) continue;
      const key = record[roster.keyField];
      if (typeof key === 'string') numbers.add(key);
      for (const twin of finder.meet(number, record)) {
        if (twin.isAlike) {
          alike.set(number, twin.message);
          continue;
        }
        const value = (record[twin.field] as string | null | undefined) ?? null;
        if (!problems.get(twin.first)?.some(({ column }) => column === plan.headers[plan.columns.indexOf(twin.field)]))
          add(twin.first, twin, value);
        add(number, twin, value);
      }
    }
  }
  return { problems, alike, numbers, leaders: finder.leaders, merged: finder.merged };
}
