import { and, eq, sql } from 'drizzle-orm';
import { importProblems, imports, type Amounts, type NewListValues } from '../imports.schema.ts';
import { isImport, openImport, orFail, type ImportServices, type OpenedImport, notifyStarter } from './import-work.ts';
import { alikeOf, saveProblems } from './record-changes.ts';
import { isGood, judgeRows, type Verdict } from './judge-rows.ts';
import { findTwins, readFile } from '../files/read-file.ts';
import { previewOf } from './preview.ts';
import { type ImportJob, listValuesIn } from '../kinds/kind.ts';
import { whoIn } from '../engine/row.ts';
import { searchable } from '#kernel/searchable.ts';
import type { ImportAction } from '../import-actions.ts';

/** Counts new people who lack a required custom field. Old lists are still accepted without it. */
function lackingIn({ school: { customFields } }: OpenedImport) {
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
function leftOutIn() {
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
function amountsIn() {
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
function newWordsOf({ school: { words, roster } }: OpenedImport) {
  const found = new Map<string, { list: keyof NewListValues; words: Map<string, string> }>();
  return {
    gather(verdicts: Verdict[]) {
      for (const verdict of verdicts) {
        if (verdict.kind !== 'new' && verdict.kind !== 'update') continue;
        for (const { list, word } of listValuesIn(roster, verdict.record)) {
          const folded = searchable(word);
          if (words.get(list)?.has(folded)) continue;
          const entry = found.get(list) ?? { list, words: new Map<string, string>() };
          if (!entry.words.has(folded)) entry.words.set(folded, word);
          found.set(list, entry);
        }
      }
    },
    words: (): NewListValues =>
      Object.fromEntries(
        [...found.values()].map(({ list, words: entry }) => [
          list,
          { count: entry.size, words: [...entry.values()].slice(0, shownWords) },
        ]),
      ),
  };
}

const rowsATime = 1000;

/** The dry run: checks every row, counts the results and saves the problems. Imports nothing and can be restarted at any time. */
export const checkRows = (services: ImportServices, job: ImportJob, signal: AbortSignal): Promise<void> =>
  orFail(services, job, async () => {
    const { database } = services;
    const opened = await openImport(services, job, 'checking');
    if (!opened) return;
    const { source, school } = opened;
    const found = newWordsOf(opened);
    const lacking = lackingIn(opened);
    const leftOut = leftOutIn();
    const amounts = amountsIn();
    const preview = previewOf(source.plan, school);
    const isChecking = and(isImport(job), eq(imports.state, 'checking'));
    await database.asSystem([job.institutionId], async (tx) => {
      await tx
        .delete(importProblems)
        .where(and(eq(importProblems.institutionId, job.institutionId), eq(importProblems.importId, job.importId)));
      await tx
        .update(imports)
        .set({
          checkedCount: 0,
          goodCount: 0,
          badCount: 0,
          doneCount: 0,
          newWords: {},
          amounts: {},
          lacking: {},
          leftOut: {},
          preview: {},
          counts: {},
          alikeCount: 0,
          failure: null,
        })
        .where(isChecking);
    });

    const twins = await findTwins(source, signal);
    const given = new Map<number, number>();
    const { acts } = opened;
    const { decisions } = opened.import;
    const asked = { actor: opened.actor, school, acts, decisions, twins, plan: source.plan, options: source.options };
    let checked = 0;
    for await (const piece of readFile(source, rowsATime, signal)) {
      signal.throwIfAborted();
      const goesOn = await database.asSystem([job.institutionId], async (tx) => {
        const { verdicts, comparison } = await judgeRows({ ...job, ...asked, db: tx, given, isWriting: false }, piece);
        const bad = verdicts.flatMap((verdict) => (verdict.kind === 'bad' ? [verdict.problems] : []));
        const good = verdicts.filter(isGood).length;
        found.gather(verdicts);
        lacking.gather(verdicts);
        leftOut.gather(verdicts);
        amounts.gather(verdicts);
        preview.gather(piece, verdicts, comparison);
        const alike = alikeOf(verdicts);
        // A check that started later has reset the count; a cancelled import is no longer being checked.
        const moved = await tx
          .update(imports)
          .set({
            checkedCount: checked + piece.length,
            goodCount: sql`${imports.goodCount} + ${good}`,
            badCount: sql`${imports.badCount} + ${bad.length}`,
            alikeCount: sql`${imports.alikeCount} + ${alike.length}`,
          })
          .where(and(isChecking, eq(imports.checkedCount, checked)))
          .returning({ id: imports.id });
        if (moved.length) await saveProblems(tx, job, [...bad.flat(), ...alike], whoIn(piece));
        return moved.length > 0;
      });
      if (!goesOn) return;
      checked += piece.length;
    }
    await database.asSystem([job.institutionId], async (tx) => {
      const [done] = await tx
        .update(imports)
        .set({
          state: 'checked',
          newWords: found.words(),
          lacking: lacking.counts(),
          leftOut: leftOut.counts(),
          amounts: amounts.sums(),
          preview: preview.preview(),
          counts: preview.counts(),
        })
        .where(and(isChecking, eq(imports.checkedCount, checked)))
        .returning({ good: imports.goodCount, bad: imports.badCount });
      if (!done) return;
      const bad =
        done.bad === 0 ? 'No row has a problem' : `${done.bad === 1 ? '1 row has' : `${done.bad} rows have`} problems`;
      await notifyStarter(
        tx,
        job,
        'checked',
        `${bad}, ${done.good} can be imported. Nothing is imported until you confirm.`,
      );
    });
  });
