import { useEffect, useRef, useState, useMemo } from 'react';
import { cx } from '#ui/cx.ts';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { countOf } from '#ui/format.ts';
import { GridCell } from '#ui/grid/grid-cell.tsx';
import { filledBy, moveInGrid, pastedBlock, type Block } from '#ui/grid/grid-keys.ts';
import grid from '#ui/grid/grid.module.css';
import { toast } from '#ui/overlays/toast.ts';
import { Secondary } from '#ui/text.tsx';
import type { CourseMarksProps, CourseSheet, MarkRow } from './course-sheet.queries.ts';
import { decimals } from '../hundredths.ts';
import { cellName, placeOf, entryFrom, markCodec } from './mark-text.ts';
import classes from '../shared/setup.module.css';
import type { Component, Entries, Entry } from '../compute/types.ts';
import { hasGrade, courseResult, type CourseResult } from '../compute/course-result.ts';
import { entryLabels } from '../assessment.ts';
import { shown } from '../compute/fraction.ts';
import { remote } from '#web/client/remote.ts';
import { useSharedCells } from '#web/client/use-shared-cells.ts';
import type { ChangedCell } from './check-file.ts';
import type { SavedMarks } from './save-marks.ts';

/** Learns how many marks are not typed yet. */
type OnMissing = (count: number) => void;

