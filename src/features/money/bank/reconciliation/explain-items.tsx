import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { countOf } from '#ui/format.ts';
import { DateText, Money, Secondary } from '#ui/text.tsx';
import type { Item } from './figures.ts';
import { itemFates, itemLabels } from './reconciliation-labels.ts';
import classes from './reconciliation.module.css';

interface ItemTableProps {
  items: Item[];
  currency: string;
  canTick?: boolean;
}

/** An item on one side only, with its age and explanation. */
export function ItemTable({ items, currency, canTick = false }: ItemTableProps) {
  if (items.length === 0) return <p className={classes.empty}>Nothing. Both sides match.</p>;
  return (
    <div>
      {(['entry', 'line'] as const).map((kind) => {
        const rows = items.filter((item) => item.kind === kind);
        if (rows.length === 0) return null;
        return (
          <table key={kind} className={classes.table}>
            <caption>{itemLabels[kind]}</caption>
            <tbody>
              {rows.map((item) => (
                <tr key={item.id}>
                  <td>
                    <label className={classes.item}>
                      {canTick && <input type="checkbox" name="items[]" value={`${kind}:${item.id}`} />}
                      <span>
                        <DateText value={item.day} /> {item.words}{' '}
                        <Secondary>
                          {countOf(item.age, 'day')} old. {item.explanation ?? 'Not explained yet.'}
                          {item.isSettled && ' Already in both balances.'}
                        </Secondary>
                      </span>
                    </label>
                  </td>
                  <td className={classes.number}>
                    <Money minor={item.amount} currency={currency} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        );
      })}
    </div>
  );
}

/** Ticked items get one explanation. */
export function ExplainItems({
  accountId,
  through,
  ...table
}: ItemTableProps & { accountId: number; through: string }) {
  if (table.items.length === 0) return <ItemTable {...table} />;
  return (
    <div className={classes.form}>
      <EditForm action={`/bank-accounts/${accountId}/reconciliation/explain`} submit="Save explanation" guard={false}>
        <input type="hidden" name="through" value={through} />
        <div data-field="items">
          <ItemTable {...table} canTick />
        </div>
        <ChoiceField name="fate" label="What it is" defaultValue="waiting" options={itemFates} />
        <TextField
          name="explanation"
          label="Explanation"
          maxLength={300}
          help="For all ticked items, such as “Cheque of 30 October, presented in November”."
        />
      </EditForm>
    </div>
  );
}
