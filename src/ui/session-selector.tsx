import { router } from '@inertiajs/core';
import {
  type ChangeEvent,
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { ACADEMIC_SESSION_PARAMETER, ACADEMIC_SESSION_RELOAD_MS, PLACEHOLDER_OPTION } from './plain/constants.ts';
import { useAddress } from './hooks/use-address.ts';
import classes from './submit-select.module.css';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { isChosen } from './is-chosen.ts';

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

interface SubmitSelectProps extends Omit<ComponentProps<'select'>, 'value' | 'defaultValue' | 'onChange' | 'id'> {
  name: string;
  label: string;
  value: string;
  /** The options after 'Please Select'. */
  children: ReactNode;
  /** The label of the button that submits without changing the select. */
  action?: string;
}

/** Keys that change a closed select without opening it, which is not a final choice. */
const isStep = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  !altKey && !ctrlKey && !metaKey && (/^(Arrow|Home|End|Page)/.test(key) || (key.length === 1 && key !== ' '));

/** A select that submits its form once something other than 'Please Select' is chosen (5.1, 7.12). Arrow keys alone do not submit (WCAG 3.2.2): Enter or the button next to it does. */
export function SubmitSelect({ label, value, children, action = 'Show', className, ...rest }: SubmitSelectProps) {
  const id = useId();
  const [chosen, setChosen] = useState(value);
  const [shownFor, setShownFor] = useState(value);
  const [isWalking, setWalking] = useState(false);
  // The page has loaded with another value.
  if (shownFor !== value) {
    setShownFor(value);
    setChosen(value);
  }
  const submit = (select: HTMLSelectElement) => {
    setWalking(false);
    // After the form has the new value.
    if (isChosen(select.value)) queueMicrotask(() => select.form?.requestSubmit());
  };
  const change = ({ currentTarget: select }: ChangeEvent<HTMLSelectElement>) => {
    setChosen(select.value);
    if (!isWalking) submit(select);
  };
  const press = (event: KeyboardEvent<HTMLSelectElement>) => {
    if (isStep(event)) setWalking(true);
    else if (event.key === 'Enter' && isWalking) {
      event.preventDefault();
      submit(event.currentTarget);
    } else if (event.key !== 'Tab' && event.key !== 'Shift') setWalking(false);
  };
  return (
    <span className={cx(classes.selector, className)}>
      <label htmlFor={id}>{label}</label>
      <select
        {...rest}
        id={id}
        required
        value={chosen}
        onChange={change}
        onKeyDown={press}
        onPointerDown={() => setWalking(false)}
      >
        <option value="">{PLACEHOLDER_OPTION}</option>
        {children}
      </select>
      <Button
        type="submit"
        small
        className={cx(!(isWalking && chosen !== value) && classes.waiting)}
        onClick={() => setWalking(false)}
      >
        {action}
        <span className="visually-hidden"> {label.toLowerCase()}</span>
      </Button>
    </span>
  );
}
