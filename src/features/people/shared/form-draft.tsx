import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { dateTimeText } from '#ui/format.ts';
import { openedIn, type Values } from '#ui/edit-conflict.ts';
import { entriesOf, fill, resume, type Entries } from '#web/client/drafts.ts';
import { parse } from '#web/client/answers.ts';
import { ask, csrfToken } from '#web/client/wire.ts';
import classes from './form-draft.module.css';

interface FormDraftProps {
  /** `student:new`, or with the record's id. */
  form: string;
  institutionId: number;
  /** Which state of the record the form shows; a draft of another one says so. */
  stamp?: string;
}
interface Draft {
  entries: Entries;
  stamp: string;
  begunOn?: Values | null;
  at: string;
}

const pause = 1500;
const firstRetry = 5000;
const longestRetry = 60_000;

/**
 * Inside a long form: keeps what is typed on the server after a pause and on leaving, and offers it when its writer
 * comes back. The verb that takes the form forgets the draft (`dropDraft`).
 */
export function FormDraft({ form, institutionId, stamp = '' }: FormDraftProps) {
  const anchor = useRef<HTMLDivElement>(null);
  const [offered, setOffered] = useState<Draft | null>(null);
  const [trouble, setTrouble] = useState(false);
  const keeper = useRef<ReturnType<typeof keep>>(null);

  useEffect(() => {
    const element = anchor.current!.closest('form')!;
    const mine = keep(element, { form, institutionId, stamp }, setTrouble);
    keeper.current = mine;
    const query = new URLSearchParams({ form, institution_id: String(institutionId) });
    void ask({ method: 'get', url: `/drafts?${query}`, headers: { Accept: 'application/json' } })
      .then(({ status, text }) => {
        const draft = status === 200 ? (parse(text) as { draft: Draft | null }).draft : null;
        // One that does not say what it was begun on would undo what has changed since.
        const isBlind = draft && openedIn(element) && !draft.begunOn && draft.stamp !== stamp;
        // Until its writer has chosen, nothing takes its place.
        if (draft && !isBlind) setOffered(draft);
        else mine.begin();
      })
      .catch(() => mine.begin());
    return mine.end;
  }, [form, institutionId, stamp]);

  const goOn = () => {
    const element = anchor.current!.closest('form')!;
    const entries = resume(element, { entries: offered!.entries, opened: offered!.begunOn });
    setOffered(null);
    // Lists that hang on a choice are fetched after it.
    for (const wait of [400, 1200])
      setTimeout(() => element.isConnected && fill(element, missing(element, entries)), wait);
    keeper.current?.begin();
    element.querySelector<HTMLElement>('input:not([type=hidden]):not([type=file])')?.focus();
  };
  const startAfresh = () => {
    setOffered(null);
    void post('/drafts/remove', { form, institutionId }).catch(() => {});
    keeper.current?.begin();
  };
  return (
    <div ref={anchor} role="status" className={offered || trouble ? classes.notice : classes.silent}>
      {offered && (
        <>
          <p>
            You began this on {dateTimeText(offered.at)}.
            {offered.stamp !== stamp && ' The record has been changed by somebody since.'} Go on, or start afresh?
          </p>
          <div className={classes.buttons}>
            <Button tone="primary" onClick={goOn}>
              Go on
            </Button>
            <Button onClick={startAfresh}>Start afresh</Button>
          </div>
        </>
      )}
      {trouble && <p>The draft could not be kept. It is tried again while you go on.</p>}
    </div>
  );
}

/** What the form does not hold yet of a draft: selects whose list came late. */
const missing = (form: HTMLFormElement, entries: Entries): Entries => {
  const held = new FormData(form);
  const late = entries.filter(([name, value]) => value !== '' && !held.get(name) && form.elements.namedItem(name));
  // What is filled must be whole: a name left out would count as empty.
  return late.length > 0
    ? [...entriesOf(form).filter(([name]) => !late.some(([one]) => one === name)), ...late]
    : entriesOf(form);
};

const post = (url: string, data: object) =>
  ask({
    method: 'post',
    url,
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify(data),
  });

/** Watches a form and sends what is in it: after a pause, when the page goes out of sight, and when it is left. */
function keep(
  form: HTMLFormElement,
  draft: { form: string; institutionId: number; stamp: string },
  tell: (isTrouble: boolean) => void,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retry = firstRetry;
  let isOn = false;
  let isChanged = false;
  let isSent = false;
  let underWay: Promise<unknown> | null = null;

  const content = () => ({ ...draft, entries: entriesOf(form), begunOn: openedIn(form) });
  const save = () => {
    clearTimeout(timer);
    if (!isOn || !isChanged || isSent) return;
    if (underWay) return void (timer = setTimeout(save, pause));
    isChanged = false;
    underWay = post('/drafts', content())
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
  const changed = (event: Event) => {
    // What the page fills in by itself is nobody's draft.
    if (!isOn || !(event.target instanceof HTMLElement) || event.target.matches('[type=file], [type=hidden]')) return;
    isChanged = true;
    isSent = false;
    clearTimeout(timer);
    timer = setTimeout(save, pause);
  };
  // A page that goes away takes its requests with it, but for these.
  const flush = () => {
    if (!isOn || !isChanged || isSent) return;
    clearTimeout(timer);
    isChanged = false;
    underWay = fetch('/drafts', {
      method: 'POST',
      keepalive: true,
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', 'X-CSRF-Token': csrfToken() },
      body: JSON.stringify(content()),
    })
      .catch(() => (isChanged = true))
      .finally(() => (underWay = null));
  };
  const hide = () => document.visibilityState === 'hidden' && flush();
  const sent = () => {
    // A form that does not arrive, or is refused, has its last second in the draft.
    flush();
    clearTimeout(timer);
    isSent = true;
  };
  form.addEventListener('input', changed);
  form.addEventListener('change', changed);
  form.addEventListener('submit', sent);
  document.addEventListener('visibilitychange', hide);
  window.addEventListener('pagehide', flush);
  window.addEventListener('blur', flush);
  window.addEventListener('online', save);
  return {
    begin: () => void (isOn = true),
    end: () => {
      // What was on its way when the form succeeded would come back as a draft of what is there already.
      if (isSent) void underWay?.then(() => post('/drafts/remove', draft)).catch(() => {});
      else save();
      clearTimeout(timer);
      isOn = false;
      form.removeEventListener('input', changed);
      form.removeEventListener('change', changed);
      form.removeEventListener('submit', sent);
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('blur', flush);
      window.removeEventListener('online', save);
    },
  };
}
