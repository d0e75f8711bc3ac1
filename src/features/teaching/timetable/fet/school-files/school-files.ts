import { sql } from 'drizzle-orm';
import { record } from '#kernel/audit.ts';
import { allow, type Actor, institutionsWhere } from '#kernel/actor.ts';
import { query, type Tx, isOneOf, type Db } from '#kernel/database.ts';
import { ValidationError, orNotFound } from '#kernel/errors.ts';
import type { FetFile } from '../format/read-fet.ts';
import type { FetProblem, FetStudents } from '../format/fet-problem.ts';
import { isKnown } from './take-constraints.ts';
import { weekdays } from '../../timetable.ts';

/** Keeps a file that was read, until its names are mapped. A person’s former file of the school goes. */
export async function keepFile(
  tx: Tx,
  actor: Actor,
  institutionId: number,
  file: FetFile,
  fileName: string,
): Promise<number> {
  allow(actor, 'timetable.edit', institutionId);
  if (!('problem' in file))
    throw new ValidationError('file', 'This is only a result, without the school. Choose the .fet file itself.');
  if (!file.problem.activities.some(({ isActive }) => isActive))
    throw new ValidationError(
      'file',
      'This file has no lessons (activities), so there is nothing to make a timetable of.',
    );
  await tx.execute(
    sql`delete from fet_files where institution_id = ${institutionId} and account_id = ${actor.accountId}`,
  );
  const [row] = await query<{ id: number }>(tx)`insert into fet_files (institution_id, file_name, problem, account_id)
      values (${institutionId}, ${fileName.slice(-200)}, ${JSON.stringify(file.problem)}::jsonb, ${actor.accountId}) returning id::bigint as id`;
  await record(tx, actor, 'timetable.uploadFet', {
    institutionId,
    summary: `uploaded ${fileName}, a timetable of FET`,
    details: { fileId: row!.id, fileName },
  });
  return row!.id;
}

interface SchoolNames {
  courses: { id: number; code: string; title: string }[];
  teachers: { id: number; firstName: string; surname: string; number: string }[];
  batches: { id: number; name: string; sessionId: number }[];
  rooms: { id: number; name: string }[];
}

interface StoredFile {
  id: number;
  institutionId: number;
  fileName: string;
  problem: FetProblem;
}

/** The names that lessons of a file use, each once. */
export function usedNames({ activities, rooms }: FetProblem) {
  const active = activities.filter(({ isActive }) => isActive);
  const count = (names: string[]) => {
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    return [...counts]
      .map(([name, lessons]) => ({ name, lessons }))
      .toSorted((one, other) => one.name.localeCompare(other.name));
  };
  return {
    subjects: count(active.map(({ subject }) => subject)),
    teachers: count(active.flatMap(({ teachers }) => teachers)),
    students: count(active.flatMap(({ students }) => students)),
    rooms: rooms.filter(({ isVirtual }) => !isVirtual).map(({ name }) => ({ name, lessons: 0 })),
  };
}

/** A file with what its names probably are in this school. */
export function describeFile({ id, institutionId, fileName, problem }: StoredFile, school: SchoolNames): FileSummary {
  const used = usedNames(problem);
  const named = (rows: { name: string; lessons: number }[], find: (name: string) => number[]): FileName[] =>
    rows.map((row, key) => ({ ...row, key, suggestions: find(row.name) }));
  const findBatches = studentMatcher(
    problem,
    matcher(school.batches.map((one) => ({ id: one.id, names: [one.name] }))),
  );
  const kinds = [...problem.time, ...problem.space].filter(
    ({ isActive, kind }) => isActive && !/BasicCompulsory/.test(kind),
  );
  const counted = (wanted: boolean) =>
    [
      ...Map.groupBy(
        kinds.filter(({ kind }) => isKnown(kind) === wanted),
        ({ kind }) => kind,
      ),
    ].map(([kind, all]) => ({
      words: constraintLabel(kind),
      count: all.length,
    }));
  return {
    id,
    institutionId,
    fileName,
    school: problem.name,
    version: problem.version,
    days: problem.days.map((name, key) => ({ key, name, weekday: weekdayOfName(name, key) })),
    hours: problem.hours.length,
    lessons: problem.activities.filter(({ isActive }) => isActive).length,
    subjects: named(
      used.subjects,
      matcher(school.courses.map(({ id: of, code, title }) => ({ id: of, names: [title, code] }))),
    ),
    teachers: named(used.teachers, matcher(school.teachers.map((one) => ({ id: one.id, names: teacherNames(one) })))),
    students: named(used.students, findBatches),
    rooms: named(used.rooms, matcher(school.rooms.map((one) => ({ id: one.id, names: [one.name] })))),
    known: counted(true),
    unknown: counted(false),
  };
}

/** What names are compared by: letters and digits, without marks, spaces and case. */
const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Those with one of these names; nobody rather than one of several. */
function matcher(rows: readonly { id: number; names: string[] }[]): (name: string) => number[] {
  const byName = new Map<string, Set<number>>();
  for (const { id, names } of rows)
    for (const name of names.map(plainName).filter(Boolean)) byName.set(name, (byName.get(name) ?? new Set()).add(id));
  return (name) => {
    const found = [...(byName.get(plainName(name)) ?? [])];
    return found.length === 1 ? found : [];
  };
}

