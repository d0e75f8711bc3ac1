import { listName } from '#ui/format.ts';
import { compareCards, type CardChanges } from './compute/compare-cards.ts';
import { isLate } from './late-results.ts';
import type { Replacement } from './setting.ts';

/** A published result that a correction changes, as it is shown. */
export interface AffectedResult extends CardChanges {
  studentId: number;
  name: string;
  number: string;
  batch: string;
  term: string;
  session: string;
  /** Nothing was published of it before. */
  isLate: boolean;
}

export interface Comparison {
  /** Whose own figures change. */
  affected: AffectedResult[];
  /** On whose cards only figures of the class change. */
  classOnly: AffectedResult[];
}

/** Everybody affected by a correction: old and new, in words. */
export function comparisonOf(replacements: readonly Replacement[]): Comparison {
  const all = replacements.map(
    ({ number, studentId, admissionNumber, content, corrected, ...student }): AffectedResult => ({
      studentId,
      name: listName(student),
      number: admissionNumber,
      isLate: isLate({ number }),
      batch: content.batch,
      term: content.term,
      session: content.session,
      ...compareCards(content, corrected, student),
    }),
  );
  return {
    affected: all.filter(({ own }) => own.length > 0),
    classOnly: all.filter(({ own }) => own.length === 0),
  };
}
