import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { record, sentence } from '#kernel/audit.ts';
import type { Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { rowParts } from '#kernel/edit/decide.ts';
import { edits, mergeEdit } from '#kernel/edit/edit.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { emptyIsNull, id } from '#kernel/schemas.ts';
import { placeText } from '../draft/board.ts';
import { changed } from '../draft/changed.ts';
import { countChange, lockDraft, readDraft } from '../draft/lock-draft.ts';
import type { Degree } from '../timetable.ts';
import { availabilityForm, columnOf, degreeLabels, type Periods } from './availability-form.ts';

const optionalLimit = (limit: number) =>
  emptyIsNull(
    z.coerce
      .number('Enter a number.')
      .int('Enter a whole number.')
      .min(1, 'Enter 1 or more.')
      .max(limit, `Enter up to ${limit}.`),
  ).default(null);

/** Of one teacher, batch or room: the periods that are not as usual, and a teacher’s limits. */
export const SaveAvailability = edits(
  z.object({
    employeeId: emptyIsNull(id).default(null),
    batchId: emptyIsNull(id).default(null),
    roomId: emptyIsNull(id).default(null),
    /** By '1-3': Monday, period 3. The others are available. */
    periods: z
      .record(
        z.string().regex(/^[1-7]-([1-9]|[12]\d|30)$/, 'Choose periods of the week.'),
        z.enum(['never', 'avoid'], 'Choose from the list.'),
      )
      .default({}),
    mostADay: optionalLimit(30),
    mostAWeek: optionalLimit(200),
  }),
);

/** Changes the availability of somebody, period by period. Lessons that lie in such a period stay; the check list names them. */
export async function saveAvailability(
  tx: Tx,
  actor: Actor,
  timetableId: number,
  input: z.output<typeof SaveAvailability>,
): Promise<string> {
  const timetable = await lockDraft(tx, actor, timetableId);
  const { institutionId } = timetable;
  const { employeeId, batchId, roomId } = input;
  const given = [employeeId, batchId, roomId].filter((one) => one !== null);
  if (given.length !== 1) throw new ValidationError('form', 'Choose a teacher, a class or a room.');
  const name = await nameOf(tx, institutionId, input);
  const of = employeeId !== null ? 'teacher' : batchId !== null ? 'batch' : 'room';
  const current = availabilityForm(await readDraft(tx, [institutionId], timetableId), of, given[0]!);
  const opened = (input.opened['periods'] ?? {}) as Record<string, unknown>;
  const { input: merged, touched } = await mergeEdit(tx, actor, {
    fields: SaveAvailability,
    sent: input,
    current: { mostADay: current.mostADay, mostAWeek: current.mostAWeek },
    subject: { institutionId, actions: ['timetable.saveAvailability'] },
    isEntryOf: changed(columnOf[of], given[0]!),
    more: rowParts('periods', { opened, sent: input.periods, current: current.periods }, (place) => ({
      label: placeText(...(place.split('-').map(Number) as [number, number])),
      words: (degree) => degreeLabels[(degree as Degree | null) ?? 'free'],
    })),
  });
  if (touched.size === 0) return name;
  const { mostADay, mostAWeek } = merged;
  const degrees = mergedPeriods(input.periods, current.periods, touched);
  const periods = Object.entries(degrees).map(([place, degree]) => {
    const [weekday, period] = place.split('-').map(Number);
    return { weekday, period, degree };
  });
  const column = employeeId !== null ? sql`employee_id` : batchId !== null ? sql`batch_id` : sql`room_id`;
  const own = sql`institution_id = ${institutionId} and timetable_id = ${timetableId} and ${column} = ${given[0]}`;
  await tx.execute(sql`delete from unavailable_periods where ${own}`);
  await tx.execute(sql`insert into unavailable_periods (institution_id, timetable_id, ${column}, weekday, period, degree)
    select ${institutionId}::int, ${timetableId}::bigint, ${given[0]}::bigint, p.weekday, p.period, p.degree
    from jsonb_to_recordset(${JSON.stringify(periods)}::jsonb) as p (weekday int, period int, degree text)`);
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
    details: { employeeId, batchId, roomId, touched: [...touched], periods, mostADay, mostAWeek },
  });
  await countChange(tx, timetable);
  return name;
}

/** What the form changed, over what is there now. */
function mergedPeriods(sent: Periods, current: Periods, touched: ReadonlySet<string>): Periods {
  const places = new Set([...Object.keys(sent), ...Object.keys(current)]);
  return Object.fromEntries(
    [...places].flatMap((place) => {
      const degree = (touched.has(`periods.${place}`) ? sent : current)[place];
      return degree ? [[place, degree]] : [];
    }),
  );
}

async function nameOf(
  tx: Tx,
  institutionId: number,
  { employeeId, batchId, roomId }: z.output<typeof SaveAvailability>,
): Promise<string> {
  const [row] = await query<{ name: string }>(
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
