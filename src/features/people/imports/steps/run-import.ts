import { z } from 'zod';
import { type Actor, membershipIn } from '#kernel/actor.ts';
import { requireConfirmed } from '#kernel/confirmed.ts';
import { record } from '#kernel/audit.ts';
import type { Tx, Db } from '#kernel/database.ts';
import { Conflict, ValidationError } from '#kernel/errors.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import { type Requested, requestApproval } from '#features/records/approvals/request-approval.ts';
import { isImport } from '../work/import-work.ts';
import { permittedActions } from '../import-actions.ts';
import { importModes } from '../import-state.ts';
import { imports, type ImportRow } from '../imports.schema.ts';
import { kinds } from '../kinds/all.ts';
import { kindLabels } from '../kinds/kind-labels.ts';
import { lockImport } from './undo-import.ts';
import { mayUse } from '../school/may-use.ts';
import { loadSchool } from '../school/school.queries.ts';
import type { ImportJob } from '../kinds/kind.ts';
import { approvalKind } from '#kernel/contracts/approval-kind.ts';
import { formatMoney } from '#kernel/money.ts';
import { isWaiting } from '#features/records/approvals/waiting-changes.queries.ts';
import { countOf } from '#ui/format.ts';
import { createHash } from 'node:crypto';
import { alikeChoices, type Decisions } from '../engine/plan.ts';

type Plan = Pick<ImportRow, 'mapping' | 'options' | 'decisions' | 'corrections'>;

/** A form field: the plan version that the page showed. */
export const seen = z.string().max(40).optional();

/** A hash of the mapping and the decisions; it differs once another user has changed them. */
export const planVersion = ({ mapping, options, decisions, corrections }: Plan): string =>
  createHash('sha256')
    .update(JSON.stringify([mapping, options, decisions, corrections]))
    .digest('base64url')
    .slice(0, 16);

/** Refuses a request based on a plan that another user has changed. */
export function refuseStalePlan(plan: Plan, shown: string | undefined): void {
  if (shown !== undefined && shown !== planVersion(plan))
    throw new Conflict(
      'Someone else changed how this file is imported after you opened this page. Reload the page, review the changes and try again.',
    );
}

/** Locks a checked import whose plan is the one that the user saw. */
export async function lockChecked(tx: Tx, actor: Actor, importId: number, shown: string | undefined) {
  const found = await lockImport(tx, actor, importId);
  if (found.state !== 'checked') throw new Conflict('This import has already continued. Reload the page to see it.');
  refuseStalePlan(found, shown);
  return found;
}

/** Saves a change of the plan and queues another check of the file. */
export async function checkAgain(
  tx: Tx,
  actor: Actor,
  jobs: Jobs,
  { institutionId, id: importId, kind }: ImportRow,
  change: Partial<Pick<ImportRow, 'options' | 'decisions' | 'corrections'>>,
): Promise<void> {
  const job: ImportJob = { institutionId, importId };
  await tx
    .update(imports)
    .set({
      ...change,
      state: 'checking',
      actingAccountId: actor.accountId,
      acts: permittedActions(actor, institutionId, kind),
      checkedCount: 0,
      goodCount: 0,
      badCount: 0,
      alikeCount: 0,
      doneCount: 0,
      failure: null,
    })
    .where(isImport(job));
  await jobs.send(tx, 'imports.check', job, { group: institutionId });
}

export const RunImport = z.object({
  mode: z.enum(importModes, 'Choose whether to import all rows or valid rows only.'),
  seen,
});

/** Credit in opening balances is asked for, or somebody has agreed to it. */
type Release = { ask: (found: ImportRow) => Promise<Requested> } | { by: number | null };

/** Queues the import of a checked file; opening balances with credit wait for a second person. */
async function runImport(
  tx: Tx,
  actor: Actor,
  jobs: Jobs,
  importId: number,
  { mode, seen: shown }: z.infer<typeof RunImport>,
  release: Release,
): Promise<Requested | null> {
  const found = await lockImport(tx, actor, importId);
  if (found.state !== 'checked') throw new Conflict('This import can’t be started now. Reload the page to see why.');
  refuseStalePlan(found, shown);
  const acts = permittedActions(actor, found.institutionId, found.kind);
  if (acts.join() !== found.acts.join())
    throw new ValidationError(
      'mode',
      'Your permissions differ from those of the person who checked this file. Select “Change columns”, check the file again and review the skipped rows.',
    );
  if (found.goodCount === 0)
    throw new ValidationError('mode', 'No row can be imported. Fix the problems and upload the file again.');
  const { isWhole } = kinds[found.kind];
  if (isWhole) await requireConfirmed(tx, actor);
  if (isWhole && (mode !== 'all' || found.badCount > 0)) throw new ValidationError('mode', isWhole);
  if (mode === 'all' && found.badCount > 0)
    throw new ValidationError('mode', 'Some rows have problems. Fix them, or import valid rows only.');
  const { roster } = await loadSchool(tx, found.institutionId, found.kind);
  const canImport = mayUse(actor, found.institutionId, roster);
  const used = [...found.mapping, ...(found.options.same ?? []).map(({ field }) => field)];
  if (used.some((key) => key !== null && roster.fields[key] && !canImport(roster.fields[key])))
    throw new ValidationError(
      'mode',
      'This file has columns that you don’t have access to. Ask a colleague who has access to import it.',
    );
  const credit = found.amounts.credit?.total ?? 0;
  if (credit > 0 && 'ask' in release) return release.ask(found);
  const job: ImportJob = { institutionId: found.institutionId, importId };
  await tx
    .update(imports)
    .set({
      actingAccountId: actor.accountId,
      state: 'running',
      mode,
      doneCount: 0,
      importedCount: 0,
      failure: null,
      approvedBy: 'by' in release ? release.by : null,
      approvedCredit: credit,
    })
    .where(isImport(job));
  await record(tx, actor, `${found.kind}.import.start`, {
    institutionId: found.institutionId,
    subject: { type: 'import', id: importId },
    summary: `started to import ${found.goodCount} ${found.goodCount === 1 ? 'row' : 'rows'} of ${kindLabels[found.kind].many} from a file`,
    details: { mode },
  });
  await jobs.send(tx, 'imports.run', job, { group: job.institutionId });
  return null;
}

