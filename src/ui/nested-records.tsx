import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from './button.tsx';
import { DESTROY_FLAG, timeBasedId } from './constants.ts';
import { IconPlus, IconTrash } from './icons.tsx';
import { RESTORING, type Restoring } from './restoring.ts';
import classes from './nested-records.module.css';

interface Entry<Value> {
  key: number;
  value?: Value;
  isRemoved?: boolean;
  /** What a removed one is called: its first words. */
  called?: string;
}

interface NestedRecordsProps<Value extends { id: number }> {
  /** Fields are sent as `{name}.{key}.{field}`; the key is the record's id, or for a new one a number from the time. */
  name: string;
  /** What one is called: 'term' gives 'Term 1', 'Add term'. */
  noun: string;
  records: Value[];
  max?: number;
  /** The fields of one; `at` counts those that are not removed, from 1. */
  children: (record: { value: Value | undefined; field: (name: string) => string; at: number }) => ReactNode;
}

/**
 * Records inside the form of another one (3.12, 4.20, 9.16). Removing sets the hidden destroy flag to 1 and hides the
 * record, with a way back until the form is sent; adding puts in a block with an id made from the time.
 */
export function NestedRecords<Value extends { id: number }>(props: NestedRecordsProps<Value>) {
  const { name, noun, records, max = Infinity, children } = props;
  const box = useRef<HTMLDivElement>(null);
  const focus = useRef<{ key: number; on: 'field' | 'undo' } | null>(null);
  const [entries, setEntries] = useState<Entry<Value>[]>(() => records.map((value) => ({ key: value.id, value })));
  const [said, setSaid] = useState('');
  const shown = entries.filter((entry) => !entry.isRemoved);
  const Noun = noun.charAt(0).toUpperCase() + noun.slice(1);
  const blockOf = (key: number) => box.current?.querySelector<HTMLElement>(`[data-record="${key}"]`);

  // Focus goes to what has just come: the first field of a block, or the way back of a removed one.
  useEffect(() => {
    if (!focus.current) return;
    const { key, on } = focus.current;
    focus.current = null;
    const fields = 'input:not([type=hidden]), select, textarea';
    blockOf(key)
      ?.querySelector<HTMLElement>(on === 'undo' ? '[data-undo]' : fields)
      ?.focus();
  }, [entries]);

  // A draft has blocks that were added to the page before it was loaded anew; they must be there to be filled,
  // which happens as soon as the page is drawn.
  useLayoutEffect(() => {
    const form = box.current?.closest('form');
    const restore = (event: Event) => {
      const keys = (event as CustomEvent<Restoring>).detail.names
        .filter((one) => one.startsWith(`${name}.`))
        .map((one) => Number(one.slice(name.length + 1).split('.', 1)[0]))
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

  const change = (key: number, changed: Partial<Entry<Value>>, on: 'field' | 'undo', words: string) => {
    focus.current = { key, on };
    setSaid(words);
    setEntries(entries.map((entry) => (entry.key === key ? { ...entry, ...changed } : entry)));
  };
  const remove = ({ key }: Entry<Value>, at: number) => {
    const called = blockOf(key)?.querySelector<HTMLInputElement>('input[type=text]')?.value.trim() || `${Noun} ${at}`;
    change(key, { isRemoved: true, called }, 'undo', `${called} is removed when you save.`);
  };
  const add = () => {
    const key = timeBasedId();
    focus.current = { key, on: 'field' };
    setSaid(`${Noun} ${shown.length + 1} is added.`);
    setEntries([...entries, { key }]);
  };

  return (
    <div className={classes.nested} ref={box}>
      {entries.map((entry) => {
        const { key, value, isRemoved, called } = entry;
        const field = (one: string) => `${name}.${key}.${one}`;
        const at = shown.indexOf(entry) + 1;
        return (
          <div key={key} data-record={key}>
            {value && <input type="hidden" name={field('id')} value={value.id} />}
            <input type="hidden" name={field('_destroy')} value={isRemoved ? DESTROY_FLAG : ''} />
            {isRemoved && (
              <p className={classes.removed}>
                <span>{called} is removed when you save.</span>
                <Button
                  small
                  data-undo
                  aria-label={`Undo removing ${called}`}
                  onClick={() => change(key, { isRemoved: false }, 'field', `${called} is back.`)}
                >
                  Undo
                </Button>
              </p>
            )}
            {/* Out of sight what was typed waits for Undo, and is neither sent nor asked for. */}
            <fieldset className={classes.record} aria-label={`${Noun} ${at}`} hidden={isRemoved} disabled={isRemoved}>
              {children({ value, field, at })}
              <div className={classes.actions}>
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
