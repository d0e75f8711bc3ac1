import type { Draft, ResourceKind } from '../draft/draft.ts';
import type { Degree } from '../timetable.ts';

export const degreeLabels: Record<Degree | 'free', string> = {
  free: 'Available',
  avoid: 'Rather not',
  never: 'Not available',
};

/** The field that says whose availability it is. */
export const columnOf = { teacher: 'employeeId', batch: 'batchId', room: 'roomId' } as const;

/** By '1-3': Monday, period 3. */
export type Periods = Readonly<Record<string, Degree>>;

/** The availability of somebody as its form shows it. */
export function availabilityForm(
  { unavailable, limits }: Pick<Draft, 'unavailable' | 'limits'>,
  of: ResourceKind,
  id: number,
) {
  const limit = limits.find(({ teacherId }) => of === 'teacher' && teacherId === id);
  const periods: Periods = Object.fromEntries(
    unavailable
      .filter((one) => one.of === of && one.id === id)
      .map(({ weekday, period, degree }) => [`${weekday}-${period}`, degree]),
  );
  return { periods, mostADay: limit?.mostADay ?? null, mostAWeek: limit?.mostAWeek ?? null };
}
