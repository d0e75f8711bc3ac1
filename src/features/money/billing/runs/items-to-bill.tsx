import { useState } from 'react';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { countOf, listName, money } from '#ui/format.ts';
import { DataTable } from '#ui/lists/data-table.tsx';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { Card } from '#ui/records/card.tsx';
import { Money } from '#ui/text.tsx';
import { useWords } from '#web/client/use-words.ts';
import type { ItemToBill, Proposals } from './proposals.queries.ts';
import classes from '../shared/billing.module.css';
import { batchColumn, student } from './proposal-columns.tsx';

/** Optional items that were chosen after the fee was billed; nothing without any. */
export function ItemsToBill({ fee, items }: Pick<Proposals, 'fee' | 'items'>) {
  const [selected, setSelected] = useState(new Set<number>());
  const words = useWords(fee.institutionId);
  if (items.rows.length === 0) return null;
  const rows = items.rows.map((row, at) => ({ ...row, at }));
  const ticked = rows.filter(({ at }) => selected.has(at));
  const total = ticked.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <Card flush title="Optional items not billed yet">
      <DataTable
        flush
        name="proposals-items"
        caption="Optional items chosen after billing"
        rows={rows}
        rowId={({ at }) => at}
        selection={fee.isEnded ? undefined : { selected, onChange: setSelected }}
        rowLabel={(row) => `${row.name} for ${listName(row)}`}
        columns={[
          student<ItemToBill & { at: number }>(),
          batchColumn<ItemToBill & { at: number }>(words.batch),
          { key: 'item', title: 'Item', card: 'line', render: (row) => row.name },
          {
            key: 'amount',
            title: 'Before discounts',
            numeric: true,
            align: 'end',
            card: 'aside',
            render: (row) => <Money minor={row.amount} currency={fee.currency} />,
          },
        ]}
      />
      <ListEnd
        shown={rows.length}
        isMore={items.isMore}
        of="items to bill"
        next="The others follow once these are billed."
      />
      {ticked.length > 0 && (
        <div style={{ padding: 16 }}>
          <EditForm
            action={`/fees/${fee.id}/proposals/items`}
            submit={`Bill ${countOf(ticked.length, 'item')}`}
            guard={false}
            aside={<span className={classes.note}>{money(total, fee.currency)} before discounts</span>}
          >
            <div hidden>
              {ticked.map(({ key, id, particularId }, at) => (
                <span key={key}>
                  <input type="hidden" name={`items[${at}][student_id]`} value={id} />
                  <input type="hidden" name={`items[${at}][item_id]`} value={particularId} />
                </span>
              ))}
            </div>
          </EditForm>
        </div>
      )}
    </Card>
  );
}
