import { createHash } from 'node:crypto';
import type { SourceRow } from '#features/people/imports/engine/extra-rows.ts';
import type { RowProblem } from '../bank.schema.ts';
import { readRow, type RowLine, type StatementReading } from './read-row.ts';

export interface ReadLine extends Omit<RowLine, 'marked'> {
  rowNumber: number;
  fingerprint: string;
  /** With the apostrophe that lines read before still have in theirs. */
  formerFingerprint: string;
  ordinal: number;
}

/** The lines of a statement. Rows that are neither a line nor blank, such as an impossible date, are problems. */
export function readLines(rows: SourceRow[], reading: StatementReading) {
  const lines: ReadLine[] = [];
  const problems: RowProblem[] = [];
  const equal = new Map<string, number>();
  let extra = 0;
  for (const { number, cells } of rows) {
    const read = readRow(cells, reading);
    if (read === null) continue;
    if ('extra' in read) {
      extra += 1;
      continue;
    }
    if ('problem' in read) {
      problems.push({ row: number, message: read.problem });
      continue;
    }
    const { marked, ...line } = read.line;
    const fingerprint = fingerprintOf(line);
    const ordinal = (equal.get(fingerprint) ?? 0) + 1;
    equal.set(fingerprint, ordinal);
    const formerFingerprint = fingerprintOf({ ...line, ...marked });
    lines.push({ ...line, rowNumber: number, fingerprint, formerFingerprint, ordinal });
  }
  return { lines, problems, extra };
}

/** The same for a line however a file writes it: capitals, spaces and separators don't count. */
const fingerprintOf = ({
  day,
  amount,
  reference,
  narration,
}: Pick<ReadLine, 'day' | 'amount' | 'reference' | 'narration'>) =>
  createHash('sha256')
    .update(JSON.stringify([day, amount, plain(reference), plain(narration)]))
    .digest('hex');

const plain = (text: string | null) => (text ?? '').toUpperCase().replace(/\s+/g, ' ').trim();
