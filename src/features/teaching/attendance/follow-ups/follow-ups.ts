import { sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import {
  institutionsWhere,
  type Actor,
  membershipIn,
  can,
  institutionInView,
  namedInstitutions,
} from '#kernel/actor.ts';
import { record, sentence } from '#kernel/audit.ts';
import { query, type Db, type Tx } from '#kernel/database.ts';
import { ValidationError, orNotFound } from '#kernel/errors.ts';
import { choice, id } from '#kernel/schemas.ts';
import { followUpWays, type FollowUpWay } from './follow-up-ways.ts';
import { bounded, type BoundedList } from '#kernel/database/bounded.ts';

export const AddFollowUp = z.object({
  student_id: id,
  how: choice(followUpWays),
  note: z
    .string('Enter a note.')
    .transform((text) => text.normalize('NFC').trim())
    .pipe(z.string().min(1, 'Enter a note.').max(1000, 'A note can have up to 1,000 characters.')),
});

interface Followed {
  id: number;
  institutionId: number;
  name: string;
  batch: string | null;
  termId: number | null;
}

/** A student whose attendance the actor follows. `lock`: nobody merges or erases the record meanwhile. */
async function findFollowed(db: Db, actor: Actor, studentId: number, { lock = false } = {}): Promise<Followed> {
  const ways = institutionsWhere(actor, ...seeingConcerns).map(
    (one) => sql`(s.institution_id = ${one} and ${followedBy(actor, one)})`,
  );
  const isSeen = ways.length ? sql.join(ways, sql` or `) : sql`false`;
  const [row] = await query<Followed>(db)`
    select s.id::bigint as id, s.institution_id as "institutionId", concat_ws(' ', s.first_name, s.surname) as name, s.batch_name as batch,
        (select t.id::bigint from terms t join academic_sessions y on (y.institution_id, y.id) = (t.institution_id, t.session_id)
          and y.is_current where t.institution_id = s.institution_id and t.is_current limit 1) as "termId"
      from students s where s.id = ${studentId} and s.merged_into_id is null and (${isSeen}) ${lock ? sql`for share of s` : sql``}`;
  return orNotFound(row, 'student');
}

/** Records what was done about a student who is often away. */
export async function addFollowUp(
  tx: Tx,
  actor: Actor,
  { student_id: studentId, how, note }: z.output<typeof AddFollowUp>,
) {
  const { institutionId, name, termId } = await findFollowed(tx, actor, studentId, { lock: true });
  if (termId === null) throw new ValidationError('note', 'There is no current term. Choose one under Sessions first.');
  await tx.execute(sql`insert into attendance_follow_ups (institution_id, student_id, term_id, how, note, account_id)
    values (${institutionId}, ${studentId}, ${termId}, ${how}, ${note}, ${actor.accountId})`);
  await record(tx, actor, 'attendance.followUp', {
    institutionId,
    subject: { type: 'student', id: studentId },
    summary: sentence`recorded a follow-up about the absence of ${{ of: 'student', id: studentId, name }}: ${followUpWays[how].toLowerCase()}`,
  });
  return name;
}

export interface FollowUp {
  id: number;
  how: FollowUpWay;
  note: string;
  by: string | null;
  at: string;
}

const mostShown = 50;

/** What was done about one student, latest first. */
export async function followUpsOf(db: Db, actor: Actor, studentId: number) {
  const [student, rows] = await Promise.all([
    findFollowed(db, actor, studentId),
    query<FollowUp & { studentId: number }>(db)`select f.id::bigint as id, f.how, f.note, a.name as by,
          to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
        from attendance_follow_ups f left join accounts a on a.id = f.account_id
        where f.institution_id = any (${sql.param(institutionsWhere(actor, ...seeingConcerns))}::int[]) and f.student_id = ${studentId}
        order by f.created_at desc, f.id desc limit ${mostShown}`,
  ]);
  return { student, rows };
}

export const seeingConcerns = ['attendance.view', 'attendance.viewOwn'] as const;

/** Students `s` of an institution whose attendance the actor follows: all, or those of the batches that the actor leads. */
function followedBy(actor: Actor, institutionId: number): SQL {
  const membership = membershipIn(actor, institutionId);
  if (membership?.permissions.has('attendance.view')) return sql`true`;
  if (!membership?.permissions.has('attendance.viewOwn') || membership.employeeIds.length === 0) return sql`false`;
  return sql`s.batch_id in (select t.batch_id from batch_teachers t where t.institution_id = ${institutionId}
    and t.employee_id = any (${sql.param(membership.employeeIds)}::bigint[]))`;
}

export interface ConcernRow {
  id: number;
  name: string;
  number: string;
  batch: string | null;
  /** Of the term, with one decimal; null without a register. */
  percent: number | null;
  called: number;
  absent: number;
  /** Days in a row, up to the latest register of the batch. */
  inRow: number;
  isBelow: boolean;
  guardian: string | null;
  phone: string | null;
  lastHow: FollowUpWay | null;
  lastAt: string | null;
  lastNote: string | null;
}

export interface ConcernFilter {
  what?: 'below' | 'row' | undefined;
  q?: string | undefined;
}

/** The institution in view whose students the actor follows. */
export const placeOfConcerns = (actor: Actor, wanted: number | undefined): number =>
  institutionInView(actor, wanted, ...seeingConcerns);

/**
 * Students below the limit of the current term, and those who missed every register of the latest school days of their
 * batch. Totals are read by their key; a row of absences is looked for in as many days of each batch as the rules say.
 */
const found = (actor: Actor, institutionId: number, { what, q }: ConcernFilter, most: number | null): SQL => sql`
  with rule as materialized (
    select t.id as term_id, coalesce(r.warn_below, 75) as warn_below, coalesce(r.warn_in_row, 3) as warn_in_row,
      coalesce(r.taken, 'twice') as taken
    from academic_sessions y join terms t on (t.institution_id, t.session_id) = (y.institution_id, y.id) and t.is_current
    left join attendance_rules r on r.institution_id = y.institution_id
    where y.institution_id = ${institutionId} and y.is_current limit 1),
  total as materialized (
    select t.student_id, sum(t.called)::int as called, sum(t.attended)::int as attended, sum(t.absent)::int as absent
    from rule cross join attendance_totals t
    where t.institution_id = ${institutionId} and t.term_id = rule.term_id and (t.offering_id = 0) = (rule.taken <> 'lessons')
    group by t.student_id),
  below as materialized (
    select t.student_id from total t cross join rule where t.called > 0 and t.attended * 100 < rule.warn_below * t.called),
  latest as materialized (
    select r.id, r.batch_id, d.days from rule
    join academic_sessions y on y.institution_id = ${institutionId} and y.is_current
    join batches b on (b.institution_id, b.session_id) = (y.institution_id, y.id) and b.closed_at is null
    cross join lateral (
      select array_agg(x.on_date) as days from (
        select distinct g.on_date from attendance_registers g where g.institution_id = ${institutionId} and g.batch_id = b.id
        order by g.on_date desc limit (select warn_in_row from rule)) x) d
    join attendance_registers r on r.institution_id = ${institutionId} and r.batch_id = b.id and r.on_date = any (d.days)
    where cardinality(d.days) >= rule.warn_in_row),
  missed as materialized (
    select m.student_id, l.batch_id, count(*) as times from latest l
    join attendance_marks m on m.institution_id = ${institutionId} and m.register_id = l.id and m.kind = 'absent'
    group by 1, 2),
  away as materialized (
    select m.student_id from missed m
    join (select batch_id, count(*) as times from latest group by 1) l on l.batch_id = m.batch_id and m.times >= l.times),
  concern as materialized (
    select student_id from below ${what === 'row' ? sql`where false` : sql``}
    union select student_id from away ${what === 'below' ? sql`where false` : sql``}),
  shown as materialized (
    select s.id, s.surname || ', ' || s.first_name || coalesce(' ' || s.middle_name, '') as name, s.admission_number, s.batch_name,
      s.batch_id, s.sort_name, round(100.0 * t.attended / nullif(t.called, 0), 1) as percent, t.called, t.absent,
      exists (select from below b where b.student_id = s.id) as is_below, exists (select from away a where a.student_id = s.id) as is_away
    from concern c join students s on s.institution_id = ${institutionId} and s.id = c.student_id
    left join total t on t.student_id = s.id
    where s.merged_into_id is null and s.status in ('active', 'suspended') and ${followedBy(actor, institutionId)} and ${matching(q)}
    order by percent nulls last, is_away desc, s.sort_name, s.id limit ${most}::bigint)
  select s.id::bigint as id, s.name, s.admission_number as number, s.batch_name as batch, s.percent::float8 as percent,
    coalesce(s.called, 0) as called, coalesce(s.absent, 0) as absent, w.days as "inRow", s.is_below as "isBelow", g.guardian, g.phone,
    f.how as "lastHow", to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "lastAt", f.note as "lastNote"
  from shown s
  cross join lateral (${inRow(institutionId)}) w
  left join lateral (${guardianOf(actor, institutionId)}) g on true
  left join lateral (
    select u.how, u.note, u.created_at from attendance_follow_ups u where u.institution_id = ${institutionId} and u.student_id = s.id
    order by u.created_at desc, u.id desc limit 1) f on true
  order by s.percent nulls last, s.is_away desc, s.sort_name, s.id`;

const contains = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

const matching = (q: string | undefined): SQL =>
  q ? sql`(s.search_text like ${contains(q.toLowerCase())} or s.batch_name ilike ${contains(q)})` : sql`true`;

/** How many of the batch's latest days in a row the student was absent: days since the last that was attended or excused. */
const inRow = (institutionId: number): SQL => sql`
  select case when not s.is_away then 0 else (
    select count(distinct m.on_date)::int from attendance_marks m
    where m.institution_id = ${institutionId} and m.student_id = s.id and m.kind = 'absent' and m.on_date > coalesce((
      select r.on_date from attendance_registers r where r.institution_id = ${institutionId} and r.batch_id = s.batch_id
        and r.roll @> array[s.id] and not exists (select from attendance_marks k
          where (k.institution_id, k.register_id, k.student_id) = (r.institution_id, r.id, s.id) and k.kind = 'absent')
      order by r.on_date desc limit 1), '-infinity')) end as days`;

const guardianOf = (actor: Actor, institutionId: number): SQL =>
  can(actor, 'guardians.view', institutionId) || can(actor, 'guardians.viewOwn', institutionId)
    ? sql`select concat_ws(' ', p.first_name, p.surname) as guardian, coalesce(p.mobile, p.phone) as phone
        from student_guardians l join guardians p on (p.institution_id, p.id) = (l.institution_id, l.guardian_id)
        where l.institution_id = ${institutionId} and l.student_id = s.id and p.merged_into_id is null
        order by l.position, p.id limit 1`
    : sql`select null::text as guardian, null::text as phone`;

const shown = 100;

/** The worst first. */
export const concernsOf = (
  db: Db,
  actor: Actor,
  institutionId: number,
  filter: ConcernFilter,
): Promise<BoundedList<ConcernRow>> =>
  bounded(shown, (most) => query<ConcernRow>(db, found(actor, institutionId, filter, most)));

/** All of them, for a file. */
export const everyConcern = (actor: Actor, institutionId: number, filter: ConcernFilter): SQL =>
  found(actor, institutionId, filter, null);

export interface ConcernLimits {
  warnBelow: number;
  warnInRow: number;
}

export async function limitsOf(db: Db, institutionId: number): Promise<ConcernLimits> {
  const [row] = await query<ConcernLimits>(db)`
    select warn_below as "warnBelow", warn_in_row as "warnInRow" from attendance_rules where institution_id = ${institutionId}`;
  return row ?? { warnBelow: 75, warnInRow: 3 };
}

export const institutionsOfConcerns = (actor: Actor) => namedInstitutions(actor, ...seeingConcerns);
