import { readFile } from 'node:fs/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import { letterheadFor, numberPages, type Letterhead } from '#kernel/pdf/letterhead.ts';
import { drawFilling, openPicture, pictureFor } from '#kernel/pdf/picture.ts';
import { stampPages } from '#kernel/pdf/stamp.ts';
import { title } from '#kernel/pdf/title.ts';
import { textName } from '#ui/format.ts';
import type { DrawnCard } from './cards.queries.ts';
import { drawBlocks, footBlocks, heightOf, type SignatureRow } from './draw-foot.ts';
import {
  correctedOn,
  partLabel,
  positionText,
  signersOf,
  averageOf,
  courseGrade,
  courseRemark,
  courseTotal,
  entryText,
  markOf,
  partHeading,
  positionOf,
} from './card-texts.ts';
import { partOf, type CardPicture, partsIn, type DesignPart } from '../designs/card-design.ts';
import type { Terminology } from '#kernel/contracts/terminology.ts';
import { ink, shown, type Doc, type Progress, type Sheet } from '#kernel/pdf/document.ts';
import { facts, footOf, widthOf, needRoom } from '#kernel/pdf/parts.ts';
import { designKey, type DrawnDesign } from '../designs/designs.queries.ts';
import { cardFigures, cardNotes } from './card-figures.ts';
import type { ReportCard, CardCourse } from './card-promotion.ts';
import { table, type Column } from '#kernel/pdf/table.ts';
import { decimals } from '#features/results/assessment/hundredths.ts';
import { pointText } from '../term-results/shown-results.ts';

export interface ReportCardFile {
  letterhead: Letterhead;
  words: Terminology;
  isPreview: boolean;
  cards: DrawnCard[];
  /** By `designKey`. */
  designs: Record<string, DrawnDesign>;
  /** Names of the employees who sign, by their ids. */
  names: Record<number, string>;
}

export const sheet: Sheet = { size: 'A4', margins: { top: 34, right: 40, bottom: 44, left: 40 }, isEmpty: true };

const photo = { width: 60, height: 75 };

/** Report cards, one after the other, each numbered by itself. */
export default async function draw(doc: Doc, file: ReportCardFile, progress: Progress): Promise<void> {
  const { letterhead, cards } = file;
  doc.info.Title = cards.length === 1 ? `Report card, ${textName(cards[0]!.card.student)}` : 'Report cards';
  doc.addPage();
  const head = await letterheadFor(doc, letterhead);
  const picturesOf = openPictures(doc, file.designs);
  for (const [at, drawn] of cards.entries()) {
    if (at > 0) doc.addPage();
    head();
    const isPreview = drawn.isPreview ?? file.isPreview;
    await drawCard(doc, drawn, { ...file, isPreview }, await picturesOf(designKey(drawn.card)));
    const { student, batch, term, session } = drawn.card;
    if (isPreview) stampPages(doc, 'PREVIEW', ink.faint);
    if (drawn.isReplaced) stampPages(doc, 'REPLACED', ink.faint);
    const whose = `${textName(student)}, ${student.number} · ${batch}, ${term}, ${session}`;
    numberPages(doc, isPreview ? `Preview: not published\n${whose}` : whose);
    doc.flushPages();
    progress(at + 1, cards.length);
    await breathe();
  }
}

async function drawCard(
  doc: Doc,
  { card, photoPath, qr }: DrawnCard,
  { letterhead, words, isPreview, designs, names }: ReportCardFile,
  pictures: SignatureRow['pictures'],
) {
  const design = designs[designKey(card)]!;
  const position = partOf(design, 'position');
  const { student, session, term, batch, className, program, summary, layout } = card;
  title(doc, {
    words: layout === 'college' ? 'Semester result' : 'Report card',
    beside: [`${term}, ${session}`, isPreview ? 'Preview: not published' : correctedOn(card)],
    accent: letterhead.accent,
  });
  const stored = await pictureFor(
    photoPath && partOf(design, 'photo') ? await readFile(photoPath).catch(() => null) : null,
    { side: 300 },
  );
  const top = doc.y;
  const { right } = doc.page.margins;
  if (stored) {
    const x = doc.page.width - right - photo.width;
    drawFilling(doc, stored, x, top, photo.width, photo.height);
    doc.rect(x, top, photo.width, photo.height).lineWidth(0.6).strokeColor(ink.faint).stroke();
    doc.page.margins.right = right + photo.width + 12;
  }
  doc
    .font('bold')
    .fontSize(13)
    .fillColor(ink.text)
    .text(shown(textName(student)), doc.page.margins.left, top, { width: widthOf(doc) });
  doc.y += 5;
  doc.font('regular').fontSize(9.5);
  facts(doc, [
    { label: 'Admission no.', value: student.number },
    { label: words.batch, value: batch.startsWith(className) ? batch : `${className}, ${batch}` },
    { label: 'Programme', value: program },
    { label: `In the ${words.batch.toLowerCase()}`, value: `${summary.studentsInBatch} students` },
    ...(position ? [{ label: partLabel(position, card), value: positionText(card, words.batch) }] : []),
    { label: 'Gender', value: student.gender && (student.gender === 'female' ? 'Female' : 'Male') },
  ]);
  doc.page.margins.right = right;
  if (stored) doc.y = Math.max(doc.y, top + photo.height + 8);
  doc.x = doc.page.margins.left;
  const foot = footBlocks(doc, { card, words, design, qr, pictures, signers: signersOf(design, card, words, names) });
  const notes = cardNotes(card).join(' ');
  doc.fontSize(noteSize);
  const summaryHeight = figureHeight + (notes ? doc.heightOfString(notes, { width: widthOf(doc) }) : 0);
  drawCourses(doc, card, { design, words, fills: footOf(doc) - doc.y - summaryHeight - heightOf(foot) - 12 });
  drawSummary(doc, { figures: cardFigures(card, design, words), notes, accent: letterhead.accent });
  drawBlocks(doc, foot);
}

