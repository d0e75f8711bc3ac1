import { router } from '@inertiajs/core';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { entryText } from '../cards/card-texts.ts';
import { useWords } from '#web/client/use-words.ts';
import type { PropsOf } from '#web/page.ts';
import { CorrectionGrid } from './correction-grid.tsx';
import { CorrectionRequest } from './correction-request.tsx';
import classes from '../shared/corrections.module.css';
import { useCorrectedMarks } from './use-corrected-marks.ts';
import type { correctionFormPage } from '../results.pages.ts';

/** Marks of a published sheet are typed over, compared, and sent to a second person. */
export default function CorrectionFormPage({ sheet, courses, course, rows }: PropsOf<typeof correctionFormPage>) {
  const { href } = useAddress();
  const words = useWords(sheet.institutionId);
  const { changes, remove, hasProblems, cellOf, type } = useCorrectedMarks({ course, rows });
  const here = `/mark-sheets/${sheet.id}`;
  const cells = changes.map(({ studentId, courseId, component, was, entry }) => ({
    studentId,
    courseId,
    component,
    was,
    entry,
  }));
  return (
    <>
      <PageHeader
        title={`Correct marks, ${sheet.batch}`}
        description="A second person must approve changes to published results. You see everyone affected before you submit."
        breadcrumbs={[
          { label: 'Marks', href: href('/mark-sheets') },
          { label: `${sheet.batch}, ${sheet.term}`, href: href(here) },
        ]}
      />
      {course === null ? (
        <EmptyState title="Nothing to correct">No result with marks was published here.</EmptyState>
      ) : (
        <>
          <div className={classes.course}>
            <SelectField
              name="course"
              label={words.course}
              placeholder={null}
              value={String(course.id)}
              onChange={({ target }) =>
                router.get(
                  href(`${here}/correction`),
                  { course: target.value },
                  { preserveState: true, preserveScroll: true, replace: true, only: ['course', 'rows'] },
                )
              }
              options={courses.map(({ id, code, title }) => ({ value: String(id), label: `${code} ${title}` }))}
            />
          </div>
          <CorrectionGrid course={course} rows={rows} cellOf={cellOf} type={type} />
          <CorrectionRequest
            sheetId={sheet.id}
            changes={{ cells, courses: [], notes: [] }}
            listed={changes.map(({ key, label, was, entry }) => ({
              key,
              label,
              was: entryText(was),
              is: entryText(entry),
              undo: () => remove(key),
            }))}
            hasProblems={hasProblems}
          />
        </>
      )}
    </>
  );
}
