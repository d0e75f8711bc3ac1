import { money } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { type Column, DataTable } from '#ui/lists/data-table.tsx';
import { FilterBar } from '#ui/lists/filter-bar.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { EmptyState } from '#ui/states.tsx';
import type { PropsOf } from '#web/page.ts';
import type { AccountRow } from './accounts/accounts.queries.ts';
import type { trialBalancePage } from './books.pages.ts';
import { useDebitAndCredit } from './amount-columns.tsx';
import { InstitutionSwitch } from '#ui/forms/institution-choice.tsx';

/** The balance of each account at the end of a day; both sides are equal. */
export default function TrialBalancePage({ rows, asOf, currency, ...books }: PropsOf<typeof trialBalancePage>) {
  const { href } = useAddress();
  const debit = rows.reduce((sum, { balance }) => sum + Math.max(balance, 0), 0);
  const credit = rows.reduce((sum, { balance }) => sum + Math.max(-balance, 0), 0);
  const columns: Column<AccountRow>[] = [
    { key: 'name', title: 'Account', primary: true, render: (row) => row.name },
    { key: 'code', title: 'Code', numeric: true, card: 'line', render: (row) => row.code },
    ...useDebitAndCredit<AccountRow>(({ balance }) => balance, currency),
  ];
  return (
    <>
      <PageHeader
        title="Trial balance"
        description={
          <Stats>
            <Stat label="Debit" value={money(debit, currency)} />
            <Stat label="Credit" value={money(credit, currency)} />
            <Stat label="Difference" value={money(debit - credit, currency)} />
          </Stats>
        }
      />
      <InstitutionSwitch {...books} />
      <DataTable
        name="trial-balance"
        caption="Trial balance"
        columns={columns}
        rows={rows}
        rowHref={(row) => href(`/ledger/accounts/${row.id}`, { to: asOf })}
        toolbar={
          <FilterBar filters={[{ key: 'as_of', label: 'At the end of', type: 'date', value: asOf, pinned: true }]} />
        }
        empty={<EmptyState title="Nothing posted yet">Balances appear here once something is posted.</EmptyState>}
        tour="trial-balance"
      />
    </>
  );
}
