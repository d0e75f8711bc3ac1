import { EditForm } from '#ui/forms/edit-form.tsx';
import { NumberField, TextField } from '#ui/forms/fields.tsx';
import { MoneyField } from '#ui/forms/money-field.tsx';
import { money } from '#ui/format.ts';
import { Card } from '#ui/records/card.tsx';
import type { MessageProvidersProps } from '../sending.pages.ts';
import classes from './sending.module.css';

export function Budget({ institutionId, currency, budget }: MessageProvidersProps) {
  const { month, spent, waiting, warnBelow } = budget;
  return (
    <Card title="Budget">
      <p className={classes.note}>
        This month’s messages cost {money(spent, currency)} so far
        {waiting > 0 && `, of which ${money(waiting, currency)} are waiting to be sent`}. Only what has a price is
        counted.
      </p>
      <EditForm action="/message-providers/budget" submit="Save budget">
        <input type="hidden" name="institution_id" value={institutionId} />
        <MoneyField
          name="budget_month"
          label="Budget of a month"
          currency={currency}
          defaultValue={month}
          optional
          help="A message that would cost more than what is left isn’t sent, unless somebody may overspend."
        />
        <NumberField
          name="warn_below"
          label="Warn below"
          optional
          min={0}
          step="any"
          defaultValue={warnBelow}
          help="In the unit of the provider’s balance, which is asked every hour."
        />
      </EditForm>
    </Card>
  );
}

export const QuietHours = ({ institutionId, quiet }: MessageProvidersProps) => (
  <Card title="Quiet hours">
    <EditForm action="/message-providers/hours" submit="Save hours">
      <input type="hidden" name="institution_id" value={institutionId} />
      <TextField name="quiet_from" label="From" type="time" optional defaultValue={quiet.from} />
      <TextField
        name="quiet_until"
        label="Until"
        type="time"
        optional
        defaultValue={quiet.until}
        help="In these hours only codes are sent, such as those for signing in. The rest waits until they are over."
      />
    </EditForm>
  </Card>
);
