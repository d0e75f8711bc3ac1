import { useState } from 'react';
import { EditForm, FieldRow, FormSection } from '#ui/forms/edit-form.tsx';
import { CheckboxField, TextField } from '#ui/forms/fields.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { MoneyField } from '#ui/forms/money-field.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import type { FeeDuplicateProps, feeDuplicatePage } from './copying.routes.ts';
import classes from '../shared/fees.module.css';

/** Copies a fee for several classes at once. */
export default function FeeDuplicatePage({ fee, currency, ...props }: PropsOf<typeof feeDuplicatePage>) {
  const { href } = useAddress();
  const words = useTerms();
  return (
    <>
      <PageHeader
        title={`Duplicate ${fee.title}`}
        breadcrumbs={[
          { label: 'Fees', href: href('/fees') },
          { label: fee.title, href: href(`/fees/${fee.id}`) },
        ]}
        description="Items, due dates, discounts and the fine are copied. Tick the classes and change the amounts that differ."
      />
      <EditForm action={`/fees/${fee.id}/duplicate`} submit="Add fees" cancelHref={href(`/fees/${fee.id}`)} long>
        <FormSection title={words.classes}>
          {props.classes.map((each) => (
            <Copy key={each.id} fee={fee} currency={currency} to={each} />
          ))}
          {props.classes.length === 0 && <p>There are no other classes.</p>}
        </FormSection>
      </EditForm>
    </>
  );
}

function Copy({
  fee,
  currency,
  to,
}: Omit<FeeDuplicateProps, 'classes'> & { to: FeeDuplicateProps['classes'][number] }) {
  const [isChosen, setChosen] = useState(false);
  const name = `copies.${to.id}`;
  return (
    <div className={classes.row}>
      <CheckboxField
        name={`${name}.isChosen`}
        label={`${to.name} (${to.program})`}
        help={to.isTaken ? `A fee named ${to.title} already exists.` : undefined}
        checked={isChosen}
        onChange={(event) => setChosen(event.target.checked)}
      />
      {isChosen && (
        <>
          <TextField name={`${name}.title`} label="Title" defaultValue={to.title} maxLength={120} autoComplete="off" />
          <FieldRow>
            {fee.particulars.map((row) => (
              <MoneyField
                key={row.id}
                name={`${name}.amounts.${row.id}`}
                label={row.isOptional ? `${row.name} (optional item)` : row.name}
                currency={currency}
                defaultValue={row.amount}
              />
            ))}
          </FieldRow>
        </>
      )}
    </div>
  );
}
