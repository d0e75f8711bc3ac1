import { Link } from '#ui/link.tsx';
import { LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { type Column, DataTable } from '#ui/lists/data-table.tsx';
import { opensModal } from '#ui/overlays/modal.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { DateText, DateTimeText } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import type { EntryLine } from './journal/entry.queries.ts';
import type { entryPage } from './books.pages.ts';
import classes from '../shared/amount-columns.module.css';
import { useDebitAndCredit } from './amount-columns.tsx';
import { sources } from '#features/money/ledger/sources.ts';

/** One entry of the journal with its lines and its document. */
export default function EntryPage({ entry, can }: PropsOf<typeof entryPage>) {
  const { href } = useAddress();
  const amounts = useDebitAndCredit<EntryLine>(({ amount }) => amount, entry.currency);
  const toEntry = (id: number) => <Link href={href(`/ledger/entries/${id}`)}>Entry {id}</Link>;
  return (
    <>
      <PageHeader
        title={`Entry ${entry.id}`}
        breadcrumbs={[{ label: 'Journal', href: href('/ledger') }, { label: String(entry.id) }]}
        description={entry.description}
        action={
          can.reverse && (
            <LinkButton href={href(`/ledger/entries/${entry.id}/reverse`)} onClick={opensModal}>
              Reverse
            </LinkButton>
          )
        }
      />
      <div className={classes.stack}>
        <Card>
          <DescriptionList
            columns={2}
            items={[
              ['Date', <DateText key="day" value={entry.day} />],
              ['Source', sources[entry.source]],
              ...(entry.href
                ? [
                    [
                      'Document',
                      <Link key="document" href={href(entry.href)}>
                        {entry.document ?? 'Open'}
                      </Link>,
                    ] as [string, React.ReactNode],
                  ]
                : []),
              ...(entry.reverses ? [['Reverses', toEntry(entry.reverses)] as [string, React.ReactNode]] : []),
              ...(entry.reversedBy ? [['Reversed by', toEntry(entry.reversedBy)] as [string, React.ReactNode]] : []),
              ['Posted', <DateTimeText key="at" value={entry.postedAt} institutionId={entry.institutionId} />],
              ['Posted by', entry.postedBy ?? 'Akada'],
              ...(entry.approvedBy ? [['Approved by', entry.approvedBy] as [string, React.ReactNode]] : []),
              ...(entry.reason ? [['Reason', entry.reason] as [string, React.ReactNode]] : []),
            ]}
          />
        </Card>
        <Card title="Lines" flush>
          <DataTable
            name="entry-lines"
            caption="Lines"
            columns={[...columnsIn(entry, href), ...amounts]}
            rows={entry.lines}
            rowId={(line) => line.position}
            flush
          />
        </Card>
      </div>
    </>
  );
}

const columnsIn = (
  { source, lines }: PropsOf<typeof entryPage>['entry'],
  href: (path: string) => string,
): Column<EntryLine>[] => [
  {
    key: 'account',
    title: 'Account',
    primary: true,
    render: (line) => (
      <Link className={classes.target} href={href(`/ledger/accounts/${line.accountId}`)}>
        {line.code} {line.account}
      </Link>
    ),
  },
  ...(source === 'manual' ? [note] : lines.some(({ studentId }) => studentId) ? [student(href)] : []),
];

const note: Column<EntryLine> = {
  key: 'note',
  title: 'Note',
  wraps: true,
  card: 'line',
  render: (line) => line.note,
};

const student = (href: (path: string) => string): Column<EntryLine> => ({
  key: 'student',
  title: 'Student',
  card: 'line',
  render: (line) =>
    line.studentId && (
      <Link className={classes.target} href={href(`/students/${line.studentId}/fees`)}>
        {line.student}
      </Link>
    ),
});