/** A table of marks with the keyboard of a spreadsheet. Totals and grades follow what is typed. */
export function CourseGrid({ sheet, rows, since, canEnter, onMissing }: CourseMarksProps & { onMissing: OnMissing }) {
  const table = useRef<HTMLTableElement>(null);
  const { components } = sheet.scheme;
  const [part, setPart] = useState(() => partInAddress(components) ?? firstOpen(rows, components));
  useEffect(() => {
    const wanted = cellInAddress();
    if (wanted) table.current?.querySelector<HTMLInputElement>(`input[data-cell="${CSS.escape(wanted)}"]`)?.focus();
  }, []);
  const { cellOf, entriesOf, type, keep, status } = useCourseMarks(sheet, rows, since);
  const names = rows.map(({ id }) => components.map(({ key }) => cellName(id, key)));
  const paste = (block: Block) => {
    const { texts, beyond } = filledBy(block, names);
    type(texts);
    if (beyond > 0)
      toast({ tone: 'bad', message: `${countOf(beyond, 'line')} had no student. Check where the column starts.` });
  };
  const results = rows.map((row) => gradeIn(entriesOf(row), sheet));
  const missing = missingIn(rows.filter(({ isFormer }) => !isFormer).map(entriesOf), components);
  const sum = missing.reduce((total, { count }) => total + count, 0);
  useEffect(() => onMissing(sum), [onMissing, sum]);
  return (
    <>
      <p className={cx(grid.status, canEnter && grid.pinned, status.isBad && grid.bad)} role="status">
        {canEnter || status.isBad ? status.words : 'You can view these marks.'}
      </p>
      <GradeCount results={results} missing={missing} />
      {components.length > 1 && (
        <div className={classes.part}>
          <ChoiceField
            name="part"
            label="Part"
            value={part}
            onChange={(event) => setPart(event.target.value)}
            options={components.map(({ key, name, maximum, weight, group }) => ({
              value: key,
              label: [
                `${name}, of ${decimals(maximum)}`,
                weight !== undefined && `counts ${decimals(weight)}`,
                group && `best ${group.best} of ${group.name} count`,
              ]
                .filter(Boolean)
                .join(', '),
            }))}
          />
        </div>
      )}
      <div className={grid.scroll}>
        {/* The keys belong to the cells, which the table hears together. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <table
          ref={table}
          className={grid.grid}
          onKeyDown={(event) => moveInGrid(event, () => undefined)}
          onPaste={(event) => {
            const block = pastedBlock(event);
            if (block) paste(block);
          }}
        >
          <thead>
            <tr>
              <th scope="col">Student</th>
              {components.map(({ key, name, maximum }) => (
                <th key={key} scope="col" className={cx(grid.figure, key !== part && classes.other)}>
                  {name} <span className={grid.below}>of {decimals(maximum)}</span>
                </th>
              ))}
              <th scope="col" className={grid.figure}>
                Total
              </th>
              <th scope="col">Grade</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={row.id}>
                <th scope="row">
                  {row.name}
                  <span className={grid.most}> {row.isFormer ? 'no longer takes it' : row.number}</span>
                </th>
                {components.map(({ key, name }) => (
                  <GridCell
                    key={key}
                    name={cellName(row.id, key)}
                    label={`${name}, ${row.name}`}
                    cell={cellOf(cellName(row.id, key))}
                    className={key === part ? undefined : classes.other}
                    canEdit={canEnter}
                    onType={type}
                    onKeep={keep}
                  />
                ))}
                <td className={grid.figure}>{results[at]!.total}</td>
                <td>{results[at]!.grade}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {canEnter && (
        <p className={grid.status}>
          Enter goes down, Tab goes right. A is absent, E exempt, W withheld, I incomplete, P pending; an empty cell
          means not entered. A column from a spreadsheet can be pasted.
        </p>
      )}
    </>
  );
}

/** A check leads to a cell: /mark-sheets/1/courses/2#cell-12:test. */
const cellInAddress = () => /^#cell-(.+)$/.exec(decodeURIComponent(location.hash))?.[1];
const partInAddress = (components: Component[]) => {
  const wanted = cellInAddress();
  return wanted && components.find(({ key }) => key === placeOf(wanted).component)?.key;
};

/** The first part in which marks are missing: where a teacher goes on. */
const firstOpen = (rows: MarkRow[], components: Component[]) =>
  (components.find(({ key }) => rows.some(({ entries }) => !(key in entries))) ?? components[0])!.key;

/** The parts with marks that nobody has typed. */
const missingIn = (typed: Entries[], components: Component[]) =>
  components
    .map(({ key, name }) => ({ key, name, count: typed.filter((entries) => !(key in entries)).length }))
    .filter(({ count }) => count > 0);

/** '38 of 40 complete, 37 passed: A1 4, B2 9, … · Examination missing for 2' */
function GradeCount({ results, missing }: { results: LiveGrade[]; missing: ReturnType<typeof missingIn> }) {
  const complete = results.filter(({ status }) => hasGrade(status));
  const passed = complete.filter((one) => one.passed).length;
  const byGrade = Map.groupBy(complete, ({ grade }) => grade);
  const grades = [...byGrade].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([grade, all]) => `${grade} ${all.length}`);
  return (
    <p className={classes.sum}>
      {complete.length} of {results.length} complete
      {complete.length > 0 && `, ${passed} passed: ${grades.join(', ')}`}
      {missing.map(({ key, name, count }) => (
        <Secondary key={key}> · {`${name} missing for ${count}`}</Secondary>
      ))}
    </p>
  );
}

interface LiveGrade {
  total: string;
  grade: string;
  status: CourseResult['status'];
  passed: boolean | null;
}

const words = { ...entryLabels, complete: '', absent: 'AB', incomplete: '—', judged: '—' };

/** The total and grade of what is typed, as they will be computed. */
function gradeIn(entries: Entries, { scheme, bands }: Pick<CourseSheet, 'scheme' | 'bands'>): LiveGrade {
  const { components, passMark, passFail } = scheme;
  const { status, total, grade, passed } = courseResult(entries, components, { bands, passMark, passFail });
  if (status === 'complete') return { status, passed, total: shown(total!), grade: grade! };
  return { status, passed, total: words[status], grade: status === 'judged' ? grade! : '' };
}

/** The marks of a course: what is typed is saved by itself, and what others enter is shown. */
function useCourseMarks(sheet: CourseSheet, rows: MarkRow[], since: number) {
  const here = `/mark-sheets/${sheet.sheetId}/courses/${sheet.courseId}`;
  const saved = useMemo(() => savedIn(rows, sheet.scheme.components), [rows, sheet]);
  const codec = useMemo(() => markCodec(sheet.scheme.components, sheet.scheme.step), [sheet]);
  const cells = useSharedCells<Entry | null, { since: number; cells: ChangedCell[] }>({
    here,
    saved,
    codec,
    since,
    async post(changes) {
      const sent = changes.map(({ name, value, was }) => ({ ...placeOf(name), entry: value, was }));
      const { json } = await remote<SavedMarks>('post', `${here}/marks`, { cells: sent } as never);
      return json.problems.map(({ studentId, component, ...problem }) => ({
        name: cellName(studentId, component),
        ...problem,
      }));
    },
    valuesIn: ({ cells: changed }) =>
      changed.map(({ studentId, component, entry }) => ({ name: cellName(studentId, component), value: entry })),
  });

  return {
    ...cells,
    /** What is typed, for the total. */
    entriesOf: ({ id }: MarkRow): Entries =>
      Object.fromEntries(
        sheet.scheme.components.flatMap(({ key }) => {
          const { text, problem } = cells.cellOf(cellName(id, key));
          const entry = problem ? null : entryFrom(text);
          return entry === null || entry === undefined ? [] : [[key, entry]];
        }),
      ),
  };
}

const savedIn = (rows: MarkRow[], components: CourseSheet['scheme']['components']): Map<string, Entry | null> =>
  new Map(
    rows.flatMap(({ id, entries }) => components.map(({ key }) => [cellName(id, key), entries[key] ?? null] as const)),
  );
