import type { Trait } from '#features/results/assessment/assessment.ts';
import { traitField } from '#features/results/term-notes/notes/note-fields.ts';
import type { PublishedCard } from '../../publication/published-card.ts';
import type { CorrectedNote } from './changes.ts';

type Notes = Pick<PublishedCard, 'attendance' | 'ratings' | 'remarks'>;

/** A note as it was published; empty if there is none. */
export function noteOn({ attendance, ratings, remarks }: Notes, field: string, traits: readonly Trait[]): string {
  if (field === 'present') return String(attendance?.present ?? '');
  if (field === 'teacher' || field === 'principal') return remarks?.[field] ?? '';
  const trait = traits.find(({ key }) => traitField(key) === field);
  return ratings?.find((one) => one.trait === trait?.name)?.rating ?? '';
}

/** A published card with corrected notes. Nothing else follows from them. */
export function correctNotes(
  card: PublishedCard,
  notes: readonly CorrectedNote[],
  traits: readonly Trait[],
): PublishedCard {
  return notes.reduce((before, { field, entry }): PublishedCard => {
    const note = entry || null;
    const { attendance, remarks } = before;
    if (field === 'present')
      return {
        ...before,
        attendance: { opened: attendance?.opened ?? null, present: note === null ? null : Number(note) },
      };
    if (field === 'teacher' || field === 'principal')
      return { ...before, remarks: { teacher: null, principal: null, ...remarks, [field]: note } };
    const rated = traits.find(({ key }) => traitField(key) === field)!.name;
    const ratings = before.ratings ?? before.traits.map((trait) => ({ trait, rating: null }));
    return { ...before, ratings: ratings.map((one) => (one.trait === rated ? { ...one, rating: note } : one)) };
  }, card);
}
