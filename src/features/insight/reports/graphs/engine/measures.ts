import type { UsableField } from '../../engine/usable-fields.ts';
import { isSummed } from '../../engine/sums.ts';
import { isAmount, type MeasureKey } from './measure-words.ts';

/** What the statement counts and sums of the rows that share a mark. */
export interface Tally {
  /** Rows. */
  rows: number;
  /** Rows with a value in the measured field. */
  filled: number;
  sum: number | null;
  low: number | null;
  high: number | null;
}

interface Measure {
  /** The figure of a mark; `line` are the rows of its whole bar, or of the graph where a mark is a bar. */
  of: (tally: Tally, line: { rows: number }) => number | null;
  /** Its figures add up to those of all rows. */
  hasTotals?: true;
  /** Whether a field can be measured this way. */
  fits?: (field: UsableField) => boolean;
}

/** How to measure rows. Another measure is a line here and its words in `measure-words.ts`. */
export const measures: Readonly<Record<MeasureKey, Measure>> = {
  count: { of: ({ rows }) => rows, hasTotals: true },
  share: { of: ({ rows }, line) => (line.rows ? round((rows / line.rows) * 100, 1) : null) },
  sum: { of: ({ sum }) => sum, hasTotals: true, fits: isSummed },
  average: { of: ({ sum, filled }) => (sum === null ? null : round(sum / filled, 2)), fits: isAmount },
  minimum: { of: ({ low }) => low, fits: isAmount },
  maximum: { of: ({ high }) => high, fits: isAmount },
};

const round = (value: number, places: number) => Math.round(value * 10 ** places) / 10 ** places;

/** Rows of several marks together. */
export const together = (tallies: readonly Tally[]): Tally => ({
  rows: tallies.reduce((sum, { rows }) => sum + rows, 0),
  filled: tallies.reduce((sum, { filled }) => sum + filled, 0),
  sum: tallies.every(({ sum }) => sum === null) ? null : tallies.reduce((all, { sum }) => all + (sum ?? 0), 0),
  low: least(
    tallies.flatMap(({ low }) => low ?? []),
    Math.min,
  ),
  high: least(
    tallies.flatMap(({ high }) => high ?? []),
    Math.max,
  ),
});

const least = (values: number[], of: (...values: number[]) => number) => (values.length ? of(...values) : null);
