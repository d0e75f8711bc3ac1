import { useState } from 'react';
import { FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { NumberField, TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { MoneyField } from '#ui/forms/money-field.tsx';
import { fineKinds } from '../fees.ts';
import type { FeeDetails } from './fee.queries.ts';
import { percentText } from './percent-text.ts';

/** What late payment costs. */
export function FineSection({ fee, currency }: { fee: FeeDetails | null; currency: string }) {
  const [how, setHow] = useState<string>(fee?.fineHow ?? '');
  return (
    <FormSection
      title="Fine for late payment"
      description="Charged every night on instalments that are overdue, as invoices of their own."
      tour="fee-fine"
    >
      <SelectField
        name="fineHow"
        label="Fine"
        optional
        placeholder="No fine"
        value={how}
        onChange={(event) => setHow(event.target.value)}
        options={Object.entries(fineKinds).map(([value, label]) => ({ value, label }))}
      />
      {how && (
        <>
          <FieldRow>
            {how === 'percent' ? (
              <TextField
                name="finePercent"
                label="Percentage"
                inputMode="decimal"
                defaultValue={percentText(fee?.finePercent)}
                placeholder="5"
                autoComplete="off"
              />
            ) : (
              <MoneyField
                name="fineAmount"
                label={how === 'daily' ? 'Amount for each day' : 'Amount'}
                currency={currency}
                defaultValue={fee?.fineAmount ?? null}
              />
            )}
            <NumberField
              name="fineGraceDays"
              label="Days of grace"
              optional
              min={0}
              max={365}
              step={1}
              defaultValue={fee?.fineGraceDays ?? ''}
              help="After the due date."
            />
          </FieldRow>
          <MoneyField
            name="fineCap"
            label="At most"
            optional
            currency={currency}
            defaultValue={fee?.fineCap ?? null}
            help="For each instalment. Leave empty for no limit."
          />
        </>
      )}
    </FormSection>
  );
}
