import { Badge } from '#ui/badge.tsx';
import { PrimaryLink } from '#ui/button.tsx';
import { count, countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import type { statementListPage } from '../bank.pages.ts';
import type { StatementRow } from './statements.list.ts';
import { figureColumn } from '#ui/lists/data-table/columns.ts';

/** Uploaded bank statements and what is left to do in each. */
export default function StatementListPage({ hasAccounts, ...list }: PropsOf<typeof statementListPage>) {
  const { href } = useAddress();
  const action = hasAccounts ? (
    <PrimaryLink href={href('/bank-statements/new')}>Upload statement</PrimaryLink>
  ) : (
    <PrimaryLink href={href('/bank-accounts/new')}>Add bank account</PrimaryLink>
  );
  return (
    <ListPage
      {...list}
      name="bank-statements"
      title="Bank statements"
      action={action}
      more={[
        { label: 'All lines', href: href('/bank-lines') },
        { label: 'Bank accounts', href: href('/bank-accounts') },
        { label: 'Reconcile an account', href: href('/bank-accounts') },
      ]}
      rowHref={(row) => href(row.state === 'read' ? '/bank-lines' : `/bank-statements/${row.id}`, lines(row))}
      columns={columns}
      empty={
        <EmptyState title="No bank statements yet" action={action}>
          {hasAccounts
            ? 'Upload the CSV or Excel file of your bank. Each line is compared with recorded payments and with students.'
            : 'Add the school’s bank account first, then upload its statements.'}
        </EmptyState>
      }
    />
  );
}

const lines = ({ state, id }: StatementRow) => (state === 'read' ? { statement: id } : {});

const columns: Column<StatementRow>[] = [
  { key: 'file', title: 'File', primary: true, wraps: true, render: (row) => row.fileName },
  { key: 'account', title: 'Bank account', card: 'line', render: (row) => row.account },
  {
    key: 'period',
    title: 'Period',
    card: 'line',
    render: (row) =>
      row.firstDay && (
        <>
          <DateText value={row.firstDay} /> – <DateText value={row.lastDay} />
        </>
      ),
  },
  figureColumn('lines', 'Lines', (row) => count(row.lineCount)),
  figureColumn('open', 'Open', (row) => count(row.openCount), { tour: 'statement-open' }),
  {
    key: 'state',
    title: 'Status',
    card: 'aside',
    render: (row) =>
      row.state === 'uploaded' ? (
        <Badge tone="gold">Columns to confirm</Badge>
      ) : row.openCount > 0 ? (
        <Badge tone="info">{countOf(row.openCount, 'open line')}</Badge>
      ) : (
        <Badge tone="good">Done</Badge>
      ),
  },
  { key: 'uploaded', title: 'Uploaded', spare: true, render: (row) => <DateText value={row.createdAt} /> },
  {
    key: 'problems',
    title: 'Not read',
    spare: true,
    align: 'end',
    render: (row) => (row.problemCount ? count(row.problemCount) : <Secondary>—</Secondary>),
  },
];