export const releaseOpeningsApproval = approvalKind({
  kind: 'openings.release',
  label: 'Opening credit',
  permission: 'fees.approve',
  payload: RunImport.extend({ importId: z.number(), credit: z.string(), owed: z.string(), largest: z.string() }),
  async act(tx, asker, { importId, mode, seen }, { services, decider }) {
    await runImport(tx, asker, services.jobs, importId, { mode, seen }, { by: decider.accountId });
    return { message: 'The file is being imported.' };
  },
  details: (_reader, { credit, owed, largest }) => [
    ['Credit', credit],
    ['Owed', owed],
    ['Largest credits', largest],
  ],
});

/** Queues the import of a checked file, or asks a second person if it contains credit. */
export const runOrAsk = (tx: Tx, actor: Actor, jobs: Jobs, importId: number, input: z.infer<typeof RunImport>) =>
  runImport(tx, actor, jobs, importId, input, { ask: (found) => askToRelease(tx, actor, found, input) });

/** Credit pays what a family owes, so a second person compares it with the old records before a file brings any. */
async function askToRelease(
  tx: Tx,
  actor: Actor,
  { institutionId, id, accountId, amounts }: ImportRow,
  input: z.infer<typeof RunImport>,
): Promise<Requested> {
  // Nobody approves a file of their own.
  if (accountId !== actor.accountId)
    throw new ValidationError('mode', 'This file contains credit, so the person who uploaded it has to import it.');
  const { credit, owed } = amounts;
  const { currency } = membershipIn(actor, institutionId)!;
  const priced = (minor: number) => formatMoney({ minor, currency });
  const inWords = (side = { count: 0, total: 0 }) => `${priced(side.total)} for ${countOf(side.count, 'student')}`;
  return requestApproval(tx, actor, releaseOpeningsApproval, {
    institutionId,
    subject: { type: 'import', id },
    payload: {
      ...input,
      importId: id,
      credit: inWords(credit),
      owed: inWords(owed),
      largest: (credit?.largest ?? []).map(({ number, amount }) => `${number}: ${priced(amount)}`).join(', '),
    },
    summary: `import opening balances with credit of ${inWords(credit)}`,
  });
}

/** Whether a second person approves an import first, and whether that is waiting. */
export async function releaseOf(db: Db, { institutionId, id, amounts }: ImportRow) {
  const asksFirst = Boolean(amounts.credit);
  const subject = { type: 'import', id };
  return { asksFirst, isAsked: asksFirst && (await isWaiting(db, releaseOpeningsApproval, [institutionId], subject)) };
}

const choice = z.enum(alikeChoices, 'Choose what to do with these rows.');

export const DecideDuplicates = z.object({
  /** For all possible duplicates. */
  alike: choice,
  /** Exceptions by row number ('decisions.12' in a form); blank means the choice for all rows. */
  decisions: z
    .record(
      z.string().regex(/^\d{1,7}$/),
      z.preprocess((value) => (value === '' ? undefined : value), choice.optional()),
    )
    .default({}),
  seen,
});

/** Saves what to do with possible duplicates and queues another check of the file. */
export async function decideDuplicates(
  tx: Tx,
  actor: Actor,
  jobs: Jobs,
  importId: number,
  { alike, decisions, seen: shown }: z.infer<typeof DecideDuplicates>,
): Promise<void> {
  const found = await lockChecked(tx, actor, importId, shown);
  const single = Object.entries({ ...found.decisions, ...decisions }).filter(
    ([, one]) => one !== undefined && one !== alike,
  );
  await checkAgain(tx, actor, jobs, found, {
    options: { ...found.options, alike },
    decisions: Object.fromEntries(single) as Decisions,
  });
}
