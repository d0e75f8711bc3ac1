import { useState, type FormEvent } from 'react';
import type { FormState } from '#ui/public/fields.tsx';
import type { ApplyProps } from './public.pages.ts';

/** The fields of the second form sit among those of the first; this is its name. */
export const buyForm = 'buy-pin';

/** What the fields of the buyer show. */
export interface Buying {
  buyer: FormState;
  message: string | null;
}

interface Answer {
  go?: string;
  message?: string;
  errors?: Record<string, string>;
}

/** Buys a pin: the answer says where it is paid, and errors appear beside the buyer's fields. */
export function useBuying(buy: ApplyProps['buy']) {
  const [answer, setAnswer] = useState<Answer>({ errors: buy.errors, message: buy.message ?? undefined });
  const { errors = {}, message = null } = answer;
  const buyer = { values: { quantity: '1', ...buy.values }, errors, prefix: 'buy-' };
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const headers = { 'x-requested-with': 'XMLHttpRequest', accept: 'application/json' };
    const sent = await fetch(form.action, { method: 'POST', body, headers }).catch(() => null);
    const told = (await sent?.json().catch(() => null)) as Answer | null;
    if (told?.go) window.location.assign(told.go);
    else setAnswer(told ?? { message: 'No connection. Try again.' });
  }
  const shown: Buying = { buyer, message: Object.keys(errors).length ? (errors['form'] ?? null) : message };
  return { buying: shown, send };
}

/** The buyer's own form: sent apart from the application, which stays as it is. */
export function BuyForm({ buy, csrf, programId, send }: BuyFormProps) {
  return (
    <form id={buyForm} method="post" action={buy.action} onSubmit={send} noValidate>
      <input type="hidden" name="_csrf" value={csrf} />
      <input type="hidden" name="institution_id" value={buy.institutionId} />
      <input type="hidden" name="program_id" value={programId} />
    </form>
  );
}

interface BuyFormProps extends Pick<ApplyProps, 'buy' | 'csrf'> {
  programId: string;
  send(event: FormEvent<HTMLFormElement>): void;
}
