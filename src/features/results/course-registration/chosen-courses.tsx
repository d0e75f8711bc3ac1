import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { EmptyState } from '#ui/states.tsx';
import { countOf } from '#ui/format.ts';
import { courseKinds, unitsOf, type OpenCourse } from './choosing/rules.ts';
import type { RegistrationView } from './choosing/registration-view.queries.ts';
import classes from './shared/registration.module.css';

const columns: Column<OpenCourse>[] = [
  { key: 'code', title: 'Code', primary: true, render: ({ code }) => code },
  { key: 'title', title: 'Course', card: 'line', render: ({ title }) => title },
  { key: 'kind', title: 'Type', render: ({ kind }) => courseKinds[kind].replace(/s$/, '') },
  { key: 'units', title: 'Units', align: 'end', card: 'aside', numeric: true, render: ({ units }) => units },
];

/** What was submitted, or that nothing was. */
export function ChosenCourses({ view: { courses, saved, place } }: { view: RegistrationView }) {
  if (!saved) return <EmptyState title="Not registered">No courses have been submitted for {place!.term}.</EmptyState>;
  const chosen = courses.filter(({ courseId }) => saved.courseIds.includes(courseId));
  const gone = saved.courseIds.length - chosen.length;
  return (
    <>
      <DataTable
        name="registered-courses"
        caption="Registered courses"
        columns={columns}
        rows={chosen}
        rowId={({ courseId }) => courseId}
      />
      <p className={classes.sum}>
        {countOf(chosen.length, 'course')}, {countOf(unitsOf(chosen), 'unit')}
        {gone > 0 && `. ${countOf(gone, 'course')} no longer offered`}
      </p>
    </>
  );
}
