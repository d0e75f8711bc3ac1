import { Link } from '#ui/link.tsx';
import { useState, useMemo } from 'react';
import { cx } from '#ui/cx.ts';
import { ChoiceField } from '#ui/forms/select-field.tsx';
import { countOf } from '#ui/format.ts';
import { GridCell } from '#ui/grid/grid-cell.tsx';
import { filledBy, moveInGrid, pastedBlock, type Block } from '#ui/grid/grid-keys.ts';
import grid from '#ui/grid/grid.module.css';
import { useAddress } from '#ui/hooks/use-address.ts';
import { toast } from '#ui/overlays/toast.ts';
import type { NotesProps } from '../term-notes.pages.ts';
import { FillAttendance } from './fill-attendance.tsx';
import { FillRemarks } from './fill-remarks.tsx';
import classes from '../shared/notes.module.css';
import type { Trait } from '#features/results/assessment/assessment.ts';
import {
  longestRemark,
  traitField,
  type Writer,
  openedField,
  noteOf,
  noteProblem,
  type NoteRules,
} from './note-fields.ts';
import { remote } from '#web/client/remote.ts';
import { useSharedCells } from '#web/client/use-shared-cells.ts';
import type { NoteRow } from './notes.queries.ts';
import type { SavedNotes } from './save-notes.ts';
import type { Codec } from '#ui/grid/cell-state.ts';

type GridProps = Pick<NotesProps, 'sheet' | 'rows' | 'since' | 'writes' | 'canSeeResults' | 'canCorrect'> & {
  teacher: string;
};

