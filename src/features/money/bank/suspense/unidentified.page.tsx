import { useEffect, useRef, useState, useMemo } from 'react';
import { LinkButton, Button } from '#ui/button.tsx';
import { dateText, money, listName } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { Card } from '#ui/records/card.tsx';
import { DescriptionList } from '#ui/records/description-list.tsx';
import { EmptyState } from '#ui/states.tsx';
import { explain, remote } from '#web/client/remote.ts';
import type { PropsOf } from '#web/page.ts';
import { channels } from '#features/money/ledger/channels.ts';
import { receiptNumber } from '#features/money/payments/payments.ts';
import type { FamilyDues, ChildDues } from '#features/money/payments/family/family-dues.queries.ts';
import { StudentFinder } from '#features/money/payments/shared/student-finder.tsx';
import type { unidentifiedPage, UnidentifiedPayment } from './suspense.routes.ts';
import classes from './place.module.css';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { Money, Secondary } from '#ui/text.tsx';
import { invoiceNumber } from '#features/money/invoices/invoices.ts';
import { AgainField } from '#features/money/payments/shared/again-field.tsx';
import { AmountInput } from '#features/money/payments/shared/amount-input.tsx';
import { allocateOldestFirst } from '#features/money/invoices/dues/allocate.ts';

/** One unidentified payment: whose it is, and what it pays. */
export default function UnidentifiedPage({ payment }: PropsOf<typeof unidentifiedPage>) {
  const { href } = useAddress();
  const input = useRef<HTMLInputElement>(null);
  const [family, setFamily] = useState<FamilyDues | null>(null);
  const [trouble, setTrouble] = useState('');
  useEffect(() => input.current?.focus(), []);
  const find = async (studentId: number) => {
    setTrouble('');
    try {
      const { json } = await remote<{ family: FamilyDues | null }>('get', '/unidentified-payments/family', {
        student_id: studentId,
      });
      setFamily(json.family);
      if (!json.family) setTrouble('This student wasn’t found. Search again.');
    } catch (error) {
      setTrouble(explain(error).message);
    }
  };
  const { amount, currency, channel, day, reference, payer, narration, number } = payment;
  return (
    <>
      <PageHeader
        title={`Identify ${money(amount, currency)}`}
        breadcrumbs={[{ label: 'Unidentified payments', href: href('/unidentified-payments') }]}
      />
      <div className={classes.stack}>
        <Card>
          <DescriptionList
            items={[
              ['Day', dateText(day)],
              ['Channel', channels[channel]],
              ['Reference', reference],
              ['Narration', narration],
              ['Payer', payer],
              ['Receipt', number === null ? null : receiptNumber(number)],
            ]}
          />
        </Card>
        {payment.inSuspense ? (
          <>
            <StudentFinder
              search={`/unidentified-payments/student-options?institution_id=${payment.institutionId}`}
              input={input}
              onChoose={(id) => void find(id)}
            />
            {trouble && <p role="alert">{trouble}</p>}
            {family && <PlaceForm key={family.children[0]!.id} payment={payment} family={family} />}
          </>
        ) : (
          <EmptyState
            title="This payment has been identified"
            action={<LinkButton href={href(`/payment_records/${payment.id}`)}>Open payment</LinkButton>}
          >
            See its record for the student and the fees it paid.
          </EmptyState>
        )}
      </div>
    </>
  );
}

/** Splits an unidentified payment over a family, and says what it pays before it is saved. */
function PlaceForm({ payment, family }: { payment: UnidentifiedPayment; family: FamilyDues }) {
  const { amount, currency } = payment;
  const split = useSplit(family, amount);
  const { children } = family;
  const shares = children.flatMap(({ id }) => (split.parts.get(id) ? { id, part: split.parts.get(id)! } : []));
  return (
    <>
      <Card title={children.length > 1 ? 'Split between siblings' : 'What is owed'} flush>
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
        <p role="status" className="problem">
          {split.left > 0
            ? `${money(split.left, currency)} isn’t assigned yet.`
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
          <p className="ink-2">
            The money leaves suspense and pays the invoices above. If you choose the wrong student, open the payment and
            return it to unidentified: a second person has to approve that.
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

type Children = FamilyDues['children'];

/** How a payment is split over a family: what each owes, the oldest due first, until somebody changes a part. */
function useSplit(family: FamilyDues, amount: number) {
  const first = useMemo(() => oldestFirst(family.children, amount), [family, amount]);
  const [parts, setParts] = useState<ReadonlyMap<number, number | null>>(first);
  const given = [...parts.values()].reduce<number>((sum, part) => sum + (part ?? 0), 0);
  return {
    parts,
    left: amount - given,
    setPart: (studentId: number, part: number | null) => setParts(new Map(parts).set(studentId, part)),
    /** All of it for one child. */
    giveAll: (studentId: number) =>
      setParts(new Map(family.children.map(({ id }) => [id, id === studentId ? amount : 0]))),
    isReady: amount === given && [...parts.values()].every((part) => part !== null && part >= 0),
  };
}

/** What is not owed by anybody is credit of the child that was searched for. */
function oldestFirst(children: Children, amount: number): ReadonlyMap<number, number> {
  const { allocations } = allocateOldestFirst(
    children.flatMap(({ invoices }) => invoices),
    amount,
  );
  const parts = new Map(
    children.map((child) => [
      child.id,
      allocations
        .filter(({ invoiceId }) => child.invoices.some(({ id }) => id === invoiceId))
        .reduce((sum, part) => sum + part.amount, 0),
    ]),
  );
  const rest = amount - [...parts.values()].reduce((sum, part) => sum + part, 0);
  const [head] = children;
  return parts.set(head!.id, parts.get(head!.id)! + rest);
}

/** What a child's part pays, and what of it is credit. */
function paidBy({ invoices }: Children[number], part: number) {
  const { allocations } = allocateOldestFirst(invoices, part);
  const paid = allocations.reduce((sum, { amount }) => sum + amount, 0);
  return {
    invoices: allocations.map(({ invoiceId, amount }) => ({ ...invoices.find(({ id }) => id === invoiceId)!, amount })),
    credit: part - paid,
  };
}
