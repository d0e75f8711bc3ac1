import { countOf } from '#ui/format.ts';
import type { RunPage } from '../run/report-to-run.ts';
import classes from './run.module.css';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { withParams } from '#ui/href.ts';
import { askThenPost, post } from '#ui/post.ts';
import { answersIn } from '../run/answers-in.ts';

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
          skipped.
        </p>
      )}
      {goneCount > 0 && (
        <p className={classes.notice}>
          {countOf(goneCount, 'column')} no longer {goneCount === 1 ? 'exists and is' : 'exist and are'} skipped.
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
        <p className={classes.notice}>There are too many groups for subtotals. Only the first 1,000 have them.</p>
      )}
    </div>
  );
}

const listed = (labels: string[]) =>
  labels.length < 2 ? labels[0] : `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`;

/** What can be done with a report besides editing it: the ‘…’ menu of its page. */
export function runActions(page: RunPage): (MenuItem | false)[] {
  const { report, isAsking } = page;
  return [
    page.canMessage && !isAsking && !page.problem && { label: 'Message these', href: resultAddress(page, 'message') },
    ...(isAsking ? [] : fileItems(page)),
    page.canPrintLabels &&
      !isAsking &&
      !page.problem && { label: 'Print labels', href: resultAddress(page, 'labels'), modal: true },
    !isAsking && { label: 'Print', onSelect: () => window.print() },
    ...savedActions(report, 'report'),
  ];
}

/** What can be done with a saved report or graph. */
export function savedActions(
  { id, name, can }: Pick<RunPage['report'], 'id' | 'name' | 'can'>,
  noun: 'report' | 'graph',
): (MenuItem | false)[] {
  const at = `/reports/${id}`;
  return [
    can.copy && { label: `Copy ${noun}`, onSelect: () => post(`${at}/copy`) },
    noun === 'report' && can.edit && { label: 'Schedule', href: `${at}/schedule`, modal: true },
    can.share && { label: `Share ${noun}`, href: `${at}/sharing`, modal: true },
    can.takeOver && { label: `Take over ${noun}`, onSelect: () => post(`${at}/take-over`) },
    can.edit && {
      label: `Delete ${noun}`,
      tone: 'bad',
      onSelect: () =>
        void askThenPost(`${at}/delete`, {
          title: `Delete ${name}?`,
          body: 'Colleagues it’s shared with can no longer run it. The records stay.',
          action: `Delete ${noun}`,
          tone: 'bad',
        }),
    },
  ];
}

/** An address below that of the run, with the same answers. */
function resultAddress({ report, design, answers }: RunPage, what: string): string {
  const asked = answersIn(answers);
  return report.id === null
    ? withParams(`/reports/run/${what}`, { institution_id: report.institutionId, design, ...asked })
    : withParams(`/reports/${report.id}/${what}`, { ...asked });
}

const formats = { pdf: 'PDF', xlsx: 'Excel', csv: 'CSV' } as const;

/** The whole report as a file, with the same answers. */
function fileItems({ report, design, answers, columns, canExport, hasPhotos, problem }: RunPage): MenuItem[] {
  if (!canExport || problem || columns.every(({ type }) => type === 'photo')) return [];
  const asked = answersIn(answers);
  const item = (format: keyof typeof formats, more: { photos?: '1' } = {}): MenuItem => ({
    label: `Download as ${formats[format]}${more.photos ? ' with photos' : ''}`,
    external: true,
    href:
      report.id === null
        ? withParams(`/reports/run.${format}`, { institution_id: report.institutionId, design, ...asked, ...more })
        : withParams(`/reports/${report.id}/rows.${format}`, { ...asked, ...more }),
  });
  const plain = [item('pdf'), item('xlsx'), item('csv')];
  return hasPhotos ? [...plain, item('pdf', { photos: '1' }), item('xlsx', { photos: '1' })] : plain;
}