/** Attendance, traits and remarks of a batch, with the keyboard of a spreadsheet; on a phone one column at a time. */
export function NoteGrid({ sheet, rows, since, writes, canSeeResults, canCorrect, teacher }: GridProps) {
  const { href } = useAddress();
  const columns = noteColumns(sheet.traits, teacher);
  const [part, setPart] = useState(writes.principal && !writes.teacher ? 'principal' : columns[0]!.field);
  const { cellOf, type, keep, status, timesOpened } = useNoteCells({ sheet, rows, since });
  const names = rows.map(({ id }) => columns.map(({ field }) => cellName(id, field)));
  const written = new Set(columns.filter(({ writer }) => writes[writer]).map(({ field }) => field));
  const paste = (block: Block) => {
    const { texts, beyond } = filledBy(block, names);
    type(texts.filter(([name]) => written.has(placeOf(name).field)));
    if (beyond > 0)
      toast({ tone: 'bad', message: `${countOf(beyond, 'line')} had no student. Check where the column starts.` });
  };
  const canWrite = writes.teacher || writes.principal;
  const absent = (id: number) => {
    const present = cellOf(cellName(id, 'present'));
    return timesOpened === null || present.text === '' || present.problem ? '—' : timesOpened - Number(present.text);
  };
  return (
    <>
      <p className={cx(grid.status, canWrite && grid.pinned, status.isBad && grid.bad)} role="status">
        {canWrite || status.isBad ? status.words : 'You can view these notes.'}
      </p>
      <table className={cx(grid.grid, classes.opened)}>
        <tbody>
          <tr>
            <th scope="row">Times the school opened in the term</th>
            <GridCell
              name={openedCell}
              label="Times the school opened"
              cell={cellOf(openedCell)}
              canEdit={writes.teacher}
              onType={type}
              onKeep={keep}
            />
          </tr>
        </tbody>
      </table>
      <div className={classes.fill}>
        {writes.teacher && <FillAttendance sheetId={sheet.id} />}
        {canSeeResults &&
          columns
            .filter(({ field, writer }) => field === writer && writes[writer])
            .map(({ writer, label }) => (
              <FillRemarks
                key={writer}
                sheetId={sheet.id}
                writer={writer}
                label={label}
                onFill={(who, remarks) =>
                  type(remarks.map(({ studentId, remark }) => [cellName(studentId, who), remark] as const))
                }
              />
            ))}
      </div>
      <div className={classes.part}>
        <ChoiceField
          name="part"
          label="Enter"
          value={part}
          onChange={(event) => setPart(event.target.value)}
          options={columns.map(({ field, label, hint }) => ({
            value: field,
            label: hint ? `${label} (${hint})` : label,
          }))}
        />
      </div>
      <div className={grid.scroll}>
        {/* The keys belong to the cells, which the table hears together. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <table
          className={cx(grid.grid, classes.notes, classes[columns.find(({ field }) => field === part)!.kind])}
          onKeyDown={(event) => moveInGrid(event, () => undefined)}
          onPaste={(event) => {
            const block = pastedBlock(event);
            if (block) paste(block);
          }}
        >
          <thead>
            <tr>
              <th scope="col">Student</th>
              {columns.map(({ field, label, hint }) => (
                <th key={field} scope="col" className={field === part ? undefined : classes.other}>
                  {label}
                  {hint && <span className={grid.below}>{hint}</span>}
                </th>
              ))}
              <th scope="col" className={cx(grid.figure, part !== 'present' && classes.other)}>
                Absent
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  {canCorrect ? (
                    <Link href={href(`/mark-sheets/${sheet.id}/students/${row.id}/correction`)}>{row.name}</Link>
                  ) : (
                    row.name
                  )}{' '}
                  <span className={grid.most}>{row.number}</span>
                </th>
                {columns.map(({ field, label, kind, maxLength, writer }) => (
                  <GridCell
                    key={field}
                    name={cellName(row.id, field)}
                    label={`${label}, ${row.name}`}
                    cell={cellOf(cellName(row.id, field))}
                    className={field === part ? undefined : classes.other}
                    kind={kind}
                    maxLength={maxLength}
                    canEdit={writes[writer]}
                    onType={type}
                    onKeep={keep}
                  />
                ))}
                <td className={cx(grid.figure, part !== 'present' && classes.other)}>{absent(row.id)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface NoteColumn {
  field: string;
  label: string;
  /** Below the label. */
  hint?: string;
  kind: 'figure' | 'word' | 'text';
  maxLength?: number;
  writer: Writer;
}

/** What is noted about each student, in the order of the columns. */
const noteColumns = (traits: readonly Trait[], teacher: string): NoteColumn[] => [
  { field: 'present', label: 'Present', hint: 'times', kind: 'figure', writer: 'teacher' },
  ...traits.map(({ key, name }): NoteColumn => ({
    field: traitField(key),
    label: name,
    hint: 'A to E',
    kind: 'word',
    maxLength: 1,
    writer: 'teacher',
  })),
  { field: 'teacher', label: `${teacher}’s remark`, kind: 'text', maxLength: longestRemark, writer: 'teacher' },
  { field: 'principal', label: 'Principal’s remark', kind: 'text', maxLength: longestRemark, writer: 'principal' },
];

/** The notes of a sheet: what is typed is saved by itself, and what others enter is shown. */
function useNoteCells({ sheet, rows, since }: Pick<NotesProps, 'sheet' | 'rows' | 'since'>) {
  const here = `/mark-sheets/${sheet.id}/notes`;
  const fields = useMemo(
    () => ['present', ...sheet.traits.map(({ key }) => traitField(key)), 'teacher', 'principal'],
    [sheet],
  );
  const saved = useMemo(
    () =>
      new Map([
        [openedCell, String(sheet.timesOpened ?? '')] as const,
        ...rows.flatMap(({ id, notes }) => fields.map((field) => [cellName(id, field), notes[field] ?? ''] as const)),
      ]),
    [rows, sheet, fields],
  );
  const [timesOpened, setTimesOpened] = useState(sheet.timesOpened);
  const codec = useMemo(() => noteCodec({ traits: sheet.traits, timesOpened }), [sheet, timesOpened]);
  const cells = useSharedCells<
    string,
    { since: number; rows: Pick<NoteRow, 'id' | 'notes'>[]; timesOpened: number | null }
  >({
    here,
    saved,
    codec,
    since,
    async post(changes) {
      const sent = changes.map(({ name, value, was }) => ({ ...placeOf(name), note: value, was }));
      const { json } = await remote<SavedNotes>('post', here, { cells: sent });
      const opened = sent.find(({ field }) => field === openedField);
      if (opened && !json.problems.some(({ field }) => field === openedField))
        setTimesOpened(opened.note.trim() === '' ? null : Number(opened.note));
      return json.problems.map(({ studentId, field, ...problem }) => ({
        name: cellName(studentId, field),
        ...problem,
      }));
    },
    valuesIn(seen) {
      setTimesOpened(seen.timesOpened);
      return [
        { name: openedCell, value: String(seen.timesOpened ?? '') },
        ...seen.rows.flatMap(({ id, notes }) =>
          fields.map((field) => ({ name: cellName(id, field), value: notes[field] ?? '' })),
        ),
      ];
    },
  });

  return { ...cells, timesOpened };
}

/** How notes are typed, in cells named `student:field`. */
const noteCodec = (rules: NoteRules): Codec<string> => ({
  write: (value) => value,
  empty: '',
  hint: '',
  allSaved: 'Everything is saved.',
  read: (text) => text,
  problemOf: (value, name) => {
    const { field } = placeOf(name);
    return noteProblem(field, noteOf(field, value), rules);
  },
});

const cellName = (studentId: number | null, field: string) => `${studentId ?? 0}:${field}`;
const openedCell = cellName(null, openedField);

function placeOf(name: string): { studentId: number | null; field: string } {
  const at = name.indexOf(':');
  return { studentId: Number(name.slice(0, at)) || null, field: name.slice(at + 1) };
}
