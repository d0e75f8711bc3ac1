import { useEffect, useRef, useState } from 'react';
import { money } from '#ui/format.ts';
import { remote } from '#web/client/remote.ts';
import classes from './fees.module.css';

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
      const { json } = await remote<{ students: number }>('GET', '/fees/audience', {
        institution_id: institutionId,
        ...audienceIn(data),
      });
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

function audienceIn(data: FormData): Record<string, string | string[]> {
  const text = (name: string) => String(data.get(name) ?? '');
  const lists = fields.map((field) => [field, data.getAll(`${field}[]`).map(String)] as const);
  return {
    ...Object.fromEntries(lists.filter(([, values]) => values.length > 0)),
    ...{ sessionId: text('sessionId'), joined: text('joined'), gender: text('gender') },
  };
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
