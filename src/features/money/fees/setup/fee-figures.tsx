import { useEffect, useRef, useState } from 'react';
import { money } from '#ui/format.ts';
import { remote } from '#web/client/remote.ts';
import classes from '../shared/fees.module.css';

interface Figures {
  students: number;
  total: number;
}

/** How many students the open form's fee is for, and what each pays; follows what is typed. */
export function FeeFigures({ institutionId, currency }: { institutionId: number; currency: string }) {
  const box = useRef<HTMLParagraphElement>(null);
  const [figures, setFigures] = useState<Figures | null>(null);

  useEffect(() => {
    const form = box.current?.closest('form');
    if (!form) return;
    let [asked, timer] = [0, 0];
    const read = async () => {
      const turn = ++asked;
      const data = new FormData(form);
      const asking = audienceIn(data);
      asking.set('institution_id', String(institutionId));
      const { json } = await remote<{ students: number }>('GET', `/fees/audience?${asking}`);
      if (turn === asked) setFigures({ students: json.students, total: totalIn(data) });
    };
    const soon = () => {
      clearTimeout(timer);
      // Without an answer, the figures stay as they were; the form itself says what is wrong.
      timer = window.setTimeout(() => void read().catch(() => undefined), 300);
    };
    soon();
    form.addEventListener('input', soon);
    form.addEventListener('change', soon);
    form.addEventListener('click', soon);
    return () => {
      clearTimeout(timer);
      form.removeEventListener('input', soon);
      form.removeEventListener('change', soon);
      form.removeEventListener('click', soon);
    };
  }, [institutionId]);

  return (
    <p ref={box} className={classes.figures} role="status">
      {figures && wordsOf(figures, currency)}
    </p>
  );
}

function wordsOf({ students, total }: Figures, currency: string): string {
  if (students === 0) return 'No student matches.';
  const who = students === 1 ? 'For 1 student' : `For ${students.toLocaleString('en-GB')} students`;
  if (total === 0) return `${who}.`;
  return `${who}, ${money(total, currency)} each before discounts: ${money(students * total, currency)} in all.`;
}

const fields = ['programs', 'classes', 'batches', 'categories', 'options', 'students'];

function audienceIn(data: FormData): URLSearchParams {
  const asking = new URLSearchParams();
  for (const field of fields) for (const value of data.getAll(`${field}[]`)) asking.append(field, String(value));
  for (const field of ['sessionId', 'joined', 'gender']) asking.set(field, String(data.get(field) ?? ''));
  return asking;
}

/** The compulsory items; removed ones are disabled and not in the data, except for their mark. */
function totalIn(data: FormData): number {
  let total = 0;
  for (const [name, value] of data) {
    const [, key] = /^particulars\.(\d+)\.amount$/.exec(name) ?? [];
    if (key && !data.has(`particulars.${key}.isOptional`)) total += Number(value) || 0;
  }
  return Number.isSafeInteger(total) ? total : 0;
}
