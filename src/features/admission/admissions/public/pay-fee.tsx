import { useState, type FormEvent } from 'react';
import type { FeeForm } from './steps.ts';

interface Answer {
  go?: string;
  message?: string;
}

/** Leads to the payment of a fee. */
export function PayFee({ csrf, fee, words }: { csrf: string; fee: FeeForm; words: string }) {
  const [error, setError] = useState<string | null>(null);
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const body = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    const headers = { 'x-requested-with': 'XMLHttpRequest', accept: 'application/json' };
    const sent = await fetch(form.action, { method: 'POST', body, headers }).catch(() => null);
    const told = (await sent?.json().catch(() => null)) as Answer | null;
    if (told?.go) window.location.assign(told.go);
    else setError(told?.message ?? 'No connection. Try again.');
  }
  return (
    <form className="notice warn" method="post" action={fee.action} onSubmit={(event) => void send(event)}>
      <input type="hidden" name="_csrf" value={csrf} />
      <input type="hidden" name="institution" value={fee.institution} />
      <input type="hidden" name="code" value={fee.code} />
      <input type="hidden" name="kind" value={fee.kind} />
      <p>{words}</p>
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
      <button className="button strong">Pay {fee.amount}</button>
    </form>
  );
}
