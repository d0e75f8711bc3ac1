import { Card } from '#ui/records/card.tsx';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { shortCost } from '#features/records/sending/shared/cost-text.ts';
import { NARROW, useMedia } from '#ui/hooks/use-media.ts';
import { count, countOf } from '#ui/format.ts';
import type { MessageTotal } from './duplicate-message.ts';
import { figureColumn } from '#ui/lists/data-table/columns.ts';

interface NetworkRow {
  id: string;
  recipients: number;
  arrived: number;
  failed: number;
  uncertain: number;
  parts: number;
  price: number;
  unpriced: number;
}

/** What each network did with a message, and what it cost there. */
export function NetworkTable({ totals, currency }: { totals: MessageTotal[]; currency: string }) {
  const isCard = useMedia(NARROW);
  const rows = new Map<string, NetworkRow>();
  for (const { network, state, recipients, parts, price, unpriced } of totals) {
    const id = network || 'Unknown';
    const row = rows.get(id) ?? {
      id,
      recipients: 0,
      arrived: 0,
      failed: 0,
      uncertain: 0,
      parts: 0,
      price: 0,
      unpriced: 0,
    };
    row.recipients += recipients;
    row.parts += parts;
    row.price += price;
    row.unpriced += unpriced;
    if (state === 'sent' || state === 'delivered') row.arrived += recipients;
    if (state === 'failed' || state === 'undelivered') row.failed += recipients;
    if (state === 'uncertain') row.uncertain += recipients;
    rows.set(id, row);
  }
  if (![...rows.values()].some(({ parts, price, unpriced }) => parts + price + unpriced > 0)) return null;
  return (
    <Card title="By network" flush>
      <DataTable
        flush
        name="message-networks"
        caption="Networks"
        rows={[...rows.values()]}
        columns={columnsFor(
          currency,
          isCard,
          [...rows.values()].some(({ uncertain }) => uncertain > 0),
        )}
      />
    </Card>
  );
}

/** A card has no heads of columns, so it says what it counts. */
const columnsFor = (currency: string, isCard: boolean, hasUncertain: boolean): Column<NetworkRow>[] => {
  const figure = (
    key: 'recipients' | 'arrived' | 'failed' | 'uncertain' | 'parts',
    title: string,
    said: (n: number) => string,
  ): Column<NetworkRow> => ({
    key,
    title,
    numeric: true,
    align: 'end',
    card: 'line',
    render: (row) => (isCard ? said : count)(row[key]),
  });
  return [
    { key: 'network', title: 'Network', primary: true, render: (row) => row.id },
    figure('recipients', 'Recipients', (n) => countOf(n, 'recipient')),
    figure('arrived', 'Sent', (n) => `${count(n)} sent`),
    figure('failed', 'Failed', (n) => `${count(n)} failed`),
    ...(hasUncertain ? [figure('uncertain', 'Uncertain', (n) => `${count(n)} uncertain`)] : []),
    figure('parts', 'Parts', (n) => countOf(n, 'part')),
    figureColumn('price', 'Cost', (row) => shortCost(row, currency), { card: 'aside' }),
  ];
};
