import type { ReactNode } from 'react';
import type { Words } from '#kernel/contracts/terminology.ts';
import { formatDay } from '#kernel/dates.ts';
import { money } from '#ui/format.ts';
import { decimals } from '#features/results/assessment/hundredths.ts';
import { ratings } from '#features/results/term-notes/notes/note-fields.ts';
import { partsIn, type CardDesign, type CardPart, type DesignPart } from '../designs/card-design.ts';
import { stateWords } from '../term-results/shown-results.ts';
import { decisionLabel, promotionInFull } from './card-promotion.ts';
import { attendanceWords, partLabel } from './card-texts.ts';
import type { ReportCard } from './report-card.ts';

interface Foot {
  card: ReportCard;
  design: Pick<CardDesign, 'parts' | 'footer'>;
  words: Words;
}

/** What stands below the courses, in the order of the design; what is signed by hand is for paper. */
export function CardFoot(foot: Foot) {
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

const contents: Partial<Record<CardPart, (foot: Foot, part: DesignPart) => ReactNode>> = {
  attendance: ({ card }) => attendanceWords(card),
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

/** The states that occur, in words. */
function statesIn({ courses }: ReportCard): string {
  const states = new Set<unknown>(courses.flatMap(({ status, entries }) => [status, ...Object.values(entries)]));
  return (Object.keys(stateWords) as (keyof typeof stateWords)[])
    .filter((state) => states.has(state))
    .map((state) => `${stateWords[state].short}: ${stateWords[state].words.toLowerCase()}`)
    .join(' · ');
}
