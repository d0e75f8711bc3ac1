import { router } from '@inertiajs/react';
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { ACADEMIC_SESSION_PARAMETER, ACADEMIC_SESSION_RELOAD_MS, PLACEHOLDER_OPTION } from './constants.ts';
import { useAddress } from './use-address.ts';
import classes from './session-selector.module.css';

interface SessionSelectorProps {
  sessions: { id: number; name: string; isCurrent?: boolean }[];
  value: number | null;
  /** reload: the same page with the session in its address, 800 ms after the choice (2.3, 9.3); submit: sends its form (7.12). */
  mode: 'reload' | 'submit';
  label?: string;
}

/** Which academic session the page is about. The empty choice does nothing (2.3, 5.1). */
export function SessionSelector({ sessions, value, mode, label = 'Academic session' }: SessionSelectorProps) {
  const id = useId();
  const address = useAddress();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [chosen, setChosen] = useState(String(value ?? ''));
  // Another page, or the same with another session, shows what it is about.
  const [shownFor, setShownFor] = useState(value);
  if (shownFor !== value) {
    setShownFor(value);
    setChosen(String(value ?? ''));
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const choose = ({ currentTarget: select }: ChangeEvent<HTMLSelectElement>) => {
    clearTimeout(timer.current);
    setChosen(select.value);
    if (select.value === '') return;
    const next = address.here({ [ACADEMIC_SESSION_PARAMETER]: select.value });
    if (mode === 'reload')
      timer.current = setTimeout(
        () => router.visit(next, { preserveScroll: true, preserveState: true }),
        ACADEMIC_SESSION_RELOAD_MS,
      );
    // Once the new value stands in the form.
    else queueMicrotask(() => select.form?.requestSubmit());
  };
  return (
    <span className={classes.selector} data-tour="session-choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={ACADEMIC_SESSION_PARAMETER} value={chosen} onChange={choose}>
        <option value="">{PLACEHOLDER_OPTION}</option>
        {sessions.map((session) => (
          <option key={session.id} value={session.id}>
            {session.name}
            {session.isCurrent ? ' (current)' : ''}
          </option>
        ))}
      </select>
    </span>
  );
}
