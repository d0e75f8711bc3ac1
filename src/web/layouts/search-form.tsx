import { router } from '@inertiajs/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from '#ui/button.tsx';
import { SEARCH_TOGGLE_MAX_WIDTH } from '#ui/plain/constants.ts';
import { IconSearch } from '#ui/icons.tsx';
import { Kbd } from '#ui/kbd.tsx';
import { useMedia } from '#ui/hooks/use-media.ts';
import classes from './header.module.css';

export interface Search {
  text: string;
  /** Sets the search text and opens the palette, where the search continues. */
  onSearch: (text: string) => void;
}

/**
 * The header's search field, which opens the command palette with what is typed. 4.21, 9.15: in a window of 1150 pixels
 * or less an icon opens and closes it; in a wider one it is always visible.
 */
export function SearchForm({ text, onSearch }: Search) {
  const toggled = useMedia(`(max-width: ${SEARCH_TOGGLE_MAX_WIDTH}px)`);
  const [open, setOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => router.on('navigate', () => setOpen(false)), []);
  useEffect(() => {
    if (toggled && open) field.current?.focus();
  }, [toggled, open]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(text);
  };
  return (
    <>
      {toggled && (
        <IconButton
          ref={button}
          className={classes.searchToggle}
          label={open ? 'Close search' : 'Search'}
          aria-expanded={open}
          aria-controls="site-search"
          onClick={() => setOpen(!open)}
        >
          <IconSearch />
        </IconButton>
      )}
      <form
        id="site-search"
        role="search"
        aria-label="Everywhere"
        className={classes.search}
        hidden={toggled && !open}
        onSubmit={submit}
      >
        <IconSearch size={16} />
        <input
          ref={field}
          type="search"
          name="q"
          aria-label="Search screens and students"
          aria-keyshortcuts="Control+K"
          placeholder="Search"
          autoComplete="off"
          value={text}
          onChange={(event) => onSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || !toggled) return;
            setOpen(false);
            button.current?.focus();
          }}
        />
        <span aria-hidden>
          <Kbd>Ctrl K</Kbd>
        </span>
      </form>
    </>
  );
}
