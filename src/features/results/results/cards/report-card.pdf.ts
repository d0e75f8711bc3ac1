import { readFile } from 'node:fs/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import { letterheadFor, numberPages, type Letterhead } from '#kernel/pdf/letterhead.ts';
import { drawFilling, openPicture, pictureFor } from '#kernel/pdf/picture.ts';
import { stampPages } from '#kernel/pdf/stamp.ts';
import { title } from '#kernel/pdf/title.ts';
import { textName } from '#ui/format.ts';
import type { DrawnCard } from './cards.queries.ts';
import { drawCourses } from './draw-courses.ts';
import { drawFoot } from './draw-foot.ts';
import { correctedOn, partLabel, positionText, signersOf } from './card-texts.ts';
import type { SignatureRow } from './draw-signatures.ts';
import { partOf, type CardPicture } from '../designs/card-design.ts';
import type { Words } from '#kernel/contracts/terminology.ts';
import { ink, shown, type Doc, type Progress, type Sheet } from '#kernel/pdf/document.ts';
import { facts, widthOf, needRoom } from '#kernel/pdf/parts.ts';
import { designKey, type DrawnDesign } from '../designs/designs.queries.ts';
import { cardFigures, cardNotes } from './card-figures.ts';
import type { ReportCard } from './report-card.ts';

export interface ReportCardFile {
  letterhead: Letterhead;
  words: Words;
  isPreview: boolean;
  cards: DrawnCard[];
  /** By `designKey`. */
  designs: Record<string, DrawnDesign>;
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
  { letterhead, words, isPreview, designs }: ReportCardFile,
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
    drawFilling(doc, stored, doc.page.width - right - photo.width, top, photo.width, photo.height);
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
  drawCourses(doc, card, design, words);
  drawSummary(doc, card, { words, design, accent: letterhead.accent, width: widthOf(doc) });
  drawFoot(doc, { card, words, design, qr, pictures, signers: signersOf(design, card, words) });
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

/** The figures of the term in a band, and what a reader must know about them. */
function drawSummary(
  doc: Doc,
  card: ReportCard,
  { words, design, accent, width }: { words: Words; design: DrawnDesign; accent: string; width: number },
): void {
  const figures = cardFigures(card, design, words);
  needRoom(doc, 60);
  const { left } = doc.page.margins;
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
  doc.y = top + 42;
  const notes = cardNotes(card);
  doc.font('regular').fontSize(8.5).fillColor(ink.text);
  if (notes.length) doc.text(shown(notes.join(' ')), left, doc.y, { width });
  doc.y += 4;
}
