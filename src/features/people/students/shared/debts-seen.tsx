import { useContext, useEffect, useState } from 'react';
import { FormErrors } from '#ui/forms/field.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';
import { countOf } from '#ui/format.ts';
import { Money } from '#ui/text.tsx';
import { explain, remote } from '#web/client/remote.ts';
import type { LeavingDebts } from '../moves/student-moves.ts';
import classes from './debts-seen.module.css';

interface DebtsSeenProps {
  /** Answers with what the leaving students owe. */
  address: string;
  /** What the page knows already. */
  initial?: LeavingDebts | null;
}

/** Says what leaving students owe and asks whether it was seen. Once a form is refused, it shows what is owed by then. */
export function DebtsSeen({ address, initial }: DebtsSeenProps) {
  const refusal = useContext(FormErrors)['owedSeen'];
  const [debts, setDebts] = useState(initial);
  const [problem, setProblem] = useState('');
  const isKnown = initial !== undefined && !refusal;
  useEffect(() => {
    if (isKnown) return undefined;
    const request = new AbortController();
    remote<{ debts: LeavingDebts | null }>('GET', address, {}, { signal: request.signal })
      .then(({ json }) => setDebts(json.debts))
      .catch((error: unknown) => {
        if (!request.signal.aborted) setProblem(explain(error).message);
      });
    return () => request.abort();
  }, [address, isKnown, refusal]);
  if (problem) return <p role="alert">{problem}</p>;
  if (debts === undefined) return <p role="status">Checking unpaid fees…</p>;
  return debts && <Debts key={debts.seen} {...debts} />;
}

function Debts({ students, total, currency, seen }: LeavingDebts) {
  const isOne = students.length === 1;
  return (
    <section className={classes.debts} aria-label="Unpaid fees">
      <p>
        {isOne ? students[0]!.name : countOf(students.length, 'student')} still {isOne ? 'owes ' : 'owe '}
        {total === null ? (
          'fees. Ask the bursar how much before you continue.'
        ) : (
          <>
            <b>
              <Money minor={total} currency={currency} />
            </b>
            . The debt stays on the record.
          </>
        )}
      </p>
      {!isOne && (
        <ul>
          {students.map(({ id, name, owed }) => (
            <li key={id}>
              <span>{name}</span>
              {owed !== null && <Money minor={owed} currency={currency} />}
            </li>
          ))}
        </ul>
      )}
      <CheckboxField
        name="owedSeen"
        value={seen}
        label={total === null ? 'I have asked the bursar' : 'Continue with these fees unpaid'}
      />
    </section>
  );
}
