import { Button } from '#ui/button.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { listName, money } from '#ui/format.ts';
import { Card } from '#ui/records/card.tsx';
import { Money, Secondary } from '#ui/text.tsx';
import { invoiceNumber } from '#features/money/invoices/invoices.ts';
import type { ChildDues, FamilyDues } from '#features/money/payments/family/family-dues.queries.ts';
import type { UnidentifiedPayment } from './unidentified.queries.ts';
import { AgainField } from '#features/money/payments/shared/again-field.tsx';
import { AmountInput } from '#features/money/payments/shared/amount-input.tsx';
import { paidBy, useSplit } from './use-split.ts';
import classes from './place.module.css';

/** Splits an unidentified payment over a family, and says what it pays before it is saved. */
export function PlaceForm({ payment, family }: { payment: UnidentifiedPayment; family: FamilyDues }) {
  const { amount, currency } = payment;
  const split = useSplit(family, amount);
  const { children } = family;
  const shares = children.flatMap(({ id }) => (split.parts.get(id) ? { id, part: split.parts.get(id)! } : []));
  return (
    <>
      <Card title={children.length > 1 ? 'Split over the family' : 'What is owed'} flush>
        {children.map((child) => (
          <Child
            key={child.id}
            child={child}
            currency={currency}
            part={split.parts.get(child.id) ?? null}
            onPart={(part) => split.setPart(child.id, part)}
            onAll={children.length > 1 ? () => split.giveAll(child.id) : undefined}
          />
        ))}
      </Card>
      {split.left !== 0 && (
        <p role="status" className={classes.left}>
          {split.left > 0
            ? `${money(split.left, currency)} is not given to anybody yet.`
            : `${money(-split.left, currency)} more than the payment.`}
        </p>
      )}
      {split.isReady && (
        <EditForm action={`/payments/${payment.id}/place`} submit="Identify payment" guard={false}>
          <input type="hidden" name="student_id" value={children[0]!.id} />
          <input type="hidden" name="to_list" value="true" />
          <div hidden>
            {shares.map(({ id, part }, at) => (
              <span key={id}>
                <input type="hidden" name={`shares[${at}][student_id]`} value={id} />
                <input type="hidden" name={`shares[${at}][amount]`} value={part} />
              </span>
            ))}
          </div>
          <AgainField />
          <p className={classes.note}>
            The money leaves suspense and pays the invoices above. If it was the wrong student, open the payment and
            return it to the unidentified ones: a second person has to approve that.
          </p>
        </EditForm>
      )}
    </>
  );
}

interface ChildProps {
  child: ChildDues;
  currency: string;
  part: number | null;
  onPart: (part: number | null) => void;
  onAll?: (() => void) | undefined;
}

function Child({ child, currency, part, onPart, onAll }: ChildProps) {
  const owed = child.invoices.reduce((sum, { open }) => sum + open, 0);
  const pays = paidBy(child, part ?? 0);
  return (
    <div className={classes.child}>
      <div>
        <h3>
          {listName(child)}{' '}
          <Secondary>{[child.admissionNumber, child.batchName].filter(Boolean).join(' · ')}</Secondary>
        </h3>
        <Secondary>{owed > 0 ? `Owes ${money(owed, currency)}` : 'Owes nothing'}</Secondary>
        <ul className={classes.pays}>
          {pays.invoices.map(({ id, title, number, amount }) => (
            <li key={id}>
              Pays <Money minor={amount} currency={currency} /> of {title}{' '}
              <Secondary>{invoiceNumber(number)}</Secondary>
            </li>
          ))}
          {pays.credit > 0 && (
            <li>
              <Money minor={pays.credit} currency={currency} /> becomes credit
            </li>
          )}
        </ul>
      </div>
      <div className={classes.part}>
        <AmountInput aria-label={`Amount for ${listName(child)}`} value={part} onChange={onPart} />
        {onAll && (
          <Button small tone="plain" onClick={onAll}>
            All of it
          </Button>
        )}
      </div>
    </div>
  );
}
