import type { Words } from '#kernel/contracts/terminology.ts';
import { textName } from '#ui/format.ts';
import { partOf, type CardDesign } from '../designs/card-design.ts';
import { cardFigures, cardNotes } from './card-figures.ts';
import { partLabel, positionText } from './card-texts.ts';
import { CardCourses } from './report-card-courses.tsx';
import { CardFoot } from './report-card-foot.tsx';
import type { ReportCard } from './report-card.ts';
import './report-card-view.css';

export interface ReportCardViewProps {
  card: ReportCard;
  design: Pick<CardDesign, 'parts' | 'footer'>;
  words: Words;
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

function identityOf(card: ReportCard, design: ReportCardViewProps['design'], words: Words): [string, string][] {
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
