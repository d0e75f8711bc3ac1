import type { Doc, Sheet } from '#kernel/pdf/document.ts';
import { formatDay, formatTimes, type Day } from '#kernel/dates.ts';
import { drawLetterhead, numberPages, type Letterhead } from '#kernel/pdf/letterhead.ts';
import { table, type MarkedRow } from '#kernel/pdf/table.ts';
import { title } from '#kernel/pdf/title.ts';
import { dayLines, type Viewer, type ShownWeek } from '../own/day-lines.ts';
import { isoWeekday } from '../own/week-days.ts';
import { weekdayName } from '../timetable.ts';

export interface DaySheet {
  letterhead: Letterhead;
  /** 'JSS 1 A', 'Ada Obi, JSS 1 A'. */
  name: string;
  day: Day;
  viewer: Viewer;
  lessons: ShownWeek;
}

export const sheet: Sheet = { size: 'A4', margins: { top: 36, right: 40, bottom: 48, left: 40 } };

/** What stands beside the subject, for whose day it is: see `lessonInWords`. */
const aboutWords: Record<Viewer, string> = {
  employee: 'Class and room',
  student: 'Teacher and room',
  batch: 'Teacher and room',
  room: 'Class and teacher',
};

/** One day as it takes place: with covers, and the holiday that it is. */
export default async function draw(doc: Doc, { letterhead, name, day, viewer, lessons }: DaySheet): Promise<void> {
  const date = `${weekdayName(isoWeekday(day))}, ${formatDay(day)}`;
  doc.info.Title = `Timetable ${name}, ${date}`;
  await drawLetterhead(doc, letterhead);
  const known = lessons.days.find((one) => one.day === day);
  const beside = known?.note ? [known.note] : [];
  title(doc, { words: name, under: `Timetable, ${date}`, beside, accent: letterhead.accent });
  const rows = rowsOf(day, lessons);
  if (rows.length === 0)
    doc
      .font('regular')
      .fontSize(12)
      .text(known?.closed ? `${known.closed}: no lessons.` : 'No lessons on this day.');
  else
    table(
      doc,
      [
        { header: 'Time', share: 5 },
        { header: 'Period', share: 4 },
        { header: 'Subject', share: 8 },
        { header: aboutWords[viewer], share: 10 },
      ],
      rows,
      { blank: ' ', rowPadding: 6 },
    );
  numberPages(doc, `${letterhead.name} · Timetable, ${name}`);
}

/** What is taught at once has a row each; only the first says when. */
const rowsOf = (day: Day, lessons: ShownWeek): (string[] | MarkedRow)[] =>
  dayLines(day, lessons, null).flatMap(({ startsAt, endsAt, name, isPause, lessons: inside }) => {
    const time = formatTimes(startsAt, endsAt);
    if (inside.length === 0) return [[time, name, isPause ? '' : 'Free', '']];
    return inside.map(({ title: subject, about }, at) =>
      at === 0 ? [time, name, subject, about] : ['', '', subject, about],
    );
  });
