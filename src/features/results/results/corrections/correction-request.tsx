import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { useRemote } from '#web/client/remote.ts';
import type { Comparison } from './correction-page.queries.ts';
import type { Changes } from './compute/correct-card.ts';
import { ComparisonView } from './comparison-view.tsx';
import classes from '../shared/corrections.module.css';

/** A change as it is listed before it is compared. */
export interface ListedChange {
  key: string;
  /** 'Obi, Ada, English, Test' */
  label: string;
  was: string;
  is: string;
  undo: () => void;
}

interface RequestProps {
  sheetId: number;
  changes: Changes;
  listed: ListedChange[];
  /** Something that was typed doesn’t fit. */
  hasProblems: boolean;
}

type Found = Comparison & { seen: string };

/** What is to be corrected: listed, compared with everybody affected, and sent to a second person with a reason. */
export function CorrectionRequest({ sheetId, changes, listed, hasProblems }: RequestProps) {
  const { send, busy, message, errors } = useRemote<Found>();
  const [compared, setCompared] = useState<{ of: string; found: Found } | null>(null);
  const here = `/mark-sheets/${sheetId}`;
  const asked = JSON.stringify(changes);
  const found = compared?.of === asked ? compared.found : null;
  const compare = async () => {
    const answer = await send('post', `${here}/correction/compare`, changes as never);
    if (answer) setCompared({ of: asked, found: answer.json });
  };
  return (
    <>
      {listed.length > 0 && (
        <section className={classes.section} aria-labelledby="changes">
          <h2 id="changes">{countOf(listed.length, 'change')}</h2>
          <ul className={classes.changes}>
            {listed.map(({ key, label, was, is, undo }) => (
              <li key={key}>
                {label}: <span className={classes.was}>{was}</span> <b>{is}</b>{' '}
                <Button small tone="plain" onClick={undo}>
                  Undo<span className="visually-hidden"> {label}</span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {message && !found && (
        <p role="alert" className={classes.problem}>
          {errors['cells'] ?? errors['courses'] ?? errors['notes'] ?? errors['form'] ?? message}
        </p>
      )}
      {!found && (
        <div className={classes.actions} data-tour="correction-request">
          <Button
            tone="primary"
            loading={busy}
            disabled={listed.length === 0 || hasProblems}
            onClick={() => void compare()}
          >
            Compare results
          </Button>
        </div>
      )}
      {found && (
        <>
          <ComparisonView {...found} />
          <div className={classes.reason}>
            <EditForm
              action={`${here}/corrections`}
              submit="Send for approval"
              transform={(data) => ({ ...data, ...changes, seen: found.seen }) as never}
            >
              <TextareaField
                name="reason"
                label="Reason"
                help="It’s kept with the results. Families don’t see it."
                rows={2}
                maxLength={300}
              />
            </EditForm>
          </div>
        </>
      )}
    </>
  );
}
