import { router } from '@inertiajs/core';
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { ACADEMIC_SESSION_PARAMETER, ACADEMIC_SESSION_RELOAD_MS, PLACEHOLDER_OPTION } from './plain/constants.ts';
import { SubmitSelect } from './submit-select.tsx';
import { useAddress } from './hooks/use-address.ts';
import classes from './submit-select.module.css';

interface SelectorProps {
  sessions: { id: number; name: string; isCurrent?: boolean }[];
  value: number | null;
  label?: string;
}

/** The academic session of the page. The empty choice does nothing (2.3, 5.1). */
export function SessionSelector({
  mode,
  ...props
}: SelectorProps & {
  /** reload: reloads the page with the session in its URL, 800 ms after the choice (2.3, 9.3); submit: submits its form (7.12). */
  mode: 'reload' | 'submit';
}) {
  if (mode === 'reload') return <ReloadingSelector {...props} />;
  const { sessions, value, label = 'Academic session' } = props;
  return (
    <SubmitSelect name={ACADEMIC_SESSION_PARAMETER} label={label} value={String(value ?? '')}>
      {options(sessions)}
    </SubmitSelect>
  );
}

function ReloadingSelector({ sessions, value, label = 'Academic session' }: SelectorProps) {
  const id = useId();
  const address = useAddress();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [chosen, setChosen] = useState(String(value ?? ''));
  // Reset when the page or its session changes.
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
    timer.current = setTimeout(
      () => router.visit(next, { preserveScroll: true, preserveState: true }),
      ACADEMIC_SESSION_RELOAD_MS,
    );
  };
  return (
    <span className={classes.selector} data-tour="session-choice">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={ACADEMIC_SESSION_PARAMETER} value={chosen} onChange={choose}>
        <option value="">{PLACEHOLDER_OPTION}</option>
        {options(sessions)}
      </select>
    </span>
  );
}

const options = (sessions: SelectorProps['sessions']) =>
  sessions.map((session) => (
    <option key={session.id} value={session.id}>
      {session.name}
      {session.isCurrent ? ' (current)' : ''}
    </option>
  ));
