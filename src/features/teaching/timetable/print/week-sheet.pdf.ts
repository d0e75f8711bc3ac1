import { startPages, type Doc, type Sheet, ink, shown } from '#kernel/pdf/document.ts';
import { formatDay, formatTime, formatTimes } from '#kernel/dates.ts';
import { drawLetterhead, numberPages, type Letterhead } from '#kernel/pdf/letterhead.ts';
import { title } from '#kernel/pdf/title.ts';
import type { ShownWeek, ShownLesson } from '../own/day-lines.ts';
import { footOf, widthOf } from '#kernel/pdf/parts.ts';
import type { Bell } from '../draft/draft.ts';
import { isoWeekday } from '../own/week-days.ts';
import { weekdayName } from '../timetable.ts';

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

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const timesWidth = 80;
const pauseHeight = 15;
const headHeight = 20;
const inset = 4;

/** A week in what is left of the page: a column for each day, a row for each period, thin rows for breaks. */
function drawWeek(doc: Doc, { days, patterns, lessons }: ShownWeek, accent: string, scale: number): void {
  const { left } = doc.page.margins;
  const [times, pause, head] = [timesWidth, pauseHeight, headHeight].map((size) => size * scale) as [
    number,
    number,
    number,
  ];
  if (days.length === 0) {
    doc.fontSize(12 * scale).text('No timetable is published for this week.');
    return;
  }
  const usual = patterns.toSorted((one, other) => periodsIn(other) - periodsIn(one))[0]!;
  const column = (widthOf(doc) - times) / days.length;
  const pauses = usual.filter(({ period }) => period === null).length;
  const row = (footOf(doc) - doc.y - head - pauses * pause) / Math.max(1, usual.length - pauses);

  let { y } = doc;
  const tops = new Map<number, number>();
  const ends = new Map<number, number>();
  for (const [at, { day }] of days.entries()) {
    const box = { x: left + times + at * column, y, width: column, height: head };
    doc.rect(box.x, box.y, box.width, box.height).fill(accent);
    stack(doc, box, [{ words: weekdayName(isoWeekday(day)), font: 'bold', size: 11 * scale, color: '#ffffff' }]);
  }
  y += head;
  for (const bell of usual) {
    const height = bell.period === null ? pause : row;
    const box = { x: left, y, width: times, height };
    if (bell.period === null) {
      doc.rect(left, y, widthOf(doc), height).fill(ink.band);
      const words = `${bell.name}, ${formatTimes(bell.startsAt, bell.endsAt)}`;
      stack(doc, { ...box, width: widthOf(doc) }, [{ words, font: 'regular', size: 8.5 * scale, color: ink.soft }]);
    } else {
      tops.set(bell.period, y);
      ends.set(bell.period, y + height);
      const [number, time] = [String(bell.period), formatTimes(bell.startsAt, bell.endsAt)];
      stack(doc, box, [
        { words: number, font: 'bold', size: 14 * scale, color: ink.text },
        { words: time, font: 'regular', size: 8.5 * scale, color: ink.soft },
      ]);
    }
    y += height;
  }
  const lines = doc.lineWidth(0.6).strokeColor(ink.line);
  for (const [at, { day, pattern }] of days.entries()) {
    const x = left + times + at * column;
    const bells = patterns[pattern]!;
    for (const [period, top] of tops) {
      const inside = lessons.filter((lesson) => lesson.day === day && lesson.period === period);
      const isTaken = lessons.some(
        (lesson) => lesson.day === day && lesson.period < period && period < lesson.period + lesson.length,
      );
      if (isTaken) continue;
      const last = Math.max(period, ...inside.map(({ length }) => period + length - 1));
      const box = { x, y: top, width: column, height: (ends.get(last) ?? ends.get(period)!) - top };
      lines.rect(box.x, box.y, box.width, box.height).stroke();
      drawLessons(doc, inside, box, scale, ownTime(bells, usual, period));
    }
  }
}

const periodsIn = (bells: readonly Bell[]) => bells.filter(({ period }) => period !== null).length;

/** '07:40 am', where the bells of the day ring otherwise than in the first column; '' where they don’t. */
function ownTime(bells: readonly Bell[], usual: readonly Bell[], period: number): string {
  const of = (all: readonly Bell[]) => all.find((bell) => bell.period === period)?.startsAt;
  const [own, other] = [of(bells), of(usual)];
  return own && own !== other ? formatTime(own) : '';
}

/** What is taught at once, one below the other. */
function drawLessons(doc: Doc, lessons: readonly ShownLesson[], box: Box, scale: number, time: string): void {
  const height = box.height / Math.max(1, lessons.length);
  for (const [at, { title, about }] of lessons.entries()) {
    const words = at === 0 && time ? `${time} ${title}` : title;
    stack(doc, { ...box, y: box.y + at * height, height }, [
      { words, font: 'bold', size: 14.5 * scale, color: ink.text },
      { words: about, font: 'regular', size: 11 * scale, color: ink.soft },
    ]);
  }
}

const smallest = 5;

interface Writing {
  words: string;
  font: 'regular' | 'bold';
  size: number;
  color: string;
}

/**
 * Lines in the middle of a box, as large as they fit without breaking a word; what is too long even then is cut. All
 * shrink together, so that the first stays the largest.
 */
function stack(doc: Doc, box: Box, writings: readonly Writing[]): void {
  const width = box.width - 2 * inset;
  const room = box.height - 2;
  const lines = writings.map((one) => ({ ...one, words: shown(one.words) })).filter(({ words }) => words !== '');
  const heightOf = ({ words, font, size }: Writing, share: number) =>
    doc
      .font(font)
      .fontSize(Math.max(smallest, size * share))
      .heightOfString(words, { width });
  const fits = (share: number) =>
    lines.reduce((sum, line) => sum + heightOf(line, share), 0) <= room &&
    lines.every(({ words, font, size }) => {
      doc.font(font).fontSize(Math.max(smallest, size * share));
      return words.split(/\s+/).every((word) => doc.widthOfString(word) <= width);
    });
  let share = 1;
  while (share > 0.35 && !fits(share)) share -= 0.05;
  const most = fits(share) ? room : room / lines.length;
  const heights = lines.map((line) => Math.min(heightOf(line, share), most));
  let y = box.y + (box.height - heights.reduce((sum, height) => sum + height, 0)) / 2;
  for (const [at, { words, font, size, color }] of lines.entries()) {
    const height = heights[at]!;
    doc
      .font(font)
      .fontSize(Math.max(smallest, size * share))
      .fillColor(color)
      .text(words, box.x + inset, y, { width, height: height + 1, align: 'center', ellipsis: true });
    y += height;
  }
}
