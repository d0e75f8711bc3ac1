import { searchable } from '#kernel/searchable.ts';
import type { Amounts, NewWords } from '../imports.schema.ts';
import type { ImportAction } from '../import-actions.ts';
import type { OpenedImport } from './import-work.ts';
import type { Verdict } from './judge-rows.ts';
import { wordsIn } from '../kinds/kind.ts';

/** Counts new people who lack a required custom field. Old lists are still accepted without it. */
export function lackingIn({ school: { customFields } }: OpenedImport) {
  const required = customFields.filter(({ isRequired }) => isRequired);
  const counts: Record<number, number> = {};
  return {
    gather(verdicts: Verdict[]) {
      for (const verdict of verdicts)
        if (verdict.kind === 'new')
          for (const { id } of required)
            if ((verdict.record.custom.get(id) ?? null) === null) counts[id] = (counts[id] ?? 0) + 1;
    },
    counts: () => counts,
  };
}

/** Counts the rows that are skipped, or imported without a class arm, for lack of a permission. */
export function leftOutIn() {
  const counts: Partial<Record<ImportAction, number>> = {};
  const add = (act: ImportAction) => (counts[act] = (counts[act] ?? 0) + 1);
  return {
    gather(verdicts: Verdict[]) {
      for (const verdict of verdicts) {
        if (verdict.kind === 'denied') add(verdict.act);
        else if ('isUnseated' in verdict && verdict.isUnseated) add('seat');
      }
    },
    counts: () => counts,
  };
}

const shownCredits = 10;

/** Sums what valid rows of money owe and have in credit. */
export function amountsIn() {
  const amounts: Amounts = {};
  return {
    gather(verdicts: Verdict[]) {
      for (const verdict of verdicts) {
        if (verdict.kind !== 'new' || typeof verdict.record['amount'] !== 'number') continue;
        const { amount } = verdict.record as { amount: number } & typeof verdict.record;
        const side = amount > 0 ? 'owed' : 'credit';
        const { count = 0, total = 0, largest = [] } = amounts[side] ?? {};
        amounts[side] = { count: count + 1, total: total + Math.abs(amount) };
        if (side === 'credit') {
          const own = { number: String(verdict.record['admissionNumber']), amount: -amount };
          amounts[side].largest = [...largest, own].toSorted((a, b) => b.amount - a.amount).slice(0, shownCredits);
        }
      }
    },
    sums: () => amounts,
  };
}

const shownWords = 20;

/** Collects the list values that the valid rows would add. */
export function newWordsOf({ school: { words, roster } }: OpenedImport) {
  const found = new Map<string, { list: keyof NewWords; words: Map<string, string> }>();
  return {
    gather(verdicts: Verdict[]) {
      for (const verdict of verdicts) {
        if (verdict.kind !== 'new' && verdict.kind !== 'update') continue;
        for (const { list, word } of wordsIn(roster, verdict.record)) {
          const folded = searchable(word);
          if (words.get(list)?.has(folded)) continue;
          const entry = found.get(list) ?? { list, words: new Map<string, string>() };
          if (!entry.words.has(folded)) entry.words.set(folded, word);
          found.set(list, entry);
        }
      }
    },
    words: (): NewWords =>
      Object.fromEntries(
        [...found.values()].map(({ list, words: entry }) => [
          list,
          { count: entry.size, words: [...entry.values()].slice(0, shownWords) },
        ]),
      ),
  };
}
