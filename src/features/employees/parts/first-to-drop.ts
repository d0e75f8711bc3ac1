import type { useAddress } from '#ui/use-address.ts';
import type { EmployeeListProps } from '../employees.pages.ts';

const WORDS = [
  ['q', 'the search'],
  ['job_title', 'the job title'],
  ['position', 'the position'],
  ['category', 'the category'],
  ['qualification', 'the qualification'],
  ['educational_qualification', 'the educational qualification'],
  ['papers', 'the documents'],
  ['employed_from', 'the first day of employment'],
  ['employed_to', 'the last day of employment'],
  ['gender', 'the gender'],
  ['department', 'the department'],
  ['state', 'the state'],
] as const;

export const isFiltered = (filter: EmployeeListProps['filter']) =>
  Boolean(filter.custom) || WORDS.some(([key]) => Boolean(filter[key]));

/** The filter to try without when nobody matches: what was typed first, as it narrows most. */
export function firstToDrop(filter: EmployeeListProps['filter'], address: ReturnType<typeof useAddress>) {
  const [own] = Object.keys(filter.custom ?? {});
  if (own && !filter.q) return { label: 'the own field', href: address.here({ [`custom.${own}`]: null }) };
  const [key, label] = WORDS.find(([one]) => filter[one]) ?? [null, 'any filter'];
  return { label, href: key ? address.here({ [key]: null }) : address.href('/employees') };
}
