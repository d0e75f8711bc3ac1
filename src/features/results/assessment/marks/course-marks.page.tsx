import { useState } from 'react';
import { Button, LinkButton } from '#ui/button.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { post } from '#ui/post.ts';
import { EmptyState } from '#ui/states.tsx';
import { DateText } from '#ui/text.tsx';
import { useWords } from '#web/client/use-words.ts';
import type { PropsOf } from '#web/page.ts';
import type { courseMarksPage } from '../assessment.pages.ts';
import { CourseGrid } from './course-grid.tsx';
import { MarksFile } from './marks-file.tsx';
import classes from '../shared/setup.module.css';
import { SheetBadge } from '../shared/sheet-badge.tsx';

/** The marks of a course in a batch. */
export default function CourseMarksPage({ sheet, rows, since, canEnter, canCorrect }: PropsOf<typeof courseMarksPage>) {
  const { href } = useAddress();
  const words = useWords();
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
                  <Button tone="primary" onClick={() => post(`${here}/finish`)}>
                    All marks are in
                  </Button>
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
