import { useState } from 'react';
import { router } from '@inertiajs/core';
import { Button } from '#ui/button.tsx';
import { confirm } from '#ui/overlays/confirm.tsx';
import { countOf } from '#ui/format.ts';
import { toast } from '#ui/overlays/toast.ts';
import { DateTimeText } from '#ui/text.tsx';
import { explain, remote } from '#web/client/remote.ts';
import type { ImportHead } from './imports.pages.ts';
import { kindWords, type ImportKind } from './kinds/kind-words.ts';
import { Notice } from './notice.tsx';
import classes from './notice.module.css';
import type { UndoResult } from './kinds/kind.ts';

/** Confirms with the counts, then undoes the import. */
export function UndoButton({ found }: { found: ImportHead }) {
  const [busy, setBusy] = useState(false);
  const undo = async () => {
    setBusy(true);
    try {
      const { json } = await remote<UndoResult>('GET', `/imports/${found.id}/undo`);
      const yes = await confirm({
        title: `Undo the import of ${found.fileName}?`,
        body: <Counts kind={found.kind} result={json} isDone={false} />,
        action: 'Undo import',
        tone: 'bad',
      });
      if (yes) router.post(`/imports/${found.id}/undo`);
    } catch (error) {
      toast({ message: explain(error).message, tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} onClick={() => void undo()}>
      Undo import
    </Button>
  );
}

/** The result of an undo. */
export const UndoneNotice = ({ kind, at, result }: { kind: ImportKind; at: string; result: UndoResult }) => (
  <Notice>
    Undone on <DateTimeText value={at} />. <Counts kind={kind} result={result} isDone />
  </Notice>
);

/** The result of an undo, or a preview of it. */
function Counts({ kind, result, isDone }: { kind: ImportKind; result: UndoResult; isDone: boolean }) {
  const { one, many } = kindWords[kind];
  const be = (count: number) => (isDone ? (count === 1 ? 'was' : 'were') : 'will be');
  const stay = (count: number) => (isDone ? (count === 1 ? 'stays' : 'stay') : 'will stay');
  const stays = Object.entries(result.stays);
  return (
    <>
      <span className={classes.words}>
        {countOf(result.removed, one)} {be(result.removed)} removed
        {result.restored > 0 &&
          `, and ${countOf(result.restored, one)} changed by the file ${be(result.restored)} restored`}
        .
      </span>
      {stays.map(([reason, count]) => (
        <span key={reason} className={classes.words}>
          {countOf(count, one)} {stay(count)}: {reason}.
        </span>
      ))}
      {result.kept > 0 && (
        <span className={classes.words}>
          {countOf(result.kept, one)} {stay(result.kept)} because of later changes to the same fields.
        </span>
      )}
      {!isDone && kind !== 'openings' && kind !== 'results' && (
        <span className={classes.words}>Numbers given to removed {many} are not used again.</span>
      )}
    </>
  );
}
