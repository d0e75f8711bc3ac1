import { useState } from 'react';
import { Button, LinkButton, PrimaryButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { post } from '#ui/post.ts';
import { EmptyState } from '#ui/states.tsx';
import { DateText } from '#ui/text.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import type { courseMarksPage } from './course-sheet.queries.ts';
import { CourseGrid } from './course-grid.tsx';
import classes from '../shared/setup.module.css';
import { SheetBadge } from '../shared/sheet-badge.tsx';
import { router } from '@inertiajs/core';
import { countOf } from '#ui/format.ts';
import { toast } from '#ui/overlays/toast.ts';
import { CheckedFile } from '#web/client/checked-file.tsx';
import { useRemote } from '#web/client/remote.ts';
import type { CheckedFileMarks } from './check-file.ts';
import type { SavedMarks } from './save-marks.ts';

/** The marks of a course in a batch. */
export default function CourseMarksPage({ sheet, rows, since, canEnter, canCorrect }: PropsOf<typeof courseMarksPage>) {
  const { href } = useAddress();
  const words = useTerms();
  const [isUploading, setUploading] = useState(false);
  // The grid shows what a file has brought.
  const [uploads, setUploads] = useState(0);
  const here = `/mark-sheets/${sheet.sheetId}/courses/${sheet.courseId}`;
  return (
    <>
      <PageHeader
        title={`${sheet.course}, ${sheet.batch}`}
        breadcrumbs={[{ label: 'Marks', href: href(canEnter ? '/my-marks' : '/mark-sheets') }]}
        action={
          canCorrect ? (
            <LinkButton href={href(`/mark-sheets/${sheet.sheetId}/correction?course=${sheet.courseId}`)}>
              Correct marks
            </LinkButton>
          ) : (
            canEnter && (
              <>
                <Button onClick={() => setUploading(true)}>Upload file</Button>
                {sheet.isDone ? (
                  <Button onClick={() => post(`${here}/resume`)}>Enter more</Button>
                ) : (
                  <PrimaryButton onClick={() => post(`${here}/finish`)}>Submit marks</PrimaryButton>
                )}
              </>
            )
          )
        }
      />
      <p className={classes.head}>
        <SheetBadge state={sheet.state} /> {sheet.term}, {sheet.session}
        {sheet.teacher && `, ${sheet.teacher}`}
        {sheet.dueOn && (
          <>
            , due on <DateText value={sheet.dueOn} />
          </>
        )}
      </p>
      {rows.length === 0 ? (
        <EmptyState title="No students">
          Nobody in this {words.batch.toLowerCase()} takes the {words.course.toLowerCase()} yet.
        </EmptyState>
      ) : (
        <CourseGrid
          key={`${here} ${uploads}`}
          sheet={sheet}
          rows={rows}
          since={since}
          canEnter={canEnter}
          canCorrect={canCorrect}
        />
      )}
      {canEnter && (
        <MarksFile
          here={here}
          open={isUploading}
          onClose={() => setUploading(false)}
          onSaved={() => setUploads((before) => before + 1)}
        />
      )}
    </>
  );
}

interface MarksFileProps {
  /** The address of the course's marks. */
  here: string;
  open: boolean;
  onClose: () => void;
  /** The page has the new marks. */
  onSaved: () => void;
}

/** Marks from the course's own template: checked first, saved after a look. */
function MarksFile({ here, open, onClose, onSaved }: MarksFileProps) {
  const { send, busy, message } = useRemote<SavedMarks>();
  const save = async ({ cells }: CheckedFileMarks) => {
    const answer = await send('post', `${here}/marks`, { cells } as never);
    if (!answer) return false;
    const { saved, problems } = answer.json;
    const left = problems.length > 0 ? ` Not saved: ${problems[0]!.message} Check the file again.` : '';
    toast({ tone: left ? 'bad' : 'good', message: `${countOf(saved, 'mark')} saved.${left}` });
    router.reload({ onSuccess: onSaved });
    return true;
  };
  return (
    <CheckedFile<CheckedFileMarks>
      open={open}
      onClose={onClose}
      busy={busy}
      message={message}
      save={save}
      title="Upload marks"
      action={`${here}/marks/check`}
      noun="mark"
      changesOf={({ cells }) => cells.length}
      about={
        <>
          <a href={`${here}/marks.xlsx`}>Download the template</a>, which lists the students with the marks that are in,
          and fill it in. Empty cells change nothing.
        </>
      }
      preview={({ preview, cells }) => (
        <ul>
          {preview.map(({ name, part, was, entry }, at) => (
            <li key={at}>
              {name}, {part}: {was ? `${was} becomes ${entry}` : entry}
            </li>
          ))}
          {cells.length > preview.length && <li>and {countOf(cells.length - preview.length, 'other')}</li>}
        </ul>
      )}
    />
  );
}
