import { useState } from 'react';
import { LinkButton } from '#ui/button.tsx';
import { EditForm } from '#ui/edit-form.tsx';
import { listName } from '#ui/format.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { useWords } from '#web/client/use-words.ts';
import type { batchCourses } from '../structure.pages.ts';
import classes from '../parts/structure.module.css';

/** What a batch is taught, and by whom: tick, choose the teacher, save once. */
export default function BatchCoursesPage({ batch, opened, courses, teachers }: PropsOf<typeof batchCourses>) {
  const address = useAddress();
  const words = useWords(batch.institutionId);
  const [ticked, setTicked] = useState<ReadonlySet<number>>(
    () => new Set(courses.filter((one) => one.offered).map((one) => one.id)),
  );
  const toggle = (id: number, isOn: boolean) => {
    const next = new Set(ticked);
    if (isOn) next.add(id);
    else next.delete(id);
    setTicked(next);
  };
  const back = address.href(`/batches/${batch.id}`);
  const word = words.courses.toLowerCase();
  return (
    <>
      <PageHeader
        title={`${words.courses} of ${batch.name}`}
        breadcrumbs={[
          { label: words.batches, href: address.href('/batches') },
          { label: batch.name, href: back },
        ]}
        description={`${ticked.size} of ${courses.length} ticked`}
      />
      {courses.length === 0 ? (
        <EmptyState
          title={`No ${word} yet`}
          action={
            <LinkButton tone="primary" href={address.href('/courses/new')}>
              Create {words.course.toLowerCase()}
            </LinkButton>
          }
        >
          Create what is taught first, then come back and tick it here.
        </EmptyState>
      ) : (
        <EditForm action={`/batches/${batch.id}/courses`} opened={opened} submit={`Save ${word}`} cancelHref={back}>
          <div className={classes.courses}>
            {courses.map((one) => (
              <div key={one.id}>
                <label>
                  <input
                    type="checkbox"
                    name={`courses.${one.id}.offered`}
                    value="true"
                    checked={ticked.has(one.id)}
                    onChange={(event) => toggle(one.id, event.target.checked)}
                  />
                  <span>
                    <b>{one.title}</b> <small>{[one.code, one.electiveGroup].filter(Boolean).join(' · ')}</small>
                  </span>
                </label>
                {ticked.has(one.id) && (
                  <select
                    name={`courses.${one.id}.employeeId`}
                    defaultValue={one.employeeId ?? ''}
                    aria-label={`Teacher of ${one.title}`}
                  >
                    <option value="">No teacher yet</option>
                    {teachers.map((teacher) => (
                      <option key={teacher.id} value={teacher.id}>
                        {listName(teacher)}
                      </option>
                    ))}
                  </select>
                )}
              </div>
            ))}
          </div>
        </EditForm>
      )}
    </>
  );
}
