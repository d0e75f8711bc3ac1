import { page } from '#web/page.ts';
import type { Day } from '#kernel/dates.ts';
import type { RegisterCourse } from './months/courses.queries.ts';
import type { MonthRegister } from './months/month-register.ts';
import type { BoardRow, DayBoard, DayFigures } from './registers/own-registers.card.ts';
import type { RegisterSheet } from './registers/register-page.queries.ts';
import type { UntimedLessons } from './registers/place.queries.ts';
export const registersPage = page<{
  /** The day in view, and today. */
  onDate: Day;
  today: Day;
  /** Registers of batches that the reader leads. */
  own: BoardRow[];
  /** All registers; null for teachers, who see only their own. */
  board: DayBoard | null;
  figures: DayFigures | null;
  /** The institution in which the reader can write to the guardians of students who are absent today. */
  messageIn: number | null;
  /** Lessons to open where no timetable says which there are; null where one does, or registers are taken by day. */
  untimed: UntimedLessons | null;
  filter: { missing: boolean; q: string };
}>('attendance/registers');

type RegisterProps = { sheet: RegisterSheet };
export const registerPage = page<RegisterProps>('attendance/register');

export interface MonthProps {
  register: MonthRegister;
  /** Whose lessons have registers, where they are taken by lesson. */
  courses: RegisterCourse[];
}
export const monthPage = page<MonthProps>('attendance/month');
