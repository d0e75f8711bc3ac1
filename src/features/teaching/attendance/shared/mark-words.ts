import { formatTime } from '#kernel/dates.ts';
import { markKinds } from '../mark-kinds.ts';
import type { Code } from '../marks/mark-fields.ts';
import type { Mark } from '../marks/mark.ts';

/** 'Late, 10 min; left 12:30 pm; has a cough' */
export function markWords(mark: Mark | null, codes: readonly Code[] = []): string {
  if (!mark) return 'Not marked';
  const name = codes.find(({ id }) => id === mark.codeId)?.label ?? markKinds[mark.kind].label;
  const parts = [mark.minutes === null ? name : `${name}, ${mark.minutes}\u00a0min`];
  if (mark.leftAt) parts.push(`left ${formatTime(mark.leftAt)}`);
  if (mark.remark) parts.push(mark.remark);
  return parts.join('; ');
}

/** The letters of the printed register. */
export const markLetters = (mark: Mark, codes: readonly Code[] = []): string =>
  codes.find(({ id }) => id === mark.codeId)?.letters ?? markKinds[mark.kind].letter;
