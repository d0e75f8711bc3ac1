import { use } from 'react';
import { countOf } from '#ui/format.ts';
import { FormErrors } from '#ui/forms/field.tsx';
import type { DesignerPage } from '../design/design-page.queries.ts';
import classes from './design.module.css';

/** The error of a part that has no control of its own. */
export function PartError({ name }: { name: string }) {
  const message = use(FormErrors)[name];
  return message ? <p className={classes.error}>{message}</p> : null;
}

/** What isn’t as it was: filters of a list that a report doesn’t have, fields that are gone. */
export function DesignNotices({ page: { leftOut, goneCount } }: { page: DesignerPage }) {
  return (
    <>
      {leftOut.length > 0 && (
        <p className={classes.notice} role="status">
          The list’s filters were added, except {leftOut.join(', ')}: reports don’t have{' '}
          {leftOut.length === 1 ? 'this filter' : 'these filters'}.
        </p>
      )}
      {goneCount > 0 && (
        <p className={classes.notice} role="status">
          {countOf(goneCount, 'field')} of this report no longer {goneCount === 1 ? 'exists' : 'exist'}. Saving removes{' '}
          {goneCount === 1 ? 'it' : 'them'}.
        </p>
      )}
    </>
  );
}
