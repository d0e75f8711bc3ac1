import { startPages, type Doc, type Sheet } from '#kernel/pdf/document.ts';
import { formatDay } from '#kernel/dates.ts';
import { drawLetterhead, numberPages, type Letterhead } from '#kernel/pdf/letterhead.ts';
import { title } from '#kernel/pdf/title.ts';
import { drawWeek } from './draw-week.ts';
import type { ShownWeek } from '../own/day-lines.ts';

export const papers = { A4: [841.89, 595.28], A3: [1190.55, 841.89] } as const;

export interface WeekSheet {
  letterhead: Letterhead;
  paper: keyof typeof papers;
  /** 'JSS 1 A', 'Ada Obi, JSS 1 A'. */
  name: string;
  today: string;
  week: ShownWeek;
}

export const sheet: Sheet = { isEmpty: true };

/** A usual week on one page across, for the door of a classroom or a desk. */
export default async function draw(doc: Doc, { letterhead, paper, name, today, week }: WeekSheet): Promise<void> {
  doc.info.Title = `Timetable ${name}`;
  startPages(doc, { size: [...papers[paper]], margins: { top: 28, right: 30, bottom: 36, left: 30 } });
  await drawLetterhead(doc, letterhead);
  title(doc, { words: name, under: 'Timetable', beside: [`As of ${formatDay(today)}`], accent: letterhead.accent });
  drawWeek(doc, week, letterhead.accent, paper === 'A3' ? Math.SQRT2 : 1);
  numberPages(doc, `${letterhead.name} · Timetable, ${name}`);
}
