import { or, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import { bounded, type Bounded } from '#kernel/database/bounded.ts';
import { query, type Db } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import { NotFound } from '#kernel/errors.ts';
import type { ExcuseKind, ExcuseState } from './excuse-words.ts';
import { decidedBy, ownStudents } from './visible-excuses.ts';

export interface ExcuseRow {
  id: number;
  institutionId: number;
  studentId: number;
  student: string;
  batch: string | null;
  startsOn: Day;
  endsOn: Day;
  kind: ExcuseKind;
  reason: string;
  hasPaper: boolean;
  state: ExcuseState;
  answer: string | null;
  sentBy: string | null;
  sentAt: string;
  decidedBy: string | null;
  /** The reader sent it. */
  isMine: boolean;
  /** Of the reader or a child of theirs: somebody else decides. */
  isOwn: boolean;
}

const select = (actor: Actor, where: SQL) => sql`
  select x.id::int as id, x.institution_id as "institutionId", x.student_id::int as "studentId",
    concat_ws(' ', s.first_name, s.surname) as student, s.batch_name as batch, x.starts_on::text as "startsOn",
    x.ends_on::text as "endsOn", x.kind, x.reason, x.file_id is not null as "hasPaper", x.state, x.answer, a.name as "sentBy",
    to_char(x.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "sentAt", d.name as "decidedBy",
    coalesce(x.account_id = ${actor.accountId}::bigint, false) as "isMine",
    (${ownStudents(actor)}) as "isOwn"
  from attendance_excuses x join students s on (s.institution_id, s.id) = (x.institution_id, x.student_id)
  left join accounts a on a.id = x.account_id left join accounts d on d.id = x.decided_by where ${where}`;

const shown = 100;

/** On which the actor decides: open ones, the oldest first, or the latest decided ones. */
export const excusesToDecide = (db: Db, actor: Actor, isOpen: boolean, wanted?: number): Promise<Bounded<ExcuseRow>> =>
  bounded(shown, (most) =>
    query<ExcuseRow>(
      db,
      isOpen
        ? sql`${select(actor, sql`x.state = 'open' and (${decidedBy(actor, wanted)})`)} order by x.created_at, x.id limit ${most}`
        : sql`${select(actor, sql`x.state <> 'open' and (${decidedBy(actor, wanted)})`)} order by x.decided_at desc, x.id desc limit ${most}`,
    ),
  );

export async function countOpenExcuses(db: Db, actor: Actor, wanted?: number): Promise<number> {
  const [row] = await query<{ n: number }>(
    db,
    sql`select count(*)::int as n from attendance_excuses x
      join students s on (s.institution_id, s.id) = (x.institution_id, x.student_id)
      where x.state = 'open' and (${decidedBy(actor, wanted)})`,
  );
  return row!.n;
}

/** Of the actor's own record and children, latest first. */
export const ownExcuses = (db: Db, actor: Actor, wanted?: number): Promise<Bounded<ExcuseRow>> =>
  bounded(shown, (most) =>
    query<ExcuseRow>(db, sql`${select(actor, ownStudents(actor, wanted))} order by x.id desc limit ${most}`),
  );

export interface OwnStudent {
  id: number;
  name: string;
  batch: string | null;
  institutionId: number;
}

/** For whom the actor can send a reason. */
export const ownStudentsOf = (db: Db, actor: Actor, wanted?: number): Promise<OwnStudent[]> =>
  query<OwnStudent>(
    db,
    sql`select s.id::int as id, concat_ws(' ', s.first_name, s.surname) as name, s.batch_name as batch, s.institution_id as "institutionId"
      from students s where (${ownStudents(actor, wanted)}) and s.status in ('active', 'suspended') order by s.sort_name, s.id`,
  );

/** One that the actor may see, and its paper. */
export async function findExcuse(db: Db, actor: Actor, id: number): Promise<ExcuseRow & { fileId: number | null }> {
  const seen = or(sql`(${decidedBy(actor)})`, sql`(${ownStudents(actor)})`)!;
  const [row] = await query<ExcuseRow & { fileId: number | null }>(
    db,
    sql`select e.*, (select f.file_id::int from attendance_excuses f where (f.institution_id, f.id) = (e."institutionId", e.id)) as "fileId"
      from (${select(actor, sql`x.id = ${id} and (${seen})`)}) e`,
  );
  if (!row) throw new NotFound('reason for absence');
  return row;
}
