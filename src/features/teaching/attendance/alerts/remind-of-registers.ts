import { sql } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { employeesOf, holdersOf, notify } from '#kernel/notify.ts';
import { countOf } from '#ui/format.ts';
import { sittingName } from '../mark-kinds.ts';
import { remindOfLessons, placeAt } from './remind-of-lessons.ts';

interface Missing {
  batchId: number;
  batch: string;
  sitting: number;
  onDate: string;
}

/** Later than this nobody can take it on time any more, and the board says what is missing. */
const hours = 3;

/** Reminds teachers of registers whose deadline has passed, and tells the office how many there are, once each. */
export async function remindOfRegisters(tx: Tx, institutionId: number, now: Date): Promise<void> {
  // One run after another: what is asked below is not a unique key.
  await tx.execute(sql`select pg_advisory_xact_lock(${institutionId}, hashtext('attendance.alerts'))`);
  await remindOfLessons(tx, institutionId, now, hours);
  const missing = await missingRegisters(tx, institutionId, now);
  if (missing.length === 0) return;
  const said = await query<{ subject: string }>(tx)`
    select distinct subject from notifications where institution_id = ${institutionId}
      and subject = any (${sql.param([...missing.map(subjectOf), ...missing.map(officeSubject)])}::text[])`;
  const known = new Set(said.map(({ subject }) => subject));
  for (const [subject, all] of Map.groupBy(missing, officeSubject)) {
    if (known.has(subject)) continue;
    const [{ sitting, onDate }] = all as [Missing];
    await notify(tx, {
      institutionId,
      kind: 'attendance.missing',
      subject,
      href: `/registers?date=${onDate}&missing=true`,
      to: holdersOf(institutionId, 'attendance.correct'),
      title: `${countOf(all.length, 'register')} not taken: ${sittingName(sitting).toLowerCase()}`,
      body: 'The deadline has passed. Class teachers were reminded.',
    });
  }
  for (const one of missing.filter((row) => !known.has(subjectOf(row)))) {
    const { batchId, batch, sitting, onDate } = one;
    await notify(tx, {
      institutionId,
      kind: 'attendance.due',
      subject: subjectOf(one),
      href: `/registers/${batchId}?date=${onDate}&sitting=${sitting}`,
      to: employeesOf(
        institutionId,
        sql`select t.employee_id from batch_teachers t where t.institution_id = ${institutionId} and t.batch_id = ${batchId}`,
      ),
      title: `The register of ${batch} is not taken: ${sittingName(sitting).toLowerCase()}`,
      body: 'The deadline has passed. Take it now, so that guardians of absent students are notified.',
    });
  }
}

const subjectOf = ({ batchId, onDate, sitting }: Missing) => `attendance.due:${batchId}:${onDate}:${sitting}`;
const officeSubject = ({ onDate, sitting }: Missing) => `attendance.missing:${onDate}:${sitting}`;

/** Registers of today whose deadline passed in the last hours, of batches with students. */
const missingRegisters = (tx: Tx, institutionId: number, now: Date): Promise<Missing[]> =>
  query<Missing>(tx)`with p as (${placeAt(institutionId, now)})
    select b.id::bigint as "batchId", b.name as batch, s.sitting, p.today::text as "onDate"
    from p cross join lateral akada_school_days(p.institution_id, p.today, p.today) d
    cross join lateral unnest(case p.taken when 'once' then array[0]
      when 'twice' then case d.sittings when 1 then array[1] else array[1, 2] end else '{}'::int[] end) s (sitting)
    join batches b on (b.institution_id, b.session_id) = (p.institution_id, d.session_id) and b.closed_at is null
    where p.here between p.today + case s.sitting when 2 then p.afternoon_deadline else p.morning_deadline end
        and p.today + case s.sitting when 2 then p.afternoon_deadline else p.morning_deadline end + make_interval(hours => ${hours})
      and exists (select from batch_counts k where (k.institution_id, k.batch_id) = (b.institution_id, b.id) and k.students > 0)
      and not exists (select from attendance_registers g where g.institution_id = b.institution_id and g.batch_id = b.id
        and g.on_date = p.today and g.sitting = s.sitting and g.offering_id is null)
    order by b.name, b.id, s.sitting`;
