import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { Statement } from './bank.pages.ts';

/** The rows of a file that were not added, and why. */
export function StatementProblems({ statement }: { statement: Pick<Statement, 'problems' | 'problemCount'> }) {
  const [isOpen, setOpen] = useState(false);
  const { problems, problemCount } = statement;
  return (
    <>
      {' '}
      <Button small tone="plain" onClick={() => setOpen(true)}>
        {countOf(problemCount, 'row')} couldn’t be read
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Rows that couldn’t be read">
        <p>Correct them in the file and upload it again. Lines that are already added are left out.</p>
        <ul>
          {problems.map(({ row, message }) => (
            <li key={row}>
              Row {row}: {message}
            </li>
          ))}
        </ul>
        {problemCount > problems.length && <p>The first {problems.length} are shown.</p>}
      </Dialog>
    </>
  );
}
