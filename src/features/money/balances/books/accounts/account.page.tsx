import { money } from '#ui/format.ts';
import { NARROW, useMedia } from '#ui/hooks/use-media.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { EmptyState } from '#ui/states.tsx';
import { DateText } from '#ui/text.tsx';
import { post } from '#ui/post.ts';
import { Badge } from '#ui/badge.tsx';
import { ListPage } from '#web/client/list-page.tsx';
import type { PropsOf } from '#web/page.ts';
import type { AccountLine } from './account-lines.queries.ts';
import { accountKinds } from '#features/money/ledger/chart.ts';
import type { accountPage } from '../books.pages.ts';
import { Sided, sideOf, useDebitAndCredit } from '../amount-columns.tsx';
import { sources } from '#features/money/ledger/sources.ts';

/** The lines of an account with the balance after each, and the sums of a period. */
export default function AccountPage({ account, can, ...list }: PropsOf<typeof accountPage>) {
  const { href } = useAddress();
  const { code, name, kind, currency, opening, debit, credit } = account;
  const balance = opening + debit - credit;
  const isFiltered = Boolean(list.filter.from || list.filter.to);
  return (
    <ListPage
      {...list}
      isFiltered={isFiltered}
      dropFirst={isFiltered ? 'from' : null}
      name="ledger-account"
      title={`${code} ${name}`}
      breadcrumbs={[{ label: 'Accounts', href: href('/ledger/accounts') }, { label: code }]}
      badge={account.isArchived && <Badge>Archived</Badge>}
      more={[
        can.edit && { label: 'Edit', href: href(`/ledger/accounts/${account.id}/edit`), modal: true },
        can.edit &&
          account.isOwn && {
            label: account.isArchived ? 'Restore' : 'Archive',
            onSelect: () => post(`/ledger/accounts/${account.id}/${account.isArchived ? 'restore' : 'archive'}`),
          },
      ]}
      description={
        <>
          {[accountKinds[kind], account.note].filter(Boolean).join('. ')}
          <Stats>
            {isFiltered && (
              <Stat label="At the start" value={money(Math.abs(opening), currency)} hint={sideOf(opening)} />
            )}
            <Stat label="Debit" value={money(debit, currency)} />
            <Stat label="Credit" value={money(credit, currency)} />
            <Stat label="Balance" value={money(Math.abs(balance), currency)} hint={sideOf(balance)} />
          </Stats>
        </>
      }
      filters={[{ key: 'from', endKey: 'to', label: 'Dates', type: 'dates', pinned: true }]}
      institutionAt={null}
      columns={useColumns(currency)}
      rowHref={(row) => href(`/ledger/entries/${row.id}`)}
      empty={<EmptyState title="Nothing posted yet">Lines appear here as they are posted.</EmptyState>}
    />
  );
}

function useColumns(currency: string): Column<AccountLine>[] {
  const amounts = useDebitAndCredit<AccountLine>(({ amount }) => amount, currency);
  const isNarrow = useMedia(NARROW);
  const balance = (row: AccountLine) => <Sided amount={row.balance} currency={currency} />;
  return [
    { key: 'description', title: 'Description', primary: true, wraps: true, render: (row) => row.description },
    { key: 'day', title: 'Date', numeric: true, card: 'line', render: (row) => <DateText value={row.day} /> },
    { key: 'source', title: 'Source', card: 'line', render: (row) => sources[row.source] },
    ...amounts,
    {
      key: 'balance',
      title: 'Balance',
      numeric: true,
      align: 'end' as const,
      ...(isNarrow
        ? { card: 'line' as const, render: (row: AccountLine) => <>Balance {balance(row)}</> }
        : { render: balance }),
    },
  ];
}
