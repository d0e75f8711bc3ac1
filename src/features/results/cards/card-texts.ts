import { decimals } from '#features/assessment/hundredths.ts';
import { fromText, shown } from '#features/assessment/compute/fraction-text.ts';
import { ordinal, type Position } from '#features/assessment/compute/positions.ts';
import type { Entry } from '#features/assessment/compute/types.ts';
import { markText, notRankedWords, stateWords } from '../term-results/shown-results.ts';
import type { CardCourse, Exact, ReportCard } from './report-card.ts';

/** Exact values as they are printed: rounded half up. */
export const markOf = (value: Exact | null): string | null => value && markText(fromText(value));
export const averageOf = (value: Exact | null): string | null => value && shown(fromText(value));

export const entryText = (entry: Entry | null | undefined): string =>
  entry === null || entry === undefined ? '—' : typeof entry === 'number' ? decimals(entry) : stateWords[entry].short;

export const courseTotal = ({ status, total }: CardCourse): string =>
  status === 'complete' ? markOf(total)! : stateWords[status].short;

/** What a course is called in words: the band's remark, or why there is no total. */
export const courseRemark = ({ status, remark }: CardCourse): string =>
  status === 'complete' ? (remark ?? '') : status === 'incomplete' ? 'Incomplete' : stateWords[status].words;

export const positionOf = (position: Position | null): string | null => position && ordinal(position.position);

/** '3rd of 28', or why there is no position; null if the scheme does not rank. */
export function positionText({ summary, className }: ReportCard, batchWord: string): string | null {
  const { inBatch, inClass, notRanked } = summary;
  if (!inBatch && !inClass) return notRanked && `Not ranked: ${notRankedWords[notRanked].toLowerCase()}`;
  const one = (position: Position) => `${ordinal(position.position)} of ${position.of}`;
  if (!inBatch) return `${one(inClass!)} in ${className}`;
  return inClass ? `${one(inBatch)} in the ${batchWord.toLowerCase()}, ${one(inClass)} in ${className}` : one(inBatch);
}
