import { router } from '@inertiajs/core';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { IconSearch, IconArrowBackUp, IconBriefcase, IconSchool, IconUser } from '../icons.tsx';
import { Kbd } from '../kbd.tsx';
import classes from './command-palette.module.css';
import { rankOf, UNFIT } from '../fields/choices/choices.ts';

export interface CommandPaletteProps {
  open: boolean;
  onClose: () => void;
  /** The search text, possibly from another search field. */
  text: string;
  onText: (text: string) => void;
  screens: Screen[];
  /** What the user can find besides screens, by name, each at its own address: `/students/find`. */
  finds: Find[];
}

/** Ctrl K: finds screens, people and batches. */
export function CommandPalette({ open, onClose, text, onText, screens, finds }: CommandPaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [at, setAt] = useState(0);
  // Enter was pressed before the answer arrived: open its first result, not an old one.
  const [isAhead, setAhead] = useState(false);
  const q = text.trim().toLowerCase();
  const { rows, waiting } = useMatches(q, finds);
  const entries = useMemo<Entry[]>(() => {
    const found = (q ? findScreens(screens, q) : screens).map((screen) => ({
      kind: 'screen' as const,
      href: screen.href,
      label: screen.label,
      hint: screen.group,
    }));
    // A screen's full name opens the screen, even if people match too.
    const isNamed = q !== '' && found[0] !== undefined && rankOf(found[0].label, q) === 0;
    return isNamed ? [found[0]!, ...rows, ...found.slice(1)] : [...(q ? [] : recentEntries()), ...rows, ...found];
  }, [q, screens, rows]);
  const chosen = Math.min(at, entries.length - 1);

  useEffect(() => {
    if (!open) return;
    dialog.current?.showModal();
    const field = dialog.current?.querySelector('input');
    field?.setSelectionRange(field.value.length, field.value.length);
  }, [open]);

  const go = (entry: Entry | undefined) => goTo(entry, dialog.current);
  useEffect(() => {
    if (!isAhead || waiting) return;
    setAhead(false);
    goTo(entries[0], dialog.current);
  }, [isAhead, waiting, entries]);
  const press = (event: React.KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && entries.length) setAt((chosen + step + entries.length) % entries.length);
    else if (event.key === 'Enter' && waiting && at === 0 && entries[0]?.kind !== 'screen') setAhead(true);
    else if (event.key === 'Enter') go(entries[chosen]);
    else return;
    event.preventDefault();
  };

  return (
    // Escape is the keyboard equivalent of the press outside.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={classes.palette}
      data-palette
      aria-label="Search screens and students"
      onClose={() => {
        setAt(0);
        setAhead(false);
        onClose();
      }}
      onMouseDown={(event) => event.target === event.currentTarget && dialog.current?.close()}
    >
      <div className={classes.field}>
        <IconSearch />
        <input
          role="combobox"
          aria-label="Search"
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={entries.length ? `${id}-${chosen}` : undefined}
          aria-autocomplete="list"
          placeholder="A person’s name or number, or a screen"
          value={text}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            onText(event.target.value);
            setAt(0);
            setAhead(false);
          }}
          onKeyDown={press}
        />
        <Kbd>Esc</Kbd>
      </div>
      <div className={classes.list} id={`${id}-list`} role="listbox" aria-label="Found">
        {entries.map((entry, index) => (
          <PaletteRow
            key={`${entry.kind} ${entry.href} ${entry.label}`}
            id={`${id}-${index}`}
            entry={entry}
            group={entries[index - 1]?.kind === entry.kind ? undefined : titleOf(entry.kind, finds)}
            chosen={index === chosen}
            onPoint={() => setAt(index)}
            onGo={() => go(entry)}
          />
        ))}
      </div>
      <p className={classes.note} role="status">
        {waiting ? 'Looking…' : entries.length === 0 ? `No results for “${text.trim()}”.` : ''}
      </p>
    </dialog>
  );
}

function goTo(entry: Entry | undefined, dialog: HTMLDialogElement | null) {
  if (!entry) return;
  remember(entry);
  dialog?.close();
  if (entry.external) location.assign(entry.href);
  else router.visit(entry.href);
}

interface Screen {
  label: string;
  href: string;
  /** Other names for it. */
  also?: string;
  /** Its group in the menu. */
  group?: string;
}

const RECENT = 'akada.recent';

const recentEntries = (): Entry[] => {
  try {
    return JSON.parse(sessionStorage.getItem(RECENT) ?? '[]') as Entry[];
  } catch {
    return [];
  }
};

