import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { Card } from '#ui/records/card.tsx';
import type { LineProps } from '../bank.pages.ts';
import classes from '../bank.module.css';

/** A line that is no fee: posted to an account, or ignored with a remark. */
export function LineOther({ line, accounts }: Pick<LineProps, 'line' | 'accounts'>) {
  return (
    <div className={classes.choices}>
      <Card title="Post it to an account">
        <EditForm action={`/bank-lines/${line.id}/post`} submit="Post to account" guard={false}>
          <SelectField
            name="ledger_account_id"
            label="Account"
            options={accounts.map(({ id, label }) => ({ value: String(id), label }))}
            defaultValue={line.postingAccountId ?? undefined}
          />
          <TextField name="remark" label="Remark" maxLength={300} placeholder="Bank charge" autoComplete="off" />
          {line.amount < 0 && (
            <TextField
              name="remember"
              label="Remember for lines with the words"
              optional
              maxLength={80}
              placeholder="SMS ALERT"
              help="From the next statement on, this account is proposed for money out with these words."
              autoComplete="off"
            />
          )}
        </EditForm>
      </Card>
      <Card title="Ignore it">
        <EditForm action={`/bank-lines/${line.id}/ignore`} submit="Ignore line" guard={false}>
          <TextField
            name="remark"
            label="Why it is ignored"
            maxLength={300}
            placeholder="Transfer between own accounts"
            autoComplete="off"
          />
        </EditForm>
      </Card>
    </div>
  );
}
