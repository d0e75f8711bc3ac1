import type { Owner } from './drafts.ts';
import { readKept, writeKept } from './session-notes.ts';

const OWNER = 'akada.owner';
/** Entries say themselves whose they are, and wait for that person's sign-in. */
const DRAFTS = 'akada.drafts';

/** What this tab remembers of people and lists is one person's: another finds nothing of it. */
export function startTabOf(owner: Owner): void {
  if ((readKept(OWNER) ?? '') === (owner ?? '')) return;
  forget((key) => key !== DRAFTS);
  writeKept(OWNER, owner);
}

/** Signing out: nothing stays, also where the next page is not ours to clean. */
export const forgetTab = (): void => forget(() => true);

function forget(which: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith('akada.') && which(key)) sessionStorage.removeItem(key);
  } catch {
    // A private window may refuse, and has kept nothing.
  }
}