const remember = (entry: Entry) => {
  const others = recentEntries().filter(({ href }) => href !== entry.href);
  const list = [{ ...entry, kind: 'recent' as const }, ...others].slice(0, 5);
  try {
    sessionStorage.setItem(RECENT, JSON.stringify(list));
  } catch {
    // Only the list of recent pages is lost.
  }
};

/** Matching screens, best first: by their names, then by other names for them, then by their groups. */
function findScreens(screens: Screen[], q: string): Screen[] {
  const rank = ({ label, also = '', group = '' }: Screen) => {
    const ranks = [label, also, `${group} ${label}`].map((name) => rankOf(name, q));
    const at = ranks.findIndex((one) => one < UNFIT);
    return at < 0 ? Infinity : at * UNFIT + ranks[at]!;
  };
  return screens.filter((one) => rank(one) < Infinity).toSorted((one, other) => rank(one) - rank(other));
}

/** What was found: students with number and batch, others with a hint. */
interface Match extends Pick<Entry, 'href' | 'external' | 'hint'> {
  name: string;
  admissionNumber?: string;
  batch?: string | null;
  /** Phone or e-mail. */
  number?: string | null;
}

const PAUSE_MS = 120;

const MIN_LETTERS = 2;

const mostShown = { batches: 8, students: 8, employees: 5, guardians: 4 };

const nothing = { people: [], isMore: false };

/** What matches the text; outdated answers are dropped. */
function useMatches(q: string, finds: Find[]) {
  const [found, setFound] = useState<{ q: string; rows: Entry[] }>({ q: '', rows: [] });
  const kinds = q.length >= MIN_LETTERS ? JSON.stringify(finds) : '';
  useEffect(() => {
    if (!kinds) return;
    const stop = new AbortController();
    const ask = async ({ kind, label }: Find): Promise<Entry[]> => {
      const headers = { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' };
      const answer = await fetch(`/${kind}/find?q=${encodeURIComponent(q)}`, { headers, signal: stop.signal });
      const result = answer.ok ? ((await answer.json()) as { people: Match[]; isMore: boolean }) : nothing;
      // Only the first few of each, to leave room for screens.
      const shown = result.people.slice(0, mostShown[kind]);
      const words = label.toLowerCase();
      const others = { kind, href: `/${kind}?q=${encodeURIComponent(q)}`, label: `All ${words} with “${q}”` };
      return [
        ...shown.map((one) => ({
          kind,
          href: one.href,
          external: one.external,
          label: one.name,
          hint: one.hint ?? one.number ?? [one.admissionNumber, one.batch].filter(Boolean).join(' · '),
        })),
        ...(result.isMore || result.people.length > shown.length ? [others] : []),
      ];
    };
    const timer = setTimeout(async () => {
      const rows = await Promise.all((JSON.parse(kinds) as Find[]).map(ask)).catch(() => null);
      if (!stop.signal.aborted) setFound({ q, rows: rows?.flat() ?? [] });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [kinds, q]);
  return { rows: kinds ? found.rows : [], waiting: Boolean(kinds) && found.q !== q };
}

/** A kind of record, with the school's word for it: 'Class arms'. */
interface Find {
  kind: keyof typeof mostShown;
  label: string;
}

interface Entry {
  href: string;
  external?: boolean;
  label: string;
  hint?: string;
  kind: 'screen' | Find['kind'] | 'recent';
}

interface PaletteRowProps {
  id: string;
  entry: Entry;
  /** The title of the group that it begins. */
  group: string | undefined;
  chosen: boolean;
  onPoint: () => void;
  onGo: () => void;
}

function PaletteRow({ id, entry, group, chosen, onPoint, onGo }: PaletteRowProps) {
  const row = useRef<HTMLDivElement>(null);
  const Icon = rowIcons[entry.kind];
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    // The combobox has the focus and handles keys (aria-activedescendant).
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div ref={row} id={id} role="option" aria-selected={chosen} data-group={group} onClick={onGo} onMouseMove={onPoint}>
      <Icon size={16} />
      <span>{entry.label}</span>
      {entry.hint && <small>{entry.hint}</small>}
    </div>
  );
}

const rowIcons = {
  screen: IconSearch,
  batches: IconSchool,
  students: IconUser,
  guardians: IconUser,
  employees: IconBriefcase,
  recent: IconArrowBackUp,
};

const titleOf = (kind: Entry['kind'], finds: Find[]) =>
  ({ screen: 'Screens', recent: 'Recent' })[kind as string] ?? finds.find((one) => one.kind === kind)?.label;
