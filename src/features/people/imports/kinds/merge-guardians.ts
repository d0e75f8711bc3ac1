import { nameKey, type Twin, type TwinFinder } from '../engine/duplicates.ts';
import type { PersonRecord } from '../engine/field.ts';
import type { Child } from './guardian-columns.ts';

export const childrenOf = (record: PersonRecord): Child[] => record['children'] as Child[];

/** Phones and e-mail. */
export const waysOf = ({ phone, mobile, email }: PersonRecord): string[] =>
  ([phone, mobile, email] as (string | null)[]).filter((way) => way !== null);

/** The name in both orders, because they are often swapped. */
export const namesOf = ({ surname, firstName }: PersonRecord): [string, string] => [
  nameKey({ surname, firstName }),
  nameKey({ surname: firstName, firstName: surname }),
];

/** Whether only the name identifies the person. */
export const isNameAlone = (record: PersonRecord): boolean =>
  !record['guardianId'] && waysOf(record).length + childrenOf(record).length === 0;

/** Keys that identify a guardian: the exported ID, or the name with a contact detail or a child. */
function keysOf(record: PersonRecord): string[] {
  const name = namesOf(record).toSorted()[0]!;
  if (isNameAlone(record)) return [`alone ${name}`];
  return [
    ...(record['guardianId'] ? [`id ${String(record['guardianId'])}`] : []),
    ...waysOf(record).map((way) => `${way} ${name}`),
    ...childrenOf(record).map(({ number }) => `child ${number} ${name}`),
  ];
}

/** Merges the rows of one guardian: other programs write one row per child. */
export function createMerger(): TwinFinder {
  const first = new Map<string, number>();
  const records = new Map<number, PersonRecord>();
  const leaders = new Map<number, number>();
  const merged = new Map<number, PersonRecord>();
  const nextOfKin = new Map<string, number>();
  const followers = new Map<number, number[]>();
  const wholeOf = (row: number) => merged.get(row) ?? records.get(row)!;
  const follow = (row: number, leader: number) => {
    merged.set(leader, together(wholeOf(leader), wholeOf(row)));
    merged.delete(row);
    const moved = [row, ...(followers.get(row) ?? [])];
    for (const one of moved) leaders.set(one, leader);
    followers.set(leader, [...(followers.get(leader) ?? []), ...moved]);
  };
  return {
    leaders,
    merged,
    meet(row, record) {
      const keys = keysOf(record);
      records.set(row, record);
      // A row may link two earlier ones: one by the phone, the other by the child.
      const known = keys.flatMap((key) => first.get(key) ?? []).map((found) => leaders.get(found) ?? found);
      const leader = Math.min(row, ...known);
      for (const one of new Set([...known, row])) if (one !== leader) follow(one, leader);
      for (const key of keys) first.set(key, leader);
      return childrenOf(record).flatMap(({ number, isNextOfKin }): Twin[] => {
        if (!isNextOfKin) return [];
        const other = nextOfKin.get(number);
        nextOfKin.set(number, other ?? leader);
        if (other === undefined || (leaders.get(other) ?? other) === leader) return [];
        const message = `Rows ${other} and ${row} both mark a next of kin for ${number}. A student has one next of kin. Change one row to “no”.`;
        return [{ field: 'isNextOfKin', row, first: other, message }];
      });
    },
  };
}

/** Fills in blanks from later rows, also in what they say of each child. */
function together(one: PersonRecord, other: PersonRecord): PersonRecord {
  const children = new Map(childrenOf(one).map((child) => [child.number, child]));
  for (const child of childrenOf(other)) children.set(child.number, filled(children.get(child.number), child));
  // Places are taken whole, from one row.
  const { countryId, stateId, stateName, lgaId } = one['countryId'] ? one : other;
  return {
    ...filled(one, other),
    countryId,
    stateId,
    stateName,
    lgaId,
    custom: new Map([...other.custom, ...one.custom]),
    children: [...children.values()],
  };
}

function filled<T extends object>(one: T | undefined, other: T): T {
  const values = Object.entries(one ?? {}).filter(([, value]) => value !== null);
  return { ...other, ...(Object.fromEntries(values) as T) };
}
