import { useEffect, useState } from 'react';

interface Course {
  code: string;
  title: string;
  electiveGroup: string | null;
}

/** What was asked last: the form is drawn twice when it finds what was typed before, and asks once. */
let asked: { url: string; courses: Promise<Course[]> } | null = null;

function coursesAt(url: string): Promise<Course[]> {
  if (asked?.url !== url)
    asked = {
      url,
      courses: fetch(url, { headers: { accept: 'application/json' } })
        .then((answer) => (answer.ok ? answer.json() : { courses: [] }))
        .then(({ courses }) => courses as Course[])
        // The list only informs.
        .catch(() => []),
    };
  return asked.courses;
}

/** 7.3: what the program teaches or lets choose, asked on load, also without a program, and whenever another is chosen. */
export function CoursesTaught({ programId, address }: { programId: string; address: string }) {
  const [courses, setCourses] = useState<Course[]>([]);
  useEffect(() => {
    let isLeft = false;
    void coursesAt(`${address}?program_ids[]=${programId}`).then((found) => !isLeft && setCourses(found));
    return () => void (isLeft = true);
  }, [programId, address]);
  if (!courses.length) return null;
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
