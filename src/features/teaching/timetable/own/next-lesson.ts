import { institutionsInView, membershipIn, type Actor } from '#kernel/actor.ts';
import type { HomeCard } from '#kernel/contracts/home-card.ts';
import { addDays, today, type Day } from '#kernel/dates.ts';
import type { Db } from '#kernel/database.ts';
import { lessonsBetween } from '../timetable.queries.ts';
import { clock } from './clock.ts';
import { lessonInWords } from './day-lines.ts';
import { ownLessons } from './own-lessons.ts';
import type { TaughtLesson } from '../lessons-by-day.ts';

export interface NextLesson {
  /** For the link: 'employee_id' or 'student_id', and whose. */
  parameter: 'employee_id' | 'student_id';
  id: number;
  /** The child; null for oneself. */
  name: string | null;
  day: Day;
  startsAt: string;
  endsAt: string;
  title: string;
  about: string;
  isNow: boolean;
  isToday: boolean;
}

/** A long weekend lies between. */
const daysAhead = 7;

/** The lesson that is on or comes next, of the reader and of each child. */
async function nextLessons(db: Db, actor: Actor, wanted: number | undefined): Promise<{ rows: NextLesson[] } | null> {
  const asked = institutionsInView(actor, wanted, 'timetable.viewOwn').flatMap((id) => ownLessons(actor, id));
  const found = await Promise.all(
    asked.map(async ({ institutionId, who, parameter, own }) => {
      const { timeZone } = membershipIn(actor, institutionId)!;
      const now = { day: today(timeZone), time: clock(timeZone) };
      const lessons = await lessonsBetween(db, institutionId, who, now.day, addDays(now.day, daysAhead));
      return firstOfEach(lessons, now).map((lesson): NextLesson => {
        const id = (lesson.studentId ?? own)!;
        return {
          parameter,
          id,
          name: lesson.student,
          day: lesson.day,
          startsAt: lesson.startsAt,
          endsAt: lesson.endsAt,
          ...lessonInWords(lesson, parameter === 'employee_id' ? 'employee' : 'student'),
          isToday: lesson.day === now.day,
          isNow: lesson.day === now.day && lesson.startsAt <= now.time,
        };
      });
    }),
  );
  const rows = found.flat();
  return rows.length === 0 ? null : { rows };
}

/** The first lesson that is not over, of each student. */
function firstOfEach(lessons: TaughtLesson[], now: { day: Day; time: string }): TaughtLesson[] {
  const first = new Map<number | null, TaughtLesson>();
  for (const lesson of lessons)
    if ((lesson.day > now.day || lesson.endsAt > now.time) && !first.has(lesson.studentId))
      first.set(lesson.studentId, lesson);
  return [...first.values()];
}

export const nextLessonCard: HomeCard = {
  place: 5,
  may: ['timetable.viewOwn'],
  component: 'timetable/next-lesson',
  load: nextLessons,
};
