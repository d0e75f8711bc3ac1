import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { dateTimeText } from '#ui/format.ts';
import { openedIn } from '#ui/conflicts/edit-conflict.ts';
import { fill, resume } from '#web/client/resume-draft.ts';
import { parse } from '#web/client/answers.ts';
import { ask } from '#web/client/wire.ts';
import classes from './form-draft.module.css';
import { type Draft, missingEntries, postJson, saveWhileTyping } from './keep-draft.ts';

interface FormDraftProps {
  /** `student:new`, or with the record's id. */
  form: string;
  institutionId: number;
  /** The version of the record in the form, to warn about drafts of an older one. */
  stamp?: string;
}

/**
 * Saves the input of a long form on the server, after a pause and on leaving, and offers it when the user returns. The
 * verb that saves the form deletes the draft (`dropDraft`).
 */
export function FormDraft({ form, institutionId, stamp = '' }: FormDraftProps) {
  const anchor = useRef<HTMLDivElement>(null);
  const [offered, setOffered] = useState<Draft | null>(null);
  const [trouble, setTrouble] = useState(false);
  const keeper = useRef<ReturnType<typeof saveWhileTyping>>(null);

  useEffect(() => {
    const element = anchor.current!.closest('form')!;
    const mine = saveWhileTyping(element, { form, institutionId, stamp }, setTrouble);
    keeper.current = mine;
    const query = new URLSearchParams({ form, institution_id: String(institutionId) });
    void ask({ method: 'get', url: `/drafts?${query}`, headers: { Accept: 'application/json' } })
      .then(({ status, text }) => {
        const draft = status === 200 ? (parse(text) as { draft: Draft | null }).draft : null;
        // A draft without a version could undo later changes.
        const isBlind = draft && openedIn(element) && !draft.begunOn && draft.stamp !== stamp;
        // The draft is not replaced until the user has chosen.
        if (draft && !isBlind) setOffered(draft);
        else mine.begin();
      })
      .catch(() => mine.begin());
    return mine.end;
  }, [form, institutionId, stamp]);

  const continueDraft = () => {
    const element = anchor.current!.closest('form')!;
    const entries = resume(element, { entries: offered!.entries, opened: offered!.begunOn });
    setOffered(null);
    keeper.current?.forget();
    // Dependent lists are fetched after their choice.
    for (const wait of [400, 1200])
      setTimeout(() => element.isConnected && fill(element, missingEntries(element, entries)), wait);
    keeper.current?.begin();
    element.querySelector<HTMLElement>('input:not([type=hidden]):not([type=file])')?.focus();
  };
  const startOver = () => {
    setOffered(null);
    void postJson('/drafts/remove', { form, institutionId }).catch(() => {});
    keeper.current?.begin();
  };
  return (
    <div ref={anchor} role="status" className={offered || trouble ? classes.notice : classes.silent}>
      {offered && (
        <>
          <p>
            You have an unsaved draft from {dateTimeText(offered.at)}.
            {offered.stamp !== stamp && ' The record has changed since.'} Continue or start over?
          </p>
          <div className={classes.buttons}>
            <Button tone="primary" onClick={continueDraft}>
              Continue
            </Button>
            <Button onClick={startOver}>Start over</Button>
          </div>
        </>
      )}
      {trouble && <p>The draft could not be saved. Saving is retried while you type.</p>}
    </div>
  );
}
