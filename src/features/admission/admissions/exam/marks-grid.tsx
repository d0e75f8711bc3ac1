import { useEffect, useRef, useState, useMemo } from 'react';
import { cx } from '#ui/cx.ts';
import { GridCell } from '#ui/grid/grid-cell.tsx';
import { inputAt, moveInGrid, pastedBlock } from '#ui/grid/grid-keys.ts';
import grid from '#ui/grid/grid.module.css';
import { toast } from '#ui/overlays/toast.ts';
import type { BoundedList } from '#kernel/database/bounded.ts';
import type { Examination, MarksRow, Mark } from './exam-marks.queries.ts';
import { countOf, count } from '#ui/format.ts';
import { interviewColumn, interviewMost, pageRows } from './exam-constants.ts';
import classes from './marks.module.css';
import { Button } from '#ui/button.tsx';
import { explain, remote } from '#web/client/remote.ts';
import type { Codec } from '#ui/grid/cell-state.ts';
import { useCells } from '#ui/grid/use-cells.ts';
import type { SavedMarks } from './save-marks.ts';

interface MarksGridProps {
  exam: Examination;
  sitting: number | null;
  first: BoundedList<MarksRow>;
  total: number;
  canEdit: boolean;
}

/** A table of marks with the keyboard of a spreadsheet, a page at a time. Each change is saved by itself. */
export function MarksGrid({ exam, sitting, first, total, canEdit }: MarksGridProps) {
  const table = useRef<HTMLTableElement>(null);
  const columns = [
    ...exam.tests.map(({ key, label, most }) => ({ test: key, label, most })),
    { test: interviewColumn, label: 'Interview', most: interviewMost },
  ];
  const pages = useMarksPages(`/intakes/${exam.id}/marks`, sitting, first);
  const { rows, shown, page, show } = pages;
  const { cellOf, scoreOf, type, learn, keep, status } = useMarks(exam.id, rows);
  // The cell that the keyboard reaches on another page.
  const [wanted, setWanted] = useState<{ fromEnd: boolean; column: number } | null>(null);
  useEffect(() => {
    if (!wanted || !table.current) return;
    inputAt(table.current, wanted.fromEnd ? shown.length - 1 : 0, wanted.column)?.focus();
    setWanted(null);
    // Once the page is there.
    // oxlint-disable-next-line exhaustive-deps
  }, [wanted, page]);
  const leave = async (direction: 1 | -1, column: number) => {
    if (await show(page + direction)) setWanted({ fromEnd: direction < 0, column });
  };
  const paste = async ({ name, lines }: { name: string; lines: string[][] }) => {
    const { applicationId, test } = placeOf(name);
    const at = rows.findIndex(({ id }) => id === applicationId);
    const from = columns.findIndex((column) => column.test === test);
    const all = await pages.loadTo(at + lines.length);
    learn(all);
    type(
      lines.flatMap((texts, down) =>
        texts.flatMap((text, right): [string, string][] => {
          const [row, column] = [all[at + down], columns[from + right]];
          return row && column ? [[`${row.id}:${column.test}`, text]] : [];
        }),
      ),
    );
    const beyond = at + lines.length - all.length;
    if (beyond > 0)
      toast({ tone: 'bad', message: `${countOf(beyond, 'line')} had no applicant. Check where the column starts.` });
  };
  const controls = { pages, total };
  return (
    <>
      <div className={classes.bar}>
        <p className={cx(grid.status, status.isBad && grid.bad)} role="status">
          {canEdit ? status.words : 'You can view marks. To enter them, you need permission to review applications.'}
        </p>
        <MarksPages {...controls} />
      </div>
      <div className={cx(grid.scroll, classes.scroll)}>
        {/* The keys belong to the cells, which the table hears together. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <table
          ref={table}
          className={cx(grid.grid, classes.grid)}
          onKeyDown={(event) => moveInGrid(event, (direction, column) => void leave(direction, column))}
          onPaste={(event) => {
            const block = pastedBlock(event);
            if (block) void paste(block);
          }}
        >
          <thead>
            <tr>
              <th scope="col">Applicant</th>
              <th scope="col" className={classes.number}>
                Number
              </th>
              {columns.map(({ test, label, most }) => (
                <th key={test} scope="col" className={grid.figure}>
                  {label} {test !== interviewColumn && <span className={grid.below}>of {most}</span>}
                </th>
              ))}
              <th scope="col" className={grid.figure}>
                Score
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  {row.name}
                  {row.seat && <span className={cx(grid.most, classes.seat)}> {row.seat}</span>}
                </th>
                <td className={cx(grid.number, classes.number)}>{row.number}</td>
                {columns.map(({ test, label }) => {
                  const name = `${row.id}:${test}`;
                  return (
                    <GridCell
                      key={test}
                      name={name}
                      label={`${label}, ${row.name}`}
                      cell={cellOf(name)}
                      canEdit={canEdit}
                      onType={type}
                      onKeep={keep}
                    />
                  );
                })}
                <td className={grid.figure}>{scoreOf(row) ?? '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {total > shown.length && (
        <div className={classes.bar}>
          <MarksPages {...controls} isBelow />
        </div>
      )}
    </>
  );
}

interface MarksPagesProps {
  pages: ReturnType<typeof useMarksPages>;
  total: number;
  /** The next page begins at the top again. */
  isBelow?: boolean;
}

/** '301–600 of 1,240', with the page before and the next one. */
function MarksPages({ pages: { page, shown, isLoading, hasNext, show }, total, isBelow }: MarksPagesProps) {
  const from = page * pageRows;
  const go = async (wanted: number) => {
    if ((await show(wanted)) && isBelow) window.scrollTo({ top: 0 });
  };
  if (total <= shown.length) return <p className={classes.range}>{countOf(total, 'applicant')}</p>;
  return (
    <nav className={classes.pages} aria-label={isBelow ? 'More applicants' : 'Applicants'}>
      <span className={classes.range}>
        {count(from + 1)}–{count(from + shown.length)} of {count(total)}
      </span>
      <Button small disabled={page === 0} onClick={() => void go(page - 1)}>
        Previous
      </Button>
      <Button small disabled={!hasNext} loading={isLoading} onClick={() => void go(page + 1)}>
        Next
      </Button>
    </nav>
  );
}

/** The rows of the grid in pages that are loaded when they are needed, and stay. */
function useMarksPages(address: string, sitting: number | null, first: BoundedList<MarksRow>) {
  const [{ rows, isMore }, setLoaded] = useState(first);
  const [page, setPage] = useState(0);
  const [isLoading, setLoading] = useState(false);

  /** Loads up to so many rows; returns what there is then. */
  const loadTo = async (count: number): Promise<MarksRow[]> => {
    let now = { rows, isMore };
    if (isLoading || !isMore || rows.length >= count) return rows;
    setLoading(true);
    try {
      while (now.isMore && now.rows.length < count) {
        const query = new URLSearchParams({
          after: String(now.rows.at(-1)!.id),
          ...(sitting && { sitting: String(sitting) }),
        });
        // Each page begins where the one before it ends.
        // oxlint-disable-next-line no-await-in-loop
        const { json } = await remote<BoundedList<MarksRow>>('get', `${address}/rows?${query}`);
        now = { rows: [...now.rows, ...json.rows], isMore: json.isMore };
      }
      setLoaded(now);
    } catch (error) {
      toast({ tone: 'bad', message: `Couldn’t load more applicants. ${explain(error).message}` });
    } finally {
      setLoading(false);
    }
    return now.rows;
  };

  const show = async (wanted: number): Promise<boolean> => {
    const known = await loadTo((wanted + 1) * pageRows);
    if (wanted < 0 || known.length <= wanted * pageRows) return false;
    setPage(wanted);
    return true;
  };

  return {
    rows,
    page,
    isLoading,
    loadTo,
    show,
    shown: rows.slice(page * pageRows, (page + 1) * pageRows),
    hasNext: isMore || rows.length > (page + 1) * pageRows,
  };
}

/** A mark as it is typed. */
const textOf = (mark: Mark): string => (mark === null ? '' : String(mark));

/** A typed mark; undefined if it is none. 'a' and 'abs' are absent. */
function markFrom(text: string): Mark | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  if (/^(a|abs|absent)$/i.test(typed)) return 'absent';
  return /^\d{1,5}([.,]\d{1,2})?$/.test(typed) ? Number(typed.replace(',', '.')) : undefined;
}

const codec: Codec<Mark> = { read: markFrom, write: textOf, empty: null, hint: 'Enter a number or “absent”.' };

/** The marks of all loaded rows: what is typed, what is saved, and what needs a look. */
function useMarks(intakeId: number, rows: MarksRow[]) {
  const [scores, setScores] = useState<ReadonlyMap<number, number | null>>(new Map());
  const saved = useMemo(() => savedIn(rows), [rows]);
  const { learn, ...grid } = useCells<Mark>({
    saved,
    codec,
    async send(changes) {
      const marks = changes.map(({ name, value, was }) => ({ ...placeOf(name), mark: value, was }));
      const { json } = await remote<SavedMarks>('post', `/intakes/${intakeId}/marks`, { marks } as never).catch(
        (error: unknown) => {
          throw new Error(explain(error).message, { cause: error });
        },
      );
      const changed = Object.entries(json.scores).map(([id, score]) => [Number(id), score] as const);
      setScores((before) => new Map([...before, ...changed]));
      return json.problems.map(({ applicationId, test, ...problem }) => ({
        name: `${applicationId}:${test}`,
        ...problem,
      }));
    },
  });
  return {
    ...grid,
    learn: (loaded: MarksRow[]) => learn(savedIn(loaded)),
    scoreOf: ({ id, score }: MarksRow) => (scores.has(id) ? scores.get(id) : score),
  };
}

/** The marks by `application:test`. */
const savedIn = (rows: MarksRow[]): Map<string, Mark> =>
  new Map(
    rows.flatMap(({ id, marks, interview }) =>
      Object.entries({ ...marks, [interviewColumn]: interview }).map(
        ([test, mark]) => [`${id}:${test}`, mark] as const,
      ),
    ),
  );

function placeOf(name: string) {
  const [id, ...test] = name.split(':');
  return { applicationId: Number(id), test: test.join(':') };
}
