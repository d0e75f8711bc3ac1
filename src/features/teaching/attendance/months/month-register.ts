import type { Actor } from '#kernel/actor.ts';
import { type Db, pick } from '#kernel/database.ts';
import type { Day } from '#kernel/dates.ts';
import type { TakingMode } from '../mark-kinds.ts';
import { findPlace } from '../registers/place.queries.ts';
import {
  dayColumns,
  type DayColumn,
  periodDays,
  periodRegisters,
  periodStudents,
  registerPeriod,
  type RegisterPeriod,
} from './day-columns.ts';
import { figuresOf, type PeriodFigures } from './period-figures.ts';
import { bySex, type SexGroup } from './sex-groups.ts';

/** The registers of a batch in a month or a week, as the ministry's form shows them. */
export interface MonthRegister {
  institutionId: number;
  batchId: number;
  batch: string;
  offeringId: number | null;
  /** Of the lessons of a course. */
  course: string | null;
  taken: TakingMode;
  period: RegisterPeriod;
  today: Day;
  columns: DayColumn[];
  groups: SexGroup[];
  figures: PeriodFigures[];
  /** How often the calendar opened the school in the period until today; null for lessons. */
  timesOpened: number | null;
  registersTaken: number;
}

interface Wanted {
  batchId: number;
  offeringId: number | null;
  month?: string;
  week?: Day;
  /** Today where most of the reader's institutions are, to find the batch with. */
  now: Day;
}

export async function monthRegister(
  db: Db,
  actor: Actor,
  { now, month, week, ...which }: Wanted,
): Promise<MonthRegister> {
  const place = await findPlace(db, actor, { ...which, onDate: now, sitting: 0 }, { forDay: false });
  const period = registerPeriod({ month, week }, place.today);
  const [days, registers, students] = await Promise.all([
    periodDays(db, place, period),
    periodRegisters(db, place, period),
    periodStudents(db, place, period),
  ]);
  const columns = dayColumns(days, registers, place);
  const groups = bySex(students, columns, registers);
  const { offeringId, taken, today } = place;
  return {
    ...pick(place, 'institutionId', 'batchId', 'batch', 'offeringId', 'course', 'taken', 'today'),
    period,
    columns,
    groups,
    figures: figuresOf(groups, registers.length),
    timesOpened:
      offeringId !== null || taken === 'lessons'
        ? null
        : days.reduce(
            (sum, { onDate, sittings }) =>
              sum + (onDate > today ? 0 : taken === 'once' ? Math.min(1, sittings) : sittings),
            0,
          ),
    registersTaken: registers.length,
  };
}
