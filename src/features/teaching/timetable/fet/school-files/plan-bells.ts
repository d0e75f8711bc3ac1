import { slotsOf, type FetProblem } from '../format/fet-problem.ts';
import type { NameMap } from './merge-parallel.ts';

interface PlannedBell {
  kind: 'lesson' | 'break';
  name: string;
  startsAt: string;
  endsAt: string;
}

/** Days and hours as bells: hours in which nobody has lessons are breaks, and days that are alike share a pattern. */
export function planBells(problem: FetProblem, { weekdays }: NameMap) {
  const breaks = new Set(
    problem.time.flatMap((one) =>
      one.kind === 'ConstraintBreakTimes' && one.isActive ? slotsOf(one).map(({ day, hour }) => `${day}\n${hour}`) : [],
    ),
  );
  const minutes = Math.min(40, Math.floor((23 * 60 + 30 - 8 * 60) / problem.hours.length));
  const clock = (at: number) => {
    const time = 8 * 60 + at * minutes;
    return `${String(Math.floor(time / 60)).padStart(2, '0')}:${String(time % 60).padStart(2, '0')}`;
  };
  const days = problem.days.filter((day) => weekdays.has(day));
  const byBreaks = Map.groupBy(days, (day) =>
    problem.hours.map((hour) => (breaks.has(`${day}\n${hour}`) ? 'b' : 'l')).join(''),
  );
  const periods = new Map<string, number>();
  const patterns = [...byBreaks].map(([shape, alike], n) => {
    // What comes after the last lesson of a day is no break.
    const used = shape.slice(0, shape.lastIndexOf('l') + 1);
    let period = 0;
    const bells = [...used].map((kind, at): PlannedBell => {
      const hour = problem.hours[at]!;
      if (kind === 'l') {
        period++;
        for (const day of alike) periods.set(`${day}\n${hour}`, period);
      }
      return {
        kind: kind === 'l' ? 'lesson' : 'break',
        name: hour.slice(0, 40) || `Hour ${at + 1}`,
        startsAt: clock(at),
        endsAt: clock(at + 1),
      };
    });
    return {
      name: n === 0 ? 'Normal day' : `Pattern ${n + 1}`,
      weekdays: alike.map((day) => weekdays.get(day)!),
      bells,
    };
  });
  return {
    patterns: patterns.filter(({ bells }) => bells.length > 0),
    /** Day and hour of the file as a weekday and a period, if lessons can be then. */
    slot: (day: string, hour: string) => {
      const [weekday, period] = [weekdays.get(day), periods.get(`${day}\n${hour}`)];
      return weekday === undefined || period === undefined ? null : { weekday, period };
    },
  };
}
