import type { Doc, Sheet } from '#kernel/pdf/document.ts';
import { formatDay, formatTimes } from '#kernel/dates.ts';
import { drawLetterhead, numberPages, type Letterhead } from '#kernel/pdf/letterhead.ts';
import { table } from '#kernel/pdf/table.ts';
import { title } from '#kernel/pdf/title.ts';
import type { CoverLesson } from '../days/cover-day.queries.ts';

export interface CoverList {
  letterhead: Letterhead;
  day: string;
  lessons: CoverLesson[];
}

export const sheet: Sheet = { size: 'A4', margins: { top: 36, right: 40, bottom: 48, left: 40 } };

/** For the staff room: who takes which lesson today. */
export default async function draw(doc: Doc, { letterhead, day, lessons }: CoverList): Promise<void> {
  doc.info.Title = `Cover ${day}`;
  await drawLetterhead(doc, letterhead);
  title(doc, {
    words: `Cover, ${formatDay(day)}`,
    under: 'Lessons of absent teachers',
    beside: [],
    accent: letterhead.accent,
  });
  table(
    doc,
    [
      { header: 'Time', share: 9 },
      { header: 'Class', share: 7 },
      { header: 'Subject', share: 10 },
      { header: 'Room', share: 6 },
      { header: 'Absent', share: 8 },
      { header: 'Covered by', share: 10 },
    ],
    lessons.map(({ startsAt, endsAt, batches, courses, room, absent, substitute, note }) => [
      formatTimes(startsAt, endsAt),
      batches,
      courses,
      room,
      absent,
      [substitute, note].filter(Boolean).join(' · ') || null,
    ]),
    { blank: ' ' },
  );
  numberPages(doc, `${letterhead.name} · Cover, ${formatDay(day)}`);
}
