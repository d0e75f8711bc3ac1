import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { TextField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { roundingChoices } from './rounding.ts';
import type { PropsOf } from '#web/page.ts';
import type { feeCopyPage, CopyPreview } from './copying.routes.ts';
import { percentText } from '../setup/percent-text.ts';
import classes from '../shared/fees.module.css';
import { DateText, Money, Secondary } from '#ui/text.tsx';
import { audienceText } from '../audience/audience-input.ts';

/** Copies the fees of a term to another one, with a rise or fall, after showing what each becomes. */
export default function FeeCopyPage({ places, from, to, adjustment, rows, ...place }: PropsOf<typeof feeCopyPage>) {
  const address = useAddress();
  const { institutionId, currency } = place;
  const named = (isTarget: boolean) =>
    places
      .filter(({ fees, isClosed }) => (isTarget ? !isClosed : fees > 0))
      .map(({ key, name, fees }) => ({ value: key, label: isTarget ? name : `${name} (${fees})` }));
  const change = (key: string) => (event: { target: { value: string } }) => address.go({ [key]: event.target.value });
  return (
    <>
      <PageHeader
        title="Copy last term’s fees"
        breadcrumbs={[{ label: 'Fees', href: address.href('/fees') }]}
        description="Choose the terms and the change; the table shows what each fee becomes. Due dates move with the start of the term."
      />
      <EditForm
        key={institutionId}
        action="/fees/copy"
        submit="Copy ticked fees"
        cancelHref={address.href('/fees')}
        guard={false}
      >
        <FormSection title="Terms">
          <InstitutionChoice {...place} />
          <FieldRow>
            <SelectField name="from" label="From" value={from} onChange={change('from')} options={named(false)} />
            <SelectField
              name="to"
              label="To"
              value={to}
              onChange={change('to')}
              options={named(true).filter(({ value }) => value !== from)}
            />
          </FieldRow>
        </FormSection>
        <FormSection title="Amounts" tour="copy-change">
          <FieldRow>
            <SelectField
              name="direction"
              label="Change"
              placeholder={null}
              value={adjustment.direction}
              onChange={change('direction')}
              options={[
                { value: 'up', label: 'Raise by' },
                { value: 'down', label: 'Lower by' },
              ]}
            />
            <TextField
              key={adjustment.percent}
              name="percent"
              label="Percentage"
              optional
              inputMode="decimal"
              defaultValue={adjustment.percent ? percentText(adjustment.percent) : ''}
              placeholder="0"
              autoComplete="off"
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                // Shows the new amounts first.
                event.preventDefault();
                event.currentTarget.blur();
              }}
              onBlur={(event) =>
                event.target.value !== percentText(adjustment.percent || null) && change('percent')(event)
              }
            />
            <SelectField
              name="step"
              label="Round to"
              placeholder={null}
              value={String(adjustment.step)}
              onChange={change('step')}
              options={roundingChoices(currency)}
            />
          </FieldRow>
        </FormSection>
        {rows.length > 0 ? (
          <CopyTable rows={rows} currency={currency} />
        ) : (
          <p className={classes.note}>
            {from && to ? 'There are no fees to copy.' : 'Choose a term with fees, and the term to copy them to.'}
          </p>
        )}
      </EditForm>
    </>
  );
}

/** What each fee becomes, with a box to leave it out. */
function CopyTable({ rows, currency }: { rows: CopyPreview[]; currency: string }) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Fee</th>
            <th scope="col" className={classes.amount}>
              Now
            </th>
            <th scope="col" className={classes.amount}>
              New
            </th>
            <th scope="col">Due</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={`${row.id} ${row.isThere}`} row={row} currency={currency} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row, currency }: { row: CopyPreview; currency: string }) {
  const { id, title, isThere, particulars, dates } = row;
  return (
    <tr>
      <td className={classes.name}>
        <label>
          <input type="checkbox" name="fees[]" value={id} defaultChecked={!isThere} disabled={isThere} /> {title}
        </label>
        {!isThere && <input type="hidden" name={`shown.${id}`} value={row.after} />}
        <div>
          <Secondary>{isThere ? 'Already exists in that term' : audienceText(row.audience)}</Secondary>
        </div>
      </td>
      <td className={`${classes.amount} ${classes.old}`}>
        <Money minor={row.before} currency={currency} />
        {particulars.map((item) => (
          <div key={item.name}>
            <Secondary>
              {item.name} <Money minor={item.before} currency={currency} />
            </Secondary>
          </div>
        ))}
      </td>
      <td className={classes.amount}>
        <Money minor={row.after} currency={currency} />
        {particulars.map((item) => (
          <div key={item.name}>
            <Secondary>
              <Money minor={item.after} currency={currency} />
            </Secondary>
          </div>
        ))}
      </td>
      <td>
        {dates.map((date) => (
          <div key={date.before}>
            <DateText value={date.after} />
          </div>
        ))}
      </td>
    </tr>
  );
}
