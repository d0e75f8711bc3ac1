import type { useAddress } from '#ui/use-address.ts';
import type { StudentFilter } from '../student-filter.ts';

const WORDS = [
  ['q', 'the search'],
  ['class', 'the class'],
  ['program', 'the program'],
  ['gender', 'the gender'],
  ['category', 'the category'],
  ['religion', 'the religion'],
  ['papers', 'the documents'],
  ['state', 'the state of origin'],
  ['admitted_from', 'the first day of admission'],
  ['admitted_to', 'the last day of admission'],
  ['born_from', 'the first day of birth'],
  ['born_to', 'the last day of birth'],
  ['academic_session', 'the session'],
  ['status', 'the status'],
  ['batch', 'the batch'],
] as const;
/** Assignment starts with these: taken away they come back. */
const ASSIGNMENT = ['status', 'batch'];

/** The filter to try without when nobody matches: what was typed first, as it narrows most. */
export function firstToDrop(
  { custom, ...filter }: StudentFilter,
  isAssignment: boolean,
  address: ReturnType<typeof useAddress>,
) {
  const found = WORDS.find(
    ([key]) => [filter[key]].flat().some(Boolean) && !(isAssignment && ASSIGNMENT.includes(key)),
  );
  const [own] = Object.keys(custom ?? {});
  if (own && !filter.q) return { label: 'the own field', href: address.here({ [`custom.${own}`]: null }) };
  if (!found) return { label: 'any filter', href: address.href('/students') };
  const [key, label] = found;
  return { label, href: address.here({ [key]: null }) };
}
