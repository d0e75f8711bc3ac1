import { type PersonRecord, nameKey, type Twin, type TwinFinder } from '../engine/field.ts';
import type { Child } from './parent-columns.ts';
import { sql } from 'drizzle-orm';
import { render, type Db, query } from '#kernel/database.ts';
import type { ExistingRecord, Piece } from './kind.ts';

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

export interface KnownGuardian extends ExistingRecord {
  isErased: boolean;
  /** The importing user's own record. */
  isOwn: boolean;
  sortName: string;
  /** Phones and e-mail, and `child 12` for each child. */
  ways: string[];
}

export interface Pupil {
  id: number;
  name: string;
  /** The current next of kin. */
  nextOfKin: number | null;
}

interface FoundGuardian extends KnownGuardian {
  /** Its own id and those of records merged into it. */
  ids: number[];
}

export async function findGuardians(db: Db, { institutionId, importId, records }: Piece, numbers: string[]) {
  const ids = records.flatMap(({ guardianId }) => (guardianId as number | null) ?? []);
  const ways = records.flatMap(waysOf);
  const names = records.filter(isNameAlone).flatMap(namesOf);
  const rows = await query<Omit<FoundGuardian, 'inWords'> & { firstName: string; surname: string }>(db, render)`
    with recursive way as (
      select id as asked, id, merged_into_id from guardians
      where institution_id = ${institutionId} and id = any(${sql.param(ids)}::bigint[])
      union select w.asked, n.id, n.merged_into_id from way w
        join guardians n on n.institution_id = ${institutionId} and n.id = w.merged_into_id),
    wanted as (
      select id, asked from way where merged_into_id is null
      union select id, id from guardians where institution_id = ${institutionId} and merged_into_id is null
        and (phone = any(${sql.param(ways)}::text[]) or mobile = any(${sql.param(ways)}::text[]) or email = any(${sql.param(ways)}::text[]))
      union select g.id, g.id from unnest(${sql.param(names)}::text[]) as alone (name)
        join guardians g on g.institution_id = ${institutionId} and g.merged_into_id is null
          and (g.sort_name = alone.name or (g.sort_name >= alone.name || ' ' and g.sort_name < alone.name || '!'))
      union select g.guardian_id, g.guardian_id from student_guardians g
        join students s on s.institution_id = g.institution_id and s.id = g.student_id
        where g.institution_id = ${institutionId} and s.admission_number = any(${sql.param(numbers)}::text[]))
    select g.id, array_agg(distinct w.asked) as ids, g.surname, g.first_name as "firstName", g.sort_name as "sortName",
      g.anonymised_at is not null as "isErased",
      exists (select from imports i join memberships m on m.institution_id = i.institution_id and m.account_id = coalesce(i.acting_account_id, i.account_id)
        where i.institution_id = ${institutionId} and i.id = ${importId} and m.guardian_id = g.id) as "isOwn",
      array_remove(array[g.phone, g.mobile, g.email], null) || array(
        select 'child ' || l.student_id from student_guardians l
        where l.institution_id = g.institution_id and l.guardian_id = g.id) as ways
    from wanted w join guardians g on g.institution_id = ${institutionId} and g.id = w.id
    group by g.institution_id, g.id`;
  return rows.map(({ firstName, surname, ...row }): FoundGuardian => ({
    ...row,
    id: Number(row.id),
    ids: row.ids.map(Number),
    inWords: `${firstName} ${surname} already exists, with the same ID, phone, e-mail or child.`,
  }));
}

export async function findPupils(db: Db, institutionId: number, numbers: string[]): Promise<Map<string, Pupil>> {
  if (numbers.length === 0) return new Map();
  const rows = await query<Pupil & { number: string }>(db)`
    with recursive way as (
      select admission_number as number, id, merged_into_id from students
      where institution_id = ${institutionId} and admission_number = any(${sql.param(numbers)}::text[])
      union select w.number, n.id, n.merged_into_id from way w
        join students n on n.institution_id = ${institutionId} and n.id = w.merged_into_id)
    select s.number, s.id, n.first_name || ' ' || n.surname as name, g.guardian_id as "nextOfKin" from way s
    join students n on n.institution_id = ${institutionId} and n.id = s.id
    left join student_guardians g on g.institution_id = ${institutionId} and g.student_id = s.id and g.is_next_of_kin
    where s.merged_into_id is null`;
  return new Map(rows.map(({ number, ...pupil }) => [number, pupil]));
}
