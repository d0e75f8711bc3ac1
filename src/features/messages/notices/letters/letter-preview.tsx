import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { count } from '#ui/format.ts';
import { Card } from '#ui/records/card.tsx';
import { Secondary } from '#ui/text.tsx';
import type { LetterSample } from './preview.queries.ts';
import classes from './letters.module.css';
import { useAnswer, type TypedLetter } from './use-typed-letter.ts';

/** The letter as one person after another gets it. */
export function LetterPreview({ typed, signedBy }: { typed: TypedLetter | null; signedBy: string }) {
  const [at, setAt] = useState(0);
  const { answer, message } = useAnswer<{ sample: LetterSample | null }>('/letters/sample', typed && { ...typed, at });
  const sample = answer?.sample ?? null;
  return (
    <Card title="Preview">
      {message && <p role="alert">{message}</p>}
      {!message && !sample && (
        <Secondary>No recipients. Choose other class arms, or print letters for everyone.</Secondary>
      )}
      {sample && (
        <>
          <p className={classes.turn}>
            <Button small disabled={sample.at === 0} onClick={() => setAt(sample.at - 1)}>
              Previous
            </Button>
            <span role="status">
              {sample.name} <Secondary>{`${count(sample.at + 1)} of ${count(sample.of)}`}</Secondary>
            </span>
            <Button small disabled={sample.at + 1 >= sample.of} onClick={() => setAt(sample.at + 1)}>
              Next
            </Button>
          </p>
          <article className={classes.paper} aria-label="Letter">
            <address>
              {[sample.name, ...sample.address].map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
            <b>{sample.subject}</b>
            <p>{sample.body}</p>
            <span>{signedBy}</span>
          </article>
          {sample.address.length === 0 && <Secondary>This person has no address on record.</Secondary>}
        </>
      )}
    </Card>
  );
}
