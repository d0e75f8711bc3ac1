import type { Terminology } from '#kernel/contracts/terminology.ts';
import type { Trait } from '#features/results/assessment/assessment.ts';
import { traitField } from '#features/results/term-notes/notes/note-fields.ts';
import { remarkLabel } from '../cards/card-texts.ts';
import type { ReportCard } from '../cards/card-promotion.ts';

/** What a note is called beside its student. */
export function noteLabel(
  field: string,
  traits: readonly Trait[],
  card: Pick<ReportCard, 'layout'>,
  words?: Terminology,
): string {
  if (field === 'present') return 'Times present';
  if (field === 'teacher' || field === 'principal') return remarkLabel(field, card, words);
  return traits.find(({ key }) => traitField(key) === field)?.name ?? 'A rating';
}
