import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import { IconDots } from '../icons.tsx';
import classes from './register.module.css';

export interface RegisterLine<Kind extends string> {
  id: number;
  name: string;
  /** Under the name: who the person is, and what the buttons cannot show of the mark. */
  note: string;
  kind: Kind;
  /** None of the three buttons stands for the mark, even if one stands for its kind. */
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
  /** The row whose fields are shown. */
  opened: number | null;
  onOpen: (id: number | null) => void;
  fieldsOf: (id: number) => ReactNode;
}

const quick = { present: '', absent: classes.absent, late: classes.late };
type Quick = keyof typeof quick;
const buttons = Object.keys(quick) as Quick[];

/** Everybody in a register of a day: one touch on the name for "absent", three buttons, and the rest below the row. */
export function RegisterList<Kind extends string>({
  label,
  lines,
  kinds,
  isOpen,
  onMark,
  opened,
  onOpen,
  fieldsOf,
}: RegisterListProps<Kind | Quick>) {
  const list = useRef<HTMLOListElement>(null);
  const kindNames = Object.keys(kinds) as (Kind | Quick)[];

  function focusRow(at: number): void {
    const groups = list.current!.querySelectorAll<HTMLElement>('[role=radiogroup]');
    const group = groups[Math.max(0, Math.min(at, groups.length - 1))];
    (group?.querySelector<HTMLElement>('input:checked') ?? group?.querySelector('input'))?.focus();
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
      {lines.map(({ id, name, note, kind, isOther, isAway }, at) => {
        const chosen = isOther ? undefined : buttons.find((button) => button === kind);
        const isMore = opened === id;
        return (
          <li key={id} className={cx(classes.row, isAway && classes.away)} data-row={at}>
            <label
              className={classes.name}
              htmlFor={isOpen ? `mark-${id}-${isAway ? 'present' : 'absent'}` : undefined}
            >
              <b>{name}</b>
              <small id={`mark-${id}-note`}>{note}</small>
            </label>
            <div className={classes.choices} role="radiogroup" aria-label={name} aria-describedby={`mark-${id}-note`}>
              {buttons.map((button) => (
                <label key={button} className={cx(classes.choice, quick[button])} title={kinds[button].label}>
                  <input
                    type="radio"
                    id={`mark-${id}-${button}`}
                    name={`mark-${id}`}
                    aria-label={kinds[button].label}
                    checked={button === chosen}
                    disabled={!isOpen}
                    onChange={() => onMark(id, button)}
                  />
                  <span aria-hidden>{kinds[button].letter}</span>
                </label>
              ))}
            </div>
            <button
              type="button"
              className={cx(classes.more, !chosen && classes.chosen)}
              aria-expanded={isMore}
              aria-label={`More for ${name}`}
              onClick={() => onOpen(isMore ? null : id)}
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
  counts: { present: number; absent: number; late: number; onLeave?: number };
  action: string;
  isSaving: boolean;
  disabled?: boolean;
  /** False where the register can only be read. */
  onSave: (() => void) | false;
  /** Why marks are corrected. */
  reason?: { value: string; maxLength: number; onChange: (value: string) => void } | false;
}

/** The counts and the save button, which stay in view. */
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
        <b>{counts.absent}</b> absent{counts.onLeave ? `, ${counts.onLeave} on leave` : ''}
      </span>
    </p>
    {onSave && (
      <Button tone="primary" loading={isSaving} disabled={disabled} onClick={onSave}>
        {action}
      </Button>
    )}
  </div>
);
