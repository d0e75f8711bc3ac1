import { allow, type Actor } from '#kernel/actor.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import type { Tx } from '#kernel/database.ts';
import { id } from '#kernel/schemas.ts';
import type { z } from 'zod';
import { reportPage } from '../engine/rows.ts';
import { unlessStopped, logReport } from '../run/questions.ts';
import { checkDesign } from './check-design.ts';
import { definitionOf, DesignFields } from './design-fields.ts';
import { offeredField } from './offer.ts';

export const PreviewDesign = DesignFields.extend({ institution_id: id });

/** The longest statement of a preview, in milliseconds. */
export const longestPreview = 2000;

/** The first rows of a report that is being designed. Questions of the run are left open. */
export async function previewOf(
  tx: Tx,
  actor: Actor,
  parts: Required<ReportParts>,
  { institution_id: institutionId, ...form }: z.output<typeof PreviewDesign>,
) {
  allow(actor, 'reports.create', institutionId);
  const compiled = await checkDesign(tx, { actor, institutionId, parts }, definitionOf(form));
  const page = await unlessStopped(tx, () => reportPage(tx, compiled), longestPreview);
  if (page) await logReport(tx, actor, { compiled, institutionId, name: 'Preview', isNewLook: false });
  const { columns, group, usable } = compiled;
  return {
    columns: columns.map(offeredField),
    group: group && offeredField(group),
    href: usable.subject.href,
    rows: page?.rows ?? [],
    isMore: Boolean(page?.after),
    isTooLong: page === null,
  };
}

export type Preview = Awaited<ReturnType<typeof previewOf>>;
