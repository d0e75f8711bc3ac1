import { Badge } from '#ui/badge.tsx';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { dateText } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { DateText, Money } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import { BothBalances } from './both-balances.tsx';
import { ExplainItems } from './explain-items.tsx';
import { UnseenPayments } from './unseen-payments.tsx';
import type { ReconciliationRow } from './reconcile.ts';
import type { reconciliationPage } from './reconciliation.routes.ts';
import classes from './reconciliation.module.css';
import { figureColumn } from '#ui/lists/data-table/columns.ts';

/** The books of a bank account against its statement, until a day. */
export default function ReconciliationPage(desk: PropsOf<typeof reconciliationPage>) {
  const { account, currency, through, last, items, unseen, shared, closed, expected } = desk;
  const address = useAddress();
  const { href } = address;
  const open = items.filter(({ explanation }) => explanation === null).length;
  return (
    <>
      <PageHeader
        title={`Reconcile ${account.name}`}
        description={`${account.bank} ${account.number}. ${last ? `Reconciled up to ${dateText(last.through)}.` : 'Not reconciled yet.'}`}
        breadcrumbs={[
          { label: 'Bank statements', href: href('/bank-statements') },
          { label: 'Bank accounts', href: href('/bank-accounts') },
          { label: 'Reconcile' },
        ]}
      />
      <div className={classes.page}>
        {shared && (
          <p className={classes.notice} role="alert">
            {account.name} and {shared} share an account in the books. Give each its own ledger account, so that their
            balances are separate.
          </p>
        )}
        <Card title="Balances">
          <div className={classes.rows}>
            <DatePickerField
              name="until"
              label="Up to the end of"
              value={through}
              max={desk.today}
              onChange={(day) => day && day !== through && address.go({ through: day })}
            />
            <BothBalances {...desk} statementBalance={expected} />
          </div>
        </Card>
        <Card title="Items on one side only" flush>
          <ExplainItems key={through} accountId={account.id} through={through} items={items} currency={currency} />
        </Card>
        <UnseenPayments unseen={unseen} currency={currency} through={through} />
        <Card title="Close">
          <EditForm
            key={through}
            action={`/bank-accounts/${account.id}/reconciliation/close`}
            submit={`Close up to ${dateText(through)}`}
          >
            <input type="hidden" name="through" value={through} />
            <p>
              {open > 0
                ? 'Explain every item first. Then type the balance that the statement shows at the end of the day.'
                : 'Type the balance that the statement shows at the end of the day.'}
            </p>
            <TextField
              name="statement_balance"
              label="Balance of the statement"
              inputMode="decimal"
              maxLength={24}
              autoComplete="off"
              placeholder="1,250,000.00"
              help="Closing saves both balances. Reopening needs a second person’s approval."
            />
          </EditForm>
        </Card>
        <DataTable
          name="reconciliations"
          caption="Closed reconciliations"
          columns={columns(currency)}
          rows={closed}
          rowHref={(row) => href(`/reconciliations/${row.id}`)}
          empty={<p>Nothing is closed yet.</p>}
        />
      </div>
    </>
  );
}

const columns = (currency: string): Column<ReconciliationRow>[] => [
  {
    key: 'through',
    title: 'Closed up to',
    primary: true,
    numeric: true,
    render: (row) => <DateText value={row.through} />,
  },
  figureColumn('statement', 'Statement', (row) => <Money minor={row.statementBalance} currency={currency} />, {
    card: 'line',
  }),
  figureColumn('books', 'Books', (row) => <Money minor={row.bookBalance} currency={currency} />),
  { key: 'by', title: 'Closed by', card: 'line', render: (row) => row.closedBy },
  {
    key: 'state',
    title: 'Status',
    card: 'aside',
    render: (row) => (row.reopenedAt ? <Badge tone="gold">Reopened</Badge> : <Badge tone="good">Closed</Badge>),
  },
];
