import { useState, useContext } from 'react';
import type { Choice } from '#kernel/choices.ts';
import { withArticle } from '#kernel/contracts/terminology.ts';
import { PrimaryLink } from '#ui/button.tsx';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SearchSelect, SearchSelectField } from '#ui/fields/search-select.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import type { PropsOf } from '#web/page.ts';
import { useTerms } from '#web/client/use-terms.ts';
import type { batchCourses } from './batches.queries.ts';
import { EditForm, FormSection } from '#ui/forms/edit-form.tsx';
import { SelectAll } from '#ui/lists/select-all.tsx';
import classes from '../shared/structure.module.css';
import { FormErrors } from '#ui/forms/field.tsx';
import { CheckboxField } from '#ui/forms/fields.tsx';
import type { Terms } from '#web/shell.ts';

/** A batch's courses and their teachers. */
export default function BatchCoursesPage({
  batch,
  opened,
  isMore,
  terms,
  arms,
  ...page
}: PropsOf<typeof batchCourses>) {
  // Courses added by searching.
  const [found, setFound] = useState<typeof page.courses>([]);
  const courses = [...found, ...page.courses];
  const address = useAddress();
  const words = useTerms(batch.institutionId);
  const [ticked, setTicked] = useState<ReadonlySet<number>>(
    () => new Set(page.courses.filter((course) => course.offered).map((course) => course.id)),
  );
  // From the state as it is: “Select all” ticks many at once.
  const toggle = (id: number, isOn: boolean) =>
    setTicked((before) => new Set(isOn ? [...before, id] : [...before].filter((one) => one !== id)));
  const add = (choice: Choice | null) => {
    if (!choice) return;
    const id = Number(choice.value);
    if (!courses.some((course) => course.id === id))
      setFound([
        {
          id,
          code: choice.hint ?? '',
          title: choice.label,
          electiveGroup: null,
          offered: false,
          teacher: null,
          termPosition: null,
        },
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
        description={isMore ? `${ticked.size} selected` : `${ticked.size} of ${courses.length} selected`}
      />
      {courses.length === 0 ? (
        <EmptyState
          title={`No ${word} yet`}
          action={<PrimaryLink href={address.href('/courses/new')}>Add {words.course.toLowerCase()}</PrimaryLink>}
        >
          Add {word} first, then come back to select them here.
        </EmptyState>
      ) : (
        <EditForm action={`/batches/${batch.id}/courses`} opened={opened} submit={`Save ${word}`} cancelHref={back}>
          {isMore && (
            <>
              <SearchSelectField
                isAction
                name="add"
                label={`Add ${withArticle(words.course.toLowerCase())}`}
                optional
                search={`/batches/course-options?institution_id=${batch.institutionId}&except=${batch.id}`}
                onChange={add}
              />
              <ListEnd
                isMore
                shown={page.courses.filter((course) => !course.offered).length}
                of={`other ${word}`}
                next="Search above to add others."
              />
            </>
          )}
          <SelectAll label={`Select all ${word}`}>
            <div className={classes.courses}>
              {courses.map((course) => (
                <div key={course.id}>
                  <label>
                    <input
                      type="checkbox"
                      name={`courses.${course.id}.offered`}
                      value="true"
                      checked={ticked.has(course.id)}
                      onChange={(event) => toggle(course.id, event.target.checked)}
                    />
                    <span>
                      <b>{course.title}</b>{' '}
                      <small>{[course.code, course.electiveGroup].filter(Boolean).join(' · ')}</small>
                    </span>
                  </label>
                  {ticked.has(course.id) && terms.length > 1 && (
                    <select
                      name={`courses.${course.id}.termPosition`}
                      aria-label={`When ${course.title} is taught`}
                      defaultValue={course.termPosition ?? ''}
                    >
                      <option value="">Every term</option>
                      {terms.map(({ position, name }) => (
                        <option key={position} value={position}>
                          {name}
                        </option>
                      ))}
                    </select>
                  )}
                  {ticked.has(course.id) && (
                    <SearchSelect
                      name={`courses.${course.id}.employeeId`}
                      label={`Teacher of ${course.title}`}
                      placeholder="No teacher"
                      defaultChoice={course.teacher}
                      search={`/batches/teacher-options?institution_id=${batch.institutionId}`}
                    />
                  )}
                </div>
              ))}
            </div>
          </SelectAll>
          {arms.length > 0 && <OtherArms arms={arms} words={words} level={batch.class} />}
        </EditForm>
      )}
    </>
  );
}

interface OtherArmsProps {
  arms: { id: number; name: string }[];
  words: Terms;
  /** The name of their class. */
  level: string;
}

/** The other batches of the class that the form is saved to as well. */
function OtherArms({ arms, words, level }: OtherArmsProps) {
  const error = useContext(FormErrors)['also'];
  const several = words.batches.toLowerCase();
  return (
    <div data-field="also">
      <FormSection
        title={`Also save to other ${several} of ${level}`}
        description={`Selected ${words.courses.toLowerCase()} are added there. Teachers, terms and removals follow only where you change them here.`}
      >
        <FormErrors value={{}}>
          <SelectAll label={`Select all ${several}`}>
            <div className={classes.arms}>
              {arms.map(({ id, name }) => (
                <CheckboxField key={id} name="also[]" value={String(id)} label={name} />
              ))}
            </div>
          </SelectAll>
        </FormErrors>
        {error && <p className="problem">{error}</p>}
      </FormSection>
    </div>
  );
}
