import { reopen, valueAt, type Values } from '#ui/conflicts/edit-conflict.ts';
import { RESTORING, type Restoring } from '#ui/restoring.ts';
import { entriesOf, openFields, type Entries, type Field } from './form-entries.ts';

/**
 * Restores a draft: its input, and the values that its form was opened with. Fields that the user had not touched show
 * the current record.
 */
export function resume(
  form: HTMLFormElement,
  { entries, opened }: { entries: Entries; opened?: Values | null },
): Entries {
  const names = new Set([...entries, ...openFields(form).map(({ name }) => [name])].map(([name]) => name!));
  const draftOf = (name: string) => entries.filter(([one]) => one === name).map(([, value]) => value);
  const untouched = new Set(
    [...names].filter((name) => opened && isAsOpened(valueAt(opened, bare(name)), draftOf(name))),
  );
  const now = entriesOf(form).filter(([name]) => untouched.has(name));
  const all = [...entries.filter(([name]) => !untouched.has(name)), ...now];
  fill(form, all);
  reopen(form, opened);
  return all;
}

/** `custom.12` for `custom.12[]`. */
const bare = (name: string) => name.replace(/\[\]$/, '');

/** Whether the form still has its initial value under a name. */
function isAsOpened(opened: unknown, sent: string[]): boolean {
  if (typeof opened === 'boolean') return opened === ['true', 'yes', 'on', '1'].includes(sent[0] ?? '');
  if (Array.isArray(opened))
    return [...opened].map(String).toSorted().join() === sent.filter(Boolean).toSorted().join();
  return typeof opened !== 'object' || opened === null ? String(opened ?? '') === (sent[0] ?? '') : false;
}

/** Fills fields by name. */
export function fill(form: HTMLFormElement, entries: Entries): void {
  const left = [...entries];
  const names = entries.map(([name]) => name);
  form.dispatchEvent(new CustomEvent<Restoring>(RESTORING, { detail: { names } }));
  for (const field of openFields(form)) {
    if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) {
      const ticked = entries.some(([name, value]) => name === field.name && value === field.value);
      if (ticked !== field.checked) field.click();
      continue;
    }
    const at = left.findIndex(([name]) => name === field.name);
    const [entry] = at < 0 ? [] : left.splice(at, 1);
    if (entry && entry[1] !== field.value) type(field, entry[1]);
  }
}

/** React notices a value only if it is set through the native setter. */
function type(field: Field, value: string): void {
  const prototype = Object.getPrototypeOf(field) as object;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
