import { useState } from 'react';
import { queryOf } from '#kernel/list/parameters.ts';
import { Button } from '#ui/button.tsx';
import { count } from '#ui/format.ts';
import { toast } from '#ui/overlays/toast.ts';
import { explain, remote } from '#web/client/remote.ts';

interface SelectWholeListProps {
  people: string;
  filter: object;
  /** The number of matches. */
  total: number;
  onSelect: (ids: number[]) => void;
}

// selectionLimit of the queries.
const atMost = 5000;

/** Selects the people on every page, once all visible rows are selected. */
export function SelectWholeList({ people, filter, total, onSelect }: SelectWholeListProps) {
  const [busy, setBusy] = useState(false);
  if (total > atMost)
    return (
      <span>
        Add a filter to select all: at most {count(atMost)} {people} at once.
      </span>
    );
  const select = async () => {
    setBusy(true);
    try {
      onSelect((await remote<{ ids: number[] }>('GET', `/${people}/ids?${queryOf(filter)}`)).json.ids);
    } catch (error) {
      toast({ message: explain(error).message, tone: 'bad' });
      setBusy(false);
    }
  };
  return (
    <Button tone="plain" loading={busy} onClick={() => void select()}>
      Select all {count(total)}
    </Button>
  );
}
