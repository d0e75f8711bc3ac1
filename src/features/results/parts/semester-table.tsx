import { cx } from '#ui/cx.ts';
import type { SemesterSheetProps } from '../results.pages.ts';
import { semesterColumns } from '../semester/semester-columns.ts';
import type { SemesterCell } from '../semester/semester-sheet.ts';
import { stateWords } from '../term-results/shown-results.ts';
import classes from './broadsheet.module.css';

/** Students × courses with what they come to. It scrolls in itself; the head and the names stay. */
export function SemesterTable({ sheet, result }: Pick<SemesterSheetProps, 'sheet' | 'result'>) {
  const { courses, rows } = result;
  return (
    // A part that scrolls is reached by the keyboard, whose arrows then scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={`Result sheet of ${sheet.batch}`}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Student</th>
            {courses.map(({ code, title, units }) => (
              <th key={`${code} ${units}`} scope="col">
                <abbr title={title}>{code}</abbr>
                <span className={classes.grade}>({units})</span>
              </th>
            ))}
            {semesterColumns.map(({ group, label }) => (
              <th key={`${group} ${label}`} scope="col">
                {group === 'Current' ? label : `${group} ${label}`}
              </th>
            ))}
            <th scope="col" className={classes.words}>
              Remark
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.studentId}>
              <th scope="row">
                {/* A file, which the router does not open. */}
                <a href={`/mark-sheets/${sheet.id}/students/${row.studentId}/report-card.pdf`}>{row.name}</a>{' '}
                <span className={classes.number}>{row.number}</span>
              </th>
              {row.cells.map((cell, at) => (
                <td key={`${courses[at]!.code} ${courses[at]!.units}`}>{cell ? <Result cell={cell} /> : '·'}</td>
              ))}
              {semesterColumns.map(({ group, label, textOf }) => (
                <td key={`${group} ${label}`} className={cx(label.endsWith('GPA') && classes.after)}>
                  {textOf(row) ?? '—'}
                </td>
              ))}
              <td className={classes.words}>{row.remark}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Result = ({ cell }: { cell: SemesterCell }) =>
  cell.state ? (
    <abbr title={stateWords[cell.state].words}>{cell.total}</abbr>
  ) : (
    <>
      {cell.total}
      <span className={cx(classes.grade, cell.passed === false && classes.failed)}>{cell.grade}</span> {cell.points}
    </>
  );
