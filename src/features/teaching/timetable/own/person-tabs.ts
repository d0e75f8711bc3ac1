import { institutionsWhere, membershipIn } from '#kernel/actor.ts';
import type { ProfileTab } from '#kernel/contracts/profile-tab.ts';
import { addDays, today } from '#kernel/dates.ts';
import type { WeekProps } from '../timetable.pages.ts';
import { maySeeTimetable } from '../timetable.policy.ts';
import { timetableBetween } from '../timetable.queries.ts';
import { noWeek, shownWeek } from './shown-week.ts';
import { clock } from './clock.ts';
import type { ShownWeek } from './day-lines.ts';

export type PersonWeek = Pick<WeekProps, 'today' | 'now'> & ShownWeek;

const people = ['student', 'employee'] as const;

/** The tab "Timetable" on the records of students and employees: the next seven days. */
export const timetableTabs: ProfileTab[] = people.map((of) => ({
  of,
  name: 'timetable',
  label: 'Timetable',
  place: 20,
  may: maySeeTimetable,
  component: 'timetable/person-week',
  load: async (db, actor, personId): Promise<PersonWeek> => {
    const who = of === 'student' ? { studentId: personId } : { employeeId: personId };
    const weeks = await Promise.all(
      institutionsWhere(actor, ...maySeeTimetable).map(async (id) => {
        const { timeZone } = membershipIn(actor, id)!;
        const from = today(timeZone);
        const week = await timetableBetween(db, id, who, from, addDays(from, 6));
        return { today: from, now: clock(timeZone), ...shownWeek(week, of) };
      }),
    );
    // The person is of one institution; elsewhere there are no lessons of theirs.
    return weeks.find(({ lessons }) => lessons.length > 0) ?? { ...weeks[0]!, ...noWeek };
  },
}));
