import type { Terminology } from '#kernel/contracts/terminology.ts';
import { formatDay } from '#kernel/dates.ts';
import { decimals } from '#features/results/assessment/hundredths.ts';
import { ratings } from '#features/results/term-notes/notes/note-fields.ts';
import { money } from '#ui/format.ts';
import { partsIn, type CardPart, type DesignPart, type CardPicture } from '../designs/card-design.ts';
import type { DrawnDesign } from '../designs/designs.queries.ts';
import { resultStateLabels } from '../term-results/shown-results.ts';
import { decisionLabel, promotionInFull, type ReportCard } from './card-promotion.ts';
import { attendanceText, partLabel } from './card-texts.ts';
import { ink, shown, type Doc } from '#kernel/pdf/document.ts';
import { needRoom, widthOf } from '#kernel/pdf/parts.ts';
import { drawQr } from '#kernel/pdf/draw-qr.ts';
import { qrOf } from '#kernel/qr.ts';
import { signature } from '#kernel/pdf/title.ts';
import type { DrawnCard } from './cards.queries.ts';

export interface SignatureRow {
  qr: DrawnCard['qr'];
  /** Under the lines, with the picture above each. */
  signers: { name: string; picture: CardPicture }[];
  /** Opened once for all cards of a file. */
  pictures: Partial<Record<CardPicture, Buffer>>;
}

const proof = 52;
const tall = 34;

/** Who signs, the stamp, and the code by which anybody can check the card. */
function drawSignatures(doc: Doc, { qr, signers, pictures }: SignatureRow): void {
  if (!qr && signers.length === 0) return;
  needRoom(doc, proof + 14);
  const { left } = doc.page.margins;
  const width = widthOf(doc);
  const top = doc.y + 3;
  const from = qr ? proof + 16 : 0;
  const stamp = pictures.stamp;
  const columns = signers.length + (stamp ? 1 : 0);
  const share = (width - from) / Math.max(columns, 2);
  for (const [at, { name, picture }] of signers.entries()) {
    const x = left + from + at * share;
    const drawn = pictures[picture];
    if (drawn) doc.image(drawn, x, top, { fit: [share - 24, tall], align: 'center', valign: 'bottom' });
    signature(doc, name, x, top + tall + 1, share - 20);
  }
  if (stamp) doc.image(stamp, left + width - share, top, { fit: [share, proof], align: 'center', valign: 'center' });
  if (qr) {
    drawQr(doc, qrOf(qr.address), left, top, proof);
    doc.font('regular').fontSize(6.5).fillColor(ink.soft);
    doc.text(shown(`Check this report card: scan the code or open ${qr.address}`), left, top + proof + 3, { width });
  }
  doc.x = left;
  doc.y = top + proof + (qr ? 12 : 4);
}

interface Foot extends Omit<SignatureRow, 'label'> {
  card: ReportCard;
  words: Terminology;
  design: DrawnDesign;
}

/** Below a line; less where many courses leave little room for the rest of the page. */
const gapOf = ({ courses }: ReportCard) => (courses.length > 14 ? 3 : 5);

/** What stands below the figures, in the order of the design. */
export function drawFoot(doc: Doc, foot: Foot): void {
  const { card } = foot;
  if (card.promotion) labelled(doc, decisionLabel, promotionInFull(card.promotion), gapOf(card), 'bold');
  const parts = partsIn(foot.design, 'foot');
  for (const part of parts) drawers[part.key]?.(doc, foot, part);
  // Without signatures the proof has a line of its own.
  if (!parts.some(({ key }) => key === 'signatures')) drawSignatures(doc, { ...foot, signers: [] });
}

type Draw = (doc: Doc, foot: Foot, part: DesignPart) => void;

