import { sheetStates } from '#features/results/assessment/sheet-states.ts';
import { Badge } from '#ui/badge.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import { ratings } from './note-fields.ts';
import { NoteGrid } from './note-grid.tsx';
import classes from '../shared/notes.module.css';
import type { notesPage } from '../term-notes.pages.ts';

/** What report cards say besides marks: attendance, traits and remarks. */
export default function NotesPage(props: PropsOf<typeof notesPage>) {
  const { sheet, rows, since, writes, canOpenSheet, canSeeResults, canCorrect } = props;
  const { href } = useAddress();
  const words = useTerms(sheet.institutionId);
  const title = `${sheet.batch}, ${sheet.term}`;
  const isPublished = sheet.state === 'published';
  return (
    <>
      <PageHeader
        title={`Attendance and remarks, ${title}`}
        breadcrumbs={
          canOpenSheet
            ? [
                { label: 'Marks', href: href('/mark-sheets') },
                { label: title, href: href(`/mark-sheets/${sheet.id}`) },
              ]
            : [{ label: 'Class results', href: href('/class-results') }]
        }
        more={
          canSeeResults
            ? [
                { label: 'Broadsheet', href: href(`/mark-sheets/${sheet.id}/broadsheet`) },
                { label: 'Report cards (PDF)', href: `/mark-sheets/${sheet.id}/report-cards.pdf`, external: true },
              ]
            : []
        }
      />
      <p className={classes.head}>
        <Badge tone={isPublished ? 'good' : 'info'}>{sheetStates[sheet.state]}</Badge> {sheet.session}
        {isPublished && '. Published report cards keep these notes.'}
        {isPublished &&
          (canCorrect
            ? ' To correct one, open the student and request a correction.'
            : ' They change only through a correction.')}
      </p>
      {rows.length === 0 ? (
        <EmptyState title="No students">Nobody is in this {words.batch.toLowerCase()}.</EmptyState>
      ) : (
        <NoteGrid
          sheet={sheet}
          rows={rows}
          since={since}
          writes={writes}
          canSeeResults={canSeeResults}
          canCorrect={canCorrect}
          teacher={teacherOf(words.batch)}
        />
      )}
      {sheet.traits.length > 0 && (
        <p className={classes.head}>
          {Object.entries(ratings)
            .map(([letter, meaning]) => `${letter} ${meaning.toLowerCase()}`)
            .join(' · ')}
        </p>
      )}
    </>
  );
}

const teacherOf = (batch: string) => (batch === 'Batch' ? 'Class teacher' : 'Form teacher');
