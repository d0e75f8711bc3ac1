import { sql, type SQL } from 'drizzle-orm';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { prepared, query, type Db } from '#kernel/database.ts';
import { cachedByActor } from '#kernel/database/cached.ts';
import type { Statement } from '#kernel/database/statements.ts';
import { holdsQuery, type Hold } from '#features/money/holds/held/held-students.ts';
import { childrenOf } from '#features/people/students/students.policy.ts';

/** A student as the student and the family see how things stand. */
export interface FamilyMember {
  id: number;
  institutionId: number;
  school: string;
  firstName: string;
  middleName: string | null;
  surname: string;
  isSelf: boolean;
  photoId: number | null;
  batch: string | null;
  status: string;
  currency: string;
  /** Minor units; null without access to fees. */
  owed: number | null;
  credit: number | null;
  /** The first day on which something is due, and what is due until then. */
  due: { day: string; isLate: boolean } | null;
  /** The latest published term; null without access, without results, or while they are withheld. */
  result: {
    term: string;
    average: string | null;
    cgpa: string | null;
    position: number | null;
    of: number | null;
  } | null;
  isWithheld: boolean;
  /** Whether the family tells the school of an absence here. */
  sendsExcuses: boolean;
  /** The term that is on, or the next one; null without either. */
  term: { name: string; startsOn: string; endsOn: string; isOn: boolean } | null;
}

interface Row extends Omit<FamilyMember, 'school' | 'isWithheld' | 'isSelf' | 'sendsExcuses'> {}

/** Rendered once for each person: families open their start page more often than anything else. */
const statementsFor = cachedByActor<{ members: Statement; holds: Statement } | null>();

/** The actor and the actor's children, in all schools or the one in view. */
export async function familyOf(db: Db, actor: Actor, wanted: number | undefined): Promise<FamilyMember[]> {
  const asked = statementsFor(actor, { wanted }, () => {
    const which = ownStudents(actor, wanted);
    return which && { members: prepared(membersQuery(which)), holds: prepared(holdsQuery(which)) };
  });
  if (!asked) return [];
  const [rows, holds] = await Promise.all([query<Row>(db, asked.members), query<Hold>(db, asked.holds)]);
  return rows.map((row) => {
    const id = Number(row.id);
    const { institutionId } = row;
    const isWithheld = holds.some(
      ({ studentId, remaining }) => Number(studentId) === id && remaining.includes('report_card'),
    );
    const seesFees = can(actor, 'fees.viewSelf', institutionId);
    const seesResults = can(actor, 'results.viewSelf', institutionId);
    return {
      ...row,
      id,
      school: membershipIn(actor, institutionId)!.name,
      isSelf: membershipIn(actor, institutionId)!.studentIds.includes(id),
      ...(seesFees ? { owed: Number(row.owed), credit: Number(row.credit) } : { owed: null, credit: null, due: null }),
      result: seesResults && !isWithheld ? row.result : null,
      isWithheld: seesResults && isWithheld,
      sendsExcuses: row.status === 'active' && can(actor, 'attendance.viewSelf', institutionId),
    };
  });
}

function ownStudents({ institutions }: Actor, wanted: number | undefined): SQL | null {
  const ways = institutions.flatMap(({ id, permissions, studentIds, guardianIds }) => {
    if (!permissions.has('students.viewSelf') || (wanted !== undefined && id !== wanted)) return [];
    const here = sql`students.institution_id = ${id}`;
    return [
      ...(studentIds.length ? [sql`(${here} and students.id = any (${sql.param(studentIds)}::bigint[]))`] : []),
      ...(guardianIds.length ? [sql`(${here} and students.id in ${childrenOf(id, guardianIds)})`] : []),
    ];
  });
  return ways.length ? sql`(${sql.join(ways, sql` or `)})` : null;
}

/** The dues that payments have not covered yet, from the earliest. */
const firstDue = sql`(select jsonb_build_object('day', d.due_on, 'isLate', d.due_on < (now() at time zone n.time_zone)::date)
  from invoices i cross join lateral (
    select x.due_on, sum(x.amount) over (order by x.due_on, x.position) as until from invoice_dues x
    where x.institution_id = i.institution_id and x.invoice_id = i.id) d
  where i.institution_id = students.institution_id and i.student_id = students.id
    and i.open > 0 and d.until > i.settled + i.credited
  order by d.due_on limit 1)`;

/** The first term of the institution that has not ended. */
const nextTerm = sql`(select jsonb_build_object('name', t.name, 'startsOn', t.starts_on, 'endsOn', t.ends_on,
    'isOn', t.starts_on <= (now() at time zone n.time_zone)::date)
  from terms t where t.institution_id = n.id and t.ends_on >= (now() at time zone n.time_zone)::date
  order by t.starts_on limit 1)`;

const membersQuery = (which: SQL) => sql`
  select students.id, students.institution_id as "institutionId", students.first_name as "firstName",
    students.middle_name as "middleName", students.surname, students.photo_small_id as "photoId",
    students.batch_name as batch, students.status, n.currency, coalesce(b.owed, 0) as owed, coalesce(b.credit, 0) as credit,
    ${firstDue} as due, case when students.status = 'active' then ${nextTerm} end as term,
    case when r.student_id is not null then jsonb_build_object('term', r.term || ', ' || r.session,
      'average', r.average::text, 'cgpa', r.cgpa::text, 'position', r.position, 'of', r.position_of) end as result
  from students join institutions n on n.id = students.institution_id
  left join student_balances b on (b.institution_id, b.student_id) = (students.institution_id, students.id)
  left join result_summaries r on (r.institution_id, r.student_id) = (students.institution_id, students.id)
  where ${which} and students.merged_into_id is null
  order by students.sort_name, students.id`;
