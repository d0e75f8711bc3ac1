import { ink, shown, type Doc } from '#kernel/pdf/document.ts';
import { footOf, widthOf } from '#kernel/pdf/parts.ts';
import type { Bell } from '../draft/draft.ts';
import { isoWeekday } from '../own/week-days.ts';
import type { ShownLesson, ShownWeek } from '../own/shown-week.ts';
import { weekdayName } from '../timetable.ts';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const timesWidth = 58;
const pauseHeight = 15;
const headHeight = 20;
const inset = 4;

/** A week in what is left of the page: a column for each day, a row for each period, thin rows for breaks. */
export function drawWeek(doc: Doc, { days, patterns, lessons }: ShownWeek, accent: string, scale: number): void {
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
    fit(doc, weekdayName(isoWeekday(day)), box, { font: 'bold', size: 11 * scale, color: '#ffffff' });
  }
  y += head;
  for (const bell of usual) {
    const height = bell.period === null ? pause : row;
    const box = { x: left, y, width: times, height };
    if (bell.period === null) {
      doc.rect(left, y, widthOf(doc), height).fill(ink.band);
      const words = `${bell.name}, ${bell.startsAt}–${bell.endsAt}`;
      fit(doc, words, { ...box, width: widthOf(doc) }, { font: 'regular', size: 8.5 * scale, color: ink.soft });
    } else {
      tops.set(bell.period, y);
      ends.set(bell.period, y + height);
      const upper = { ...box, height: height / 2 };
      fit(doc, String(bell.period), upper, { font: 'bold', size: 12 * scale, color: ink.text });
      const lower = { ...upper, y: y + height / 2 };
      fit(doc, `${bell.startsAt}–${bell.endsAt}`, lower, { font: 'regular', size: 8.5 * scale, color: ink.soft });
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

/** '07:40', where the bells of the day ring otherwise than in the first column; '' where they don’t. */
function ownTime(bells: readonly Bell[], usual: readonly Bell[], period: number): string {
  const of = (all: readonly Bell[]) => all.find((bell) => bell.period === period)?.startsAt;
  const [own, other] = [of(bells), of(usual)];
  return own && own !== other ? own : '';
}

/** What is taught at once, one below the other. */
function drawLessons(doc: Doc, lessons: readonly ShownLesson[], box: Box, scale: number, time: string): void {
  const height = box.height / Math.max(1, lessons.length);
  for (const [at, { title, about }] of lessons.entries()) {
    const part = { ...box, y: box.y + at * height, height };
    const words = at === 0 && time ? `${time} ${title}` : title;
    fit(doc, words, { ...part, height: height * 0.56 }, { font: 'bold', size: 12.5 * scale, color: ink.text });
    const below = { ...part, y: part.y + height * 0.56, height: height * 0.44 };
    fit(doc, about, below, { font: 'regular', size: 9.5 * scale, color: ink.soft });
  }
}

const smallest = 5;

interface Writing {
  font: 'regular' | 'bold';
  size: number;
  color: string;
}

/** Text in the middle of a box, as large as it fits without breaking a word; what is too long even then is cut. */
function fit(doc: Doc, words: string, box: Box, { font, size, color }: Writing): void {
  const text = shown(words);
  if (text === '') return;
  const width = box.width - 2 * inset;
  const longest = text.split(/\s+/).toSorted((one, other) => other.length - one.length)[0]!;
  doc.font(font);
  const fits = (at: number) =>
    doc.fontSize(at).widthOfString(longest) <= width && doc.heightOfString(text, { width }) <= box.height - 2;
  let at = size;
  while (at > smallest && !fits(at)) at -= 0.5;
  const height = Math.min(doc.fontSize(at).heightOfString(text, { width }), box.height - 2);
  const y = box.y + (box.height - height) / 2;
  doc.fillColor(color).text(text, box.x + inset, y, { width, height, align: 'center', ellipsis: true });
}
