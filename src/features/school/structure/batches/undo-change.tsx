import { Button } from '#ui/button.tsx';
import { dateText } from '#ui/format.ts';
import { post } from '#ui/post.ts';
import type { Terms } from '#web/shell.ts';
import type { LastChange } from './undo-offerings.ts';
import classes from '../shared/structure.module.css';

/** The latest change of the courses, while nothing depends on it. */
export function UndoChange({ change, words }: { change: LastChange; words: Terms }) {
  const where = change.batches > 1 ? ` in ${change.batches} ${words.batches.toLowerCase()}` : '';
  return (
    <p className={classes.undo}>
      <span>
        {words.courses} and teachers last changed{change.by && ` by ${change.by}`} on {dateText(change.at)}
        {where}.
      </span>
      <Button small onClick={() => post(`/offering-changes/${change.id}/undo`)}>
        Undo this change
      </Button>
    </p>
  );
}
