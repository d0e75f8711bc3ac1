import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../button.tsx';
import { count, countOf } from '../../format.ts';
import { TopLine } from '../../fields/choices/by-finger.tsx';
import { type Choice, type ChoiceGroup, noResults } from '../../fields/choices/choices.ts';
import { ListBox, optionId } from '../../fields/choices/list-box.tsx';
import { useSearch } from './use-search.ts';
import classes from '../../fields/choices/choices.module.css';

export interface SearchPanelProps {
  id: string;
  label: string;
  /** The search URL, without the search text. */
  search: string;
  chosen: Choice[];
  /** Whether several can be chosen; a press toggles one. */
  several?: boolean;
  /** Options above the results: no choice, or current choices. */
  first?: ChoiceGroup;
  typed: string;
  onType: (text: string) => void;
  onChoose: (choice: Choice | null) => void;
  onClose: () => void;
}

/** A search field with server results, loaded when first opened. */
export default function SearchPanel({
  id,
  label,
  search,
  chosen,
  several,
  first,
  typed,
  onType,
  onChoose,
  onClose,
}: SearchPanelProps) {
  const input = useRef<HTMLInputElement>(null);
  const { choices, isMore, isWaiting, hasFailed, again } = useSearch(search, typed);
  const [marked, setMarked] = useState(several ? '' : (chosen[0]?.value ?? ''));
  // Enter was pressed before the answer arrived: choose its first result.
  const [isAhead, setAhead] = useState(false);
  // Kept in the order at opening, so that removed choices stay in place.
  const [top] = useState(first);
  const q = typed.trim();
  const groups = hasFailed ? [] : q || !top ? [{ label: '', options: choices }] : withTop(top, choices);
  const offered = groups.flatMap((group) => group.options);
  const at = Math.max(
    0,
    offered.findIndex((option) => option.value === marked),
  );
  useEffect(() => {
    const { current } = input;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);
  useEffect(() => {
    document.getElementById(optionId(id, offered[at]?.value))?.scrollIntoView({ block: 'nearest' });
  });
  const choose = (value: string) => onChoose(value ? (offered.find((option) => option.value === value) ?? null) : null);
  useEffect(() => {
    if (!isAhead || isWaiting) return;
    setAhead(false);
    if (choices[0]) onChoose(choices[0]);
  }, [isAhead, isWaiting, choices, onChoose]);
  const keys = (event: KeyboardEvent) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + 10, PageUp: at - 10 }[event.key];
    if (event.key === 'Enter') {
      if (isWaiting && !marked) setAhead(q !== '');
      else if (offered[at]) choose(offered[at].value);
    } else if (to !== undefined) setMarked(offered[Math.max(0, Math.min(to, offered.length - 1))]?.value ?? '');
    else return;
    event.preventDefault();
  };
  const isEmpty = !isWaiting && !hasFailed && choices.length === 0;
  return (
    <>
      <TopLine label={label} onClose={onClose} />
      <input
        ref={input}
        type="search"
        role="combobox"
        aria-label={`Search ${label}`}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={offered[at] && optionId(id, offered[at].value)}
        aria-busy={isWaiting}
        autoComplete="off"
        spellCheck={false}
        placeholder="Type to search"
        maxLength={100}
        className={classes.filter}
        value={typed}
        onChange={(event) => {
          onType(event.target.value);
          setMarked('');
          setAhead(false);
        }}
        onKeyDown={keys}
      />
      <ListBox
        id={id}
        label={label}
        groups={groups}
        value={several ? new Set(chosen.map((option) => option.value)) : (chosen[0]?.value ?? '')}
        marked={offered[at]?.value}
        onChoose={choose}
      />
      <p role="status" className={isEmpty || isMore || hasFailed || isWaiting ? classes.none : 'visually-hidden'}>
        {hasFailed
          ? 'This list couldn’t be loaded.'
          : isWaiting
            ? choices.length
              ? 'Searching…'
              : 'Loading…'
            : isEmpty
              ? q
                ? noResults(q)
                : 'No options yet.'
              : isMore
                ? `Showing the first ${count(choices.length)}. Type to search for more.`
                : countOf(choices.length, 'option')}
      </p>
      {hasFailed && (
        <Button small onClick={again}>
          Try again
        </Button>
      )}
    </>
  );
}

function withTop(top: ChoiceGroup, choices: Choice[]): ChoiceGroup[] {
  const rest = choices.filter((option) => !top.options.some(({ value }) => value === option.value));
  return [top, { label: top.label && 'Others', options: rest }].filter(({ options }) => options.length > 0);
}
