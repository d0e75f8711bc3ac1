import { useState } from 'react';
import { queryOf } from '#kernel/list/parameters.ts';
import { Button } from '#ui/button.tsx';
import { count } from '#ui/format.ts';
import { toast } from '#ui/overlays/toast.ts';
import { explain, remote } from './remote.ts';

interface SelectWholeListProps<Answer> {
  /** Answers what the filter of the list finds, on all pages. */
  address: string;
  filter: object;
  /** The number of matches. */
  total: number;
  /** The most that can be selected at once. */
  most: number;
  /** The rows' noun: 'students'. */
  noun: string;
  onSelect: (answer: Answer) => void;
}

/** Selects the rows on every page, once all visible ones are selected. */
export function SelectWholeList<Answer>({
  address,
  filter,
  total,
  most,
  noun,
  onSelect,
}: SelectWholeListProps<Answer>) {
  const [busy, setBusy] = useState(false);
  if (total > most)
    return (
      <span>
        Add a filter to select all: at most {count(most)} {noun} at once.
      </span>
    );
  const select = async () => {
    setBusy(true);
    try {
      onSelect((await remote<Answer>('GET', `${address}?${queryOf(filter)}`)).json);
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
