import { formatDay } from '#kernel/dates.ts';
import { ink, shown, type Doc, type Sheet } from '#kernel/pdf/document.ts';
import { drawLetterhead, numberPages } from '#kernel/pdf/letterhead.ts';
import { facts, widthOf, footOf, needRoom } from '#kernel/pdf/parts.ts';
import { stampPages } from '#kernel/pdf/stamp.ts';
import { marks, title } from '#kernel/pdf/title.ts';
import { textName } from '#ui/format.ts';
import type { TranscriptContent, PaperCourse, PaperTerm } from '../papers/paper-content.ts';
import { drawProof, type PaperFile } from './draw-proof.ts';
import { drawTerms, termHeading } from './draw-terms.ts';
import type { Terminology } from '#kernel/contracts/terminology.ts';
import { table, type Column, type MarkedRow } from '#kernel/pdf/table.ts';
import { hasGrade } from '#features/results/assessment/compute/course-result.ts';
import { averageOf, markOf, gpaOf } from '#features/results/results/cards/card-texts.ts';
import { ordinal } from '#features/results/assessment/compute/positions.ts';
import { resultStateLabels } from '#features/results/results/term-results/shown-results.ts';
import { decimals } from '#features/results/assessment/hundredths.ts';

export const sheet: Sheet = { size: 'A4', margins: { top: 40, right: 44, bottom: 52, left: 44 } };

/** An academic transcript: each term, the figures reached, and what proves the paper. */
export default async function draw(doc: Doc, file: PaperFile<TranscriptContent>): Promise<void> {
  const { letterhead, content, names, official, printedOn, words } = file;
  const name = textName(names);
  doc.info.Title = official ? `Transcript ${official.number}` : `Unofficial transcript, ${name}`;
  await drawLetterhead(doc, letterhead);
  title(doc, {
    words: official ? 'Academic transcript' : 'Unofficial transcript',
    under: content.program,
    beside: official
      ? [`No. ${official.number}`, `Issued on ${formatDay(official.issuedOn)}`]
      : [`Printed on ${formatDay(printedOn)}`, 'Not for submission'],
    accent: letterhead.accent,
  });
  if (official?.isRevoked) marks(doc, ['Revoked. This transcript is no longer valid.']);
  facts(doc, [
    { label: 'Name', value: name },
    { label: 'Admission no.', value: content.admissionNumber },
    { label: 'Date of birth', value: names.birthDate && formatDay(names.birthDate) },
    { label: 'Gender', value: names.gender && (names.gender === 'female' ? 'Female' : 'Male') },
    { label: 'Admitted on', value: content.admittedOn && formatDay(content.admittedOn) },
    { label: content.system === 'gpa' ? 'Level' : words.class, value: content.className },
    ...(official
      ? [
          { label: 'Issued to', value: official.recipient },
          { label: 'Purpose', value: official.purpose },
        ]
      : []),
  ]);
  doc.y += 4;
  repeatHead(doc, [name, content.admissionNumber, official ? `No. ${official.number}` : 'Unofficial transcript']);
  if (content.system === 'gpa') drawTerms(doc, content, words, letterhead.accent);
  else drawSessions(doc, content, words, letterhead.accent);
  drawTotals(doc, content, letterhead.accent);
  drawProof(doc, file, 'transcript');
  if (!official) stampPages(doc, 'UNOFFICIAL', ink.faint);
  if (official?.isRevoked) stampPages(doc, 'REVOKED');
  numberPages(doc, [letterhead.name, name, content.admissionNumber].join(' · '));
}

/** Whose paper it is, at the top of each page after the first. */
function repeatHead(doc: Doc, [name, number, paper]: [string, string, string]): void {
  doc.on('pageAdded', () => {
    const { left, top } = doc.page.margins;
    const width = widthOf(doc);
    doc.font('bold').fontSize(9).fillColor(ink.text);
    doc.text(shown(`${name}, ${number}`), left, top - 10, { width: width * 0.66, height: 11, ellipsis: true });
    doc.font('regular').fontSize(9).fillColor(ink.soft);
    doc.text(shown(paper), left + width * 0.66, top - 10, { width: width * 0.34, align: 'right', lineBreak: false });
    doc
      .moveTo(left, top + 4)
      .lineTo(left + width, top + 4)
      .lineWidth(0.5)
      .strokeColor(ink.line)
      .stroke();
    doc.x = left;
    doc.y = top + 12;
    doc.font('regular').fontSize(9.5).fillColor(ink.text);
  });
}

