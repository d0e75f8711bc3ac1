import type { PersonWeek } from '../own/clock.ts';
import { WeekList } from '../shared/week-list.tsx';

/** The next seven days of a student or an employee. */
export default function PersonWeekTab(week: PersonWeek) {
  if (week.lessons.length === 0) return <p>No lessons in the next seven days.</p>;
  return <WeekList {...week} caption="Timetable of the next seven days" />;
}
