import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { router } from '@inertiajs/core';
import {
  answered,
  cellsOf,
  isUnsaved,
  problemIn,
  settled,
  statusOf,
  told,
  type Cell,
  type Codec,
  type RefusedValue,
  type SentValue,
} from './cell-state.ts';
import { useSendingAgain } from './use-sending-again.ts';
import { confirm } from '../overlays/confirm.tsx';

const pause = 500;

interface CellsOptions<Value> {
  /** The saved values of all loaded rows, by the cell's name; keep the object while they are the same. */
  saved: ReadonlyMap<string, Value>;
  codec: Codec<Value>;
  /** Saves changes; resolves with those that were not taken, rejects with words when none could be sent. */
  send(changes: SentValue<Value>[]): Promise<RefusedValue<Value>[]>;
  /** Changes that an earlier visit could not send. */
  left?: readonly { name: string; text: string; was: Value }[];
  /** Told what is not saved, whenever that changes. */
  onUnsaved?(unsaved: { name: string; text: string; was: Value }[]): void;
}

/** The cells of a grid: what is typed, what is saved, and what needs a look. Each change is saved by itself. */
export function useCells<Value>({ saved, codec, send, left = [], onUnsaved }: CellsOptions<Value>) {
  const [cells, setCells] = useState<ReadonlyMap<string, Cell<Value>>>(
    () => new Map(left.map((cell) => [cell.name, leftCell(cell, codec)])),
  );
  const [failure, setFailure] = useState('');
  const [turn, setTurn] = useState(left.length > 0 ? 1 : 0);
  const there = useMemo(() => cellsOf(saved, codec), [saved, codec]);
  const blank = useMemo((): Cell<Value> => ({ text: codec.write(codec.empty), was: codec.empty }), [codec]);
  const latest = useRef(cells);
  const known = useRef(there);
  const options = useRef({ codec, send, onUnsaved });
  useEffect(() => {
    known.current = there;
    options.current = { codec, send, onUnsaved };
  });
  const waiting = useRef(new Set(left.map(({ name }) => name)));
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const busy = useRef(false);
  const failures = useRef(0);

  const cellIn = useCallback((name: string) => latest.current.get(name) ?? known.current.get(name) ?? blank, [blank]);
  const set = useCallback(
    (changed: Map<string, Partial<Cell<Value>>>) => {
      const next = new Map(latest.current);
      for (const [name, part] of changed) next.set(name, { ...cellIn(name), ...part });
      latest.current = next;
      setCells(next);
    },
    [cellIn],
  );
  const tell = useCallback(() => {
    const { codec: typed, onUnsaved: write } = options.current;
    const open = [...latest.current].filter(([, cell]) => isUnsaved(cell, typed));
    write?.(open.map(([name, { text, was }]) => ({ name, text, was })));
  }, []);

  const save = useCallback(async () => {
    if (busy.current || waiting.current.size === 0) return;
    const sent = [...waiting.current].flatMap((name) => {
      const { text, was } = cellIn(name);
      const value = options.current.codec.read(text);
      const isRight = value !== undefined && problemIn(text, name, options.current.codec) === undefined;
      return isRight && value !== was ? [{ name, value, was }] : [];
    });
    const taken = [...waiting.current];
    waiting.current.clear();
    if (sent.length === 0) return tell();
    busy.current = true;
    set(new Map(sent.map(({ name }) => [name, { isSaving: true }])));
    try {
      const refused = await options.current.send(sent);
      setFailure('');
      failures.current = 0;
      set(answered(sent, refused, options.current.codec, (name) => cellIn(name).text));
    } catch (error) {
      for (const name of taken) waiting.current.add(name);
      failures.current += 1;
      set(new Map(sent.map(({ name }) => [name, { isSaving: false }])));
      setFailure(error instanceof Error ? error.message : String(error));
    }
    busy.current = false;
    tell();
    setTurn((before) => before + 1);
  }, [cellIn, set, tell]);

  useSendingAgain(turn, { isWaiting: () => waiting.current.size > 0, failures: () => failures.current, save });

  /** Several at once, by cell: a block that was pasted. */
  const type = useCallback(
    (texts: readonly (readonly [name: string, text: string])[]) => {
      const problemOf = (name: string, text: string) => problemIn(text, name, options.current.codec);
      set(new Map(texts.map(([name, text]) => [name, { ...settled, text, problem: problemOf(name, text) }])));
      for (const [name] of texts) waiting.current.add(name);
      tell();
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), pause);
    },
    [save, set, tell],
  );

  /** Settles a cell that two people entered. */
  const keep = useCallback(
    (name: string, isTheirs: boolean) => {
      const { theirs = blank.was } = cellIn(name);
      const chosen = isTheirs ? { text: options.current.codec.write(theirs) } : {};
      set(new Map([[name, { was: theirs, ...settled, ...chosen }]]));
      if (!isTheirs) waiting.current.add(name);
      tell();
      if (!isTheirs) void save();
    },
    [blank, cellIn, save, set, tell],
  );

  /** Shows what others have entered; a cell that is being typed in here stays, and is asked about when it is sent. */
  const learnChanges = useCallback(
    (changes: readonly { name: string; value: Value }[]) => {
      const news = changes.flatMap(({ name, value }) => {
        const change = waiting.current.has(name) ? undefined : told(cellIn(name), value, options.current.codec);
        return change ? [[name, change] as const] : [];
      });
      if (news.length) set(new Map(news));
    },
    [cellIn, set],
  );

  /** The saved values of rows that have just been loaded, before they are rendered. */
  const learn = (loaded: ReadonlyMap<string, Value>) => void (known.current = cellsOf(loaded, options.current.codec));

  useSavedBeforeLeaving(() => waiting.current.size > 0 || busy.current, save);
  const status = useMemo(() => statusOf(cells, failure, codec), [cells, failure, codec]);
  const cellOf = (name: string): Cell<Value> => cells.get(name) ?? there.get(name) ?? blank;
  return { cellOf, type, learn, learnChanges, keep, status };
}

