import { Conflict } from '#kernel/errors.ts';
import type { CardRule } from '../cards/report-card.ts';
import type { PublishedCard } from '../publication/published-card.ts';
import type { SessionResults } from '../term-results/session-results.queries.ts';
import type { CardSetting } from './compute/correct-card.ts';
import type { CurrentResult } from './published-class.queries.ts';

/** A published result, and what would replace it. */
export interface Replacement extends CurrentResult {
  corrected: PublishedCard;
}

export const asMember = ({ studentId, admissionDate }: CurrentResult) => ({ id: studentId, admissionDate });

export function ruleOf({ content: { rule } }: Pick<CurrentResult, 'content'>): CardRule {
  if (!rule) throw new Conflict('This result doesn’t say how it was computed, so it can’t be corrected here.');
  return rule;
}

/** What a student reached before, with the codes as they were published. */
export function settingOf(
  { terms, courses, ofStudents }: SessionResults,
  rule: CardRule,
  studentId: number,
  card: PublishedCard,
): CardSetting {
  const own = new Map(card.courses.map(({ id, code }) => [id, code]));
  return {
    rule,
    earlierTerms: terms.map(({ name }) => name),
    earlier: ofStudents.get(studentId) ?? terms.map(() => null),
    codeOf: (course: number) => own.get(course) ?? courses.get(course)!.code,
  };
}
