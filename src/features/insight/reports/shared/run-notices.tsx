import { countOf } from '#ui/format.ts';
import type { RunPage } from '../run/run-page.ts';
import classes from './run.module.css';

type NoticedPage = Pick<RunPage, 'filters' | 'problem' | 'isTooLong'> &
  Partial<Pick<RunPage, 'hidden' | 'goneCount' | 'sums'>> & {
    report: Pick<RunPage['report'], 'isOrphaned' | 'owner' | 'can'>;
  };

/** What narrows a report, and what its reader doesn’t see of it. */
export function RunNotices({ page }: { page: NoticedPage }) {
  const { filters, hidden = [], goneCount = 0, problem, isTooLong, report, sums } = page;
  const gone = filters.some((filter) => filter.gone > 0);
  return (
    <div className={classes.notices}>
      {filters.length > 0 && (
        <ul className={classes.filters} aria-label="Filters">
          {filters.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {report.isOrphaned && (
        <p className={classes.notice}>
          {report.owner} no longer works here.{' '}
          {report.can.takeOver && 'Take the report over under “More actions” to look after it.'}
        </p>
      )}
      {hidden.length > 0 && (
        <p className={classes.notice}>
          You don’t have access to {listed(hidden)}, so {hidden.length === 1 ? 'this column is' : 'these columns are'}{' '}
          left out.
        </p>
      )}
      {goneCount > 0 && (
        <p className={classes.notice}>
          {countOf(goneCount, 'column')} no longer {goneCount === 1 ? 'exists and is' : 'exist and are'} left out.
        </p>
      )}
      {gone && (
        <p className={classes.notice}>
          A value in the filters was deleted, so it matches no row. Edit the report and choose another.
        </p>
      )}
      {problem && (
        <p className={classes.notice} role="alert">
          {problem}
        </p>
      )}
      {isTooLong && (
        <p className={classes.notice} role="alert">
          This takes too long to show here, so it was stopped. Add a filter to make it shorter
          {page.hidden && ', or download it as a file under “More actions”'}.
        </p>
      )}
      {sums?.totals === null && !isTooLong && (
        <p className={classes.notice}>Counting these rows takes too long, so the total is not shown.</p>
      )}
      {sums?.hasMoreGroups && (
        <p className={classes.notice}>There are more groups than can have subtotals here. The first 1,000 have them.</p>
      )}
    </div>
  );
}

const listed = (labels: string[]) =>
  labels.length < 2 ? labels[0] : `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`;
