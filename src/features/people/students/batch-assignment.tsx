import { useState, useEffect, type SyntheticEvent } from 'react';
import { Button } from '#ui/button.tsx';
import { PLACEHOLDER_OPTION } from '#ui/plain/constants.ts';
import { withParams } from '#ui/href.ts';
import { SearchSelect } from '#ui/fields/search-select.tsx';
import { toast } from '#ui/overlays/toast.ts';
import { useTerms } from '#web/client/use-terms.ts';
import type { StudentListProps } from './students.pages.ts';
import { BulkRefusal, BulkNote } from '#ui/lists/bulk-bar.tsx';
import { countOf } from '#ui/format.ts';
import classes from './batch-assignment.module.css';
import { explain, remote, useRemote } from '#web/client/remote.ts';
import type { Terms } from '#web/shell.ts';

type BatchChoice = NonNullable<StudentListProps['choices']>['batches'][number];

interface BatchAssignmentProps {
  studentIds: number[];
  /** The rows in view, to find the institution of the selected students. */
  rows: { id: number; institutionId: number }[];
  batches: BatchChoice[];
  /** Set if there are more batches, with the institution in view. */
  isMore: boolean;
  institutionId: number | undefined;
  onAssigned: (batch: { id: number; name: string }, studentIds: number[]) => void;
  onUndone: () => void;
}

/** Chooses a batch, shows its subjects and assigns the selected students: a form with its own action (2.5, 7.2). */
export function BatchAssignment({
  studentIds,
  rows,
  batches: all,
  isMore,
  institutionId,
  onAssigned,
  onUndone,
}: BatchAssignmentProps) {
  const [batchId, setBatchId] = useState('');
  const { busy, message, send } = useRemote();
  const [found, setFound] = useState<{ id: number; name: string } | null>(null);
  const home = homeOf(studentIds, rows);
  const batches = home === null ? all : all.filter((one) => one.institutionId === home);
  const listed = batches.find((one) => String(one.id) === batchId);
  const batch = isMore ? found : listed;
  const words = useTerms(listed?.institutionId ?? home);
  const word = words.batch;

  const assign = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!batch || busy) return;
    const answer = await send('POST', event.currentTarget.action, { batch_id: batch.id, student_ids: studentIds });
    if (answer?.text !== 'success') return;
    onAssigned(batch, studentIds);
    const assignment = answer.headers.location;
    toast({
      message: `${countOf(studentIds.length, 'student')} assigned to ${batch.name}.`,
      tone: 'good',
      undo: assignment ? { run: () => undo(assignment, onUndone) } : undefined,
    });
  };

  return (
    <form
      className={classes.form}
      action="/students/batch-assignment"
      method="post"
      onSubmit={(event) => void assign(event)}
    >
      {isMore ? (
        <SearchSelect
          name="batch_id"
          label={`${word} to assign`}
          search={withParams('/structure/batch-options', { institution_id: home ?? institutionId })}
          onChange={(one) => setFound(one && { id: Number(one.value), name: one.label })}
        />
      ) : (
        <>
          <label className="visually-hidden" htmlFor="assign-batch">
            {word} to assign
          </label>
          <select
            id="assign-batch"
            name="batch_id"
            className={classes.select}
            value={batchId}
            onChange={(event) => setBatchId(event.target.value)}
          >
            <option value="">{PLACEHOLDER_OPTION}</option>
            {byClass(batches).map(([className, list]) => (
              <optgroup key={className} label={className}>
                {list.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name} ({one.students} of {one.capacity})
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </>
      )}
      {batch && <CoursesOfBatch batchId={batch.id} words={words} />}
      <Button type="submit" tone="primary" loading={busy} disabled={!batch}>
        Assign {word.toLowerCase()}
      </Button>
      <BulkRefusal>{message}</BulkRefusal>
      {batch && <PublishedTerms batch={batch} />}
    </form>
  );
}

async function undo(assignment: string, onUndone: () => void) {
  try {
    const { json } = await remote<{ message: string }>('POST', `${assignment}/undo`);
    toast({ message: json.message, tone: 'info' });
    onUndone();
  } catch (error) {
    toast({ message: explain(error).message, tone: 'bad' });
  }
}

/** The institution of all selected students, or null if there are several. */
function homeOf(studentIds: number[], rows: BatchAssignmentProps['rows']): number | null {
  const ticked = new Set(studentIds);
  const homes = new Set(rows.filter(({ id }) => ticked.has(id)).map(({ institutionId }) => institutionId));
  return homes.size === 1 ? [...homes][0]! : null;
}

const byClass = (batches: BatchChoice[]) => [...Map.groupBy(batches, (one) => one.className)];

/** Warns before students join a batch whose results of a term are published: they get none with the others. */
function PublishedTerms({ batch }: { batch: { id: number; name: string } }) {
  const [terms, setTerms] = useState<{ term: string }[]>([]);
  const { id } = batch;
  useEffect(() => {
    const gone = new AbortController();
    setTerms([]);
    remote<{ term: string }[]>(
      'GET',
      '/students/batch-assignment/published-terms',
      { batch_id: id },
      { signal: gone.signal },
    )
      .then(({ json }) => setTerms(json))
      // It only warns: students can be assigned without it.
      .catch(() => {});
    return () => gone.abort();
  }, [id]);
  if (terms.length === 0) return null;
  const names = terms.map(({ term }) => term).join(', ');
  return (
    <BulkNote>
      Results of {batch.name} are published for {names}. Students who join now have none: add a late result from the
      mark sheet of the term.
    </BulkNote>
  );
}

interface Course {
  id: number;
  code: string;
  title: string;
}

/** The subjects of the chosen batch, to be read: a drop-down of text (4.10, 7.1). */
function CoursesOfBatch({ batchId, words }: { batchId: number; words: Terms }) {
  const [courses, setCourses] = useState<Course[] | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    setCourses(null);
    remote<Course[]>('GET', '/institutions/courses_for_batch', { batch_id: batchId }, { signal: gone.signal })
      .then(({ json }) => setCourses(json))
      .catch(() => gone.signal.aborted || setCourses([]));
    return () => gone.abort();
  }, [batchId]);
  if (courses === null) return <span className={classes.courses}>{words.courses} …</span>;
  return (
    <details className={classes.courses} data-courses>
      <summary>{countOf(courses.length, words.course.toLowerCase(), words.courses.toLowerCase())}</summary>
      <ul>
        {courses.map((course) => (
          <li key={course.id}>
            {course.code} {course.title}
          </li>
        ))}
      </ul>
    </details>
  );
}
