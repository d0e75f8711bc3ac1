import type { MarkKind } from '../mark-kinds.ts';
import type { Mark } from '../marks/mark.ts';

/** What a late student is late by until somebody says it better. */
const usualMinutes = 10;

/** The mark with another kind: only a late one has minutes, and a code goes with its kind. */
export const withKind = (mark: Mark, kind: MarkKind, codeId: number | null = null): Mark => ({
  ...mark,
  kind,
  codeId,
  minutes: kind === 'late' ? (mark.minutes ?? usualMinutes) : null,
});
