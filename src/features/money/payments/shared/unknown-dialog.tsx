import { EditForm } from '#ui/forms/edit-form.tsx';
import { DatePickerField } from '#ui/fields/date-fields.tsx';
import { CheckboxField, TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { MoneyField } from '#ui/forms/money-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

interface UnknownDialogProps {
  institutions: { id: number; name: string; currency: string }[];
  open: boolean;
  onClose: () => void;
}

/** Records money in the bank that nobody can place yet. */
export function UnknownDialog({ institutions, open, onClose }: UnknownDialogProps) {
  const [first] = institutions;
  return (
    <Dialog open={open} onClose={onClose} title="Record an unidentified payment">
      <EditForm action="/unidentified-payments" submit="Record payment" guard={false} onSuccess={onClose}>
        {institutions.length > 1 ? (
          <SelectField
            name="institutionId"
            label="Institution"
            options={institutions.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        ) : (
          <input type="hidden" name="institutionId" value={first?.id} />
        )}
        <MoneyField name="amount" label="Amount" currency={first?.currency} />
        <SelectField
          name="channel"
          label="Channel"
          placeholder={null}
          options={[
            { value: 'transfer', label: 'Transfer' },
            { value: 'pos', label: 'POS' },
          ]}
        />
        <TextField name="reference" label="Reference" maxLength={100} />
        <DatePickerField name="day" label="Payment date" />
        <TextField name="payer_name" label="Payer on the statement" optional maxLength={150} />
        <TextField name="note" label="Note" optional maxLength={300} />
        <CheckboxField name="reference_again" label="Different money with the same reference" />
      </EditForm>
    </Dialog>
  );
}
