import { useEffect, useRef, useState } from 'react';
import { IconSearch } from '../../icons.tsx';
import { Kbd } from '../../kbd.tsx';
import { useHotkeys } from '../../hooks/use-hotkeys.ts';
import classes from './filter-bar.module.css';

const PAUSE_MS = 220;

interface SearchFieldProps {
  value?: string;
  label: string;
  placeholder?: string;
  onSearch: (text: string) => void;
}

/** A search field that searches when typing pauses; '/' focuses it, Escape clears it. */
export function SearchField({ value = '', label, placeholder = 'Search', onSearch }: SearchFieldProps) {
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
