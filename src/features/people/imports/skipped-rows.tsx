import { countOf } from '#ui/format.ts';
import { inWords } from '#web/client/in-words.ts';
import { useWords } from '#web/client/use-words.ts';
import { importActions, type ImportAction } from './import-actions.ts';
import type { ImportCheckedProps } from './imports.pages.ts';
import { kindWords, type ImportKind } from './kinds/kind-words.ts';
import { Notice } from './notice.tsx';
import classes from './notice.module.css';

interface SkippedRowsProps {
  kind: ImportKind;
  institutionId: number;
  leftOut: ImportCheckedProps['leftOut'];
}

/** What the import skips because the user has no permission to do it by hand. */
export function SkippedRows({ kind, institutionId, leftOut }: SkippedRowsProps) {
  const words = useWords(institutionId);
  const acts = importActions.filter((act) => leftOut[act]);
  if (acts.length === 0) return null;
  return (
    <Notice tone="gold">
      {acts.map((act) => (
        <span key={act} className={classes.words}>
          {inWords(sentences[act](leftOut[act]!, kindWords[kind].many), words)}
        </span>
      ))}
      <span className={classes.words}>
        A colleague with these permissions can open this import, check it again and run it in full.
      </span>
    </Notice>
  );
}

const sentences: Record<ImportAction, (rows: number, many: string) => string> = {
  create: (rows, many) => `${countOf(rows, 'row')} skipped: you don’t have permission to add ${many}.`,
  edit: (rows, many) => `${countOf(rows, 'row')} skipped: you don’t have permission to edit ${many}.`,
  status: (rows, many) => `${countOf(rows, 'row')} skipped: you don’t have permission to change the status of ${many}.`,
  seat: (rows) => `${countOf(rows, 'student')} added without {batch}: you don’t have permission to assign {batches}.`,
};
