import type { Terminology } from '#kernel/contracts/terminology.ts';
import { formatDay } from '#kernel/dates.ts';
import { decimals } from '#features/results/assessment/hundredths.ts';
import { ratings } from '#features/results/term-notes/notes/note-fields.ts';
import { money } from '#ui/format.ts';
import { partsIn, type CardPart, type DesignPart, type CardPicture } from '../designs/card-design.ts';
import type { DrawnDesign } from '../designs/designs.queries.ts';
import { pointText } from '../term-results/shown-results.ts';
import { decisionLabel, promotionInFull, type ReportCard } from './card-promotion.ts';
import { attendanceText, partLabel, statesIn } from './card-texts.ts';
import { ink, shown, type Doc } from '#kernel/pdf/document.ts';
import { footOf, needRoom, widthOf } from '#kernel/pdf/parts.ts';
import { drawQr } from '#kernel/pdf/draw-qr.ts';
import { qrOf } from '#kernel/qr.ts';
import { signature } from '#kernel/pdf/title.ts';
import type { DrawnCard } from './cards.queries.ts';

export interface SignatureRow {
  qr: DrawnCard['qr'];
  /** Under the lines, with the picture above each. */
  signers: { name: string | null; title: string; picture: CardPicture }[];
  /** Opened once for all cards of a file. */
  pictures: Partial<Record<CardPicture, Buffer>>;
}

const proof = 60;
const tall = 34;

/** Something below the figures: how tall it is with the gap after it, and how it is drawn from a point down. */
interface Block {
  height: number;
  draw: (top: number) => void;
  /** It and what follows stand at the foot of the page, if there is room. */
  sinks?: true;
}

/** Who signs, the stamp, and the code by which anybody can check the card. */
function signaturesOf(doc: Doc, { qr, signers, pictures }: SignatureRow): Block[] {
  if (!qr && signers.length === 0) return [];
  const { left } = doc.page.margins;
  const width = widthOf(doc);
  const from = qr ? proof + 16 : 0;
  const stamp = pictures.stamp;
  const columns = signers.length + (stamp ? 1 : 0);
  const share = (width - from) / Math.max(columns, 2);
  const draw = (above: number) => {
    const top = above + 3;
    for (const [at, { name, title, picture }] of signers.entries()) {
      const x = left + from + at * share;
      const drawn = pictures[picture];
      if (drawn) doc.image(drawn, x, top, { fit: [share - 24, tall], align: 'center', valign: 'bottom' });
      signature(doc, title, x, top + tall + 1, share - 20, name);
    }
    if (stamp) doc.image(stamp, left + width - share, top, { fit: [share, proof], align: 'center', valign: 'center' });
    if (!qr) return;
    drawQr(doc, qrOf(qr.address), left, top, proof);
    doc.font('regular').fontSize(6.5).fillColor(ink.soft);
    doc.text(shown(`Check this report card: scan the code or open ${qr.address}`), left, top + proof + 3, { width });
  };
  return [{ height: proof + (qr ? 15 : 7), draw, sinks: true }];
}

interface Foot extends SignatureRow {
  card: ReportCard;
  words: Terminology;
  design: DrawnDesign;
}

/** Below a line; less where many courses leave little room for the rest of the page. */
const gapOf = ({ courses }: ReportCard) => (courses.length > 14 ? 3 : 5);

/** What stands below the figures, in the order of the design. */
export function footBlocks(doc: Doc, foot: Foot): Block[] {
  const { card } = foot;
  const parts = partsIn(foot.design, 'foot');
  return [
    ...(card.promotion ? labelled(doc, decisionLabel, promotionInFull(card.promotion), gapOf(card), 'bold') : []),
    ...parts.flatMap((part) => blocksOf[part.key]?.(doc, foot, part) ?? []),
    // Without signatures the proof has a line of its own.
    ...(parts.some(({ key }) => key === 'signatures') ? [] : signaturesOf(doc, { ...foot, signers: [] })),
  ];
}

export const heightOf = (blocks: readonly Block[]): number => blocks.reduce((sum, { height }) => sum + height, 0);
const widestGap = 8;

/** Blocks one below the other, over the rest of the page. */
export function drawBlocks(doc: Doc, blocks: readonly Block[]): void {
  const foot = footOf(doc) - 1;
  const sinking = blocks.findIndex(({ sinks }) => sinks);
  const spare = foot - doc.y - heightOf(blocks);
  const gap = Math.max(0, Math.min(spare / blocks.length, widestGap));
  for (const [at, { height, draw }] of blocks.entries()) {
    needRoom(doc, height);
    if (at === sinking && spare > 0) doc.y = foot - heightOf(blocks.slice(at));
    const top = doc.y;
    draw(top);
    doc.x = doc.page.margins.left;
    doc.y = top + height + (at < sinking ? gap : 0);
  }
}

type BlocksOf = (doc: Doc, foot: Foot, part: DesignPart) => Block[];

