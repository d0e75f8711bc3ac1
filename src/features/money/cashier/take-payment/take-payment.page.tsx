import { useEffect, useRef, useState } from 'react';
import { Button, LinkButton } from '#ui/button.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DateText, Secondary, Money } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import type { takePaymentPage } from './take-payment.ts';
import { ChildrenDues } from './child-dues.tsx';
import { OpenDayDialog } from '../shared/open-day-dialog.tsx';
import { StudentFinder } from '#features/money/payments/shared/student-finder.tsx';
import { TillForm } from './till-form.tsx';
import { useAllocation } from './use-allocation.ts';
import classes from '#features/money/payments/shared/counter.module.css';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { openByPost } from '#web/client/open-by-post.ts';
import type { TakenPayment } from './take-payment.ts';
import { newKey } from '#ui/form-key.ts';
import { confirm } from '#ui/overlays/confirm.tsx';
import { explain, remote, RemoteError } from '#web/client/remote.ts';
import type { FamilyDues } from '#features/money/payments/family/family-dues.queries.ts';

/** The cashier's screen: who, how much, how; then the receipt. */
export default function TakePaymentPage(props: PropsOf<typeof takePaymentPage>) {
  const { institutionId, institutions, currency, today, day, isUnknown, can } = props;
  const address = useAddress();
  const search = useRef<HTMLInputElement>(null);
  const amount = useRef<HTMLInputElement>(null);
  const [isOpening, setOpening] = useState(day === null);
  const till = useTill(props.family);
  const allocation = useAllocation(till.family, today);
  const isYesterdays = day !== null && day.day !== today;
  const isAsking = isOpening || till.taken !== null;
  // A dialog that closes returns the focus to where it was, so this comes after it.
  useEffect(() => {
    if (!isAsking) (till.family ? amount : search).current?.focus();
  }, [isAsking, till.family]);
  const take = (fields: Record<string, string>) => {
    if (!day) return setOpening(true);
    const shares = allocation.shares();
    if (allocation.amount === null || shares.length === 0)
      return till.setErrors({ shares: 'Enter an amount above zero, such as 12,500.00.' });
    void till.take({ ...fields, shares });
  };
  return (
    <>
      <PageHeader
        title="Take payment"
        action={day && <LinkButton href={address.href(`/cashier-days/${day.id}`)}>My session</LinkButton>}
      />
      <div className={classes.main}>
        {institutions.length > 1 && <InstitutionChoice institutionId={institutionId} institutions={institutions} />}
        {!day && (
          <div className={classes.notice}>
            <span>Your cashier session isn’t open.</span>
            <Button tone="primary" small onClick={() => setOpening(true)}>
              Open session
            </Button>
          </div>
        )}
        {isYesterdays && (
          <div className={classes.notice}>
            <span>
              Your session of <DateText value={day.day} /> is still open. Count and close it first.
            </span>
            <LinkButton small tone="primary" href={address.href(`/cashier-days/${day.id}`)}>
              Close it
            </LinkButton>
          </div>
        )}
        <StudentFinder
          search={`/payments/student-options?institution_id=${institutionId}`}
          input={search}
          onChoose={(id) => void till.find(id)}
        />
        {isUnknown && !till.family && <p role="alert">This student wasn’t found. Search by name.</p>}
        {till.family ? (
          <div className={classes.counter}>
            <ChildrenDues family={till.family} allocation={allocation} currency={currency} today={today} />
            <TillForm
              key={till.family.children[0]!.id}
              family={till.family}
              allocation={allocation}
              amount={amount}
              currency={currency}
              today={today}
              canBackdate={can.backdate}
              errors={till.errors}
              busy={till.busy}
              onTake={take}
            />
          </div>
        ) : (
          <>
            {till.errors['form'] && (
              <p role="alert" className={classes.error}>
                {till.errors['form']}
              </p>
            )}
            <Secondary>
              Type three letters of a name or an admission number, or scan the code on a bill. Press Enter to choose.
            </Secondary>
          </>
        )}
      </div>
      <TakenDialog taken={till.taken} onNext={till.next} />
      <OpenDayDialog
        open={isOpening}
        institutionId={institutionId}
        currency={currency}
        onClose={() => setOpening(false)}
      />
    </>
  );
}

