import { useEffect, useState } from 'react';

/** What was typed on the start page, for as long as this tab is open: somebody who leaves to pay comes back to it. */
const name = 'akada application';
const secrets = new Set(['_csrf', 'pin_secret']);

/** The values that the form starts with, and a key that changes when those of before come back. */
export function useKeptValues(sent: Record<string, string>) {
  const [kept, setKept] = useState<Record<string, string> | null>(null);
  useEffect(() => {
    if (Object.keys(sent).some((field) => field !== 'program_id')) return;
    // What was typed before the script ran is newer.
    const fields = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
      '.form :is(input:not([type]), select)',
    );
    const text = sessionStorage.getItem(name);
    if (text && [...fields].every(({ value }) => !value || value === sent['program_id']))
      setKept({ ...(JSON.parse(text) as Record<string, string>), ...sent });
  }, [sent]);
  return { values: kept ?? sent, key: kept ? 'kept' : 'sent' };
}

export function keepTyped(form: HTMLFormElement): void {
  const entries = [...new FormData(form)].flatMap(([field, value]) =>
    typeof value === 'string' && value !== '' && !secrets.has(field) ? [[field, value]] : [],
  );
  sessionStorage.setItem(name, JSON.stringify(Object.fromEntries(entries)));
}

export const forgetTyped = (): void => sessionStorage.removeItem(name);
