import { useEffect, useState } from 'react';
import { countOf } from '#ui/format.ts';
import { remote } from '#web/client/remote.ts';
import type { Terms } from '#web/shell.ts';
import classes from './batch-assignment.module.css';

interface Course {
  id: number;
  code: string;
  title: string;
}

/** The subjects of the chosen batch (4.10, 7.1). */
export function CoursesOfBatch({ batchId, words }: { batchId: number; words: Terms }) {
  const [courses, setCourses] = useState<Course[] | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    setCourses(null);
    remote<Course[]>('GET', '/institutions/courses_for_batch', { batch_id: batchId }, { signal: gone.signal })
      .then(({ json }) => setCourses(json))
      .catch(() => gone.signal.aborted || setCourses([]));
    return () => gone.abort();
  }, [batchId]);
  return (
    <div className={classes.courses} data-courses>
      <label className="visually-hidden" htmlFor="batch-courses">
        {words.courses} of the {words.batch.toLowerCase()}
      </label>
      <select id="batch-courses" className={classes.select} defaultValue="">
        <option value="">
          {courses === null
            ? `${words.courses} …`
            : countOf(courses.length, words.course.toLowerCase(), words.courses.toLowerCase())}
        </option>
        {courses?.map((course) => (
          <option key={course.id} value={course.id} disabled>
            {course.code} {course.title}
          </option>
        ))}
      </select>
    </div>
  );
}