/** Signatures and stamps are read and stored in the file once, however many cards they are on. */
function openPictures(doc: Doc, designs: ReportCardFile['designs']) {
  const opened = new Map<string, Promise<SignatureRow['pictures']>>();
  const open = async (key: string) => {
    const found: SignatureRow['pictures'] = {};
    for (const [kind, path] of Object.entries(designs[key]!.pictures)) {
      // One after the other: there are three at most.
      // oxlint-disable-next-line no-await-in-loop
      const stored = await pictureFor(await readFile(path).catch(() => null), { side: 480 });
      if (stored) found[kind as CardPicture] = openPicture(doc, stored);
    }
    return found;
  };
  return (key: string) => {
    if (!opened.has(key)) opened.set(key, open(key));
    return opened.get(key)!;
  };
}

const figureHeight = 46;
const noteSize = 8.5;

/** The figures of the term in a band, and what a reader must know about them. */
function drawSummary(
  doc: Doc,
  { figures, notes, accent }: { figures: ReturnType<typeof cardFigures>; notes: string; accent: string },
): void {
  needRoom(doc, 60);
  const { left } = doc.page.margins;
  const width = widthOf(doc);
  const top = doc.y + 2;
  doc.rect(left, top, width, 36).fill(ink.band);
  const share = width / figures.length;
  for (const [at, { label, value }] of figures.entries()) {
    const box = { width: share - 10, height: 10, ellipsis: true };
    const x = left + at * share + 8;
    doc
      .font('regular')
      .fontSize(figures.length > 6 ? 6.5 : 7.5)
      .fillColor(ink.faint)
      .text(shown(label), x, top + 5, box);
    doc
      .font('bold')
      .fontSize(figures.length > 6 ? 10 : 11)
      .fillColor(at === figures.length - 1 ? accent : ink.text)
      .text(shown(value), x, top + 17, { ...box, height: 14 });
  }
  doc.x = left;
  doc.y = top + figureHeight - 4;
  doc.font('regular').fontSize(noteSize).fillColor(ink.text);
  if (notes) doc.text(shown(notes), left, doc.y, { width });
  doc.y += 4;
}

interface CardColumn {
  header: string;
  share?: number;
  /** Words are aligned left. */
  isText?: boolean;
  text: (course: CardCourse) => string | null;
}

/** The table of courses: a school shows terms, positions and the class; a college units and points. */
function drawCourses(
  doc: Doc,
  card: ReportCard,
  { design, words, fills }: { design: DrawnDesign; words: Terminology; fills: number },
): void {
  const columns = [
    ...(card.layout === 'college' ? collegeHead(words) : schoolHead(words)),
    ...card.components.map((part): CardColumn => ({
      header: partHeading(part, '\u00a0'),
      text: ({ parts, entries }) => (parts.includes(part.key) ? entryText(entries[part.key]) : null),
    })),
    { header: 'Total', text: courseTotal },
    ...(card.layout === 'college' ? collegeTail : []),
    ...partsIn(design, 'columns').flatMap((part) => chosenColumns(part, card)),
    ...(card.layout === 'college' ? [] : [{ header: 'Grade', text: courseGrade }]),
    { header: 'Remark', share: 5, isText: true, text: courseRemark },
  ];
  table(
    doc,
    columns.map(({ header, share = 1, isText }): Column => ({
      header,
      share,
      align: isText ? 'left' : 'right',
      wrapsHead: true,
      fits: !isText || share < 5,
    })),
    card.courses.map((course) => columns.map(({ text }) => text(course))),
    { blank: ' ', wordsPart: 0.33, rowPadding: card.courses.length > 14 ? 2 : 4, fills },
  );
}

const schoolHead = (words: Terminology): CardColumn[] => [
  { header: words.course, share: 9, isText: true, text: ({ title }) => title },
];

/** The columns that the design shows, of those that have something to show. */
function chosenColumns(part: DesignPart, card: ReportCard): CardColumn[] {
  const { earlierTerms, courses } = card;
  const header = partLabel(part, card);
  if (part.key === 'coursePosition')
    return courses.some(({ position }) => position) ? [{ header, text: ({ position }) => positionOf(position) }] : [];
  if (part.key === 'classAverage') return [{ header, text: ({ average }) => averageOf(average) }];
  if (part.key === 'highestLowest')
    return [
      { header: 'High', text: ({ highest }) => markOf(highest) },
      { header: 'Low', text: ({ lowest }) => markOf(lowest) },
    ];
  if (earlierTerms.length === 0) return [];
  return [
    ...earlierTerms.map((name, at): CardColumn => ({
      header: name,
      text: ({ earlier }) => markOf(earlier[at] ?? null),
    })),
    { header: 'Cum.', text: ({ cumulative }) => averageOf(cumulative) },
  ];
}

const collegeHead = (words: Terminology): CardColumn[] => [
  { header: 'Code', share: 4, isText: true, text: ({ code }) => code },
  { header: words.course, share: 10, isText: true, text: ({ title }) => title },
  { header: 'Units', text: ({ units }) => String(units) },
];

const collegeTail: CardColumn[] = [
  { header: 'Grade', text: courseGrade },
  { header: 'Grade point', text: ({ points }) => (points === null ? null : pointText(points)) },
  { header: 'Points', text: ({ points, units }) => (points === null ? null : decimals(points * units)) },
];
