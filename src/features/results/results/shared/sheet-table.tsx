import type { ReactNode } from 'react';
import { cx } from '#ui/cx.ts';
import { resultStateLabels, type ShownState } from '../term-results/shown-results.ts';
import classes from './broadsheet.module.css';
import { Badge } from '#ui/badge.tsx';
import { sheetStates } from '#features/results/assessment/sheet-states.ts';
import type { ResultSheet } from '../term-results/find-sheet.ts';
import type { Broadsheet } from '../broadsheet/broadsheet.ts';

/** Whether what a sheet shows is published. */
export const SheetState = ({ sheet: { state, session } }: { sheet: Pick<ResultSheet, 'state' | 'session'> }) => (
  <p className={classes.head}>
    <Badge tone={state === 'published' ? 'good' : 'info'}>{sheetStates[state]}</Badge> {session}
    {state !== 'published' && '. Preview: not published.'}
  </p>
);

/** What the letters in the cells mean. */
export const SheetKey = ({
  sheet,
  children,
}: {
  sheet: Pick<Broadsheet, 'states' | 'hasGaps'>;
  children?: ReactNode;
}) => (
  <p className={cx(classes.head, classes.key)}>
    {children}
    {sheet.states.map((state) => (
      <span key={state}>
        <b>{resultStateLabels[state].short}</b> {resultStateLabels[state].words.toLowerCase()}
      </span>
    ))}
    {sheet.hasGaps && (
      <span>
        <b>·</b> not taken
      </span>
    )}
  </p>
);

interface SheetRow {
  studentId: number;
  name: string;
  number: string;
  /** In the order of the courses; null for courses not taken. */
  cells: unknown[];
}

interface SheetTableProps<Row extends SheetRow> {
  label: string;
  sheetId: number;
  courses: { key: string | number; code: string; title: string; units?: number }[];
  rows: Row[];
  cell: (cell: NonNullable<Row['cells'][number]>) => ReactNode;
  /** After the courses. */
  columns: { key: string; label: string; head?: string; name?: string; show: (row: Row) => ReactNode }[];
  /** Rows below the students. */
  children?: ReactNode;
}

/** Students × courses with what they come to. It scrolls in itself; the head and the names stay. */
export function SheetTable<Row extends SheetRow>(props: SheetTableProps<Row>) {
  const { label, sheetId, courses, rows, cell: show, columns, children } = props;
  return (
    // A part that scrolls is reached by the keyboard, whose arrows then scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={label}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Student</th>
            {courses.map(({ key, code, title, units }) => (
              <th key={key} scope="col">
                <abbr title={title}>{code}</abbr>
                {units !== undefined && <span className={classes.grade}>({units})</span>}
              </th>
            ))}
            {columns.map((column) => (
              <th key={column.key} scope="col" className={column.head}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.studentId}>
              <th scope="row">
                {/* A file, which the router does not open. */}
                <a href={`/mark-sheets/${sheetId}/students/${row.studentId}/report-card.pdf`}>{row.name}</a>{' '}
                <span className={classes.number}>{row.number}</span>
              </th>
              {row.cells.map((cell, at) => (
                <td key={courses[at]!.key}>{cell ? show(cell) : '·'}</td>
              ))}
              {columns.map((column) => (
                <td key={column.key} className={column.name}>
                  {column.show(row)}
                </td>
              ))}
            </tr>
          ))}
          {children}
        </tbody>
      </table>
    </div>
  );
}

interface CourseTotalProps {
  cell: { state: ShownState | null; total: string; grade: string | null; passed: boolean | null };
  children?: ReactNode;
}

/** The total of a course with its grade, or the short word for a total that is not there. */
export const CourseTotal = ({ cell: { state, total, grade, passed }, children }: CourseTotalProps) =>
  state ? (
    <abbr title={resultStateLabels[state].words}>{total}</abbr>
  ) : (
    <>
      {total}
      <span className={cx(classes.grade, passed === false && classes.failed)}>{grade}</span>
      {children}
    </>
  );
