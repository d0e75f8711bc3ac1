import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { dateTimeText } from '#ui/format.ts';
import { openedIn, type Values } from '#ui/conflicts/edit-conflict.ts';
import { fill, resume } from '#web/client/resume-draft.ts';
import { parse } from '#web/client/answers.ts';
import { ask, csrfToken } from '#web/client/wire.ts';
import classes from './form-draft.module.css';
import { router } from '@inertiajs/core';
import { entriesOf, type Entries } from '#web/client/form-entries.ts';

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

interface Draft {
  entries: Entries;
  stamp: string;
  begunOn?: Values | null;
  at: string;
}

interface DraftOf {
  form: string;
  institutionId: number;
  stamp: string;
}

const pause = 1500;

const firstRetry = 5000;

const longestRetry = 60_000;

/** The draft's entries that the form doesn't have yet: selects with late lists. */
const missingEntries = (form: HTMLFormElement, entries: Entries): Entries => {
  const held = new FormData(form);
  const late = entries.filter(([name, value]) => value !== '' && !held.get(name) && form.elements.namedItem(name));
  // Filled entries must be complete: a missing name would count as empty.
  return late.length > 0
    ? [...entriesOf(form).filter(([name]) => !late.some(([one]) => one === name)), ...late]
    : entriesOf(form);
};

const postJson = (url: string, data: object) =>
  ask({
    method: 'post',
    url,
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify(data),
  });

/** The same as a request that outlives the page. */
const outlive = (url: string, data: object) =>
  fetch(url, {
    method: 'POST',
    keepalive: true,
    headers: { Accept: 'application/json', 'Content-Type': 'application/json', 'X-CSRF-Token': csrfToken() },
    body: JSON.stringify(data),
  });

/** Sends a form's input after a pause, when the page is hidden, and when it is left. */
function saveWhileTyping(form: HTMLFormElement, draft: DraftOf, tell: (isTrouble: boolean) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retry = firstRetry;
  let isOn = false;
  let isChanged = false;
  let isSent = false;
  let underWay: Promise<unknown> | null = null;
  const listening = new AbortController();

  const content = () => ({ ...draft, entries: entriesOf(form), begunOn: openedIn(form) });
  const save = () => {
    clearTimeout(timer);
    if (!isOn || !isChanged || isSent) return;
    if (underWay) return void (timer = setTimeout(save, pause));
    isChanged = false;
    underWay = postJson('/drafts', content())
      .then(({ status }) => {
        if (status >= 500 || status === 429) throw new Error('Not kept.');
        retry = firstRetry;
        tell(false);
      })
      .catch(() => {
        isChanged = true;
        tell(true);
        timer = setTimeout(save, retry);
        retry = Math.min(retry * 2, longestRetry);
      })
      .finally(() => (underWay = null));
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(save, pause);
  };
  const changed = (event: Event) => {
    // Values filled in by the page are not part of a draft.
    if (!(event.target instanceof HTMLElement) || event.target.matches('[type=file], [type=hidden]')) return;
    isChanged = true;
    isSent = false;
    soon();
  };
  const flush = () => {
    if (!isOn || !isChanged || isSent) return;
    clearTimeout(timer);
    isChanged = false;
    underWay = outlive('/drafts', content())
      .catch(() => (isChanged = true))
      .finally(() => (underWay = null));
  };
  const hide = () => document.visibilityState === 'hidden' && flush();
  const sent = () => {
    // If the form fails or is refused, the draft has its latest input.
    flush();
    clearTimeout(timer);
    isSent = true;
    if (underWay) removeOnceSaved(draft, underWay);
  };
  const { signal } = listening;
  form.addEventListener('input', changed, { signal });
  form.addEventListener('change', changed, { signal });
  form.addEventListener('submit', sent, { signal });
  document.addEventListener('visibilitychange', hide, { signal });
  window.addEventListener('pagehide', flush, { signal });
  window.addEventListener('blur', flush, { signal });
  window.addEventListener('online', save, { signal });
  return {
    /** From now on input is saved, also what was typed while the server was asked for an earlier draft. */
    begin: () => {
      isOn = true;
      if (isChanged) soon();
    },
    /** What was typed so far has been replaced. */
    forget: () => void (isChanged = false),
    end: () => {
      if (!isSent) save();
      clearTimeout(timer);
      isOn = false;
      listening.abort();
    },
  };
}

/**
 * The server may take in a draft after the form that was sent behind it. It would be offered although its record is saved,
 * so it is removed again. A form that is refused keeps its draft.
 */
function removeOnceSaved(draft: DraftOf, saving: Promise<unknown>): void {
  const remove = () => void saving.then(() => outlive('/drafts/remove', draft)).catch(() => {});
  const stops = [
    router.on('success', remove),
    router.on('finish', ({ detail: { visit } }) => visit.method === 'post' && stop()),
    // The form was not sent after all: another page is visited.
    router.on('start', ({ detail: { visit } }) => visit.method === 'get' && stop()),
  ];
  const stop = () => {
    for (const end of stops) end();
  };
}
