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

/** The subjects of the chosen batch, to be read: a drop-down of text (4.10, 7.1). */
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
