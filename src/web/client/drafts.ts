import { openedIn, type Values } from '#ui/conflicts/edit-conflict.ts';
import { KEY_HOLDER } from '#ui/form-key.ts';
import { entriesOf, type Entries } from './form-entries.ts';

const KEY = 'akada.drafts';

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
export async function restoreDrafts(owner: Owner): Promise<void> {
  const text = sessionStorage.getItem(KEY);
  if (!text) return;
  const drafts = JSON.parse(text) as Drafts;
  // The sign-in page comes in between.
  if (owner === null && drafts.owner !== null) return;
  sessionStorage.removeItem(KEY);
  if (owner !== drafts.owner) return;
  const forms = writingForms();
  // Before anybody can press a button.
  for (const form of forms) {
    const key = drafts.keys?.[nameOf(form)];
    if (key) holderOf(form)?.setAttribute(KEY_HOLDER, key);
  }
  const unsent = forms.filter((form) => drafts.forms[nameOf(form)]);
  if (unsent.length === 0) return;
  // Over a bad line the next page of this tab tries again.
  const part = await import('./resume-draft.ts').catch(() => sessionStorage.setItem(KEY, text));
  for (const form of unsent) part?.resume(form, drafts.forms[nameOf(form)]!);
}

const holderOf = (form: HTMLFormElement) => form.querySelector(`[${KEY_HOLDER}]`);

/** The user that a page was rendered for. */
export function ownerOf(props: object): Owner {
  const { shell } = props as { shell?: { person?: { accountId?: unknown } } | null };
  return shell?.person?.accountId === undefined ? null : String(shell.person.accountId);
}

const writingForms = (): HTMLFormElement[] =>
  [...document.forms].filter((form) => !form.matches('[data-remote], :not([method]), [method=get i]'));

/** A form in a modal page belongs to the address of that page. */
function nameOf(form: HTMLFormElement): string {
  const modal = form.closest<HTMLElement>('[data-modal-path]');
  return `${modal?.dataset['modalPath'] ?? location.pathname}|${form.getAttribute('action') ?? ''}`;
}
