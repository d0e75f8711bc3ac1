import { useEffect, useState } from 'react';

interface Course {
  code: string;
  title: string;
  electiveGroup: string | null;
}

/** 7.3: what the program teaches or lets choose, read on load and whenever another program is chosen. */
export function CoursesTaught({ programId, address }: { programId: string; address: string }) {
  const [courses, setCourses] = useState<Course[] | null>(null);
  useEffect(() => {
    const leave = new AbortController();
    fetch(`${address}?program_ids[]=${programId}`, { signal: leave.signal, headers: { accept: 'application/json' } })
      .then((answer) => (answer.ok ? answer.json() : { courses: [] }))
      .then(({ courses: found }) => setCourses(found as Course[]))
      // The list only informs.
      .catch(() => {});
    return () => leave.abort();
  }, [programId, address]);
  if (!courses?.length) return null;
  const isElective = ({ electiveGroup }: Course) => electiveGroup !== null;
  return (
    <div className="courses" data-courses>
      <CourseList title="Courses taught to all" courses={courses.filter((course) => !isElective(course))} />
      <CourseList title="Courses to choose from" courses={courses.filter(isElective)} />
    </div>
  );
}

function CourseList({ title, courses }: { title: string; courses: Course[] }) {
  if (!courses.length) return null;
  return (
    <details>
      <summary>
        {title}: {courses.length}
      </summary>
      <ul>
        {courses.map(({ code, title: name }) => (
          <li key={code}>{name}</li>
        ))}
      </ul>
    </details>
  );
}
