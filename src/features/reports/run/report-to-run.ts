import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { eq } from 'drizzle-orm';
import { NotFound, Refused } from '#kernel/errors.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { definitionOf, DesignFields } from '../design/design-fields.ts';
import { ReportDefinition } from '../engine/definition.ts';
import { findReport, permissionToChange } from '../saved/find-report.ts';
import type { Running } from './run-report.ts';

/** A report in an address: a saved one, or one that is being designed. */
export type Source = { reportId: number } | { institutionId: number; design: string };

/** A report with its heading and what its reader can do with it. */
export interface FoundReport extends Running {
  id: number | null;
  description: string | null;
  owner: string | null;
  isOwn: boolean;
  isOrphaned: boolean;
  can: { edit: boolean; copy: boolean; share: boolean; takeOver: boolean };
}

/** The report that an address names. */
export async function reportToRun(db: Db, actor: Actor, source: Source): Promise<FoundReport> {
  if ('design' in source) return unsaved(actor, source);
  const report = await findReport(db, actor, source.reportId, 'text');
  const { institutionId, id, name, description, isOrphaned, accountId } = report;
  const [owner] = await db.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, accountId));
  const mayShare = can(actor, 'reports.share', institutionId);
  return {
    ...{ institutionId, id, name, description, isOrphaned, definition: ReportDefinition.parse(report.definition) },
    ...{ owner: owner?.name ?? null, isOwn: accountId === actor.accountId },
    can: {
      edit: can(actor, permissionToChange(actor, report), institutionId),
      copy: can(actor, 'reports.create', institutionId),
      ...{ share: mayShare, takeOver: mayShare && isOrphaned && accountId !== actor.accountId },
    },
  };
}

function unsaved(actor: Actor, { institutionId, design }: { institutionId: number; design: string }): FoundReport {
  if (!membershipIn(actor, institutionId)) throw new NotFound('institution');
  return {
    ...{ institutionId, id: null, name: 'Unsaved report', description: null, definition: definitionIn(design) },
    ...{ owner: null, isOwn: true, isOrphaned: false },
    can: { edit: false, copy: false, share: false, takeOver: false },
  };
}

/** The report in an address. */
export function definitionIn(text: string): ReportDefinition {
  let design: unknown = null;
  try {
    design = JSON.parse(text);
  } catch {
    // Refused below.
  }
  const parsed = DesignFields.safeParse(design);
  if (parsed.success) return definitionOf(parsed.data);
  throw new Refused('design', 'This address doesn’t contain a report. Design it again.');
}
