import { decimals } from '#features/results/assessment/hundredths.ts';
import { ordinal, type Position } from '#features/results/assessment/compute/positions.ts';
import { averageOf, courseGrade, courseTotal, entryText, gpaOf, markOf, remarkLabel } from '../../cards/card-texts.ts';
import type { CardCourse, CardSummary } from '../../cards/card-promotion.ts';
import { fillNames, type Names, type PublishedCard } from '../../publication/sealed-cards.ts';
import { notRankedLabels } from '../../term-results/shown-results.ts';

/** One figure of a card, as it is printed. */
export interface CardChange {
  what: string;
  was: string;
  is: string;
}

export interface CardChanges {
  /** Of the student: marks, grades, averages, positions. */
  own: CardChange[];
  /** Of the class alone: averages, highest and lowest marks, how many are ranked. */
  ofClass: CardChange[];
}

type Lines = [what: string, text: string | null][];

/** What differs between two cards of a student and term, in words; remarks with the student’s names. */
export function compareCards(before: PublishedCard, after: PublishedCard, names: Names): CardChanges {
  const [coursesBefore, coursesAfter] = [before, after].map(
    ({ courses }) => new Map(courses.map((course) => [course.id, course])),
  ) as [Map<number, CardCourse>, Map<number, CardCourse>];
  const own: CardChange[] = [];
  const ofClass: CardChange[] = [];
  for (const id of new Set([...coursesBefore.keys(), ...coursesAfter.keys()])) {
    const [was, is] = [coursesBefore.get(id), coursesAfter.get(id)];
    own.push(...differing(was ? ownLines(was, before) : [], is ? ownLines(is, after) : []));
    if (was && is) ofClass.push(...differing(classLines(was), classLines(is)));
  }
  own.push(
    ...differing(summaryLines(before), summaryLines(after)),
    ...differing(noteLines(before, names), noteLines(after, names)),
  );
  ofClass.push(...differing(rankedLines(before.summary), rankedLines(after.summary)));
  return { own, ofClass };
}

const differing = (before: Lines, after: Lines): CardChange[] => {
  const [then, now] = [new Map(before), new Map(after)];
  return [...new Set([...then.keys(), ...now.keys()])].flatMap((what) => {
    const [was, is] = [then.get(what) ?? '—', now.get(what) ?? '—'];
    return is === was ? [] : [{ what, was, is }];
  });
};

function ownLines(course: CardCourse, { layout, components, earlierTerms }: PublishedCard): Lines {
  const { title, parts, entries, position, earlier, cumulative } = course;
  return [
    [title, `in the ${layout === 'college' ? 'semester result' : 'report card'}`],
    ...parts.map((key): Lines[number] => [
      `${title}, ${components.find((one) => one.key === key)?.name ?? key}`,
      entryText(entries[key]),
    ]),
    [`${title}, total`, courseTotal(course)],
    [`${title}, grade`, courseGrade(course)],
    [`${title}, position`, placeOf(position)],
    ...earlierTerms.map((name, at): Lines[number] => [`${title}, ${name}`, markOf(earlier[at] ?? null)]),
    ...(earlierTerms.length ? ([[`${title}, cumulative`, averageOf(cumulative)]] satisfies Lines) : []),
  ];
}

const noteLines = (card: PublishedCard, names: Names): Lines => [
  ['Times present', card.attendance?.present?.toString() ?? null],
  ...(card.ratings ?? []).map(({ trait, rating }): Lines[number] => [trait, rating]),
  ...(['teacher', 'principal'] as const).map((writer): Lines[number] => [
    remarkLabel(writer, card),
    fillNames(card.remarks?.[writer] ?? '', names) || null,
  ]),
];

const classLines = ({ title, average, highest, lowest }: CardCourse): Lines => [
  [`${title}, class average`, averageOf(average)],
  [`${title}, highest`, markOf(highest)],
  [`${title}, lowest`, markOf(lowest)],
];

function summaryLines({ layout, summary, earlierTerms, rule }: PublishedCard): Lines {
  const { average, cumulative, earlier, inBatch, inClass, notRanked, gpa, previous, cgpa, repeats, passed } = summary;
  return [
    ...(layout === 'college'
      ? ([
          ['GPA', gpaOf(gpa?.value ?? null, rule?.gpaForm)],
          ['CGPA before', gpaOf(previous?.value ?? null, rule?.gpaForm)],
          ['CGPA', gpaOf(cgpa?.value ?? null, rule?.gpaForm)],
          ['To be repeated', repeats.join(', ') || null],
        ] satisfies Lines)
      : ([
          ['Average', averageOf(average)],
          ...earlierTerms.map((name, at): Lines[number] => [`${name} average`, averageOf(earlier[at] ?? null)]),
          ['Aggregate', summary.aggregate == null ? null : decimals(summary.aggregate)],
          ...(earlierTerms.length ? [['Cumulative', averageOf(cumulative)] satisfies Lines[number]] : []),
        ] satisfies Lines)),
    ['Passed', String(passed)],
    ['Position', placeOf(inBatch)],
    ['Position in class', placeOf(inClass)],
    ['Not ranked', notRanked && notRankedLabels[notRanked]],
  ];
}

const rankedLines = ({ inBatch, inClass }: CardSummary): Lines => [
  ['Ranked', inBatch && String(inBatch.of)],
  ['Ranked in class', inClass && String(inClass.of)],
];

const placeOf = (position: Position | null) =>
  position && `${ordinal(position.position)}${position.tied ? ' (tied)' : ''}`;
