import { money } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { exportItems } from '#ui/lists/export-items.ts';
import type { Column } from '#ui/lists/data-table.tsx';
import { Stat, Stats } from '#ui/records/stat.tsx';
import { EmptyState } from '#ui/states.tsx';
import { Secondary } from '#ui/text.tsx';
import { ListPage } from '#web/client/list-page.tsx';
import { useCurrency } from '#web/client/use-currency.ts';
import { useTerms } from '#web/client/use-terms.ts';
import { classesOf } from '#features/people/students/shared/classes-of.ts';
import type { PropsOf } from '#web/page.ts';
import type { balancesPage } from './balances.pages.ts';
import { balanceStates } from './owed/balance-states.ts';
import { ageLabels } from '#features/money/invoices/dues/ages.ts';
import type { BalanceRow } from './owed/balances.queries.ts';
import { usePage } from '#ui/hooks/use-page.ts';
import type { Shell } from '#web/shell.ts';

/** What students owe, the largest first. */
export default function BalancesPage({ totals, can, choices, ...list }: PropsOf<typeof balancesPage>) {
  const { href } = useAddress();
  const words = useTerms();
  const currencyOf = useCurrency();
  const currency = currencyOf(list.filter.institution_id);
  const several = useSeveralCurrencies(list.filter.institution_id);
  const more = choices?.moreBatches;
  // Nobody owes and has credit: it pays what is owed.
  const { q, state, above, batch, class: ofClass } = list.filter;
  const params = new URLSearchParams(
    Object.entries({ above, batch, class: ofClass }).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)]],
    ),
  );
  const messageHref = href('/messages/new', { from: 'debtors', query: String(params) });
  const inCredit = list.filter.state === 'credit';
  return (
    <ListPage
      {...list}
      name="balances"
      reportAs="balances"
      title="Balances"
      total={totals.students}
      description={
        several ? undefined : (
          <div data-tour="balance-totals">
            <Stats>
              {inCredit ? (
                <Stat label="Credit" value={money(totals.credit, currency)} />
              ) : (
                <Stat label="Owed" value={money(totals.owed, currency)} />
              )}
            </Stats>
          </div>
        )
      }
      more={[
        can.print && {
          label: `Print debtors by ${words.class.toLowerCase()}`,
          href: href('/money/overview.pdf'),
          external: true,
        },
        ...(can.export ? exportItems((format) => href(`/balances/export.${format}`, list.filter)) : []),
        // A message can be narrowed to a class and a sum, not to a search.
        can.message && !q && !state && { label: 'Message their guardians', href: messageHref },
      ]}
      search={{ label: 'Search balances', placeholder: 'Name or number' }}
      filters={[
        { key: 'state', label: 'Balance', pinned: true, options: balanceStates },
        {
          key: 'class',
          label: words.class,
          pinned: true,
          search: more && href('/structure/class-options'),
          options: classesOf(choices?.batches),
        },
        {
          key: 'batch',
          label: words.batch,
          search: more && href('/structure/batch-options'),
          options: choices?.batches ?? [],
        },
        { key: 'above', label: 'Owed above', options: limitsIn(currency) },
      ]}
      columns={columnsFor(currencyOf, words.batch, inCredit)}
      rowHref={(row) => href(`/students/${row.id}/fees`)}
      empty={<EmptyState title="Nobody owes anything">Balances appear here once students are billed.</EmptyState>}
    />
  );
}

const limitsIn = (currency: string) =>
  [10_000, 50_000, 100_000, 250_000, 500_000].map((major) => ({
    value: String(major),
    label: money(major * 100, currency).replace('.00', ''),
  }));

const columnsFor = (currencyOf: (id?: number) => string, batch: string, inCredit: boolean): Column<BalanceRow>[] => {
  const amount = (key: keyof BalanceRow & string, title: string): Column<BalanceRow> => ({
    key,
    title,
    numeric: true,
    align: 'end',
    render: (row) => (row[key] as number) > 0 && money(row[key] as number, currencyOf(row.institutionId)),
  });
  return [
    {
      key: 'name',
      title: 'Student',
      primary: true,
      render: (row) => (
        <>
          {row.name} <Secondary>{row.admissionNumber}</Secondary>
        </>
      ),
    },
    { key: 'batch', title: batch, card: 'line', render: (row) => row.batch },
    ...(inCredit
      ? [{ ...amount('credit', 'Credit'), card: 'aside' as const, hideable: false }]
      : [
          { ...amount('owed', 'Owed'), card: 'aside' as const, hideable: false },
          { ...amount('notDue', ageLabels.notDue), spare: true },
          { ...amount('days30', ageLabels.days30), tour: 'balance-ages' },
          amount('days60', ageLabels.days60),
          amount('days90', ageLabels.days90),
          amount('older', ageLabels.older),
        ]),
  ];
};

/** Whether amounts of several currencies are in view, which cannot be added up. */
function useSeveralCurrencies(institutionId?: number): boolean {
  const { shell } = usePage<{ shell: Shell }>().props;
  const inView = shell.institutions.filter(({ id }) => !institutionId || id === institutionId);
  return new Set(inView.map(({ currency }) => currency)).size > 1;
}
