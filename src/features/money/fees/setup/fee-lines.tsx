import { FieldRow } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { MoneyField } from '#ui/forms/money-field.tsx';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { NestedRecords } from '#ui/records/nested-records.tsx';
import type { FeeDetails } from './fee.queries.ts';
import { percentText } from './percent-text.ts';
import { choicesOf } from '../shared/choices-of.ts';

interface Named {
  id: number;
  name: string;
}

type Particular = Omit<FeeDetails['particulars'][number], 'category' | 'chosen'>;

/** What a fee charges. */
export function ParticularsFields({
  particulars,
  categories,
  currency,
}: {
  particulars: Particular[] | undefined;
  categories: Named[];
  currency: string;
}) {
  const first = categories[0];
  const started = first ? [{ id: 0, name: '', categoryId: first.id, amount: null, isOptional: false }] : [];
  const records: (Omit<Particular, 'amount'> & { amount: number | null })[] = particulars ?? started;
  return (
    <NestedRecords name="particulars" noun="item" records={records} max={40} sortable>
      {({ value, field }) => (
        <>
          <FieldRow>
            <TextField
              name={field('name')}
              label="Item"
              defaultValue={value?.name}
              maxLength={120}
              placeholder="Tuition"
              autoComplete="off"
            />
            <MoneyField
              name={field('amount')}
              label="Amount"
              currency={currency}
              defaultValue={value?.amount ?? null}
            />
          </FieldRow>
          <SelectField
            name={field('categoryId')}
            label="Category"
            placeholder={null}
            defaultValue={String(value?.categoryId ?? first?.id ?? '')}
            options={choicesOf(categories)}
          />
          <CheckboxField
            name={field('isOptional')}
            label="Optional: only students who choose it pay"
            defaultChecked={value?.isOptional}
          />
        </>
      )}
    </NestedRecords>
  );
}

/** When a fee is due: once, or in instalments. */
export function InstalmentsFields({
  instalments,
  firstDay,
  currency,
}: {
  instalments: FeeDetails['instalments'] | undefined;
  firstDay: string;
  currency: string;
}) {
  const records = instalments ?? [{ id: 0, dueOn: firstDay, percent: null, amount: null }];
  return (
    <NestedRecords name="instalments" noun="instalment" records={records} max={24}>
      {({ value, field }) => (
        <>
          <DatePickerField name={field('dueOn')} label="Due on" defaultValue={value?.dueOn} />
          <FieldRow>
            <TextField
              name={field('percent')}
              label="Percentage"
              optional
              inputMode="decimal"
              defaultValue={percentText(value?.percent)}
              placeholder="50"
              autoComplete="off"
            />
            <MoneyField
              name={field('amount')}
              label="Or amount"
              optional
              currency={currency}
              defaultValue={value?.amount ?? null}
            />
          </FieldRow>
        </>
      )}
    </NestedRecords>
  );
}

/** The discounts of a fee, in the order in which they apply. */
export function DiscountsFields({
  discounts,
  schemes,
}: {
  discounts: FeeDetails['discounts'] | undefined;
  schemes: Named[];
}) {
  const chosen = discounts ?? [];
  const kept = chosen.filter(({ schemeId }) => !schemes.some(({ id }) => id === schemeId));
  const options = choicesOf([...schemes, ...kept.map(({ schemeId, name }) => ({ id: schemeId, name }))]);
  const records = chosen.map(({ schemeId }) => ({ id: schemeId }));
  return (
    <NestedRecords name="discounts" noun="discount" records={records} max={20} sortable compact>
      {({ value, field }) => (
        <SelectField
          name={field('schemeId')}
          label="Discount"
          defaultValue={value ? String(value.id) : ''}
          options={options}
        />
      )}
    </NestedRecords>
  );
}