const blocksOf: Partial<Record<CardPart, BlocksOf>> = {
  attendance(doc, { card }, part) {
    const said = attendanceText(card);
    return said ? labelled(doc, partLabel(part, card), said, gapOf(card)) : [];
  },
  traits(doc, { card }, part) {
    const rated = card.ratings ?? card.traits.map((trait) => ({ trait, rating: null }));
    if (rated.length === 0) return [];
    const meaning = Object.entries(ratings).map(([letter, words]) => `${letter} ${words.toLowerCase()}`);
    return [traitsOf(doc, partLabel(part, card), rated), small(doc, meaning.join(' · '))];
  },
  teacherRemark: (doc, { card, words }, part) =>
    remark(doc, partLabel(part, card, words), card.remarks?.teacher ?? null, gapOf(card)),
  principalRemark: (doc, { card }, part) =>
    remark(doc, partLabel(part, card), card.remarks?.principal ?? null, gapOf(card)),
  gradeKey(doc, { card }, part) {
    const states = statesIn(card);
    return [
      ...(card.gradeKey.length ? [gradesOf(doc, partLabel(part, card), card)] : []),
      ...(states ? [small(doc, states)] : []),
    ];
  },
  fees: (doc, { card }, part) =>
    card.fees ? labelled(doc, partLabel(part, card), money(card.fees.owed, card.fees.currency), gapOf(card)) : [],
  nextTerm: (doc, { card }, part) =>
    card.nextTermBegins ? labelled(doc, partLabel(part, card), formatDay(card.nextTermBegins), gapOf(card)) : [],
  signatures: signaturesOf,
  footer: (doc, { design }) => (design.footer ? [small(doc, design.footer, 8, 'center')] : []),
};

function small(doc: Doc, words: string, size = 7.5, align: 'left' | 'center' = 'left'): Block {
  const room = { width: widthOf(doc), align };
  const write = () => doc.font('regular').fontSize(size).fillColor(ink.soft);
  return {
    height: write().heightOfString(shown(words), room) + 5,
    draw: (top) => write().text(shown(words), doc.page.margins.left, top, room),
  };
}

const labelWidth = 112;

/** What it is, and what is said about it, on one line. */
function labelled(doc: Doc, label: string, value: string, gap: number, font: 'regular' | 'bold' = 'regular'): Block[] {
  const { left } = doc.page.margins;
  const [room, width] = [{ width: labelWidth - 8 }, widthOf(doc) - labelWidth];
  const write = (as: 'regular' | 'bold', color: string) => doc.font(as).fontSize(9).fillColor(color);
  const height = Math.max(
    write(font, ink.text).heightOfString(shown(value), { width }),
    write('regular', ink.faint).heightOfString(shown(label), room),
  );
  const draw = (top: number) => {
    write('regular', ink.faint).text(shown(label), left, top, room);
    write(font, ink.text).text(shown(value), left + labelWidth, top, { width });
  };
  return [{ height: height + gap, draw }];
}

/** A remark, or a line to write it on. */
function remark(doc: Doc, label: string, words: string | null, gap: number): Block[] {
  if (words) return labelled(doc, label, words, gap);
  const { left } = doc.page.margins;
  const draw = (top: number) => {
    labelled(doc, label, '', 0)[0]!.draw(top + 3);
    doc
      .moveTo(left + labelWidth, top + 14)
      .lineTo(left + widthOf(doc), top + 14)
      .lineWidth(0.6)
      .strokeColor(ink.faint)
      .stroke();
  };
  return [{ height: 22, draw }];
}

/** Cells in lines of so many, below what they are. */
function cells(
  doc: Doc,
  label: string,
  { height, perLine, count }: { height: number; perLine: number; count: number },
  draw: (at: number, x: number, y: number, share: number) => void,
): Block {
  const { left } = doc.page.margins;
  const share = widthOf(doc) / perLine;
  return {
    height: Math.ceil(count / perLine) * height + 16,
    draw(top) {
      doc
        .font('bold')
        .fontSize(8)
        .fillColor(ink.soft)
        .text(shown(label), left, top + 2, { width: widthOf(doc) });
      for (let at = 0; at < count; at += 1)
        draw(at, left + (at % perLine) * share, top + 14 + Math.floor(at / perLine) * height, share);
    },
  };
}

/** Traits with their ratings in columns; a box without a rating is filled by hand. */
const traitsOf = (doc: Doc, label: string, rated: { trait: string; rating: string | null }[]): Block =>
  cells(doc, label, { height: 15, perLine: 4, count: rated.length }, (at, x, y, share) => {
    const { trait, rating } = rated[at]!;
    doc.rect(x, y, 16, 12).lineWidth(0.6).strokeColor(ink.faint).stroke();
    doc.fontSize(8.5).fillColor(ink.text);
    if (rating) doc.font('bold').text(rating, x, y + 1.5, { width: 16, align: 'center' });
    doc.font('regular').text(shown(trait), x + 21, y + 1.5, { width: share - 26, height: 11, ellipsis: true });
  });

/** Each grade with the mark that it begins at, its meaning and its points. */
function gradesOf(doc: Doc, label: string, { gradeKey, layout }: ReportCard): Block {
  const isCollege = layout === 'college';
  const place = { height: isCollege ? 34 : 25, perLine: Math.min(gradeKey.length, 9), count: gradeKey.length };
  return cells(doc, label, place, (at, x, y, share) => {
    const { grade, from, remark: meaning, points } = gradeKey[at]!;
    const box = { width: share - 4, height: 11, ellipsis: true };
    doc.font('bold').fontSize(8.5).fillColor(ink.text);
    doc.text(shown(`${grade} ${decimals(from)}`), x, y, box);
    doc
      .font('regular')
      .fontSize(7.5)
      .fillColor(ink.soft)
      .text(shown(meaning), x, y + 11, box);
    if (isCollege) doc.text(`${pointText(points)} points`, x, y + 20, box);
  });
}
