import { useState } from 'react';
import type { Choice } from '#kernel/choices.ts';
import { LinkButton } from '#ui/button.tsx';
import { EditForm } from '#ui/edit-form.tsx';
import { ListEnd } from '#ui/list-end.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SearchSelect, SearchSelectField } from '#ui/search-select.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { useWords } from '#web/client/use-words.ts';
import type { batchCourses } from '../structure.pages.ts';
import classes from '../parts/structure.module.css';

/** What a batch is taught, and by whom: tick, choose the teacher, save once. */
export default function BatchCoursesPage({ batch, opened, isMore, ...page }: PropsOf<typeof batchCourses>) {
  // Found by searching, each where it was chosen.
  const [found, setFound] = useState<typeof page.courses>([]);
  const courses = [...found, ...page.courses];
  const address = useAddress();
  const words = useWords(batch.institutionId);
  const [ticked, setTicked] = useState<ReadonlySet<number>>(
    () => new Set(page.courses.filter((one) => one.offered).map((one) => one.id)),
  );
  const toggle = (id: number, isOn: boolean) => {
    const next = new Set(ticked);
    if (isOn) next.add(id);
    else next.delete(id);
    setTicked(next);
  };
  const add = (choice: Choice | null) => {
    if (!choice) return;
    const id = Number(choice.value);
    if (!courses.some((one) => one.id === id))
      setFound([
        { ...{ id, code: choice.hint ?? '', title: choice.label }, electiveGroup: null, offered: false, teacher: null },
        ...found,
      ]);
    toggle(id, true);
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
        description={isMore ? `${ticked.size} ticked` : `${ticked.size} of ${courses.length} ticked`}
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
          {isMore && (
            <>
              <SearchSelectField
                isAction
                name="add"
                label={`Add a ${words.course.toLowerCase()}`}
                optional
                search={`/batches/course-options?institution_id=${batch.institutionId}&except=${batch.id}`}
                onChange={add}
              />
              <ListEnd
                isMore
                shown={page.courses.filter((one) => !one.offered).length}
                of={`other ${word}`}
                next="Search above to add one of the others."
              />
            </>
          )}
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
                  <SearchSelect
                    name={`courses.${one.id}.employeeId`}
                    label={`Teacher of ${one.title}`}
                    placeholder="No teacher yet"
                    defaultChoice={one.teacher}
                    search={`/batches/teacher-options?institution_id=${batch.institutionId}`}
                  />
                )}
              </div>
            ))}
          </div>
        </EditForm>
      )}
    </>
  );
}