/** A school's record: one table a session, with the terms side by side. */
function drawSessions(doc: Doc, { terms }: TranscriptContent, words: Terminology, accent: string): void {
  for (const [session, own] of Map.groupBy(terms, (term) => term.session)) {
    const titles = new Map(own.flatMap(({ courses }) => courses.map(({ code, title }) => [code, title] as const)));
    const codes = [...titles.keys()].toSorted((a, b) => titles.get(a)!.localeCompare(titles.get(b)!));
    const height = 70 + 17 * (codes.length + 3);
    if (doc.y + height > footOf(doc) && height < footOf(doc) - 80) doc.addPage();
    const places = [...new Set(own.flatMap(({ place }) => place ?? []))];
    termHeading(doc, { ...own[0]!, term: words.class, session: places.join(', ') || '—', place: session }, accent);
    const columns: Column[] = [
      { header: words.course, share: 10 },
      ...own.flatMap(({ term }): Column[] => [
        { header: term, share: 2.4, align: 'right', wrapsHead: true },
        { header: 'Grade', share: 1.6, align: 'left' },
      ]),
    ];
    const rows = codes.map((code) => [
      titles.get(code)!,
      ...own.flatMap((term) => cellsOf(term.courses.find((course) => course.code === code))),
    ]);
    const figure = (label: string, textOf: (term: PaperTerm) => string | null): MarkedRow[] =>
      own.some((term) => textOf(term) !== null)
        ? [{ cells: [label, ...own.flatMap((term) => [textOf(term), null])], isBold: true, color: ink.soft }]
        : [];
    table(
      doc,
      columns,
      [
        ...rows,
        ...figure('Average', ({ average }) => averageOf(average)),
        ...figure('Position', ({ position }) =>
          position ? ordinal(position.position) + (position.of ? ` of ${position.of}` : '') : null,
        ),
      ],
      { blank: ' ', rowPadding: 2.2 },
    );
    doc.y += 4;
  }
}

function cellsOf(course: PaperCourse | undefined): [string | null, string | null] {
  if (!course) return [null, null];
  const { status, total, grade } = course;
  return status === 'complete'
    ? [markOf(total), grade]
    : [resultStateLabels[status].short, hasGrade(status) ? grade : null];
}

/** What the whole record comes to, in a band, and the key to what it says. */
function drawTotals(doc: Doc, content: TranscriptContent, accent: string): void {
  const { system, units, unitsPassed, overall, gpaForm, designation } = content;
  const figures = [
    ...(system === 'gpa'
      ? [
          ['Units registered', String(units)],
          ['Units passed', String(unitsPassed)],
          ['CGPA', gpaOf(overall, gpaForm) ?? '—'],
        ]
      : [
          ['Terms', String(content.terms.length)],
          ['Mean of the terms', averageOf(overall) ?? '—'],
        ]),
    ...(designation ? [['Class', designation]] : []),
  ] as [string, string][];
  needRoom(doc, 80);
  const { left } = doc.page.margins;
  const width = widthOf(doc);
  const top = doc.y + 4;
  doc.rect(left, top, width, 40).fill(ink.band);
  doc.rect(left, top, 3, 40).fill(accent);
  // The class takes what the figures leave.
  const share = (width - 20) / (figures.length + (designation ? 1 : 0));
  for (const [at, [label, value]] of figures.entries()) {
    const x = left + 14 + at * share;
    const room = at === figures.length - 1 ? left + width - x - 6 : share - 6;
    doc
      .font('regular')
      .fontSize(8)
      .fillColor(ink.soft)
      .text(label, x, top + 7, { width: room, lineBreak: false });
    doc.font('bold').fontSize(12).fillColor(ink.text);
    doc.text(shown(value), x, top + 19, { width: room, height: 15, ellipsis: true });
  }
  doc.x = left;
  doc.y = top + 48;
  drawKey(doc, content);
}

function drawKey(doc: Doc, { gradeKey, terms, system }: TranscriptContent): void {
  const states = new Set(terms.flatMap(({ courses }) => courses.map(({ status }) => status)));
  const words = [
    gradeKey.length > 0 &&
      `Grades from: ${gradeKey
        .map(
          ({ grade, from, points }) => `${grade} ${decimals(from)}${system === 'gpa' ? ` (${decimals(points)})` : ''}`,
        )
        .join(' · ')}.`,
    ...(Object.keys(resultStateLabels) as (keyof typeof resultStateLabels)[])
      .filter((state) => states.has(state))
      .map((state) => `${resultStateLabels[state].short}: ${resultStateLabels[state].words.toLowerCase()}.`),
    system === 'gpa' && 'GPA and CGPA: points (grade point × units) ÷ units, failed units included.',
  ].filter(Boolean);
  doc.font('regular').fontSize(7.5).fillColor(ink.faint);
  doc.text(shown(words.join(' ')), doc.page.margins.left, doc.y, { width: widthOf(doc) });
  doc.y += 8;
}
