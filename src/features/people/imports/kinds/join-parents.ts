import { searchable } from '#kernel/searchable.ts';
import type { PersonRecord } from '../engine/field.ts';
import { parentsOf, type ParentRecord } from './parent-columns.ts';
import { waysOf } from './merge-guardians.ts';

interface Family {
  parent: ParentRecord;
  ways: Set<string>;
  words: Set<string>;
}

const wordsOf = ({ surname, firstName, middleName }: ParentRecord) =>
  searchable(`${surname} ${firstName} ${String(middleName ?? '')}`)
    .split(' ')
    .filter(Boolean);

/**
 * The guardians of some students, each once: siblings share one whose phone or e-mail is the same with a word of the
 * name, or whose whole name is the same with the surname of the child, unless their phones differ.
 */
export function joinParents(students: { record: PersonRecord; number: string }[]): ParentRecord[] {
  const families: Family[] = [];
  const byKey = new Map<string, Family[]>();
  for (const { record, number } of students)
    for (const parent of parentsOf(record)) {
      const own = { ...parent, children: parent.children.map((child) => ({ ...child, number })) };
      const ways = waysOf(parent);
      const words = wordsOf(parent);
      const name = `${words.toSorted().join(' ')} of ${searchable(record.surname)}`;
      const known =
        ways.flatMap((way) => byKey.get(way) ?? []).find((family) => words.some((word) => family.words.has(word))) ??
        (byKey.get(name) ?? []).find((family) => ways.length === 0 || family.ways.size === 0);
      const family = known ?? { parent: own, ways: new Set(), words: new Set() };
      if (known) add(known.parent, own);
      else families.push(family);
      for (const word of words) family.words.add(word);
      for (const way of ways) family.ways.add(way);
      for (const key of [...ways, name]) {
        const same = byKey.get(key) ?? [];
        if (!same.includes(family)) byKey.set(key, [...same, family]);
      }
    }
  return families.map(({ parent }) => parent);
}

/** Keeps what is known, and adds the child and what is new: an e-mail, a second number. */
function add(to: ParentRecord, { children, phone, mobile, email, title }: ParentRecord): void {
  to.children.push(...children.filter(({ number }) => to.children.every((child) => child.number !== number)));
  to.email ??= email;
  to.title ??= title;
  const numbers = [...new Set([to.mobile, to.phone, mobile, phone].filter((one) => one !== null))];
  to.mobile = numbers[1] ? numbers[0]! : null;
  to.phone = numbers[1] ?? numbers[0] ?? null;
}
