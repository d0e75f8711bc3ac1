import { membershipIn, type Actor } from '#kernel/actor.ts';
import type { CalendarEvent, CalendarSource } from '#kernel/contracts/calendar-source.ts';
import { addDays, today, type Day } from '#kernel/dates.ts';
import type { Db } from '#kernel/database.ts';
import { timetableBetween } from '../timetable.queries.ts';
import { utcOf } from './clock.ts';
import { lessonInWords } from './day-lines.ts';
import { ownLessons, type OwnLessons } from './own-lessons.ts';

/** Apps ask several times a day; a whole session would be thousands of events in each answer. */
const days = { back: 14, ahead: 60 };

/** One’s own lessons and those of one’s children in one’s own calendar: what a substitute takes over, and no holidays. */
export const lessonSource: CalendarSource = {
  async load(db, actor, institutionIds, from, to) {
    const found = await Promise.all(
      institutionIds
        .filter((id) => membershipIn(actor, id)!.permissions.has('timetable.viewOwn'))
        .flatMap((id) => ownLessons(actor, id))
        .map((asked) => eventsOf(db, actor, asked, from, to)),
    );
    return found.flat();
  },
};

async function eventsOf(
  db: Db,
  actor: Actor,
  { institutionId, who, parameter, own }: OwnLessons,
  from: Day,
  to: Day,
): Promise<CalendarEvent[]> {
  const { timeZone } = membershipIn(actor, institutionId)!;
  const now = today(timeZone);
  const [first, last] = [addDays(now, -days.back), addDays(now, days.ahead)];
  const week = await timetableBetween(db, institutionId, who, from > first ? from : first, to < last ? to : last);
  const changed = new Map(week.days.map(({ day, publishedAt }) => [day, publishedAt]));
  const viewer = parameter === 'employee_id' ? 'employee' : 'student';
  return week.lessons.map((lesson) => {
    const { day, lessonId, partId, studentId, student, startsAt, endsAt, room } = lesson;
    const { title, about } = lessonInWords({ ...lesson, room: null }, viewer);
    return {
      key: ['lesson', lessonId, partId, ...(studentId === null ? [] : [studentId]), day].join('-'),
      institutionId,
      ...(viewer === 'employee'
        ? { title: `${title}, ${about}` }
        : { title: own === null ? `${student}: ${title}` : title, note: about || null }),
      place: room,
      when: { isAllDay: false, from: utcOf(day, startsAt, timeZone), to: utcOf(day, endsAt, timeZone) },
      changedAt: changed.get(day)!,
    };
  });
}
