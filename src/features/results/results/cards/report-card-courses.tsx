import type { ReactNode } from 'react';
import type { Words } from '#kernel/contracts/terminology.ts';
import { decimals } from '#features/results/assessment/hundredths.ts';
import { partsIn, type CardDesign, type DesignPart } from '../designs/card-design.ts';
import {
  averageOf,
  courseGrade,
  courseRemark,
  courseTotal,
  entryText,
  isPassed,
  markOf,
  partHeading,
  positionOf,
} from './card-texts.ts';
import type { CardCourse, ReportCard } from './report-card.ts';

type Parts = Pick<CardDesign, 'parts'>;

interface Column {
  key: string;
  header: string;
  text: (course: CardCourse) => ReactNode;
}

/** The courses: a table, and on a phone a block for each with its total and grade beside the title. */
export function CardCourses({ card, design, words }: { card: ReportCard; design: Parts; words: Words }) {
  const details = detailsOf(card, design);
  return (
    <table className="courses">
      <caption>{words.courses}</caption>
      <thead>
        <tr>
          <th scope="col">{words.course}</th>
          {details.map(({ key, header }) => (
            <th scope="col" key={key}>
              {header}
            </th>
          ))}
          <th scope="col">Total</th>
          <th scope="col">Grade</th>
          <th scope="col" className="words">
            Remark
          </th>
        </tr>
      </thead>
      <tbody>
        {card.courses.map((course) => (
          <tr key={course.id} data-failed={isPassed(course) === false || undefined}>
            <th scope="row">
              {card.layout === 'college' && <span className="code">{course.code} </span>}
              {course.title}
            </th>
            {details.map(({ key, header, text }) => {
              const shown = text(course);
              return (
                <td key={key} data-label={header} data-empty={shown === null || undefined}>
                  {shown}
                </td>
              );
            })}
            <td className="total">{courseTotal(course)}</td>
            <td className="grade">{courseGrade(course)}</td>
            <td className="remark">{courseRemark(course)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The columns before the total: the parts of a mark, and what the design shows beside them. */
function detailsOf(card: ReportCard, design: Parts): Column[] {
  const parts = card.components.map((part): Column => ({
    key: part.key,
    header: partHeading(part),
    text: ({ parts: own, entries }) => (own.includes(part.key) ? entryText(entries[part.key]) : null),
  }));
  const chosen = partsIn(design, 'columns').flatMap((part) => chosenColumns(part, card));
  if (card.layout !== 'college') return [...parts, ...chosen];
  return [
    { key: '_units', header: 'Units', text: ({ units }) => units },
    ...parts,
    {
      key: '_points',
      header: 'Points',
      text: ({ points, units }) => (points === null ? null : decimals(points * units)),
    },
    ...chosen,
  ];
}

function chosenColumns({ key, label }: DesignPart, { earlierTerms, courses }: ReportCard): Column[] {
  if (key === 'coursePosition' && courses.some(({ position }) => position))
    return [{ key, header: label || 'Position', text: ({ position }) => positionOf(position) }];
  if (key === 'classAverage')
    return [{ key, header: label || 'Class average', text: ({ average }) => averageOf(average) }];
  if (key === 'highestLowest')
    return [
      { key: '_highest', header: 'Highest', text: ({ highest }) => markOf(highest) },
      { key: '_lowest', header: 'Lowest', text: ({ lowest }) => markOf(lowest) },
    ];
  if (key !== 'earlierTerms' || !earlierTerms.length) return [];
  return [
    ...earlierTerms.map((name, at): Column => ({
      key: `_term${at}`,
      header: name,
      text: ({ earlier }) => markOf(earlier[at] ?? null),
    })),
    { key: '_cumulative', header: 'Cumulative', text: ({ cumulative }) => averageOf(cumulative) },
  ];
}
