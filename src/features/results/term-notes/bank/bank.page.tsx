import { Button, LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { confirm } from '#ui/overlays/confirm.tsx';
import { opensModal } from '#ui/overlays/modal.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { post } from '#ui/post.ts';
import { Card } from '#ui/records/card.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import { decimals } from '#features/results/assessment/hundredths.ts';
import { actsColumn } from '#features/results/assessment/shared/acts-column.tsx';
import type { RemarkRow } from './bank.queries.ts';
import { noLimit } from './usual-remarks.ts';
import { writers } from './writers.ts';
import type { Writer } from '../notes/note-fields.ts';
import type { bankPage } from '../term-notes.pages.ts';

/** Remarks to choose from, by range of average. */
export default function BankPage({ remarks, editable }: PropsOf<typeof bankPage>) {
  const { href } = useAddress();
  const usual = editable !== null && (
    <Button onClick={() => post('/remark-bank/usual', { institutionId: String(editable) })}>
      Add the usual remarks
    </Button>
  );
  const add = editable !== null && (
    <LinkButton tone="primary" href={href('/remark-bank/new')} onClick={opensModal}>
      Add remark
    </LinkButton>
  );
  return (
    <>
      <PageHeader
        title="Bank of remarks"
        breadcrumbs={[{ label: 'Assessment', href: href('/assessment') }]}
        description="Empty remarks on report cards are filled in from here by the student’s average. Typed remarks stay."
        action={add}
      />
      {remarks.length === 0 ? (
        <EmptyState title="No remarks yet" action={usual}>
          Begin with the usual remarks from “excellent” to “needs close support”, and change them to your own words.
        </EmptyState>
      ) : (
        <div className="stack">
          {Object.entries(writers).map(([writer, label]) => (
            <Card key={writer} title={`${label}’s remarks`} flush>
              <DataTable
                flush
                name={`remarks-${writer}`}
                caption={`${label}’s remarks`}
                columns={columnsOf(editable !== null)}
                rows={remarks.filter((row) => row.writer === (writer as Writer))}
              />
            </Card>
          ))}
        </div>
      )}
    </>
  );
}

const rangeOf = ({ fromAverage, toAverage }: RemarkRow) =>
  toAverage >= noLimit
    ? `${decimals(fromAverage)} and above`
    : fromAverage === 0
      ? `Below ${decimals(toAverage)}`
      : `${decimals(fromAverage)} to below ${decimals(toAverage)}`;

async function remove({ id, remark }: RemarkRow) {
  const body = 'Remarks already filled in from it stay.';
  if (await confirm({ title: `Remove “${remark}”?`, body, action: 'Remove', tone: 'bad' }))
    post(`/remark-bank/${id}/remove`);
}

const columnsOf = (canEdit: boolean): Column<RemarkRow>[] => [
  { key: 'remark', title: 'Remark', primary: true, wraps: true, render: ({ remark }) => remark },
  { key: 'range', title: 'Average', card: 'line', render: rangeOf },
  ...(canEdit
    ? [
        actsColumn<RemarkRow>(
          ({ remark }) => `“${remark}”`,
          (row) => [{ label: 'Remove', tone: 'bad', onSelect: () => void remove(row) }],
        ),
      ]
    : []),
];
