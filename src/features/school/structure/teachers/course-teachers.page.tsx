import { LinkButton } from '#ui/button.tsx';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import { countOf } from '#ui/format.ts';
import { EditForm } from '#ui/forms/edit-form.tsx';
import { InstitutionChoice } from '#ui/forms/institution-choice.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { ListEnd } from '#ui/lists/list-end.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import type { courseTeachers } from '../structure.pages.ts';
import classes from '../shared/structure.module.css';

/** One teacher for a course in all batches that have none. */
export default function CourseTeachersPage({ courses, ...choice }: PropsOf<typeof courseTeachers>) {
  const { href } = useAddress();
  const words = useTerms(choice.institutionId);
  const [course, batch, several] = [words.course, words.batch, words.courses].map((word) => word.toLowerCase());
  return (
    <>
      <PageHeader
        title="Assign teachers"
        breadcrumbs={[{ label: words.courses, href: href('/courses') }]}
        description={`Each teacher is assigned in every open ${batch} of this session that has no teacher for the ${course}. Teachers assigned before stay.`}
      />
      {courses.rows.length === 0 ? (
        <EmptyState
          title={`No ${several} without a teacher`}
          action={<LinkButton href={href('/batches')}>{words.batches}</LinkButton>}
        >
          To change a teacher, open the {batch} and edit its {several}.
        </EmptyState>
      ) : (
        <EditForm action="/courses/teachers" submit="Assign teachers" cancelHref={href('/courses')}>
          <InstitutionChoice {...choice} />
          <div className={classes.courses} data-field="teachers">
            {courses.rows.map(({ id, code, title, batches }) => (
              <div key={id}>
                <span>
                  <b>{title}</b>{' '}
                  <small>
                    {code} · {countOf(batches, batch!, words.batches.toLowerCase())}
                  </small>
                </span>
                <SearchSelect
                  name={`teachers.${id}`}
                  label={`Teacher of ${title}`}
                  placeholder="No teacher"
                  search={`/batches/teacher-options?institution_id=${choice.institutionId}`}
                />
              </div>
            ))}
          </div>
          <ListEnd
            shown={courses.rows.length}
            isMore={courses.isMore}
            of={several!}
            next="Assign these first, then the others appear."
          />
        </EditForm>
      )}
    </>
  );
}
