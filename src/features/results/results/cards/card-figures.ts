import type { Terminology } from '#kernel/contracts/terminology.ts';
import { formatDay } from '#kernel/dates.ts';
import { decimals } from '#features/results/assessment/hundredths.ts';
import { notRankedLabels } from '../term-results/shown-results.ts';
import { partOf, type CardDesign } from '../designs/card-design.ts';
import { averageOf, gpaOf, markOf, partLabel, positionOf } from './card-texts.ts';
import type { ReportCard } from './card-promotion.ts';

interface CardFigure {
  label: string;
  value: string;
}

type Parts = Pick<CardDesign, 'parts'>;

/** The figures of the term, in the order of the card; the last is the one that counts. */
export const cardFigures = (card: ReportCard, design: Parts, words: Terminology): CardFigure[] =>
  card.layout === 'college' ? collegeFigures(card) : schoolFigures(card, design, words);

/** What a reader must know about the figures. */
export function cardNotes({ summary: { notRanked, repeats }, cgpaAsAt }: ReportCard): string[] {
  return [
    notRanked && notRanked !== 'too_few_courses' && `${notRankedLabels[notRanked]}: these figures are not final.`,
    repeats.length > 0 && `To be repeated: ${repeats.join(', ')}.`,
    cgpaAsAt !== undefined &&
      `CGPA as at ${formatDay(cgpaAsAt)}. Results of past years were added later; the record counts them.`,
  ].filter((note) => typeof note === 'string');
}

function schoolFigures(card: ReportCard, design: Parts, words: Terminology): CardFigure[] {
  const { sum, average, counted, passed, cumulative, earlier, aggregate, inBatch, inClass } = card.summary;
  const earlierTerms = partOf(design, 'earlierTerms') ? card.earlierTerms : [];
  const ranked = partOf(design, 'position');
  const position = inBatch ?? inClass;
  return [
    { label: 'Sum of totals', value: `${markOf(sum)}/${counted * 100}` },
    { label: `${words.courses} passed`, value: `${passed}/${counted}` },
    ...earlierTerms.map((name, at) => ({ label: `${name} avg.`, value: averageOf(earlier[at] ?? null) ?? '—' })),
    { label: earlierTerms.length ? 'This term' : 'Average', value: averageOf(average) ?? '—' },
    ...(earlierTerms.length ? [{ label: 'Cumulative', value: averageOf(cumulative) ?? '—' }] : []),
    ...(card.rule?.aggregate
      ? [{ label: `Aggregate of ${card.rule.aggregate.of}`, value: aggregate == null ? '—' : decimals(aggregate) }]
      : []),
    ...(ranked
      ? [{ label: partLabel(ranked, card), value: position ? `${positionOf(position)} of ${position.of}` : '—' }]
      : []),
  ];
}

const collegeFigures = ({ summary: { gpa, previous, cgpa }, rule }: ReportCard): CardFigure[] => [
  { label: 'Units', value: String(gpa!.units) },
  { label: 'Points', value: decimals(gpa!.points) },
  { label: 'GPA', value: gpaOf(gpa!.value, rule?.gpaForm) ?? '—' },
  { label: 'CGPA before', value: gpaOf(previous!.value, rule?.gpaForm) ?? '—' },
  { label: 'All units', value: String(cgpa!.units) },
  ...(cgpa!.earned === undefined ? [] : [{ label: 'Units earned', value: String(cgpa!.earned) }]),
  { label: 'All points', value: decimals(cgpa!.points) },
  { label: 'CGPA', value: gpaOf(cgpa!.value, rule?.gpaForm) ?? '—' },
];
