import { router } from '@inertiajs/react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { countOf } from '#ui/format.ts';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { TextareaField } from '#ui/forms/fields.tsx';
import { SelectField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { entryText } from '../cards/card-texts.ts';
import { useRemote } from '#web/client/remote.ts';
import { useWords } from '#web/client/use-words.ts';
import type { PropsOf } from '#web/page.ts';
import type { Comparison } from '../corrections/comparison.ts';
import { ComparisonView } from '../parts/comparison-view.tsx';
import { CorrectionGrid } from '../parts/correction-grid.tsx';
import classes from '../parts/corrections.module.css';
import { useCorrectedMarks } from '../parts/use-corrected-marks.ts';
import type { correctionFormPage } from '../results.pages.ts';

/** Marks of a published sheet are typed over, compared, and sent to a second person. */
export default function CorrectionFormPage({ sheet, courses, course, rows }: PropsOf<typeof correctionFormPage>) {
  const { href } = useAddress();
  const words = useWords(sheet.institutionId);
  const { changes, remove, hasProblems, cellOf, type } = useCorrectedMarks({ course, rows });
  const { send, busy, message, errors } = useRemote<Comparison & { seen: string }>();
  const [compared, setCompared] = useState<{ of: string; found: Comparison & { seen: string } } | null>(null);
  const here = `/mark-sheets/${sheet.id}`;
  const cells = changes.map(({ studentId, courseId, component, was, entry }) => ({
    ...{ studentId, courseId, component, was, entry },
  }));
  const asked = JSON.stringify(cells);
  const found = compared?.of === asked ? compared.found : null;
  const compare = async () => {
    const answer = await send('post', `${here}/correction/compare`, { cells } as never);
    if (answer) setCompared({ of: asked, found: answer.json });
  };
  return (
    <>
      <PageHeader
        title={`Correct marks, ${sheet.batch}`}
        description="Published results change only if another person agrees. You see everybody affected before you ask."
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
          <CorrectionGrid {...{ course, rows, cellOf, type }} />
          {changes.length > 0 && (
            <section className={classes.section} aria-labelledby="changes">
              <h2 id="changes">{countOf(changes.length, 'mark')} to correct</h2>
              <ul className={classes.changes}>
                {changes.map(({ key, label, was, entry }) => (
                  <li key={key}>
                    {label}: <span className={classes.was}>{entryText(was)}</span> <b>{entryText(entry)}</b>{' '}
                    <Button small tone="plain" onClick={() => remove(key)}>
                      Undo<span className="visually-hidden"> {label}</span>
                    </Button>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {message && (
            <p role="alert" className={classes.problem}>
              {errors['cells'] ?? errors['form'] ?? message}
            </p>
          )}
          {!found && (
            <div className={classes.actions}>
              <Button
                tone="primary"
                loading={busy}
                disabled={changes.length === 0 || hasProblems}
                onClick={() => void compare()}
              >
                Compare results
              </Button>
            </div>
          )}
          {found && (
            <>
              <ComparisonView {...found} />
              <div className={classes.reason}>
                <EditForm
                  action={`${here}/corrections`}
                  submit="Send for approval"
                  transform={(data) => ({ ...data, cells, seen: found.seen }) as never}
                >
                  <TextareaField
                    name="reason"
                    label="Reason"
                    help="It stays with the marks. Families don’t see it."
                    rows={2}
                    maxLength={300}
                  />
                </EditForm>
              </div>
            </>
          )}
        </>
      )}
    </>
  );
}
