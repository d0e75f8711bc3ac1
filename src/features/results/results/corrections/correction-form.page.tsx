import { router } from '@inertiajs/core';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { useAddress } from '#ui/hooks/use-address.ts';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import { entryText } from '../cards/card-texts.ts';
import { useTerms } from '#web/client/use-terms.ts';
import type { PropsOf } from '#web/page.ts';
import { CorrectionRequest } from './correction-request.tsx';
import classes from '../shared/corrections.module.css';
import type { correctionFormPage } from '../results.pages.ts';
import { useRef, useCallback, useMemo, useState } from 'react';
import { cx } from '#ui/cx.ts';
import { GridCell } from '#ui/grid/grid-cell.tsx';
import { filledBy, moveInGrid, pastedBlock, type Block } from '#ui/grid/grid-keys.ts';
import grid from '#ui/grid/grid.module.css';
import { decimals } from '#features/results/assessment/hundredths.ts';
import { cellName, entryFrom, markCodec, placeOf, textOf } from '#features/results/assessment/marks/mark-text.ts';
import type { CorrectionForm } from './correction-form.queries.ts';
import type { Cell } from '#ui/grid/cell-state.ts';
import type { Entry } from '#features/results/assessment/compute/types.ts';
import type { CorrectedCell } from './compute/correct-card.ts';

/** Marks of a published sheet are typed over, compared, and sent to a second person. */
export default function CorrectionFormPage({ sheet, courses, course, rows }: PropsOf<typeof correctionFormPage>) {
  const { href } = useAddress();
  const words = useTerms(sheet.institutionId);
  const { changes, remove, hasProblems, cellOf, type } = useCorrectedMarks({ course, rows });
  const here = `/mark-sheets/${sheet.id}`;
  const cells = changes.map(({ studentId, courseId, component, was, entry }) => ({
    studentId,
    courseId,
    component,
    was,
    entry,
  }));
  return (
    <>
      <PageHeader
        title={`Correct marks, ${sheet.batch}`}
        description="A second person must approve changes to published results. You see everyone affected before you submit."
        breadcrumbs={[
          { label: 'Marks', href: href('/mark-sheets') },
          { label: `${sheet.batch}, ${sheet.term}`, href: href(here) },
        ]}
      />
      {course === null ? (
        <EmptyState title="Nothing to correct">No result with marks was published here.</EmptyState>
      ) : (
        <>
          <div className={classes.course}>
            <ChoiceField
              name="course"
              label={words.course}
              value={String(course.id)}
              onChange={({ target }) =>
                router.get(
                  href(`${here}/correction`),
                  { course: target.value },
                  { preserveState: true, preserveScroll: true, replace: true, only: ['course', 'rows'] },
                )
              }
              options={courses.map(({ id, code, title }) => ({ value: String(id), label: `${code} ${title}` }))}
            />
          </div>
          <CorrectionGrid course={course} rows={rows} cellOf={cellOf} type={type} />
          <CorrectionRequest
            sheetId={sheet.id}
            changes={{ cells, courses: [], notes: [] }}
            listed={changes.map(({ key, label, was, entry }) => ({
              key,
              label,
              was: entryText(was),
              is: entryText(entry),
              undo: () => remove(key),
            }))}
            hasProblems={hasProblems}
          />
        </>
      )}
    </>
  );
}

type Props = { course: NonNullable<CorrectionForm['course']>; rows: CorrectionForm['rows'] } & Pick<
  ReturnType<typeof useCorrectedMarks>,
  'cellOf' | 'type'
>;

const nobodyElse = () => undefined;

/** The published marks of a course, to be typed over; with the keyboard of a spreadsheet. */
function CorrectionGrid({ course, rows, cellOf, type }: Props) {
  const table = useRef<HTMLTableElement>(null);
  const { components } = course;
  const names = rows.map(({ id }) => components.map(({ key }) => cellName(id, key)));
  const paste = (block: Block) => {
    type(filledBy(block, names).texts);
  };
  return (
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
              <th key={key} scope="col" className={grid.figure}>
                {name} <span className={grid.below}>of {decimals(maximum)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                {row.name}
                <span className={cx(grid.most)}> {row.number}</span>
              </th>
              {components.map(({ key, name }) => (
                <GridCell
                  key={key}
                  name={cellName(row.id, key)}
                  label={`${name}, ${row.name}`}
                  cell={cellOf(row.id, key)}
                  canEdit
                  onType={type}
                  onKeep={nobodyElse}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface Typed {
  courseId: number;
  name: string;
  text: string;
  was: Entry | null;
  problem?: string | undefined;
  /** In words: 'Obi, Ada, English, Test'. */
  label: string;
}

interface MarkChange extends CorrectedCell {
  key: string;
  label: string;
}

/** The marks of a correction while it is typed: nothing is sent, and a change of the course keeps what was typed. */
function useCorrectedMarks({ course, rows }: Pick<CorrectionForm, 'course' | 'rows'>) {
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed>>(new Map());
  const codec = useMemo(() => markCodec(course?.components ?? [], course?.step ?? 1), [course]);
  const type = useCallback(
    (texts: readonly (readonly [name: string, text: string])[]) =>
      setTyped((before) => {
        const next = new Map(before);
        for (const [name, text] of texts) {
          const { studentId, component } = placeOf(name);
          const row = rows.find(({ id }) => id === studentId)!;
          const key = `${course!.id}:${name}`;
          const was = row.entries[component] ?? null;
          const entry = entryFrom(text);
          const problem = entry === undefined ? codec.hint : codec.problemOf?.(entry, name);
          if (entry === was) next.delete(key);
          else {
            const part = course!.components.find((one) => one.key === component)!.name;
            const label = `${row.name}, ${course!.title}, ${part}`;
            next.set(key, { courseId: course!.id, name, text, was, problem, label });
          }
        }
        return next;
      }),
    [course, rows, codec],
  );
  const cellOf = (studentId: number, component: string): Cell<Entry | null> => {
    const name = cellName(studentId, component);
    const was = rows.find(({ id }) => id === studentId)?.entries[component] ?? null;
    const own = typed.get(`${course!.id}:${name}`);
    return { text: own?.text ?? textOf(was), was, ...(own?.problem && { problem: own.problem }) };
  };
  const changes = [...typed].flatMap(([key, { courseId, name, text, was, problem, label }]): MarkChange[] =>
    problem ? [] : [{ key, label, courseId, ...placeOf(name), was, entry: entryFrom(text)! }],
  );
  const remove = (key: string) => setTyped((before) => new Map([...before].filter(([one]) => one !== key)));
  return { cellOf, type, changes, remove, hasProblems: [...typed.values()].some(({ problem }) => problem) };
}