function leftCell<Value>({ name, text, was }: { name: string; text: string; was: Value }, codec: Codec<Value>) {
  const problem = problemIn(text, name, codec);
  return { text, was, ...(problem && { problem }) };
}

/** How long a link waits for what is on its way. */
const patience = 3000;

/** A link on the page waits until what was typed is saved; closing the window, or a failed save, asks. */
function useSavedBeforeLeaving(isUnsaved: () => boolean, save: () => Promise<void>): void {
  const latest = useRef({ isUnsaved, save });
  useEffect(() => {
    latest.current = { isUnsaved, save };
  });
  useEffect(() => {
    const finish = async () => {
      const end = Date.now() + patience;
      while (latest.current.isUnsaved() && Date.now() < end) {
        // oxlint-disable-next-line no-await-in-loop
        await latest.current.save();
        // A save that was on its way already.
        // oxlint-disable-next-line no-await-in-loop
        await new Promise((done) => setTimeout(done, 50));
      }
      if (!latest.current.isUnsaved()) return true;
      const body = 'Your last entries haven’t been sent yet.';
      return confirm({ title: 'Leave without saving?', body, action: 'Leave page', tone: 'bad' });
    };
    let isGoing = false;
    const stop = router.on('before', ({ detail: { visit } }) => {
      const leaves = visit.method === 'get' && !visit.async && !visit.prefetch && visit.only.length === 0;
      if (isGoing || !leaves || !latest.current.isUnsaved()) return;
      void finish().then((goes) => {
        if (!goes) return;
        isGoing = true;
        router.visit(visit.url, { preserveScroll: visit.preserveScroll });
      });
      return false;
    });
    const ask = (event: BeforeUnloadEvent) => latest.current.isUnsaved() && event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => {
      stop();
      window.removeEventListener('beforeunload', ask);
    };
  }, []);
}
