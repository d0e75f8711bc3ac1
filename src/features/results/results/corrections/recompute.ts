import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Db } from '#kernel/database.ts';
import type { PublishedCard } from '../publication/published-card.ts';
import { storedText } from '../publication/stored-text.ts';
import { checkChanges } from './check-changes.ts';
import { changesOf, studentsIn, studentsOf, type Changes } from './compute/changes.ts';
import { correctNotes } from './compute/correct-notes.ts';
import type { SheetRules } from './corrected-sheet.queries.ts';
import { lateResults } from './late-results.ts';
import { ownResults, publishedClass, type ClassPlace, type CurrentResult } from './published-class.queries.ts';
import { recomputeClass } from './recompute-class.ts';
import type { Replacement } from './setting.ts';

export interface Recomputed {
  /** Term by term, the corrected one first. */
  replacements: Replacement[];
  /** Of what would be published: somebody who agrees has seen exactly this. */
  seen: string;
}

/**
 * What published results become with a correction, without writing anything: those of the students themselves, of
 * others in the batch and class whose positions or class figures change, and the students’ later published terms.
 * Everything is computed from what was published. For a snapshot, or behind `awaitTurn`.
 */
export async function recompute(db: Db, place: ClassPlace, changes: Changes, rules: SheetRules): Promise<Recomputed> {
  const moved = new Set(studentsOf([...changes.cells, ...changes.courses]));
  // Nobody else is affected by a note.
  const current = await (moved.size > 0 ? publishedClass(db, place) : ownResults(db, place, studentsIn(changes)));
  if (moved.size > 0) current.push(...(await lateResults(db, place, { current, ids: studentsIn(changes), rules })));
  checkChanges(
    current.filter(({ batchId }) => batchId === place.batchId),
    changes,
    rules,
  );
  const noted = ({ studentId }: CurrentResult, card: PublishedCard) =>
    correctNotes(card, changesOf(changes, studentId).notes, rules.traits);
  const recomputed =
    moved.size > 0
      ? await recomputeClass(db, { place, current, moved, changes, rules })
      : { cards: current.map(({ content }) => content), later: [] };
  const replacements = current.flatMap((row, at): Replacement[] => {
    const card = noted(row, recomputed.cards[at]!);
    return card === row.content || isDeepStrictEqual(card, row.content) ? [] : [{ ...row, corrected: card }];
  });
  replacements.push(...recomputed.later);
  return { replacements, seen: digestOf(replacements) };
}

const digestOf = (replacements: readonly Replacement[]): string => {
  const hash = createHash('sha256');
  for (const { number, corrected } of replacements) hash.update(`${number ?? 'new'} ${storedText(corrected)}`);
  return hash.digest('hex');
};
