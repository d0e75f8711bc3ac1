import { useState } from 'react';
import { SelectField } from '#ui/forms/select-field.tsx';
import { countOf } from '#ui/format.ts';
import { useAddress } from '#ui/hooks/use-address.ts';
import { DataTable, type Column } from '#ui/lists/data-table.tsx';
import { FillBar } from '#ui/records/fill-bar.tsx';
import { DateText, Secondary } from '#ui/text.tsx';
import { useWords } from '#web/client/use-words.ts';
import type { CourseProgress } from './progress.queries.ts';
import type { SheetRow } from './sheets.queries.ts';
import classes from '../shared/setup.module.css';

type Row = CourseProgress & { id: string; batch: string; dueOn: string | null };

const nobody = 'No teacher';

/** Who has not entered what: the courses of open sheets that are not finished, by teacher. */
export function Unfinished({ rows, progress }: { rows: SheetRow[]; progress: CourseProgress[] | undefined }) {
  const { href } = useAddress();
  const words = useWords();
  const [chosen, setChosen] = useState('');
  const open = new Map(rows.filter(({ state }) => state === 'open').map((row) => [row.id, row]));
  const courses = (progress ?? []).flatMap((course): Row[] => {
    const sheet = open.get(course.sheetId);
    if (!sheet || course.isDone || course.expected === 0) return [];
    return [{ ...course, id: `${course.sheetId}:${course.courseId}`, batch: sheet.batch, dueOn: sheet.dueOn }];
  });
  if (courses.length === 0) return null;
  const byTeacher = [...Map.groupBy(courses, ({ teacher }) => teacher ?? nobody)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  const noun = (n: number) => countOf(n, words.course.toLowerCase(), words.courses.toLowerCase());
  const shown = chosen === '*' ? courses : courses.filter(({ teacher }) => (teacher ?? nobody) === chosen);
  const columns: Column<Row>[] = [
    {
      key: 'course',
      title: words.course,
      primary: true,
      wraps: true,
      render: ({ course, batch, code }) => (
        <>
          {course}, {batch} <Secondary>{code}</Secondary>
        </>
      ),
    },
    { key: 'teacher', title: 'Teacher', card: 'line', render: ({ teacher }) => teacher ?? nobody },
    {
      key: 'entered',
      title: 'Entered',
      card: 'line',
      render: ({ entered, expected }) => <FillBar label="Marks entered" value={entered} max={expected} isGoal />,
    },
    { key: 'due', title: 'Due', card: 'aside', render: ({ dueOn }) => <DateText value={dueOn} /> },
  ];
  return (
    <>
      <div className={classes.term}>
        <SelectField
          name="unfinished"
          label="Not finished"
          placeholder={null}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          options={[
            { value: '', label: `${noun(courses.length)} of ${countOf(byTeacher.length, 'teacher')}` },
            { value: '*', label: 'Everyone' },
            ...byTeacher.map(([teacher, all]) => ({ value: teacher, label: `${teacher}: ${noun(all.length)}` })),
          ]}
        />
      </div>
      {chosen !== '' && (
        <div className={classes.unfinished}>
          <DataTable
            name="unfinished-marks"
            caption="Not finished"
            columns={columns}
            rows={shown}
            rowId={({ id }) => id}
            rowHref={({ sheetId, courseId }) => href(`/mark-sheets/${sheetId}/courses/${courseId}`)}
          />
        </div>
      )}
    </>
  );
}
