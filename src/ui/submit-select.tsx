import { type ChangeEvent, type ComponentProps, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { Button } from './button.tsx';
import { PLACEHOLDER_OPTION } from './constants.ts';
import { cx } from './cx.ts';
import classes from './submit-select.module.css';

interface SubmitSelectProps extends Omit<ComponentProps<'select'>, 'value' | 'defaultValue' | 'onChange' | 'id'> {
  name: string;
  label: string;
  value: string;
  /** The options behind 'Please Select'. */
  children: ReactNode;
  /** What the button says: for keyboards, and for whoever would rather press it. */
  action?: string;
}

/** Keys that change a closed select without opening it: one is a step on the way, not yet the choice. */
const isStep = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) =>
  !altKey && !ctrlKey && !metaKey && (/^(Arrow|Home|End|Page)/.test(key) || (key.length === 1 && key !== ' '));

/**
 * A select that submits its form once something other than 'Please Select' is chosen (5.1, 7.12). Whoever walks through
 * it with the arrow keys has not chosen yet (WCAG 3.2.2): Enter does, or the button that stands beside it then.
 */
export function SubmitSelect({ label, value, children, action = 'Show', className, ...rest }: SubmitSelectProps) {
  const id = useId();
  const [chosen, setChosen] = useState(value);
  const [shownFor, setShownFor] = useState(value);
  const [isWalking, setWalking] = useState(false);
  // The page has come with another value.
  if (shownFor !== value) {
    setShownFor(value);
    setChosen(value);
  }
  const submit = (select: HTMLSelectElement) => {
    setWalking(false);
    // Once the new value stands in the form.
    if (isChoice(select)) queueMicrotask(() => select.form?.requestSubmit());
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

/** A value other than 'Please Select' (5.1). */
const isChoice = (select: HTMLSelectElement) => select.value !== '' && select.value !== PLACEHOLDER_OPTION;
