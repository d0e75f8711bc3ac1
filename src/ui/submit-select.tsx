import { type ChangeEvent, type ComponentProps, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { Button } from './button.tsx';
import { PLACEHOLDER_OPTION } from './plain/constants.ts';
import { cx } from './cx.ts';
import { isChosen } from './is-chosen.ts';
import classes from './submit-select.module.css';

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
