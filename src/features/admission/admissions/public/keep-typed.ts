import { useEffect, useState } from 'react';

/** What was typed on the start page, for as long as this tab is open: somebody who leaves to pay comes back to it. */
const name = 'akada application';
const secrets = new Set(['_csrf', 'pin_secret']);

/**
 * The values that the form starts with, and a key that changes when those of before come back. A card's code brings its pin
 * behind the address, which no server sees; `pinProgram` is the one that it must be for.
 */
export function useKeptValues(sent: Record<string, string>, pinProgram: string | undefined) {
  const [kept, setKept] = useState<Record<string, string> | null>(null);
  useEffect(() => {
    if (Object.keys(sent).some((field) => field !== 'program_id')) return;
    // What was typed before the script ran is newer.
    const fields = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
      '.form :is(input:not([type]), select)',
    );
    const text = sessionStorage.getItem(name);
    const isUntouched = [...fields].every(({ value }) => !value || value === sent['program_id']);
    const before = text && isUntouched ? (JSON.parse(text) as Record<string, string>) : null;
    const pin = takePin();
    if (before || pin) setKept({ ...(pin && pinProgram && { program_id: pinProgram }), ...before, ...sent, ...pin });
  }, [sent, pinProgram]);
  const values = kept ?? sent;
  return { values, key: kept ? 'kept' : 'sent', hasPin: Boolean(values['pin_secret']) };
}

/** The pin behind the address; it does not stay there. */
function takePin() {
  const [, serial, secret] = /^#pin=(\d{1,16})-(\d{8,20})$/.exec(location.hash) ?? [];
  if (!serial || !secret) return null;
  history.replaceState(null, '', location.pathname + location.search);
  return { pin_serial: serial, pin_secret: secret };
}

export function keepTyped(form: HTMLFormElement): void {
  const entries = [...new FormData(form)].flatMap(([field, value]) =>
    typeof value === 'string' && value !== '' && !secrets.has(field) ? [[field, value]] : [],
  );
  sessionStorage.setItem(name, JSON.stringify(Object.fromEntries(entries)));
}

export const forgetTyped = (): void => sessionStorage.removeItem(name);
