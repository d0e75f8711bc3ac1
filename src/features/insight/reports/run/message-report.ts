import { can, type Actor } from '#kernel/actor.ts';
import type { ReportParts, ReportSubject } from '#kernel/contracts/report.ts';
import { bounded } from '#kernel/database/bounded.ts';
import { query, type Tx } from '#kernel/database.ts';
import { NotAllowed, ValidationError } from '#kernel/errors.ts';
import type { Permission } from '#kernel/permissions.ts';
import { sendsOwnOnly } from '#features/messages/messages/messages.policy.ts';
import { withParams } from '#ui/href.ts';
import type { ReportDefinition } from '../engine/definition.ts';
import { foundRows } from '../engine/rows.ts';
import { refuseUnanswered } from './asked.ts';
import { openReport, type OpenReport, type ReportToRun } from './open-report.ts';
import { logReport } from './restricted-groups.ts';
import { unlessStopped } from './statement-limit.ts';

/** As many ids as fit into an address, as in lists. */
const mostRecipients = 500;

/** Whether the people of a report can be written to. Equal rows that are shown once are not single people. */
export const canMessage = (
  actor: Actor,
  institutionId: number,
  { person }: ReportSubject,
  { distinct }: ReportDefinition,
): boolean =>
  person !== undefined &&
  !distinct &&
  (can(actor, 'messages.send', institutionId) || (person !== 'employee' && sendsOwnOnly(actor, institutionId)));

/**
 * The address of a new message to the people of a report. They are those of its reader, and what they were chosen by goes
 * with them: the message is hidden from people who may not know it.
 */
export async function messageReport(
  tx: Tx,
  actor: Actor,
  parts: Required<ReportParts>,
  report: ReportToRun & { name: string },
): Promise<string> {
  const { institutionId, name, definition } = report;
  refuseUnanswered(report);
  const opened = await openReport(tx, actor, parts, report);
  const { subject } = opened.usable;
  if (!canMessage(actor, institutionId, subject, definition))
    throw new NotAllowed(`You don’t have permission to message the ${subject.many} of this report.`);
  const found = await unlessStopped(tx, () =>
    bounded(mostRecipients, (most) => query<{ id: string }>(tx, foundRows(opened, { most }))),
  );
  if (!found) throw new ValidationError('report', 'This report takes too long. Add a filter to make it shorter.');
  if (found.isMore)
    throw new ValidationError(
      'report',
      `This report has more than ${mostRecipients} ${subject.many}. Narrow it by a filter, or choose the recipients in the message by class, department or group.`,
    );
  if (found.rows.length === 0) throw new ValidationError('report', `This report has no ${subject.many} to message.`);
  await logReport(tx, actor, { compiled: opened, institutionId, name, isNewLook: false });
  const needs = revealedBy(actor, opened, institutionId);
  return withParams('/messages/new', {
    institution_id: String(institutionId),
    from: `${subject.person!}s`,
    ids: found.rows.map(({ id }) => id).join(),
    ...(needs.length > 0 && { needs: needs.join() }),
  });
}

/** The permissions to know what the rows were chosen by; of several that suffice, one that the actor has. */
function revealedBy(actor: Actor, { narrowing }: OpenReport, institutionId: number): Permission[] {
  const needed = narrowing.flatMap(({ needs }) => {
    const several = [needs ?? []].flat();
    return several.find((permission) => can(actor, permission, institutionId)) ?? several.slice(0, 1);
  });
  return [...new Set(needed)];
}
