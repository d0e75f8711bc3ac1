import { openedIn, reopen, valueAt, type Values } from '#ui/conflicts/edit-conflict.ts';
import { KEY_HOLDER } from '#ui/form-key.ts';
import { RESTORING, type Restoring } from '#ui/restoring.ts';

const KEY = 'akada.drafts';
const secret = 'input:is([type=password], [type=hidden], [type=file], [autocomplete="one-time-code"])';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
export type Entries = [name: string, value: string][];

interface Drafts {
  /** Whose entries they are: a school office computer has many users. */
  owner: Owner;
  forms: Record<string, { entries: Entries; opened: Values | null }>;
  /** With the same key, a form whose answer was lost does not act twice. */
  keys: Record<string, string>;
}

/** An account, or null if not signed in. */
export type Owner = string | null;

/**
 * Saves the input of the forms on the page for this tab before a failed submit reloads it: it must survive a bad
 * connection and a sign-in. Passwords, codes and files are never saved. Returns whether there was any.
 */
export function keepDrafts(owner: Owner): boolean {
  const drafts: Drafts = { owner, forms: {}, keys: {} };
  for (const form of writingForms()) {
    const entries = entriesOf(form);
    if (entries.length > 0) drafts.forms[nameOf(form)] = { entries, opened: openedIn(form) };
    const key = holderOf(form)?.getAttribute(KEY_HOLDER);
    if (key) drafts.keys[nameOf(form)] = key;
  }
  sessionStorage.setItem(KEY, JSON.stringify(drafts));
  return Object.keys(drafts.forms).length > 0;
}

/** Restores the saved input in the same forms of the same page, once, for the same user. */
export function restoreDrafts(owner: Owner): void {
  const text = sessionStorage.getItem(KEY);
  if (!text) return;
  const drafts = JSON.parse(text) as Drafts;
  // The sign-in page comes in between.
  if (owner === null && drafts.owner !== null) return;
  sessionStorage.removeItem(KEY);
  if (owner !== drafts.owner) return;
  for (const form of writingForms()) {
    const draft = drafts.forms[nameOf(form)];
    if (draft) resume(form, draft);
    const key = drafts.keys?.[nameOf(form)];
    if (key) holderOf(form)?.setAttribute(KEY_HOLDER, key);
  }
}

const holderOf = (form: HTMLFormElement) => form.querySelector(`[${KEY_HOLDER}]`);

/** The user that a page was rendered for. */
export function ownerOf(props: object): Owner {
  const { shell } = props as { shell?: { person?: { accountId?: unknown } } | null };
  return shell?.person?.accountId === undefined ? null : String(shell.person.accountId);
}

/** The input of a form, except passwords, codes, files and hidden fields. */
export function entriesOf(form: HTMLFormElement): Entries {
  const names = new Set(openFields(form).map((field) => field.name));
  return [...new FormData(form)].filter(([name, value]) => typeof value === 'string' && names.has(name)) as Entries;
}

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

const writingForms = (): HTMLFormElement[] =>
  [...document.forms].filter((form) => !form.matches('[data-remote], :not([method]), [method=get i]'));

const openFields = (form: HTMLFormElement): Field[] =>
  [...form.elements].filter(
    (field): field is Field =>
      'value' in field && 'name' in field && Boolean(field.name) && !field.matches(`${secret}, button`),
  );

/** A form in a modal page belongs to the address of that page. */
function nameOf(form: HTMLFormElement): string {
  const modal = form.closest<HTMLElement>('[data-modal-path]');
  return `${modal?.dataset['modalPath'] ?? location.pathname}|${form.getAttribute('action') ?? ''}`;
}
