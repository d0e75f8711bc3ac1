import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { IconDots } from '../icons.tsx';
import classes from './register.module.css';

export interface RegisterLine<Kind extends string> {
  id: number;
  name: string;
  /** Under the name. */
  note: string;
  /** What is marked beyond one of the buttons. */
  says: string;
  kind: Kind;
  /** None of the buttons says it, whatever the kind. */
  isOther?: boolean;
  isAway: boolean;
}

interface RegisterListProps<Kind extends string> {
  label: string;
  lines: readonly RegisterLine<Kind>[];
  /** With the letters of the printed register, which also mark by keyboard. */
  kinds: Readonly<Record<Kind, { label: string; letter: string }>>;
  isOpen: boolean;
  onMark: (id: number, kind: Kind) => void;
  /** Everything else that can be said of a person: opens below the row. */
  fieldsOf: (id: number) => ReactNode;
}

type Quick = 'present' | 'absent' | 'late';
const quick: readonly Quick[] = ['present', 'absent', 'late'];

/** Everybody in a register of a day: one touch on the name for "absent", three buttons, and the rest below the row. */
export function RegisterList<Kind extends string>({
  label,
  lines,
  kinds,
  isOpen,
  onMark,
  fieldsOf,
}: RegisterListProps<Kind | Quick>) {
  const [opened, setOpened] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const kindNames = Object.keys(kinds) as (Kind | Quick)[];

  function focusRow(at: number): void {
    const groups = list.current!.querySelectorAll<HTMLElement>('[role=radiogroup]');
    const group = groups[Math.max(0, Math.min(at, groups.length - 1))];
    group?.querySelector<HTMLElement>('input:checked, input')?.focus();
    group?.scrollIntoView({ block: 'nearest' });
  }

  /** A letter marks the row and goes on to the next; the arrows move between rows. */
  function onKeys(event: KeyboardEvent): void {
    const row = (event.target as Element).closest<HTMLElement>('[data-row]');
    const isTyping = (event.target as Element).matches('input:not([type=radio]), select, textarea');
    if (!row || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = Number(row.dataset['row']);
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      return focusRow(at + (event.key === 'ArrowDown' ? 1 : -1));
    }
    const pressed = kindNames.find((kind) => kinds[kind].letter === event.key.toUpperCase());
    if (!pressed || !isOpen) return;
    event.preventDefault();
    onMark(lines[at]!.id, pressed);
    focusRow(at + 1);
  }

  return (
    // The rows' own controls are focused; what they do not handle comes here.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ol ref={list} className={classes.rows} onKeyDown={onKeys} aria-label={label} data-tour="register">
      {lines.map(({ id, name, note, says, kind, isOther, isAway }, at) => {
        const chosen = isOther ? undefined : quick.find((button) => button === kind);
        const isMore = opened === id;
        return (
          <li key={id} className={cx(classes.row, isAway && classes.away)} data-row={at}>
            <button
              type="button"
              className={classes.name}
              disabled={!isOpen}
              tabIndex={-1}
              aria-hidden
              onClick={() => onMark(id, isAway ? 'present' : 'absent')}
            >
              <span>
                <b>{name}</b>
                <small>{note}</small>
              </span>
            </button>
            <div className={classes.choices} role="radiogroup" aria-label={`${name}${says ? `: ${says}` : ''}`}>
              {quick.map((button) => (
                <label key={button} className={cx(classes.choice, classes[button])} title={kinds[button].label}>
                  <input
                    type="radio"
                    name={`mark-${id}`}
                    checked={button === chosen}
                    disabled={!isOpen}
                    onChange={() => onMark(id, button)}
                  />
                  <span aria-hidden>{kinds[button].letter}</span>
                  <span className="visually-hidden">{kinds[button].label}</span>
                </label>
              ))}
            </div>
            <button
              type="button"
              className={cx(classes.more, !chosen && classes.chosen)}
              aria-expanded={isMore}
              aria-label={`More for ${name}`}
              onClick={() => setOpened(isMore ? null : id)}
            >
              {chosen ? <IconDots /> : kinds[kind].letter}
            </button>
            {isMore && fieldsOf(id)}
          </li>
        );
      })}
    </ol>
  );
}

interface RegisterFieldsProps {
  name: string;
  isOpen: boolean;
  value: string;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
  /** Labels; the last one is as wide as the row. */
  children: ReactNode;
}

/** What opens below a row: the other marks, and what belongs to them. */
export const RegisterFields = ({ name, isOpen, value, options, onChoose, children }: RegisterFieldsProps) => (
  <fieldset className={classes.fields} disabled={!isOpen}>
    <legend className="visually-hidden">{name}</legend>
    <label>
      Mark
      <select value={value} onChange={(event) => onChoose(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
    {children}
  </fieldset>
);

interface RegisterBarProps {
  counts: { present: number; absent: number; late: number };
  /** On the button. */
  action: string;
  isSaving: boolean;
  disabled?: boolean;
  onSave: () => void;
  /** Why marks are corrected. */
  reason?: { value: string; maxLength: number; onChange: (value: string) => void } | false;
}

/** How many are there, and the button that saves: always in reach. */
export const RegisterBar = ({ counts, action, isSaving, disabled = false, onSave, reason }: RegisterBarProps) => (
  <div className={classes.bar} data-reach={reason ? 'tall' : 'always'}>
    {reason && (
      <label className={classes.reason}>
        Reason for the correction
        <input
          value={reason.value}
          maxLength={reason.maxLength}
          onChange={(event) => reason.onChange(event.target.value)}
        />
      </label>
    )}
    <p className={classes.counts} aria-live="polite">
      <span>
        <b>{counts.present}</b> present{counts.late > 0 && ` (${counts.late} late)`}
      </span>{' '}
      ·{' '}
      <span>
        <b>{counts.absent}</b> absent
      </span>
    </p>
    <Button tone="primary" loading={isSaving} disabled={disabled} onClick={onSave}>
      {action}
    </Button>
  </div>
);
