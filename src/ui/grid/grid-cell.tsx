import { memo, useId } from 'react';
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
  onType,
  onKeep,
}: GridCellProps) {
  const id = useId();
  const { text, problem, theirText, isSaving } = cell;
  return (
    <td className={cx(classes.cell, problem && classes.wrong, className)}>
      <input
        value={text}
        data-cell={name}
        aria-label={label}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        aria-busy={isSaving || undefined}
        readOnly={!canEdit}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        className={classes.input}
        onChange={(event) => onType([[name, event.target.value]])}
        onFocus={(event) => event.target.select()}
      />
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
