import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import type { ownMarksPage, OwnMarksProps } from '../setup.queries.ts';
import { SheetBadge } from '../shared/sheet-badge.tsx';
import type { OwnCourse } from './sheets.queries.ts';
import { LinkButton } from '#ui/button.tsx';
import { Card } from '#ui/records/card.tsx';
import { askToOpen } from './ask-to-open.ts';

/** The courses that a teacher enters marks for. */
export default function OwnMarksPage({ courses, unopened, openers, opens }: PropsOf<typeof ownMarksPage>) {
  const { href } = useAddress();
  const words = useTerms();
  const columns: Column<OwnCourse>[] = [
    {
      key: 'course',
      title: words.course,
      primary: true,
      wraps: true,
      render: (row) => (
        <>
          {row.course}, {row.batch} <Secondary>{row.code}</Secondary>
        </>
      ),
    },
    { key: 'term', title: 'Term', card: 'line', render: (row) => row.term },
    { key: 'due', title: 'Due', card: 'line', render: (row) => <DateText value={row.dueOn} /> },
    { key: 'state', title: 'Marks', card: 'aside', render: (row) => <SheetBadge state={row.state} /> },
  ];
  return (
    <>
      <PageHeader title="Enter marks" />
      {courses.length === 0 && unopened.length === 0 && (
        <EmptyState title="Nothing to enter">
          Your {words.courses.toLowerCase()} appear here once their marks are open for the term.
        </EmptyState>
      )}
      <div className="stack">
        {courses.length > 0 && (
          <DataTable
            name="own-marks"
            caption={`Your ${words.courses.toLowerCase()}`}
            columns={columns}
            rows={courses.map((row) => ({ ...row, id: row.sheetId * 1_000_000 + row.courseId }))}
            rowHref={(row) => href(`/mark-sheets/${row.sheetId}/courses/${row.courseId}`)}
          />
        )}
        {unopened.length > 0 && <Unopened unopened={unopened} openers={openers} opens={opens} />}
      </div>
    </>
  );
}

/** Courses whose marks are not open: the button where the reader opens them, else whom to ask. */
function Unopened({ unopened, openers, opens }: Pick<OwnMarksProps, 'unopened' | 'openers' | 'opens'>) {
  const { href } = useAddress();
  const words = useTerms();
  return (
    <Card flush title="Not open yet">
      <DataTable
        flush
        name="unopened-marks"
        caption={`${words.courses} whose marks are not open`}
        rows={unopened.map((row) => ({ ...row, id: row.batchId * 1_000_000 + row.courseId }))}
        columns={[
          {
            key: 'course',
            title: words.course,
            primary: true,
            wraps: true,
            render: (row) => (
              <>
                {row.course}, {row.batch} <Secondary>{row.code}</Secondary>
              </>
            ),
          },
          { key: 'term', title: 'Term', card: 'line', render: (row) => row.term },
          {
            key: 'open',
            title: 'What to do',
            card: 'line',
            wraps: true,
            hideable: false,
            render: (row) =>
              opens.includes(row.institutionId) ? (
                <LinkButton small href={href('/mark-sheets', { term: row.termId })}>
                  Open for marks
                </LinkButton>
              ) : (
                askToOpen(openers, row.institutionId)
              ),
          },
        ]}
      />
    </Card>
  );
}
