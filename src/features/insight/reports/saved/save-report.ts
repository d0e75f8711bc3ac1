import type { z } from 'zod';
import { allow, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import type { Tx } from '#kernel/database.ts';
import { refuseDuplicate } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { checkDesign } from '../design/check-design.ts';
import { definitionOf, DesignFields, NamedReport } from '../design/design-fields.ts';
import { savedReports } from '../reports.schema.ts';

export const SaveReport = NamedReport.extend({ ...DesignFields.shape, institution_id: id });

export const nameTaken: Record<string, [string, string]> = {
  saved_reports_name: ['name', 'You already have a report with this name. Choose another name.'],
};

const nounOf = { text: 'report', graph: 'graph' };

/** Saves a report under a name. */
export async function saveReport(
  tx: Tx,
  actor: Actor,
  parts: Required<ReportParts>,
  { institution_id: institutionId, name, description, ...design }: z.output<typeof SaveReport>,
): Promise<{ id: number }> {
  allow(actor, 'reports.create', institutionId);
  const definition = definitionOf(design);
  await checkDesign(tx, { actor, institutionId, parts }, definition);
  return insertReport(tx, actor, { kind: 'text', institutionId, name, description, definition });
}

type NewReport = Pick<
  typeof savedReports.$inferInsert,
  'kind' | 'institutionId' | 'name' | 'description' | 'definition'
> & { institutionId: number };

/** Adds a checked report or graph, which is the actor's own. */
export async function insertReport(
  tx: Tx,
  actor: Actor,
  { kind, institutionId, name, description, definition }: NewReport,
): Promise<{ id: number }> {
  const [saved] = await refuseDuplicate(
    tx
      .insert(savedReports)
      .values({ kind, institutionId, name, description, definition, accountId: actor.accountId! })
      .returning({ id: savedReports.id }),
    nameTaken,
  );
  await record(tx, actor, 'reports.save', {
    institutionId,
    summary: `saved the ${nounOf[kind!]} “${name}”`,
    subject: { type: 'saved_report', id: saved!.id },
    details: { name, description, definition },
  });
  return saved!;
}
