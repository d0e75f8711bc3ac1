import { type ChangeEvent, type FocusEvent, memo, useId } from 'react';
import { Button } from '../button.tsx';
import { cx } from '../cx.ts';
import type { Cell } from './cell-state.ts';
import classes from './grid.module.css';

interface GridCellProps {
  name: string;
  label: string;
  cell: Cell<unknown>;
  canEdit: boolean;
  className?: string | undefined;
  /** Words instead of a figure: one line, or a `text` that grows. */
  kind?: 'figure' | 'word' | 'text';
  maxLength?: number | undefined;
  onType: (texts: [name: string, text: string][]) => void;
  /** Decides between two people's values. */
  onKeep: (name: string, isTheirs: boolean) => void;
}

/** One value: typed, being saved, refused, or entered by two people. Rendered when it changes, not with the whole grid. */
export const GridCell = memo(function GridCell({
  name,
  label,
  cell,
  canEdit,
  className,
  kind = 'figure',
  maxLength,
  onType,
  onKeep,
}: GridCellProps) {
  const id = useId();
  const { text, problem, theirText, isSaving } = cell;
  const field = {
    value: text,
    'data-cell': name,
    'aria-label': label,
    readOnly: !canEdit,
    autoComplete: 'off',
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': problem ? `${id}-problem` : undefined,
    'aria-busy': isSaving || undefined,
    spellCheck: kind === 'text',
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onType([[name, event.target.value]]),
    onFocus: (event: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) => kind === 'text' || event.target.select(),
  };
  return (
    <td className={cx(classes.cell, kind === 'text' && classes.wide, problem && classes.wrong, className)}>
      {kind === 'text' ? (
        <textarea {...field} rows={1} maxLength={maxLength} className={cx(classes.input, classes.text)} />
      ) : (
        <input
          {...field}
          inputMode={kind === 'word' ? 'text' : 'decimal'}
          maxLength={maxLength}
          className={cx(classes.input, kind === 'word' && classes.word)}
        />
      )}
      {problem && (
        <span id={`${id}-problem`} className={classes.problem}>
          {problem}
          {theirText !== undefined && (
            <span className={classes.choice}>
              <Button small onClick={() => onKeep(name, true)}>
                Keep {theirText || 'empty'}
              </Button>
              <Button small onClick={() => onKeep(name, false)}>
                Use {text || 'empty'}
              </Button>
            </span>
          )}
        </span>
      )}
    </td>
  );
});
