import { useState, type ReactNode } from 'react';
import { Menu } from '#ui/overlays/menu.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { SearchSelectField } from '#ui/fields/search-select.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import buttons from '#ui/button.module.css';
import { cx } from '#ui/cx.ts';
import { AgainField } from '../shared/again-field.tsx';
import type { PaymentRecord } from './receipts.ts';
import { MoneyField } from '#ui/forms/money-field.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { money } from '#ui/format.ts';

type Act = 'clear' | 'bounce' | 'place' | 'refund' | 'move' | 'unplace' | 'reverse';

const words: Record<Act, { label: string; submit: string; note: string }> = {
  clear: {
    label: 'Clear cheque',
    submit: 'Clear cheque',
    note: 'The bank has credited it. It pays the outstanding fees and gets a receipt.',
  },
  bounce: {
    label: 'Cheque bounced',
    submit: 'Record bounce',
    note: 'The bank hasn’t paid it. The fees stay owed.',
  },
  place: {
    label: 'Identify',
    submit: 'Identify payment',
    note: 'Choose the student. It pays the oldest due first.',
  },
  refund: { label: 'Refund', submit: 'Request refund', note: 'A second person approves it. Then it is handed over.' },
  move: {
    label: 'Move to a sibling',
    submit: 'Request move',
    note: 'A second person approves it. It pays the sibling’s fees.',
  },
  unplace: {
    label: 'Return to unidentified',
    submit: 'Request return',
    note: 'For a payment matched to the wrong student. A second person approves it. The fees it paid are owed again, and it waits to be identified.',
  },
  reverse: {
    label: 'Reverse',
    submit: 'Request reversal',
    note: 'For a payment that was never received. A second person approves it. The receipt number is not used again.',
  },
};

/** What may still be done with a payment, each in a dialog of its own. */
export function Corrections({ payment }: { payment: PaymentRecord }) {
  const [act, setAct] = useState<Act | null>(null);
  const { can } = payment;
  const offered = (
    [
      ['clear', can.settle],
      ['bounce', can.settle],
      ['place', can.place],
      ['refund', can.refund],
      ['move', can.move],
      ['unplace', can.unplace],
      ['reverse', can.reverse],
    ] as const
  ).filter(([, isOffered]) => isOffered);
  if (offered.length === 0) return null;
  return (
    <>
      <Menu
        label="Correct this payment"
        trigger="Correct"
        triggerClass={cx(buttons.button, buttons.quiet)}
        items={offered.map(([one]) => ({ label: words[one].label, onSelect: () => setAct(one) }))}
      />
      <Dialog open={act !== null} onClose={() => setAct(null)} title={act ? words[act].label : ''}>
        {act && (
          <EditForm
            action={`/payments/${payment.id}/${act}`}
            submit={words[act].submit}
            guard={false}
            onSuccess={() => setAct(null)}
          >
            <p>{words[act].note}</p>
            {fields[act](payment)}
          </EditForm>
        )}
      </Dialog>
    </>
  );
}

const reason = <TextareaField name="reason" label="Reason" rows={2} maxLength={300} />;

const fields: Record<Act, (payment: PaymentRecord) => ReactNode> = {
  clear: () => (
    <>
      <DatePickerField name="day" label="Day of the bank’s credit" optional help="Today, if left empty." />
      <AgainField />
    </>
  ),
  bounce: () => reason,
  place: ({ institutionId }) => (
    <SearchSelectField
      name="student_id"
      label="Student"
      search={`/payments/student-options?institution_id=${institutionId}`}
    />
  ),
  refund: (payment) => (
    <>
      <ShareFields payment={payment} label="Amount to refund" />
      {reason}
    </>
  ),
  move: (payment) => (
    <>
      <ShareFields payment={payment} label="Amount to move" />
      <SearchSelectField
        name="to_student_id"
        label="To"
        search={`/payments/student-options?institution_id=${payment.institutionId}`}
      />
      {reason}
    </>
  ),
  unplace: () => reason,
  reverse: () => reason,
};

/** The student whose share of a payment is corrected, and how much of it. */
function ShareFields({ payment, label }: { payment: PaymentRecord; label: string }) {
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
