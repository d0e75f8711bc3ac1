import type { Words } from '#kernel/contracts/terminology.ts';
import type { Doc } from '#kernel/pdf/document.ts';
import { table, type Column } from '#kernel/pdf/table.ts';
import { decimals } from '#features/results/assessment/hundredths.ts';
import { partsIn, type DesignPart } from '../designs/card-design.ts';
import type { DrawnDesign } from '../designs/designs.queries.ts';
import { pointText } from '../term-results/shown-results.ts';
import {
  averageOf,
  courseGrade,
  courseRemark,
  courseTotal,
  entryText,
  markOf,
  partHeading,
  partLabel,
  positionOf,
} from './card-texts.ts';
import type { CardCourse, ReportCard } from './report-card.ts';

interface CardColumn {
  header: string;
  share?: number;
  /** Words are aligned left. */
  isText?: boolean;
  text: (course: CardCourse) => string | null;
}

/** The table of courses: a school shows terms, positions and the class; a college units and points. */
export function drawCourses(doc: Doc, card: ReportCard, design: DrawnDesign, words: Words): void {
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
    { blank: ' ', wordsPart: 0.33, rowPadding: card.courses.length > 14 ? 2 : 4 },
  );
}

const schoolHead = (words: Words): CardColumn[] => [
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

const collegeHead = (words: Words): CardColumn[] => [
  { header: 'Code', share: 4, isText: true, text: ({ code }) => code },
  { header: words.course, share: 10, isText: true, text: ({ title }) => title },
  { header: 'Units', text: ({ units }) => String(units) },
];

const collegeTail: CardColumn[] = [
  { header: 'Grade', text: courseGrade },
  { header: 'Grade point', text: ({ points }) => (points === null ? null : pointText(points)) },
  { header: 'Points', text: ({ points, units }) => (points === null ? null : decimals(points * units)) },
];
