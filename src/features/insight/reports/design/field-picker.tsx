import { useRef, useState } from 'react';
import { Button, IconButton } from '#ui/button.tsx';
import { rankOf, UNFIT } from '#ui/fields/choices/choices.ts';
import { IconPlus, IconX } from '#ui/icons.tsx';
import type { OfferedField, OfferedSubject } from './offer.ts';
import classes from './field-picker.module.css';
import { SortList } from '#ui/sort-list/sort-list.tsx';

interface FieldPickerProps {
  offer: OfferedSubject;
  /** Whether this user type is the one that is chosen. */
  isChosen: boolean;
  selected: string[];
  closed: Record<string, string>;
  onChange: (selected: string[]) => void;
}

/** The fields of a user type by their groups, and the chosen ones in their order. */
export function FieldPicker({ offer, isChosen, selected, closed, onChange }: FieldPickerProps) {
  const [shown, setShown] = useState<ReadonlySet<string>>(
    () => new Set(offer.groups.slice(0, 1).map(({ key }) => key)),
  );
  const [sought, setSought] = useState('');
  const [said, setSaid] = useState('');
  const section = useRef<HTMLElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const labels = new Map(offer.groups.flatMap(({ fields }) => fields).map(({ key, label }) => [key, label]));
  const labelOf = (key: string) => labels.get(key) ?? closed[key] ?? key;
  const buttons = (of: string) => [
    ...(section.current?.querySelectorAll<HTMLElement>(`[data-${of}]:not(:disabled)`) ?? []),
  ];

  /** The row or entry goes, so the focus goes to the one after it. */
  const focusAfter = (of: string, at: number) =>
    requestAnimationFrame(() => {
      const left = buttons(of);
      (left[Math.min(at, left.length - 1)] ?? search.current)?.focus();
    });
  const add = (key: string) => {
    const at = buttons('add').findIndex((button) => button.dataset['add'] === key);
    onChange([...selected, key]);
    setSaid(`${labelOf(key)} is column ${selected.length + 1}.`);
    focusAfter('add', at);
  };
  // 3.16: a field is also found by its plain name where the institution has a word of its own, 'batch' for a class arm.
  const isSought = ({ key, label }: OfferedField) =>
    sought.trim() === '' || [label, key.replaceAll('_', ' ')].some((name) => rankOf(name, sought) < UNFIT);
  const groups = offer.groups
    .map((group) => ({
      ...group,
      fields: group.fields.filter((field) => !selected.includes(field.key) && isSought(field)),
    }))
    .filter(({ key }) => sought.trim() !== '' || shown.has(key));
  return (
    <section
      ref={section}
      hidden={!isChosen}
      aria-label={`Fields of ${offer.label.toLowerCase()}`}
      data-user-type={offer.name}
      className={classes.picker}
    >
      <div className={classes.offer}>
        <input
          ref={search}
          type="search"
          className={classes.search}
          aria-label={`Search fields of ${offer.label.toLowerCase()}`}
          placeholder="Search fields"
          autoComplete="off"
          value={sought}
          onChange={(event) => setSought(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            buttons('add')[0]?.click();
          }}
        />
        <fieldset className={classes.groups}>
          <legend className="visually-hidden">Field groups</legend>
          {offer.groups.map(({ key, label }) => (
            <label key={key}>
              <input
                type="checkbox"
                checked={shown.has(key)}
                onChange={(event) => {
                  const next = new Set(shown);
                  next[event.target.checked ? 'add' : 'delete'](key);
                  setShown(next);
                }}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <div className={classes.tables} tabIndex={-1}>
          {groups.map((group) =>
            group.fields.length === 0 ? null : (
              <table key={group.key} data-group={group.key}>
                <caption>{group.label}</caption>
                <tbody>
                  {group.fields.map((field) => (
                    <tr key={field.key} data-field-row={field.key}>
                      <th scope="row">{field.label}</th>
                      <td>
                        <Button
                          small
                          tone="plain"
                          icon={<IconPlus size={14} />}
                          data-add={field.key}
                          onClick={() => add(field.key)}
                        >
                          Add<span className="visually-hidden"> {field.label}</span>
                        </Button>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            ),
          )}
          {groups.every(({ fields }) => fields.length === 0) && (
            <p className={classes.none}>
              {sought.trim() ? 'No other field with this name.' : 'Tick a field group to see its fields.'}
            </p>
          )}
        </div>
      </div>
      <ChosenColumns
        offer={offer}
        selected={selected}
        closed={closed}
        labelOf={labelOf}
        onChange={onChange}
        onRemove={(key) => {
          onChange(selected.filter((one) => one !== key));
          setSaid(`${labelOf(key)} was removed.`);
          focusAfter('remove', selected.indexOf(key));
        }}
      />
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </section>
  );
}

interface ChosenColumnsProps {
  offer: OfferedSubject;
  selected: string[];
  /** Labels of fields that the editor can’t see. */
  closed: Record<string, string>;
  labelOf: (key: string) => string;
  onChange: (selected: string[]) => void;
  onRemove: (key: string) => void;
}

/** The chosen fields in the order of the columns. */
function ChosenColumns({ offer, selected, closed, labelOf, onChange, onRemove }: ChosenColumnsProps) {
  // Rows that can be sorted have numbers.
  const keys = [...offer.groups.flatMap(({ fields }) => fields).map(({ key }) => key), ...Object.keys(closed)];
  return (
    <div className={classes.chosen}>
      <h3>Columns</h3>
      {selected.length === 0 ? (
        <p className={classes.none}>
          Add fields in the order of the columns.{' '}
          {offer.usual.length > 0 && (
            <Button small onClick={() => onChange(offer.usual)}>
              Add usual fields
            </Button>
          )}
        </p>
      ) : (
        <SortList
          label={`Columns of ${offer.label.toLowerCase()}`}
          rows={selected.map((key) => ({ id: keys.indexOf(key), key }))}
          nameOf={({ key }) => labelOf(key)}
          onOrder={(ids) => {
            onChange(ids.map((id) => keys[id]!));
            return Promise.resolve(true);
          }}
        >
          {({ key }) => (
            <span className={classes.entry}>
              <span>
                {labelOf(key)}
                {closed[key] && <small> (you don’t have access)</small>}
              </span>
              <IconButton small label={`Remove ${labelOf(key)}`} data-remove={key} onClick={() => onRemove(key)}>
                <IconX size={16} />
              </IconButton>
            </span>
          )}
        </SortList>
      )}
    </div>
  );
}
