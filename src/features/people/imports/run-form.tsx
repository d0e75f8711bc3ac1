import { useContext } from 'react';
import { Card } from '#ui/records/card.tsx';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { FieldNotes, FormErrors } from '#ui/forms/field.tsx';
import { countOf } from '#ui/format.ts';
import type { ImportCheckedProps } from './imports.pages.ts';
import { kindLabels, type ImportKind } from './kinds/kind-labels.ts';
import { Notice } from './notice.tsx';
import classes from './run-form.module.css';

/** Imports all rows or nothing, or valid rows only. */
export function RunForm({
  id,
  seen,
  kind,
  good,
  bad,
  denied,
  alike,
  asksFirst,
  isAsked,
}: ImportCheckedProps['import'] & Record<'denied' | 'alike', number>) {
  if (good === 0) {
    const why = denied
      ? 'You don’t have the permissions that this file needs.'
      : bad
        ? 'Correct the problems above and check again, or upload a corrected file.'
        : alike
          ? 'Choose above what to do with possible duplicates.'
          : kind === 'openings'
            ? 'Every balance in the file is zero.'
            : `All ${kindLabels[kind].many} in the file already exist. To update their records, choose “Update their records” under “Change columns”.`;
    return <Notice>There is nothing to import. {why}</Notice>;
  }
  if (kind === 'results' && bad > 0)
    return (
      <Notice>
        Results of past years are imported as a whole, so that no term is incomplete. Correct the problems above and
        check again.
      </Notice>
    );
  if (isAsked)
    return (
      <Notice>
        This file contains credit and waits for a second person. It’s imported as soon as someone approves it.
      </Notice>
    );
  const what = countOf(good, kind === 'guardians' ? 'row' : kindLabels[kind].one);
  return (
    <Card title="Import" tour="import-run">
      <EditForm action={`/imports/${id}/run`} submit={asksFirst ? 'Request approval' : `Import ${what}`} guard={false}>
        <input type="hidden" name="seen" value={seen} />
        {kind === 'results' ? (
          <input type="hidden" name="mode" value="all" />
        ) : (
          <Modes kind={kind} good={good} bad={bad} />
        )}
        {asksFirst && <p>Credit pays what families owe, so a second person approves the file before it is imported.</p>}
      </EditForm>
    </Card>
  );
}

function Modes({ kind, good, bad }: { kind: ImportKind; good: number; bad: number }) {
  const error = useContext(FormErrors)['mode'];
  return (
    <fieldset className={classes.modes} data-field="mode">
      <legend>Rows to import</legend>
      <label>
        <input type="radio" name="mode" value="all" defaultChecked={bad === 0} disabled={bad > 0} required />
        <span>
          All or nothing
          <small>
            {bad > 0
              ? 'Not available while rows have problems. Correct them above first.'
              : `If anything goes wrong, no ${kindLabels[kind].one} is imported.`}
          </small>
        </span>
      </label>
      <label>
        <input type="radio" name="mode" value="good" defaultChecked={bad > 0} required />
        <span>
          Import valid rows only
          <small>
            {bad > 0
              ? `${countOf(good, 'row')} now. You can download the others, fix them and import them later.`
              : 'If a row fails, the others are still imported.'}
          </small>
        </span>
      </label>
      <FieldNotes id="mode" error={error} />
    </fieldset>
  );
}
