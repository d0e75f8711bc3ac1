import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, IconButton } from '../button.tsx';
import { DESTROY_FLAG, timeBasedId } from '../plain/constants.ts';
import { cx } from '../cx.ts';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconTrash } from '../icons.tsx';
import { useDrag } from '../sort-list/use-drag.ts';
import { RESTORING, type Restoring } from '../restoring.ts';
import classes from './nested-records.module.css';

interface Entry<Value> {
  key: number;
  value?: Value;
  isRemoved?: boolean;
  /** The name of a removed record. */
  called?: string;
}

interface NestedRecordsProps<Value extends { id: number }> {
  /** Fields are sent as `{name}.{key}.{field}`; the key is the record's id, or a time-based number for a new record. */
  name: string;
  /** The noun: 'term' gives 'Term 1', 'Add term'. */
  noun: string;
  records: Value[];
  max?: number;
  /** Sortable by dragging or buttons; each record sends its `position`, from 1. */
  sortable?: boolean;
  /** One line per record, for records with one short field. */
  compact?: boolean;
  /** Renders the fields of a record; `at` counts from 1, without removed records. */
  children: (record: { value: Value | undefined; field: (name: string) => string; at: number }) => ReactNode;
}

/** Nested records in a form (3.12, 4.20, 9.16). Removing sets the hidden destroy flag to 1 and hides the record, with Undo until the form is sent; adding inserts a block with a time-based id. */
export function NestedRecords<Value extends { id: number }>(props: NestedRecordsProps<Value>) {
  const { name, noun, records, max = Infinity, sortable, compact, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const focus = useRef<{ key: number; on: 'field' | 'undo' | 'up' | 'down' } | null>(null);
  const [entries, setEntries] = useState<Entry<Value>[]>(() => records.map((value) => ({ key: value.id, value })));
  const [said, setSaid] = useState('');
  const shown = entries.filter((entry) => !entry.isRemoved);
  const Noun = noun.charAt(0).toUpperCase() + noun.slice(1);
  const blockOf = (key: number) => blockIn(box.current, name, key);

  // Focuses the first field of a new block, or the Undo button of a removed one.
  useEffect(() => {
    if (!focus.current) return;
    const { key, on } = focus.current;
    focus.current = null;
    const fields = 'input:not([type=hidden]), select, textarea';
    blockIn(box.current, name, key)
      ?.querySelector<HTMLElement>(on === 'field' ? fields : `[data-${on}="${name}.${key}"]`)
      ?.focus();
  }, [entries, name]);

  // A draft can have blocks added before a reload; they must exist before they are filled.
  useLayoutEffect(() => {
    const form = box.current?.closest('form');
    const restore = (event: Event) => {
      const keys = (event as CustomEvent<Restoring>).detail.names
        .filter((field) => field.startsWith(`${name}.`))
        .map((field) => Number(field.slice(name.length + 1).split('.', 1)[0]))
        .filter(Number.isSafeInteger);
      flushSync(() =>
        setEntries((there) => [
          ...there,
          ...[...new Set(keys)].filter((key) => !there.some((entry) => entry.key === key)).map((key) => ({ key })),
        ]),
      );
    };
    form?.addEventListener(RESTORING, restore);
    return () => form?.removeEventListener(RESTORING, restore);
  }, [name]);

  const wordsOf = (key: number) => blockOf(key)?.querySelector<HTMLInputElement>('input[type=text]')?.value.trim();
  /** Positions in the whole list, including removed records. */
  const move = (from: number, to: number, on?: 'up' | 'down') => {
    if (from === to || !entries[to]) return;
    const next = [...entries];
    const [moved] = next.splice(from, 1);
    next.splice(to, 0, moved!);
    if (on) focus.current = { key: moved!.key, on };
    const left = next.filter((entry) => !entry.isRemoved);
    setSaid(`${wordsOf(moved!.key) || Noun} is now ${left.indexOf(moved!) + 1} of ${left.length}.`);
    setEntries(next);
    // The form notices changes only through events of its fields.
    requestAnimationFrame(() => box.current?.dispatchEvent(new Event('input', { bubbles: true })));
  };
  const { drag, shiftOf, handle } = useDrag(list, move);
  /** A button that moves past visible records. */
  const mover = (entry: Entry<Value>, at: number, on: 'up' | 'down') => {
    const neighbour = shown[at - 1 + (on === 'up' ? -1 : 1)];
    return (
      <IconButton
        small
        label={`Move ${noun} ${at} ${on}`}
        {...{ [`data-${on}`]: `${name}.${entry.key}` }}
        aria-disabled={!neighbour || undefined}
        onClick={() => neighbour && move(entries.indexOf(entry), entries.indexOf(neighbour), on)}
      >
        {on === 'up' ? <IconArrowUp size={16} /> : <IconArrowDown size={16} />}
      </IconButton>
    );
  };

  const change = (key: number, changed: Partial<Entry<Value>>, on: 'field' | 'undo', words: string) => {
    focus.current = { key, on };
    setSaid(words);
    setEntries(entries.map((entry) => (entry.key === key ? { ...entry, ...changed } : entry)));
  };
  const remove = ({ key }: Entry<Value>, at: number) => {
    const called = wordsOf(key) || `${Noun} ${at}`;
    change(key, { isRemoved: true, called }, 'undo', `${called} will be removed when you save.`);
  };
  const add = () => {
    const key = timeBasedId();
    focus.current = { key, on: 'field' };
    setSaid(`${Noun} ${shown.length + 1} was added.`);
    setEntries([...entries, { key }]);
  };

  return (
    <div className={cx(classes.nested, compact && classes.compact)} ref={box}>
      <div ref={list} className={cx(classes.records, drag && classes.dragging)}>
        {entries.map((entry, index) => {
          const { key, value, isRemoved, called } = entry;
          const field = (field: string) => `${name}.${key}.${field}`;
          const at = shown.indexOf(entry) + 1;
          return (
            <div
              key={key}
              data-record={`${name}.${key}`}
              className={cx(drag?.from === index && classes.lifted)}
              style={{ transform: shiftOf(index) }}
            >
              {value && <input type="hidden" name={field('id')} value={value.id} />}
              <input type="hidden" name={field('_destroy')} value={isRemoved ? DESTROY_FLAG : ''} />
              {sortable && !isRemoved && <input type="hidden" name={field('position')} value={at} />}
              {isRemoved && (
                <p className={classes.removed}>
                  <span>{called} will be removed when you save.</span>
                  <Button
                    small
                    data-undo={`${name}.${key}`}
                    aria-label={`Undo removing ${called}`}
                    onClick={() => change(key, { isRemoved: false }, 'field', `${called} was restored.`)}
                  >
                    Undo
                  </Button>
                </p>
              )}
              {/* Hidden fields keep their values for Undo, and are neither sent nor required. */}
              <fieldset className={classes.record} aria-label={`${Noun} ${at}`} hidden={isRemoved} disabled={isRemoved}>
                {children({ value, field, at })}
                <div className={classes.actions}>
                  {sortable && (
                    <>
                      <span className={classes.handle} aria-hidden data-tooltip="Drag to move" {...handle(index)}>
                        <IconGripVertical size={16} />
                      </span>
                      {mover(entry, at, 'up')}
                      {mover(entry, at, 'down')}
                    </>
                  )}
                  <Button
                    small
                    tone="plain"
                    icon={<IconTrash />}
                    aria-label={`Remove ${noun} ${at}`}
                    onClick={() => remove(entry, at)}
                  >
                    Remove
                  </Button>
                </div>
              </fieldset>
            </div>
          );
        })}
      </div>
      {shown.length < max && (
        <div>
          <Button icon={<IconPlus />} onClick={add}>
            Add {noun}
          </Button>
        </div>
      )}
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </div>
  );
}

/** Records can be nested, so a block has the name of its list. */
const blockIn = (box: HTMLElement | null, name: string, key: number) =>
  box?.querySelector<HTMLElement>(`[data-record="${name}.${key}"]`);
