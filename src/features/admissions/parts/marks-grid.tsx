import { useRef } from 'react';
import { cx } from '#ui/cx.ts';
import { interviewColumn, interviewMost } from '../exam/exam-words.ts';
import type { Examination } from '../exam/exam.queries.ts';
import type { MarksRow } from '../exam/marks.queries.ts';
import { MarkCell } from './mark-cell.tsx';
import { moveInGrid, pasteInGrid } from './marks-keys.ts';
import { useMarks } from './use-marks.ts';
import classes from './marks.module.css';

interface MarksGridProps {
  exam: Examination;
  rows: MarksRow[];
  canEdit: boolean;
}

/** A table of marks with the keyboard of a spreadsheet. Each change is saved by itself. */
export function MarksGrid({ exam, rows, canEdit }: MarksGridProps) {
  const table = useRef<HTMLTableElement>(null);
  const columns = [
    ...exam.tests.map(({ key, label, most }) => ({ test: key, label, most })),
    { test: interviewColumn, label: 'Interview', most: interviewMost },
  ];
  const { cellOf, scoreOf, type, keep, status } = useMarks(exam.id, rows);
  return (
    <>
      <p className={cx(classes.status, status.isBad && classes.bad)} role="status">
        {canEdit ? status.words : 'You can view marks. Entering them needs the permission to review applications.'}
      </p>
      <div className={classes.scroll}>
        {/* The keys belong to the cells, which the table hears together. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <table
          ref={table}
          className={classes.grid}
          onKeyDown={moveInGrid}
          onPaste={(event) => pasteInGrid(event, (input, text) => type(input.dataset['cell']!, text))}
        >
          <thead>
            <tr>
              <th scope="col">Applicant</th>
              <th scope="col">Number</th>
              {columns.map(({ test, label, most }) => (
                <th key={test} scope="col" className={classes.figure}>
                  {label} {test !== interviewColumn && <span className={classes.below}>of {most}</span>}
                </th>
              ))}
              <th scope="col" className={classes.figure}>
                Score
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  {row.name}
                  {row.seat && <span className={classes.most}> {row.seat}</span>}
                </th>
                <td className={classes.number}>{row.number}</td>
                {columns.map(({ test, label, most }) => {
                  const name = `${row.id}:${test}`;
                  return (
                    <MarkCell
                      key={test}
                      name={name}
                      label={`${label}, ${row.name}`}
                      most={most}
                      cell={cellOf(name)}
                      canEdit={canEdit}
                      onType={(text) => type(name, text)}
                      onKeep={(theirs) => keep(name, theirs)}
                    />
                  );
                })}
                <td className={classes.figure}>{scoreOf(row.id) ?? '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
