import type { Day } from '#kernel/dates.ts';
import type { RegisterPlace } from '../registers/place.queries.ts';
import type { PeriodDay, PeriodRegister } from './period.queries.ts';

/** A column of the register: a day with the sittings that are, or should be, in it. */
export interface DayColumn {
  onDate: Day;
  sittings: number[];
  /** Why there is no school: the holiday, or 'No school'. Null on school days. */
  closed: string | null;
}

/** Weekdays with school, and whatever other day has school or a register. Of a course, the days of its lessons. */
export function dayColumns(
  days: readonly PeriodDay[],
  registers: readonly PeriodRegister[],
  { taken, offeringId }: Pick<RegisterPlace, 'taken' | 'offeringId'>,
): DayColumn[] {
  const sittingsOn = Map.groupBy(registers, ({ onDate }) => onDate);
  return days.flatMap(({ onDate, sittings, holiday, isOrdinary, inTerm }) => {
    const found = (sittingsOn.get(onDate) ?? []).map(({ sitting }) => sitting);
    if (offeringId !== null && found.length === 0) return [];
    if (found.length === 0 && sittings === 0 && !isOrdinary) return [];
    const due = offeringId === null ? dueSittings(taken, sittings) : [];
    return {
      onDate,
      sittings: [...new Set([...due, ...found])].toSorted((one, other) => one - other),
      closed: sittings > 0 || found.length > 0 ? null : (holiday ?? (inTerm ? 'No school' : 'Outside term')),
    };
  });
}

function dueSittings(taken: RegisterPlace['taken'], sittings: number): number[] {
  if (sittings === 0 || taken === 'lessons') return [];
  if (taken === 'once') return [0];
  return sittings === 1 ? [1] : [1, 2];
}