const drawers: Partial<Record<CardPart, Draw>> = {
  attendance(doc, { card }, part) {
    const said = attendanceText(card);
    if (said) labelled(doc, partLabel(part, card), said, gapOf(card));
  },
  traits(doc, { card }, part) {
    const rated = card.ratings ?? card.traits.map((trait) => ({ trait, rating: null }));
    if (rated.length === 0) return;
    drawTraits(doc, partLabel(part, card), rated);
    const meaning = Object.entries(ratings).map(([letter, words]) => `${letter} ${words.toLowerCase()}`);
    small(doc, meaning.join(' · '));
    doc.y += 3;
  },
  teacherRemark: (doc, { card, words }, part) =>
    remark(doc, partLabel(part, card, words), card.remarks?.teacher ?? null, gapOf(card)),
  principalRemark: (doc, { card }, part) =>
    remark(doc, partLabel(part, card), card.remarks?.principal ?? null, gapOf(card)),
  gradeKey(doc, { card }, part) {
    const grades = card.gradeKey.map(
      ({ grade, from, remark: meaning }) => `${grade} ${decimals(from)}${meaning && ` ${meaning}`}`,
    );
    small(doc, `${partLabel(part, card)}: ${grades.join(' · ')}`);
    const states = new Set(card.courses.flatMap(({ status, entries }) => [status, ...Object.values(entries)]));
    const key = (Object.keys(resultStateLabels) as (keyof typeof resultStateLabels)[]).filter((state) =>
      states.has(state),
    );
    if (key.length)
      small(
        doc,
        key
          .map((state) => `${resultStateLabels[state].short}: ${resultStateLabels[state].words.toLowerCase()}`)
          .join(' · '),
      );
    doc.y += 3;
  },
  fees(doc, { card }, part) {
    if (card.fees) labelled(doc, partLabel(part, card), money(card.fees.owed, card.fees.currency), gapOf(card));
  },
  nextTerm(doc, { card }, part) {
    if (card.nextTermBegins) labelled(doc, partLabel(part, card), formatDay(card.nextTermBegins), gapOf(card));
  },
  signatures: (doc, foot) => drawSignatures(doc, foot),
  footer(doc, { design }) {
    if (!design.footer) return;
    needRoom(doc, 12);
    doc.font('regular').fontSize(8).fillColor(ink.soft);
    doc.text(shown(design.footer), doc.page.margins.left, doc.y + 2, { width: widthOf(doc), align: 'center' });
    doc.y += 3;
  },
};

function small(doc: Doc, words: string, color = ink.soft): void {
  doc.font('regular').fontSize(7.5).fillColor(color);
  needRoom(doc, 12);
  doc.text(shown(words), doc.page.margins.left, doc.y, { width: widthOf(doc) });
  doc.y += 2;
}

const labelWidth = 112;

/** What it is, and what is said about it, on one line. */
function labelled(doc: Doc, label: string, value: string, gap: number, font: 'regular' | 'bold' = 'regular'): void {
  const { left } = doc.page.margins;
  const width = widthOf(doc) - labelWidth;
  doc.font(font).fontSize(9);
  const height = Math.max(
    doc.heightOfString(shown(value), { width }),
    doc.heightOfString(shown(label), { width: labelWidth - 8 }),
  );
  needRoom(doc, height);
  const top = doc.y;
  doc
    .font('regular')
    .fillColor(ink.faint)
    .text(shown(label), left, top, { width: labelWidth - 8 });
  doc
    .font(font)
    .fillColor(ink.text)
    .text(shown(value), left + labelWidth, top, { width });
  doc.x = left;
  doc.y = top + height + gap;
}

/** A remark, or a line to write it on. */
function remark(doc: Doc, label: string, words: string | null, gap: number): void {
  if (words) return labelled(doc, label, words, gap);
  needRoom(doc, 22);
  const { left } = doc.page.margins;
  const top = doc.y;
  doc
    .font('regular')
    .fontSize(9)
    .fillColor(ink.faint)
    .text(shown(label), left, top + 3, { width: labelWidth - 8 });
  doc
    .moveTo(left + labelWidth, top + 14)
    .lineTo(left + widthOf(doc), top + 14)
    .lineWidth(0.6)
    .strokeColor(ink.faint)
    .stroke();
  doc.x = left;
  doc.y = Math.max(doc.y, top + 22);
}

const perLine = 4;
const height = 15;

/** Traits with their ratings in columns; a box without a rating is filled by hand. */
function drawTraits(doc: Doc, label: string, rated: { trait: string; rating: string | null }[]): void {
  const lines = Math.ceil(rated.length / perLine);
  needRoom(doc, lines * height + 28);
  const { left } = doc.page.margins;
  const width = widthOf(doc);
  doc
    .font('bold')
    .fontSize(8)
    .fillColor(ink.soft)
    .text(shown(label), left, doc.y + 2, { width });
  const top = doc.y + 2;
  const share = width / perLine;
  for (const [at, { trait, rating }] of rated.entries()) {
    const x = left + (at % perLine) * share;
    const y = top + Math.floor(at / perLine) * height;
    doc.rect(x, y, 16, 12).lineWidth(0.6).strokeColor(ink.faint).stroke();
    if (rating)
      doc
        .font('bold')
        .fontSize(8.5)
        .fillColor(ink.text)
        .text(rating, x, y + 1.5, { width: 16, align: 'center' });
    doc.font('regular').fontSize(8.5).fillColor(ink.text);
    doc.text(shown(trait), x + 21, y + 1.5, { width: share - 26, height: 11, ellipsis: true });
  }
  doc.x = left;
  doc.y = top + lines * height + 2;
}
