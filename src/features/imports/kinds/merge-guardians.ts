import { nameKey, type Twin, type TwinFinder } from '../engine/duplicates.ts';
import type { PersonRecord } from '../engine/field.ts';
import type { Child } from './guardians.ts';

export const childrenOf = (record: PersonRecord): Child[] => record['children'] as Child[];

/** By what a guardian is known: the id of our own export, or the name with a way to reach her, or with a child. */
export function keysOf(record: PersonRecord): string[] {
  const name = nameKey(record);
  const ways = [record['phone'], record['mobile'], record['email']] as (string | null)[];
  return [
    ...(record['guardianId'] ? [`id ${String(record['guardianId'])}`] : []),
    ...ways.filter(Boolean).map((way) => `${way} ${name}`),
    ...childrenOf(record).map(({ number }) => `child ${number} ${name}`),
  ];
}

/** A guardian has as many rows as a program cares to write, one a child: together they are one record. */
export function createMerger(): TwinFinder {
  const first = new Map<string, number>();
  const records = new Map<number, PersonRecord>();
  const leaders = new Map<number, number>();
  const merged = new Map<number, PersonRecord>();
  const nextOfKin = new Map<string, number>();
  return {
    leaders,
    merged,
    meet(row, record) {
      const keys = keysOf(record);
      const leader = keys.map((key) => first.get(key)).find((found) => found !== undefined);
      if (leader !== undefined) {
        leaders.set(row, leader);
        merged.set(leader, together(merged.get(leader) ?? records.get(leader)!, record));
      } else records.set(row, record);
      for (const key of keys) if (!first.has(key)) first.set(key, leader ?? row);
      return childrenOf(record).flatMap(({ number, isNextOfKin }): Twin[] => {
        if (!isNextOfKin) return [];
        const other = nextOfKin.get(number);
        nextOfKin.set(number, other ?? leader ?? row);
        if (other === undefined || other === (leader ?? row)) return [];
        const message = `Rows ${other} and ${row} name two next of kin of ${number}. A student has one; make the other “no”.`;
        return [{ field: 'isNextOfKin', row, first: other, message }];
      });
    },
  };
}

/** What the first row leaves blank, later ones say; what they say of a child comes together too. */
function together(one: PersonRecord, other: PersonRecord): PersonRecord {
  const children = new Map(childrenOf(one).map((child) => [child.number, child]));
  for (const child of childrenOf(other)) children.set(child.number, filled(children.get(child.number), child));
  // A place is said as a whole, by one row.
  const { countryId, stateId, stateName, lgaId } = one['countryId'] ? one : other;
  return {
    ...filled(one, other),
    ...{ countryId, stateId, stateName, lgaId },
    custom: new Map([...other.custom, ...one.custom]),
    children: [...children.values()],
  };
}

function filled<T extends object>(one: T | undefined, other: T): T {
  const said = Object.entries(one ?? {}).filter(([, value]) => value !== null);
  return { ...other, ...(Object.fromEntries(said) as T) };
}