interface TakenDialogProps {
  taken: TakenPayment | null;
  onNext: () => void;
}

/** The receipt's number and its prints; Enter goes on to the next payment. */
function TakenDialog({ taken, onNext }: TakenDialogProps) {
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // After the dialog has placed the focus.
    if (taken) requestAnimationFrame(() => next.current?.focus());
  }, [taken]);
  const print = (paper: string) => openByPost(`/payments/${taken!.id}/receipt?paper=${paper}`);
  return (
    <Dialog
      open={taken !== null}
      onClose={onNext}
      title={taken?.receipt ? `Receipt ${taken.receipt}` : 'Cheque recorded'}
      footer={
        <>
          <Button onClick={() => print('a4')}>Print A4</Button>
          <Button onClick={() => print('a5')}>Print A5</Button>
          <Button onClick={() => print('roll')}>Print 80 mm</Button>
          <Button ref={next} tone="primary" onClick={onNext}>
            Next payment
          </Button>
        </>
      }
    >
      {taken && (
        <div className={classes.taken}>
          <strong>
            <Money minor={taken.amount} currency={taken.currency} />
          </strong>
          <p>{taken.names.join(', ')}</p>
          {taken.credit > 0 && (
            <p>
              <Money minor={taken.credit} currency={taken.currency} /> is kept as credit.
            </p>
          )}
          {!taken.receipt && (
            <Secondary>Print the acknowledgement slip. The receipt follows when the cheque has cleared.</Secondary>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** Finds a family and takes its payment. Asks about a possible duplicate, and reloads the figures when they have changed. */
function useTill(first: FamilyDues | null) {
  const [family, setFamily] = useState(first);
  const [taken, setTaken] = useState<TakenPayment | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  // Kept while no answer has come, so that a second try cannot pay twice.
  const key = useRef(newKey());

  const find = async (studentId: number): Promise<boolean> => {
    setErrors({});
    try {
      const { json } = await remote<{ family: FamilyDues | null }>('get', '/payments/family', {
        student_id: studentId,
      });
      setFamily(json.family);
      if (!json.family) setErrors({ form: 'This student wasn’t found. Search again.' });
      return json.family !== null;
    } catch (error) {
      setErrors({ form: explain(error).message });
      return false;
    }
  };

  const send = async (body: Record<string, unknown>): Promise<void> => {
    setBusy(true);
    setErrors({});
    try {
      const { json } = await remote<TakenPayment>('post', '/payments', body as never, { key: key.current });
      key.current = newKey();
      setTaken(json);
    } catch (error) {
      const isRefused = error instanceof RemoteError;
      if (isRefused) key.current = newKey();
      const { errors: fields, message } = explain(error);
      const twin = fields['reference_again'];
      if (twin) return void (await again(twin, body));
      setErrors(isRefused && Object.keys(fields).length ? fields : { form: message });
      if (fields['open']) await refresh(fields);
    } finally {
      setBusy(false);
    }
  };

  const again = async (twin: string, body: Record<string, unknown>) => {
    const isOther = await confirm({
      title: 'Possible duplicate payment',
      body: `${twin} Take this one as well only if it is different money.`,
      action: 'Take this payment too',
      tone: 'bad',
    });
    if (isOther) await send({ ...body, reference_again: 'true' });
  };

  const refresh = async (fields: Record<string, string>) => {
    const head = family?.children[0];
    if (head && (await find(head.id))) setErrors(fields);
  };

  return {
    family,
    taken,
    errors,
    busy,
    find,
    setErrors,
    take: (body: Record<string, unknown>) => send({ student_id: family!.children[0]!.id, ...body }),
    next: () => {
      setTaken(null);
      setFamily(null);
      setErrors({});
    },
  };
}
