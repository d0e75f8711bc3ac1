import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { record, sentence } from '#kernel/audit.ts';
import type { Actor } from '#kernel/actor.ts';
import { rowsOf, type Tx } from '#kernel/database.ts';
import { NotFound, Refused } from '#kernel/errors.ts';
import { emptyIsNull, id } from '#kernel/schemas.ts';
import { availabilityAsShown } from '../draft/as-shown.ts';
import { readDraft } from '../draft/draft.queries.ts';
import { asShown, refuseNewer } from '../draft/refuse-newer.ts';
import { countChange, lockDraft } from '../draft/lock-draft.ts';

const most = (limit: number) =>
  emptyIsNull(
    z.coerce
      .number('Enter a number.')
      .int('Enter a whole number.')
      .min(1, 'Enter 1 or more.')
      .max(limit, `Enter up to ${limit}.`),
  ).default(null);

/** Of one teacher, batch or room: the periods that are not as usual, and a teacher’s limits. */
export const SaveAvailability = z.object({
  shown: asShown,
  employeeId: emptyIsNull(id).default(null),
  batchId: emptyIsNull(id).default(null),
  roomId: emptyIsNull(id).default(null),
  periods: z
    .array(
      z.object({
        weekday: z.number().int().min(1).max(7),
        period: z.number().int().min(1).max(30),
        degree: z.enum(['never', 'avoid'], 'Choose from the list.'),
      }),
    )
    .max(210, 'A week has fewer periods.'),
  mostADay: most(30),
  mostAWeek: most(200),
});

/** Replaces the availability of somebody. Lessons that lie in such a period stay; the check list names them. */
export async function saveAvailability(
  tx: Tx,
  actor: Actor,
  timetableId: number,
  input: z.output<typeof SaveAvailability>,
): Promise<string> {
  const timetable = await lockDraft(tx, actor, timetableId);
  const { institutionId } = timetable;
  const { employeeId, batchId, roomId, periods, mostADay, mostAWeek } = input;
  const given = [employeeId, batchId, roomId].filter((one) => one !== null);
  if (given.length !== 1) throw new Refused('form', 'Choose a teacher, a class or a room.');
  const name = await nameOf(tx, institutionId, input);
  const of = employeeId !== null ? 'teacher' : batchId !== null ? 'batch' : 'room';
  refuseNewer(input.shown, availabilityAsShown(await readDraft(tx, [institutionId], timetableId), of, given[0]!));
  const column = employeeId !== null ? sql`employee_id` : batchId !== null ? sql`batch_id` : sql`room_id`;
  const own = sql`institution_id = ${institutionId} and timetable_id = ${timetableId} and ${column} = ${given[0]}`;
  await tx.execute(sql`delete from unavailable_periods where ${own}`);
  await tx.execute(sql`insert into unavailable_periods (institution_id, timetable_id, ${column}, weekday, period, degree)
    select distinct on (p.weekday, p.period) ${institutionId}::int, ${timetableId}::bigint, ${given[0]}::bigint, p.weekday, p.period, p.degree
    from jsonb_to_recordset(${JSON.stringify(periods)}::jsonb) as p (weekday int, period int, degree text)
    order by p.weekday, p.period, p.degree desc`);
  if (employeeId !== null) {
    await tx.execute(sql`delete from teacher_limits where ${own}`);
    if (mostADay !== null || mostAWeek !== null)
      await tx.execute(sql`insert into teacher_limits (institution_id, timetable_id, employee_id, most_a_day, most_a_week)
        values (${institutionId}, ${timetableId}, ${employeeId}, ${mostADay}, ${mostAWeek})`);
  }
  await record(tx, actor, 'timetable.saveAvailability', {
    institutionId,
    summary:
      employeeId === null
        ? `set when ${name} is available in ${timetable.name}`
        : sentence`set when ${{ of: 'employee', id: employeeId, name }} is available in ${timetable.name}`,
    subject: { type: 'timetable', id: timetableId },
    details: { employeeId, batchId, roomId, periods, mostADay, mostAWeek },
  });
  await countChange(tx, timetable);
  return name;
}

async function nameOf(
  tx: Tx,
  institutionId: number,
  { employeeId, batchId, roomId }: z.output<typeof SaveAvailability>,
): Promise<string> {
  const [row] = await rowsOf<{ name: string }>(
    tx,
    employeeId !== null
      ? sql`select first_name || ' ' || surname as name from employees
          where (institution_id, id) = (${institutionId}, ${employeeId}) and merged_into_id is null for share`
      : batchId !== null
        ? sql`select name from batches where (institution_id, id) = (${institutionId}, ${batchId}) for share`
        : sql`select name from rooms where (institution_id, id) = (${institutionId}, ${roomId}) for share`,
  );
  if (!row) throw new NotFound(employeeId !== null ? 'employee' : batchId !== null ? 'class' : 'room');
  return row.name;
}
