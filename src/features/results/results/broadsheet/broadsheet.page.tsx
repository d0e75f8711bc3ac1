import { router } from '@inertiajs/core';
import { LinkButton, PrimaryButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import { resultStateLabels } from '../term-results/shown-results.ts';
import { mostAtOnce } from '../cards/most-at-once.ts';
import { cx } from '#ui/cx.ts';
import { useTerms } from '#web/client/use-terms.ts';
import classes from '../shared/broadsheet.module.css';
import type { broadsheetPage, BroadsheetProps } from '../results.pages.ts';
import { resultCell, resultColumns } from './broadsheet-columns.ts';
import { CourseTotal, SheetTable, SheetState } from '../shared/sheet-table.tsx';

/** Students × courses of a batch in a term. */
export default function BroadsheetPage({ sheet, broadsheet, canOpenSheet }: PropsOf<typeof broadsheetPage>) {
  const { href } = useAddress();
  const words = useTerms(sheet.institutionId);
  const here = `/mark-sheets/${sheet.id}`;
  const title = `${sheet.batch}, ${sheet.term}`;
  return (
    <>
      <PageHeader
        title={`Broadsheet, ${title}`}
        breadcrumbs={
          canOpenSheet
            ? [
                { label: 'Marks', href: href('/mark-sheets') },
                { label: title, href: href(here) },
              ]
            : [{ label: 'Class results', href: href('/class-results') }]
        }
        action={broadsheet.rows.length > 0 && <CardsButton sheetId={sheet.id} count={broadsheet.rows.length} />}
        more={[
          ...(broadsheet.system === 'gpa'
            ? [{ label: 'Semester result sheet', href: href(`${here}/result-sheet`) }]
            : []),
          ...(sheet.isLastTerm && broadsheet.system === 'average'
            ? [
                { label: 'Annual broadsheet (XLSX)', href: `${here}/annual-broadsheet.xlsx`, external: true },
                { label: 'Annual broadsheet on A3 (PDF)', href: `${here}/annual-broadsheet.pdf`, external: true },
              ]
            : []),
          { label: 'Attendance and remarks', href: href(`${here}/notes`) },
          { label: 'Export to XLSX', href: `${here}/broadsheet.xlsx`, external: true },
          { label: 'Print on A3 (PDF)', href: `${here}/broadsheet.pdf`, external: true },
        ]}
      />
      <SheetState sheet={sheet} />
      {broadsheet.rows.length === 0 ? (
        <EmptyState title="No students">
          Nobody is in this {words.batch.toLowerCase()} in {sheet.session}.
        </EmptyState>
      ) : (
        <>
          <BroadsheetTable sheet={sheet} broadsheet={broadsheet} />
          <p className={cx(classes.head, classes.key)}>
            {broadsheet.states.map((state) => (
              <span key={state}>
                <b>{resultStateLabels[state].short}</b> {resultStateLabels[state].words.toLowerCase()}
              </span>
            ))}
            {broadsheet.hasGaps && (
              <span>
                <b>·</b> not taken
              </span>
            )}
          </p>
        </>
      )}
    </>
  );
}

/** Many are drawn in the background. */
const CardsButton = ({ sheetId, count }: { sheetId: number; count: number }) =>
  count > mostAtOnce ? (
    <PrimaryButton onClick={() => router.post('/card-files', { ids: [sheetId] })}>Report cards</PrimaryButton>
  ) : (
    <LinkButton tone="primary" external href={`/mark-sheets/${sheetId}/report-cards.pdf`}>
      Report cards
    </LinkButton>
  );

/** Students × courses of a term, and the figures of each course below. */
function BroadsheetTable({ sheet, broadsheet }: Pick<BroadsheetProps, 'sheet' | 'broadsheet'>) {
  const words = useTerms(sheet.institutionId);
  const { courses, rows, figures } = broadsheet;
  const after = resultColumns(broadsheet, words.batch);
  return (
    <SheetTable
      label={`Broadsheet of ${sheet.batch}`}
      sheetId={sheet.id}
      courses={courses.map(({ id, code, title }) => ({ key: id, code, title }))}
      rows={rows}
      cell={(cell) => <CourseTotal cell={cell} />}
      columns={after.map((column) => ({
        key: column.key,
        label: column.label,
        name: classes.after,
        show: (row: (typeof rows)[number]) =>
          resultCell(row, column) ?? <abbr title={row.notRanked ?? undefined}>—</abbr>,
      }))}
    >
      {figures.map(({ label, values }, line) => (
        <tr key={label} className={cx(classes.figures, line === 0 && classes.first)}>
          <th scope="row">{label}</th>
          {[...values, ...after.map(() => '')].map((value, at) => (
            <td key={courses[at]?.id ?? after[at - courses.length]!.key}>
              {value ?? '·'}
              <span className={classes.grade} />
            </td>
          ))}
        </tr>
      ))}
    </SheetTable>
  );
}
