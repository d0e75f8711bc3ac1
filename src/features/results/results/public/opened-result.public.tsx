import { ReportCardView } from '../cards/report-card-view.tsx';
import type { OpenedResultProps } from './public-results.queries.ts';
import '#ui/public/form.css';
import './results.css';

/** A published result that was opened with a pin. */
export default function OpenedResult({
  card,
  close,
  csrf,
  design,
  left,
  pdf,
  school,
  verify,
  words,
}: OpenedResultProps) {
  return (
    <div className="opened-result">
      <ReportCardView card={card} design={design} words={words} />
      <div className="buttons">
        <a className="button strong" href={pdf}>
          Download report card (PDF)
        </a>
        <a className="button" href={verify}>
          Check that it is genuine
        </a>
      </div>
      <p className="hint">
        Published by {school}. This page stays open for half an hour; after that your pin opens it {left}.
      </p>
      <form method="post" action={close}>
        <input type="hidden" name="_csrf" value={csrf} />
        <p className="hint">Using a shared phone or computer?</p>
        <div className="buttons">
          <button className="button">Close result</button>
        </div>
      </form>
    </div>
  );
}
