import { useRef, useState } from 'react';
import { newKey } from '#ui/form-key.ts';
import { confirm } from '#ui/overlays/confirm.tsx';
import { explain, remote, RemoteError } from '#web/client/remote.ts';
import type { FamilyDues } from '#features/money/payments/family/family-dues.queries.ts';
import type { TakenPayment } from './take-payment.ts';

/** Finds a family and takes its payment. Asks about a possible duplicate, and reloads the figures when they have changed. */
export function useTill(first: FamilyDues | null) {
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
      title: 'Taken already?',
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
