import { sql } from 'drizzle-orm';
import { addDays, formatDay, type Day } from '#kernel/dates.ts';
import { render, type Db, type Tx, query } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import type { MoveInput } from './move-fields.ts';
import type { MoveKind } from './student-moves.ts';

/** A last day can be recorded some weeks ahead; a death cannot. */
export const daysAhead = (kind: MoveKind) => (kind === 'decease' ? 0 : 31);
/** A suspension longer than this is a withdrawal. */
const longestSuspension = 366;

interface Moving {
  id: number;
  institutionId: number;
  firstName: string;
  surname: string;
}

/** The earliest date for each student: the first day of the last enrolment, or its last day for a readmission. */
export async function earliestDays(db: Db, kind: MoveKind, chosen: Pick<Moving, 'id' | 'institutionId'>[]) {
  const isBack = kind === 'readmit';
  const rows = await query<{ id: number; day: Day | null; admitted: Day | null }>(db, render)`
    select s.id, s.admission_date::text as admitted, greatest(
      (select max(e.from_date) from enrolments e where e.institution_id = s.institution_id and e.student_id = s.id),
      (select max(e.to_date) from enrolments e where e.institution_id = s.institution_id and e.student_id = s.id and ${isBack}),
      (select max(m.on_date) from student_moves m where m.institution_id = s.institution_id and m.student_id = s.id
        and m.undone_at is null and ${isBack}))::text as day
    from students s where s.institution_id = ${chosen[0]!.institutionId}
      and s.id = any(${sql.param(chosen.map(({ id }) => id))}::bigint[])`;
  return new Map(rows.map((row) => [Number(row.id), row.day ?? row.admitted]));
}

/** Refuses impossible dates, all wrong fields at once. */
export async function checkMoveDates(tx: Tx, kind: MoveKind, chosen: Moving[], input: MoveInput, today: Day) {
  const wrong: Record<string, string> = {};
  const earliest = await earliestDays(tx, kind, chosen);
  const early = chosen.filter(({ id }) => input.onDate < (earliest.get(id) ?? '1900-01-01'));
  const latest = addDays(today, daysAhead(kind));
  if (early.length) {
    const first = early[0]!;
    const since = formatDay(earliest.get(first.id)!);
    wrong.onDate =
      kind === 'readmit'
        ? `${first.firstName} ${first.surname} left on ${since}. Choose that date or a later one.`
        : `${first.firstName} ${first.surname} joined on ${since}. Choose that date or a later one.`;
    if (early.length > 1) wrong.onDate += ` The same applies to ${early.length - 1} more.`;
  } else if (input.onDate > latest)
    wrong.onDate =
      kind === 'decease'
        ? 'This date is in the future.'
        : `This date is too far ahead. Choose ${formatDay(latest)} or earlier.`;
  if (input.untilDate) {
    if (input.untilDate < input.onDate) wrong.untilDate = 'A suspension can’t end before it starts.';
    else if (input.untilDate > addDays(input.onDate, longestSuspension))
      wrong.untilDate = 'A suspension can last one year at most. Withdraw the student instead.';
  }
  const [first, ...more] = Object.entries(wrong);
  if (first) throw new ValidationError(...first, Object.fromEntries(more));
}
