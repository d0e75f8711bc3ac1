import type { Terminology } from '#kernel/contracts/terminology.ts';
import { textName, money } from '#ui/format.ts';
import { partOf, type CardDesign, partsIn, type CardPart, type DesignPart } from '../designs/card-design.ts';
import { cardFigures, cardNotes } from './card-figures.ts';
import {
  partLabel,
  positionText,
  attendanceText,
  averageOf,
  courseGrade,
  courseRemark,
  courseTotal,
  entryText,
  isPassed,
  markOf,
  partHeading,
  positionOf,
  statesIn,
} from './card-texts.ts';
import './report-card-view.css';
import type { ReactNode } from 'react';
import { formatDay } from '#kernel/dates.ts';
import { decimals } from '#features/results/assessment/hundredths.ts';
import { ratings } from '#features/results/term-notes/notes/note-fields.ts';
import { decisionLabel, promotionInFull, type ReportCard, type CardCourse } from './card-promotion.ts';

export interface ReportCardViewProps {
  card: ReportCard;
  design: Pick<CardDesign, 'parts' | 'footer'>;
  words: Terminology;
}

/** A report card to read on any screen, without a script and outside the product too. */
export function ReportCardView({ card, design, words }: ReportCardViewProps) {
  const { student, term, session } = card;
  const notes = cardNotes(card);
  return (
    <article className="report-card" aria-label={`Report card of ${textName(student)}`}>
      <header>
        <p className="term">
          {term}, {session}
        </p>
        <h2>{textName(student)}</h2>
        <dl className="identity">
          {identityOf(card, design, words).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </header>
      <dl className="figures">
        {cardFigures(card, design, words).map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {notes.length > 0 && <p className="notes">{notes.join(' ')}</p>}
      <CardCourses card={card} design={design} words={words} />
      <CardFoot card={card} design={design} words={words} />
    </article>
  );
}

function identityOf(card: ReportCard, design: ReportCardViewProps['design'], words: Terminology): [string, string][] {
  const { student, batch, className, program, summary } = card;
  const part = partOf(design, 'position');
  const position = part && positionText(card, words.batch);
  return [
    ['Admission no.', student.number],
    [words.batch, batch.startsWith(className) ? batch : `${className}, ${batch}`],
    ['Programme', program],
    [`In the ${words.batch.toLowerCase()}`, `${summary.studentsInBatch} students`],
    ...(position ? [[partLabel(part, card), position] as [string, string]] : []),
  ];
}

/** What stands below the courses, in the order of the design; what is signed by hand is for paper. */
function CardFoot(foot: ReportCardViewProps) {
  const { card, design, words } = foot;
  const said = partsIn(design, 'foot').flatMap((part) => {
    const content = contents[part.key]?.(foot, part);
    return content ? [{ key: part.key, label: partLabel(part, card, words), content }] : [];
  });
  const states = statesIn(card);
  return (
    <footer>
      <dl>
        {card.promotion && (
          <div data-part="promotion">
            <dt>{decisionLabel}</dt>
            <dd>
              <strong>{promotionInFull(card.promotion)}</strong>
            </dd>
          </div>
        )}
        {said.map(({ key, label, content }) => (
          <div key={key} data-part={key}>
            <dt>{label}</dt>
            <dd>{content}</dd>
          </div>
        ))}
      </dl>
      {states && <p>{states}</p>}
      {partsIn(design, 'foot').some(({ key }) => key === 'footer') && design.footer && <p>{design.footer}</p>}
    </footer>
  );
}

const contents: Partial<Record<CardPart, (foot: ReportCardViewProps, part: DesignPart) => ReactNode>> = {
  attendance: ({ card }) => attendanceText(card),
  traits({ card }) {
    const rated = (card.ratings ?? []).filter(({ rating }) => rating !== null);
    return rated
      .map(({ trait, rating }) => `${trait}: ${rating} (${ratings[rating as keyof typeof ratings]?.toLowerCase()})`)
      .join(' · ');
  },
  teacherRemark: ({ card }) => card.remarks?.teacher,
  principalRemark: ({ card }) => card.remarks?.principal,
  gradeKey: ({ card }) =>
    card.gradeKey.map(({ grade, from, remark }) => `${grade} ${decimals(from)}${remark && ` ${remark}`}`).join(' · '),
  fees: ({ card }) => card.fees && money(card.fees.owed, card.fees.currency),
  nextTerm: ({ card }) => card.nextTermBegins && formatDay(card.nextTermBegins),
};

type Parts = Pick<CardDesign, 'parts'>;

interface Column {
  key: string;
  header: string;
  text: (course: CardCourse) => ReactNode;
}

/** The courses: a table, and on a phone a block for each with its total and grade beside the title. */
function CardCourses({ card, design, words }: { card: ReportCard; design: Parts; words: Terminology }) {
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
