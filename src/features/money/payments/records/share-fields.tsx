import { MoneyField } from '#ui/forms/money-field.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { money } from '#ui/format.ts';
import type { PaymentRecord } from './payment-record.queries.ts';

/** The student whose share of a payment is corrected, and how much of it. */
export function ShareFields({ payment, label }: { payment: PaymentRecord; label: string }) {
  const { shares, currency } = payment;
  const [only] = shares;
  return (
    <>
      {shares.length === 1 ? (
        <input type="hidden" name="student_id" value={only!.studentId} />
      ) : (
        <SelectField
          name="student_id"
          label="Student"
          options={shares.map(({ studentId, name, amount, refunded }) => ({
            value: String(studentId),
            label: `${name}, ${money(amount - refunded, currency)}`,
          }))}
        />
      )}
      <MoneyField
        name="amount"
        label={label}
        currency={currency}
        defaultValue={shares.length === 1 ? only!.amount - only!.refunded : null}
      />
    </>
  );
}
