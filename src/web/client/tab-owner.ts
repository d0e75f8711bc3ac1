import type { Owner } from './drafts.ts';
import { readKept, writeKept } from './session-notes.ts';

const OWNER = 'akada.owner';
/** Entries record their owner and wait for that user to sign in. */
const DRAFTS = 'akada.drafts';

/** People and lists stored in this tab belong to one user: another one must not find them. */
export function startTabOf(owner: Owner): void {
  if ((readKept(OWNER) ?? '') === (owner ?? '')) return;
  forget((key) => key !== DRAFTS);
  writeKept(OWNER, owner);
}

/** On signing out everything is removed, even if the next page is not ours. */
export const forgetTab = (): void => forget(() => true);

function forget(which: (key: string) => boolean): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith('akada.') && which(key)) sessionStorage.removeItem(key);
  } catch {
    // A private window may refuse storage; then nothing was stored.
  }
}
