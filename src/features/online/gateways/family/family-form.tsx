import { useState } from 'react';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { count, money } from '#ui/format.ts';
import { MoneyField } from '#ui/forms/money-field.tsx';
import { Money } from '#ui/text.tsx';
import type { FamilyInstitution } from './my-fees.queries.ts';
import { ChildFees } from './child-fees.tsx';
import { PayByTransfer } from './pay-by-transfer.tsx';
import { TestNotice } from './test-notice.tsx';
import classes from '../shared/fees.module.css';

/** The children of one school with what each owes; what is ticked is paid together. */
export function FamilyForm({ institution }: { institution: FamilyInstitution }) {
  const { id, children, online, currency } = institution;
  const dues = children.flatMap((child) => child.dues);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(dues.map(({ key }) => key)));
  const [isPart, setPart] = useState(false);
  const toggle = (key: string) => setChosen((before) => before.symmetricDifference(new Set([key])));
  const sum = dues.reduce((total, { key, open }) => total + (chosen.has(key) ? open : 0), 0);
  const cards = children.map((child) => (
    <ChildFees
      key={child.id}
      child={child}
      institution={institution}
      chosen={chosen}
      toggle={toggle}
      isOpen={online !== null}
    />
  ));
  if (!online || dues.length === 0)
    return (
      <div className={classes.children}>
        {cards}
        {dues.length > 0 && <PayByTransfer institution={institution} />}
      </div>
    );
  return (
    <>
      {online.isTest && <TestNotice />}
      <EditForm
        action="/my-fees/pay"
        submit={sum && !isPart ? `Pay ${money(sum, currency)}` : 'Pay'}
        guard={false}
        long
      >
        <input type="hidden" name="institution_id" value={id} />
        <div className={classes.children} data-tour="my-fees">
          {cards}
        </div>
        <div className={classes.pay} data-tour="pay-fees">
          <p className={classes.total} role="status">
            <span>
              {chosen.size === dues.length ? 'All fees' : `${count(chosen.size)} of ${count(dues.length)} chosen`}
            </span>
            <strong>
              <Money minor={sum} currency={currency} />
            </strong>
          </p>
          <CheckboxField
            name="part"
            label="Pay a part of it"
            checked={isPart}
            onChange={(event) => setPart(event.target.checked)}
          />
          {isPart ? (
            <MoneyField
              key={sum}
              name="amount"
              label="Amount to pay"
              currency={currency}
              defaultValue={sum}
              help={`At least ${money(Math.min(online.minimum, sum), currency)}. It pays what is due first.`}
            />
          ) : (
            <input type="hidden" name="amount" value={sum} />
          )}
        </div>
      </EditForm>
    </>
  );
}
