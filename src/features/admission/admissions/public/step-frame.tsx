import { useEffect, type ReactNode, useRef, useState } from 'react';
import { Problems } from '#ui/public/fields.tsx';
import type { PersonProps, StepLink } from './steps.ts';
import { forgetTyped } from './keep-typed.ts';
import './steps.css';

/** Where the applicant is among the steps. */
export function Steps({ steps }: { steps: StepLink[] }) {
  if (steps.length < 2) return null;
  return (
    <nav className="steps" aria-label="Steps">
      <ol>
        {steps.map(({ name, label, href, isDone, isCurrent }) => (
          <li key={name}>
            <a href={href} aria-current={isCurrent ? 'step' : undefined} data-done={isDone || undefined}>
              {label}
              {isDone && <span className="visually-hidden"> (done)</span>}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

type Shared = Omit<PersonProps, 'fields' | 'lgas' | 'phoneHint'>;

/** The form of a part: keeps what is typed, and says what another window has saved. */
export function StepForm({ step, children, labels }: { step: Shared; labels?: string[]; children: ReactNode }) {
  const { action, back, code, csrf, elsewhere, errors, isNew, isSent, message, opened, program, steps, task } = step;
  const { form, state } = useAutosave(opened);
  useEffect(() => {
    if (isNew) forgetTyped();
  }, [isNew]);
  return (
    <>
      <p className="applied">
        {program} · code <span className="code">{code}</span>
      </p>
      <Steps steps={steps} />
      {isNew && (
        <div className="notice good">
          <p>
            Your code is <b className="code">{code}</b>
          </p>
          <p>
            Write it down: with it you can continue on any phone.{' '}
            {isSent
              ? 'We have sent it to you too.'
              : 'We have not sent it to you, because too many messages were sent before. Later messages may reach you again.'}
          </p>
        </div>
      )}
      {task && (
        <div className="notice warn">
          <p>The school asks: {task}</p>
        </div>
      )}
      <Problems message={message} errors={errors} labels={labels ?? Object.keys(step.values)} />
      {elsewhere.length > 0 && (
        <div className="notice warn">
          <p>Saved in the other window:</p>
          <dl className="facts">
            {elsewhere.map(({ name, value }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value || '(empty)'}</dd>
              </div>
            ))}
          </dl>
          <p>Your entries are below. Edit them if needed, then save: this replaces the other version.</p>
        </div>
      )}
      <form className="form" method="post" action={action} ref={form} noValidate>
        <input type="hidden" name="_csrf" value={csrf} />
        <input type="hidden" name="opened" value={opened} />
        <input type="hidden" name="window" />
        {children}
        <div className="buttons">
          <button className="button strong">{task ? 'Send to the school' : 'Save and continue'}</button>
          {back && <a href={back}>Back</a>}
          <span className="hint" role="status">
            {state}
          </span>
        </div>
      </form>
    </>
  );
}

/** Keeps what is typed a moment after the last key, so that a closed phone loses nothing. */
const pause = 1500;

const told = {
  saved: 'Saved',
  failed: 'Not saved yet: no connection. Your entries stay here.',
  elsewhere: 'Another window has changed this part. Save to compare.',
};

function useAutosave(opened: string) {
  // Which window writes, and how often it has: the server tells it from another one, and late from new.
  const turn = useRef({ window: '', count: 0 });
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState('');
  useEffect(() => {
    const element = form.current!;
    let timer = 0;
    let sending: Promise<void> = Promise.resolve();
    let isOver = false;
    const { current } = turn;
    current.window ||= Math.random().toString(36).slice(2, 14);
    const takeTurn = () => {
      current.count += 1;
      (element.elements.namedItem('window') as HTMLInputElement).value = `${current.window}.${current.count}`;
    };
    const send = async () => {
      if (isOver) return;
      takeTurn();
      const body = new URLSearchParams([...new FormData(element)].map(([name, value]) => [name, String(value)]));
      body.set('autosave', '1');
      const headers = { 'x-requested-with': 'XMLHttpRequest', accept: 'application/json' };
      try {
        const answer = await fetch(element.action, { method: 'POST', body, headers, keepalive: true });
        if (answer.status === 409) {
          isOver = true;
          setState(told.elsewhere);
        } else setState(answer.ok ? told.saved : told.failed);
      } catch {
        setState(told.failed);
      }
    };
    const later = () => {
      clearTimeout(timer);
      setState('');
      timer = window.setTimeout(() => void (sending = sending.then(send)), pause);
    };
    const now = () => {
      if (document.visibilityState !== 'hidden' || !timer) return;
      clearTimeout(timer);
      sending = sending.then(send);
      timer = 0;
    };
    const stop = () => {
      isOver = true;
      clearTimeout(timer);
    };
    const submit = () => {
      stop();
      takeTurn();
    };
    element.addEventListener('input', later);
    element.addEventListener('submit', submit);
    document.addEventListener('visibilitychange', now);
    return () => {
      stop();
      element.removeEventListener('input', later);
      element.removeEventListener('submit', submit);
      document.removeEventListener('visibilitychange', now);
    };
  }, [opened]);
  return { form, state };
}
