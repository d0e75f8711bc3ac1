import { lazy, type ReactNode, Suspense, useState, useEffect, useRef } from 'react';
import type { DatesFilterSpec } from './filter-bar/dates-filter.tsx';
import { Filter, type FilterSpec } from './filter-bar/filter.tsx';
import { useAddress } from '../hooks/use-address.ts';
import classes from './filter-bar/filter-bar.module.css';
import { IconSearch } from '../icons.tsx';
import { Kbd } from '../kbd.tsx';
import { useHotkeys } from '../hooks/use-hotkeys.ts';

// Few lists have them.
const DatesFilter = lazy(() => import('./filter-bar/dates-filter.tsx'));
const TextFilter = lazy(() => import('./filter-bar/text-filter.tsx'));

interface FilterBarProps {
  search?: { value?: string; label: string; placeholder?: string };
  filters?: (FilterSpec | DatesFilterSpec)[];
  children?: ReactNode;
}

/** The search field and filters of a list. */
export function FilterBar({ search, filters = [], children }: FilterBarProps) {
  const address = useAddress();
  const [added, setAdded] = useState<string[]>([]);
  const change = (changes: Record<string, string | null>, typing = false) => address.go(changes, { replace: typing });
  const shown = filters.filter((f) => f.pinned || isOn(f) || added.includes(f.key));
  const spare = filters.filter((f) => !shown.includes(f));
  const active = filters.filter(isOn);
  const drop = (key: string) => {
    setAdded(added.filter((k) => k !== key));
    change({ [key]: null });
  };
  return (
    <div className={classes.bar} data-tour="filters" role="search" aria-label={search?.label ?? 'Filters'}>
      {search && <SearchField {...search} onSearch={(text) => change({ q: text || null }, true)} />}
      {shown.map((filter) =>
        isDates(filter) ? (
          <Suspense key={filter.key}>
            <DatesFilter filter={filter} onChange={change} />
          </Suspense>
        ) : filter.type === 'text' || filter.search ? (
          <Suspense key={filter.key}>
            <TextFilter filter={filter} onChange={(value) => change({ [filter.key]: value || null })} />
          </Suspense>
        ) : (
          <Filter
            key={filter.key}
            filter={filter}
            fresh={added.includes(filter.key) && !filter.value}
            onChange={(value) => change({ [filter.key]: value || null })}
            onDrop={() => drop(filter.key)}
          />
        ),
      )}
      {spare.length > 0 && (
        <select
          className={classes.add}
          aria-label="Add a filter"
          value=""
          onChange={(event) => setAdded([...added, event.target.value])}
        >
          <option value="">+ Filter</option>
          {spare.map((filter) => (
            <option key={filter.key} value={filter.key}>
              {filter.label}
            </option>
          ))}
        </select>
      )}
      {active.length > 1 && (
        <button
          type="button"
          className={classes.clear}
          onClick={() => change(Object.fromEntries(active.flatMap(keysOf).map((key) => [key, null])))}
        >
          Clear filters
        </button>
      )}
      {children}
    </div>
  );
}

const isDates = (filter: FilterSpec | DatesFilterSpec): filter is DatesFilterSpec =>
  filter.type === 'dates' || filter.type === 'date';
const isOn = (filter: FilterSpec | DatesFilterSpec) => Boolean(filter.value || (isDates(filter) && filter.end?.value));
const keysOf = (filter: FilterSpec | DatesFilterSpec) => [
  filter.key,
  ...(isDates(filter) && filter.end ? [filter.end.key] : []),
];

const PAUSE_MS = 220;

interface SearchFieldProps {
  value?: string;
  label: string;
  placeholder?: string;
  onSearch: (text: string) => void;
}

/** A search field that searches when typing pauses; '/' focuses it, Escape clears it. */
function SearchField({ value = '', label, placeholder = 'Search', onSearch }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  // A change of the URL (Back, a chip) wins unless the user is typing here.
  if (seen !== value) {
    setSeen(value);
    if (document.activeElement?.getAttribute('data-search') !== label) setText(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  useHotkeys({
    '/': (event) => {
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    },
  });
  const type = (next: string, pause = PAUSE_MS) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(next.trim()), pause);
  };
  return (
    <div className={classes.search} data-tour="list-search">
      <IconSearch size={16} />
      <input
        ref={input}
        type="search"
        data-search={label}
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') type(text, 0);
          if (event.key === 'Escape' && text) type('', 0);
        }}
      />
      <Kbd>/</Kbd>
    </div>
  );
}
