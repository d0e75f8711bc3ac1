import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { explain, remote } from '#web/client/remote.ts';
import type { MarksRow } from '../exam/marks.queries.ts';
import type { SavedMarks } from '../exam/save-marks.ts';
import { answered, cellsOf, placeOf, statusOf, type Cell } from './marks-state.ts';
import { markFrom, textOf } from './mark-text.ts';

const pause = 500;

const empty: Cell = { text: '', was: null };

/** The marks of a page: what is typed, what is saved, and what needs a look. */
export function useMarks(intakeId: number, rows: MarksRow[]) {
  const [cells, setCells] = useState(() => cellsOf(rows));
  const [scores, setScores] = useState(() => new Map(rows.map(({ id, score }) => [id, score])));
  const [failure, setFailure] = useState('');
  const [turn, setTurn] = useState(0);
  const latest = useRef(cells);
  const waiting = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const busy = useRef(false);

  const set = useCallback((changed: Map<string, Partial<Cell>>) => {
    const next = new Map(latest.current);
    for (const [name, part] of changed) next.set(name, { ...(next.get(name) ?? empty), ...part });
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

  const type = useCallback(
    (name: string, text: string) => {
      const problem = markFrom(text) === undefined ? 'Enter a number or “absent”.' : undefined;
      set(new Map([[name, { text, problem, theirs: undefined }]]));
      waiting.current.add(name);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), pause);
    },
    [save, set],
  );

  /** Settles a cell that two people entered. */
  const keep = (name: string, isTheirs: boolean) => {
    const { theirs = null } = latest.current.get(name)!;
    set(
      new Map([
        [name, { was: theirs, theirs: undefined, problem: undefined, ...(isTheirs && { text: textOf(theirs) }) }],
      ]),
    );
    if (isTheirs) return;
    waiting.current.add(name);
    void save();
  };

  useUnsaved(() => waiting.current.size > 0 || busy.current);
  const status = useMemo(() => statusOf(cells, failure), [cells, failure]);
  return {
    cellOf: (name: string) => cells.get(name) ?? empty,
    scoreOf: (id: number) => scores.get(id),
    type,
    keep,
    status,
  };
}

/** Asks before the page is left while something is on its way. */
function useUnsaved(isUnsaved: () => boolean): void {
  const latest = useRef(isUnsaved);
  useEffect(() => {
    latest.current = isUnsaved;
  });
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => latest.current() && event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
}
