import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react';
import { ListBox, optionId } from '#ui/fields/choices/list-box.tsx';
import { noResults } from '#ui/fields/choices/choices.ts';
import { useSearch } from '#ui/lists/searched/use-search.ts';
import { cx } from '#ui/cx.ts';
import classes from './counter.module.css';

interface StudentFinderProps {
  search: string;
  input: RefObject<HTMLInputElement | null>;
  onChoose: (studentId: number) => void;
}

/** Finds a child by three letters, an admission number or a scanned code; Enter takes the first. */
export function StudentFinder({ search, input, onChoose }: StudentFinderProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  // A scanner presses Enter before the answer is there.
  const [isAhead, setAhead] = useState(false);
  const q = typed.trim();
  const { choices, isMore, isWaiting, hasFailed } = useSearch(search, typed);
  const offered = q && !isWaiting ? choices : [];
  const choose = (value: string) => {
    setTyped('');
    setAt(0);
    setAhead(false);
    onChoose(Number(value));
  };
  useEffect(() => {
    if (!isAhead || isWaiting) return;
    if (choices[0]) choose(choices[0].value);
    else setAhead(false);
    // Only the arrival of the answer matters.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isAhead, isWaiting]);
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && q) {
      if (isWaiting) setAhead(true);
      else if (offered[at]) choose(offered[at].value);
    } else if (event.key === 'ArrowDown') setAt(Math.min(at + 1, offered.length - 1));
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0));
    else if (event.key === 'Escape') setTyped('');
    else return;
    event.preventDefault();
  };
  const said = !q
    ? ''
    : hasFailed
      ? 'The search failed. Check your connection and type again.'
      : isWaiting
        ? 'Searching…'
        : choices.length === 0
          ? noResults(q)
          : isMore
            ? 'Type more letters to see fewer students.'
            : '';
  return (
    <div className={classes.finder} data-tour="counter-search">
      <label htmlFor={id} className="visually-hidden">
        Find a student
      </label>
      <input
        ref={input}
        id={id}
        type="search"
        role="combobox"
        aria-expanded={offered.length > 0}
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={offered[at] && optionId(id, offered[at].value)}
        autoComplete="off"
        spellCheck={false}
        placeholder="Name, admission number, or scan a bill"
        maxLength={100}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
          setAhead(false);
        }}
        onKeyDown={keys}
      />
      <div className={cx((offered.length > 0 || said) && classes.found)}>
        <ListBox
          id={id}
          label="Students"
          groups={[{ label: '', options: offered }]}
          value=""
          marked={offered[at]?.value}
          onChoose={choose}
        />
        <p role="status">{said}</p>
      </div>
    </div>
  );
}
