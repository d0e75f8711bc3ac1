import { useEffect, useRef, useState } from 'react';
import { Button, LinkButton } from '#ui/button.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DateText, Secondary } from '#ui/text.tsx';
import type { PropsOf } from '#web/page.ts';
import type { takePaymentPage, TakenPayment } from './take-payment.ts';
import { ChildrenDues } from './child-dues.tsx';
import { OpenDayDialog } from '../shared/open-day-dialog.tsx';
import { StudentFinder } from '#features/money/payments/shared/student-finder.tsx';
import { TakenDialog } from './taken-dialog.tsx';
import { TillForm } from './till-form.tsx';
import { useAllocation } from './use-allocation.ts';
import classes from '#features/money/payments/shared/counter.module.css';
import { toast } from '#ui/overlays/toast.ts';
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
      <TakenDialog taken={till.taken} onNext={till.next} onUndo={till.undo} />
      <OpenDayDialog
        open={isOpening}
        institutionId={institutionId}
        currency={currency}
        onClose={() => setOpening(false)}
      />
    </>
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

  const undo = async () => {
    const { json } = await remote<{ message: string }>('post', `/payments/${taken!.id}/undo`);
    toast({ message: json.message, tone: 'good' });
    setTaken(null);
    await refresh({});
  };

  return {
    family,
    taken,
    errors,
    busy,
    find,
    undo,
    setErrors,
    take: (body: Record<string, unknown>) => send({ student_id: family!.children[0]!.id, ...body }),
    next: () => {
      setTaken(null);
      setFamily(null);
      setErrors({});
    },
  };
}
