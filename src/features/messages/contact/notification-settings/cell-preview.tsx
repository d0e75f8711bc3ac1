import { useEffect, useState } from 'react';
import { count, countOf, money } from '#ui/format.ts';
import { explain, remote } from '#web/client/remote.ts';
import type { SwitchPreview } from './preview.ts';
import classes from './switches.module.css';

interface Props {
  cell: { institution_id: number; event: string; audience: string; channel: string };
  text: string;
  currency: string;
}

/** What the cell would have sent in the last thirty days; follows what is typed. */
export function CellPreview({ cell, text, currency }: Props) {
  const [preview, setPreview] = useState<SwitchPreview | null>(null);
  const [problem, setProblem] = useState('');
  const asked = String(new URLSearchParams({ ...cell, institution_id: String(cell.institution_id), text }));
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      try {
        const { json } = await remote<SwitchPreview>('GET', `/message-switches/preview?${asked}`);
        if (!isCurrent) return;
        setPreview(json);
        setProblem('');
      } catch (error) {
        const { errors, message } = explain(error);
        if (isCurrent) setProblem(Object.values(errors)[0] ?? message);
      }
    }, 300);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [asked]);
  return (
    <div className={classes.preview} role="status">
      {problem ||
        (preview ? <Shown {...preview} currency={currency} isSms={cell.channel === 'sms'} /> : 'Loading the preview …')}
    </div>
  );
}

function Shown({
  example,
  to,
  messages,
  parts,
  cost,
  isMore,
  currency,
  isSms,
}: SwitchPreview & { currency: string; isSms: boolean }) {
  return (
    <>
      {to ? `A recent example, to ${to}:` : 'An example with made-up values:'}
      <blockquote>{example}</blockquote>
      {messages !== null && (
        <>
          Last 30 days: {isMore && 'more than '}
          <strong>{countOf(messages, 'message')}</strong>
          {isSms && messages > 0 && `, ${count(parts)} ${parts === 1 ? 'part' : 'parts'}`}
          {isSms &&
            messages > 0 &&
            (cost === null ? ', cost unknown until prices are entered' : `, about ${money(cost, currency)}`)}
          .
        </>
      )}
    </>
  );
}
