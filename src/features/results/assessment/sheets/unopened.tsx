import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable } from '#ui/lists/data-table.tsx';
import { Card } from '#ui/records/card.tsx';
import { Secondary } from '#ui/text.tsx';
import { useWords } from '#web/client/use-words.ts';
import type { OwnMarksProps } from '../assessment.pages.ts';
import { askToOpen } from './ask-to-open.ts';

/** Courses whose marks are not open: the button where the reader opens them, else whom to ask. */
export function Unopened({ unopened, openers, opens }: Pick<OwnMarksProps, 'unopened' | 'openers' | 'opens'>) {
  const { href } = useAddress();
  const words = useWords();
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
