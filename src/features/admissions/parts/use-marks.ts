import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { explain, remote } from '#web/client/remote.ts';
import type { MarksRow } from '../exam/marks.queries.ts';
import type { SavedMarks } from '../exam/save-marks.ts';
import { useSavedBeforeLeaving } from './use-saved-before-leaving.ts';
import { answered, cellsOf, placeOf, statusOf, type Cell } from './marks-state.ts';
import { markFrom, textOf } from './mark-text.ts';

const pause = 500;

const empty: Cell = { text: '', was: null };

/** The marks of all loaded rows: what is typed, what is saved, and what needs a look. */
export function useMarks(intakeId: number, rows: MarksRow[]) {
  const [cells, setCells] = useState<ReadonlyMap<string, Cell>>(new Map());
  const [scores, setScores] = useState<ReadonlyMap<number, number | null>>(new Map());
  const saved = useMemo(() => cellsOf(rows), [rows]);
  const [failure, setFailure] = useState('');
  const [turn, setTurn] = useState(0);
  const latest = useRef(cells);
  const known = useRef(saved);
  useEffect(() => {
    known.current = saved;
  }, [saved]);
  const waiting = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const busy = useRef(false);

  const set = useCallback((changed: Map<string, Partial<Cell>>) => {
    const next = new Map(latest.current);
    for (const [name, part] of changed)
      next.set(name, { ...(next.get(name) ?? known.current.get(name) ?? empty), ...part });
    latest.current = next;
    setCells(next);
  }, []);

  const save = useCallback(async () => {
    if (busy.current || waiting.current.size === 0) return;
    const sent = [...waiting.current].flatMap((name) => {
      const { text, was } = latest.current.get(name)!;
      const mark = markFrom(text);
      return mark === undefined || mark === was ? [] : [{ name, mark, was }];
    });
    waiting.current.clear();
    if (sent.length === 0) return;
    busy.current = true;
    set(new Map(sent.map(({ name }) => [name, { isSaving: true }])));
    try {
      const marks = sent.map(({ name, mark, was }) => ({ ...placeOf(name), mark, was }));
      const { json } = await remote<SavedMarks>('post', `/intakes/${intakeId}/marks`, { marks } as never);
      setFailure('');
      set(answered(sent, json));
      setScores(
        (before) =>
          new Map([...before, ...Object.entries(json.scores).map(([id, score]) => [Number(id), score] as const)]),
      );
    } catch (error) {
      for (const { name } of sent) waiting.current.add(name);
      set(new Map(sent.map(({ name }) => [name, { isSaving: false }])));
      setFailure(explain(error).message);
    }
    busy.current = false;
    setTurn((turn) => turn + 1);
  }, [intakeId, set]);

  // What was typed meanwhile, or could not be sent, is tried again.
  useEffect(() => {
    if (turn > 0 && waiting.current.size > 0) timer.current = setTimeout(() => void save(), pause * 4);
  }, [turn, save]);

  /** Several at once, by cell: a block that was pasted. */
  const type = useCallback(
    (texts: readonly (readonly [name: string, text: string])[]) => {
      const problemOf = (text: string) => (markFrom(text) === undefined ? 'Enter a number or “absent”.' : undefined);
      set(new Map(texts.map(([name, text]) => [name, { text, problem: problemOf(text), theirs: undefined }])));
      for (const [name] of texts) waiting.current.add(name);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), pause);
    },
    [save, set],
  );

  /** Settles a cell that two people entered. */
  const keep = useCallback(
    (name: string, isTheirs: boolean) => {
      const { theirs = null } = latest.current.get(name)!;
      const chosen = isTheirs ? { text: textOf(theirs) } : {};
      set(new Map([[name, { was: theirs, theirs: undefined, problem: undefined, ...chosen }]]));
      if (isTheirs) return;
      waiting.current.add(name);
      void save();
    },
    [save, set],
  );

  /** The saved marks of rows that have just been loaded, before they are rendered. */
  const learn = (loaded: MarksRow[]) => void (known.current = cellsOf(loaded));

  useSavedBeforeLeaving(() => waiting.current.size > 0 || busy.current, save);
  const status = useMemo(() => statusOf(cells, failure), [cells, failure]);
  return {
    cellOf: (name: string) => cells.get(name) ?? saved.get(name) ?? empty,
    scoreOf: ({ id, score }: MarksRow) => (scores.has(id) ? scores.get(id) : score),
    type,
    learn,
    keep,
    status,
  };
}
