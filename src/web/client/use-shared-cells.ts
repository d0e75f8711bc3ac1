import { usePage } from '#ui/hooks/use-page.ts';
import { useEffect, useRef, useState } from 'react';
import type { Codec, RefusedValue, SentValue } from '#ui/grid/cell-state.ts';
import { useCells } from '#ui/grid/use-cells.ts';
import { explain, remote, RemoteError } from './remote.ts';
import { ownerOf, type Owner } from './drafts.ts';

const lookEvery = 8000;
const noNetwork = 'There is no connection. Your entries stay in this window and are sent when it’s back.';

interface SharedCells<Value, Seen> {
  /** The address of the grid; what others changed is below it, at /changes. */
  here: string;
  /** By the cell's name; keep the object while the values are the same. */
  saved: ReadonlyMap<string, Value>;
  codec: Codec<Value>;
  /** From where the first look at changes begins. */
  since: number;
  post(changes: SentValue<Value>[]): Promise<RefusedValue<Value>[]>;
  /** The values of cells in what a look has found. */
  valuesIn(seen: Seen): { name: string; value: Value }[];
}

/**
 * The cells of a grid that several people fill: what is typed is saved by itself and survives a reload without a network,
 * and what others enter is shown.
 */
export function useSharedCells<Value, Seen extends { since: number }>(shared: SharedCells<Value, Seen>) {
  const { here, saved, codec, since } = shared;
  const owner = ownerOf(usePage().props);
  const [left] = useState(() => unsentIn(here, owner, saved));
  const sendings = useRef(0);
  const latest = useRef(shared);
  useEffect(() => {
    latest.current = shared;
  });
  const { learnChanges, ...cells } = useCells<Value>({
    saved,
    codec,
    left,
    async send(changes) {
      sendings.current += 1;
      try {
        return await shared.post(changes);
      } catch (error) {
        const { message, errors } = explain(error);
        throw new Error(error instanceof RemoteError ? (errors['form'] ?? message) : noNetwork, { cause: error });
      } finally {
        sendings.current += 1;
      }
    },
    onUnsaved: (unsaved) => (unsaved.length > 0 ? writeUnsent(here, owner, unsaved) : forgetUnsent(here, owner)),
  });

  useEffect(() => {
    let from = since;
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      const before = sendings.current;
      try {
        const { json } = await remote<Seen>('get', `${here}/changes`, { since: from });
        // What was saved meanwhile may be newer than this answer: the next look tells.
        if (sendings.current !== before || before % 2 === 1) return;
        from = json.since;
        learnChanges(latest.current.valuesIn(json));
      } catch {
        // Without a network there is nothing new; the next look asks again.
      }
    };
    const again = () => void look();
    const timer = setInterval(again, lookEvery);
    window.addEventListener('focus', again);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', again);
    };
  }, [here, since, learnChanges]);

  return cells;
}

/*
 * Cells of a grid that could not be sent stay in this window, which the browser keeps over a reload and forgets when it is
 * closed. They belong to the account that typed them: nobody else who signs in here sends or reads them.
 */
const key = (place: string, owner: Owner) => `akada unsent ${owner} ${place}`;

interface Unsent<Value> {
  name: string;
  text: string;
  was: Value;
}

function writeUnsent<Value>(place: string, owner: Owner, unsent: Unsent<Value>[]): void {
  const rows = unsent.map(({ name, text, was }) => ({ name, text, was }));
  try {
    sessionStorage.setItem(key(place, owner), JSON.stringify(rows));
  } catch {
    // A browser without storage: the page still sends them, and asks before it is left.
  }
}

const forgetUnsent = (place: string, owner: Owner): void => sessionStorage.removeItem(key(place, owner));

/** What an earlier visit of the page could not send, for cells that are still there. */
function unsentIn<Value>(place: string, owner: Owner, cells: ReadonlyMap<string, Value>): Unsent<Value>[] {
  if (typeof sessionStorage === 'undefined') return [];
  const kept = JSON.parse(sessionStorage.getItem(key(place, owner)) ?? '[]') as Unsent<Value>[];
  return kept.filter(({ name }) => cells.has(name));
}
