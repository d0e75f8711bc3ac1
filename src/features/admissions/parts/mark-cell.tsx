import { memo, useId } from 'react';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/cx.ts';
import type { Cell } from './marks-state.ts';
import { textOf } from './mark-text.ts';
import classes from './marks.module.css';

interface MarkCellProps {
  name: string;
  label: string;
  cell: Cell;
  canEdit: boolean;
  onType: (texts: [name: string, text: string][]) => void;
  /** Decides between two people's marks. */
  onKeep: (name: string, isTheirs: boolean) => void;
}

/** One mark: typed, being saved, refused, or entered by two people. Rendered when it changes, not with the whole grid. */
export const MarkCell = memo(function MarkCell({ name, label, cell, canEdit, onType, onKeep }: MarkCellProps) {
  const id = useId();
  const { text, problem, theirs, isSaving } = cell;
  return (
    <td className={cx(classes.cell, problem && classes.wrong)}>
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
          {theirs !== undefined && (
            <span className={classes.choice}>
              <Button small onClick={() => onKeep(name, true)}>
                Keep {textOf(theirs) || 'empty'}
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