/** The ways in which a file may write a teacher. */
const teacherNames = ({
  firstName,
  surname,
  number,
}: {
  firstName: string;
  surname: string;
  number: string;
}): string[] => [
  `${firstName} ${surname}`,
  `${surname} ${firstName}`,
  `${firstName.charAt(0)} ${surname}`,
  `${surname} ${firstName.charAt(0)}`,
  surname,
  number,
];

/**
 * The batches that a set of students probably is: by its name, or all of a year whose groups are batches, or the batch
 * that a group or subgroup is a part of.
 */
function studentMatcher({ years }: Pick<FetProblem, 'years'>, find: (name: string) => number[]) {
  const found = new Map<string, number[]>();
  const visit = (set: FetStudents, above: number[]): number[] => {
    const own = find(set.name);
    const below = set.parts.map((part) => visit(part, own.length > 0 ? own : above));
    const ofParts = own.length === 0 && set.parts.length > 0 ? [...new Set(below.flat())] : [];
    const batches = own.length > 0 ? own : above.length > 0 ? above : ofParts;
    if (!found.has(set.name)) found.set(set.name, batches);
    return batches;
  };
  for (const year of years) visit(year, []);
  return (name: string): number[] => found.get(name) ?? find(name);
}

const dayNames = Object.entries(weekdays).map(([weekday, name]) => [Number(weekday), plainName(name)] as const);

/** 'Mon', 'MONDAY', 'Day 1' or the first of five. */
function weekdayOfName(name: string, at: number): number | null {
  const plain = plainName(name);
  const byName = dayNames.find(([, full]) => plain.length >= 2 && full.startsWith(plain.slice(0, 9)));
  if (byName) return byName[0];
  return at < 7 ? at + 1 : null;
}

/** A name in a file, how often lessons use it, and what it probably is here. */
export interface FileName {
  /** Its place in the file, which the form sends. */
  key: number;
  name: string;
  lessons: number;
  suggestions: number[];
}

export interface FileSummary {
  id: number;
  institutionId: number;
  fileName: string;
  /** The school's name in the file. */
  school: string;
  version: string;
  days: { key: number; name: string; weekday: number | null }[];
  hours: number;
  lessons: number;
  subjects: FileName[];
  teachers: FileName[];
  students: FileName[];
  rooms: FileName[];
  /** Constraints that become rules, times, places, and those that are skipped. */
  known: { words: string; count: number }[];
  unknown: { words: string; count: number }[];
}

interface Choice {
  id: number;
  name: string;
}
export interface FileChoices {
  sessions: Choice[];
  courses: Choice[];
  teachers: Choice[];
  batches: (Choice & { sessionId: number })[];
  rooms: Choice[];
}

/** 'MaxHoursDaily' of 'ConstraintTeacherMaxHoursDaily' in words: 'Teacher max hours daily'. */
export const constraintLabel = (kind: string): string => {
  const words = kind
    .replace(/^Constraint/, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export interface SchoolChoices extends SchoolNames {
  sessions: { id: number; name: string }[];
}

const mine = (actor: Actor) => isOneOf(sql`f.institution_id`, institutionsWhere(actor, 'timetable.edit'));

export async function findFile(db: Db, actor: Actor, fileId: number): Promise<StoredFile> {
  const [row] = await query<StoredFile>(db)`
    select f.id::bigint as id, f.institution_id as "institutionId", f.file_name as "fileName", f.problem
      from fet_files f where ${mine(actor)} and f.id = ${fileId}`;
  return orNotFound(row, 'file');
}

/** What names of a file can be here, in statements that are issued at once. */
export async function schoolOfFile(db: Db, actor: Actor, fileId: number): Promise<SchoolChoices> {
  const from = sql`fet_files f where ${mine(actor)} and f.id = ${fileId}`;
  const here = (column: ReturnType<typeof sql>) => sql`${column} = (select f.institution_id from ${from})`;
  const [sessions, courses, teachers, batches, rooms] = await Promise.all([
    query<SchoolChoices['sessions'][number]>(db)`
      select y.id::bigint as id, y.name from academic_sessions y where ${here(sql`y.institution_id`)} and y.closed_at is null
        order by y.is_current desc, y.starts_on desc`,
    query<SchoolNames['courses'][number]>(db)`
      select c.id::bigint as id, c.code, c.title from courses c where ${here(sql`c.institution_id`)} and c.retired_at is null
        order by c.title, c.id`,
    query<SchoolNames['teachers'][number]>(db)`
      select e.id::bigint as id, e.first_name as "firstName", e.surname, e.employee_number as number from employees e
        where ${here(sql`e.institution_id`)} and e.left_on is null and e.merged_into_id is null
        order by e.surname, e.first_name, e.id`,
    query<SchoolNames['batches'][number]>(db)`
      select b.id::bigint as id, b.name, b.session_id::bigint as "sessionId" from batches b
        join academic_sessions y on (y.institution_id, y.id) = (b.institution_id, b.session_id)
        where ${here(sql`b.institution_id`)} and b.closed_at is null and y.closed_at is null
        order by y.is_current desc, b.name, b.id`,
    query<SchoolNames['rooms'][number]>(db)`
      select r.id::bigint as id, r.name from rooms r where ${here(sql`r.institution_id`)} and r.retired_at is null
        order by r.name, r.id`,
  ]);
  return { sessions, courses, teachers, batches, rooms };
}
