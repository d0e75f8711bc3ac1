import { eq } from 'drizzle-orm';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound, ValidationError } from '#kernel/errors.ts';
import { accounts } from '#kernel/identity.schema.ts';
import { definitionOf, DesignFields } from '../design/design-fields.ts';
import { ReportDefinition } from '../engine/definition.ts';
import { findReport, permissionToChange, type SavedReport } from '../saved/find-report.ts';
import type { Running } from './run-report.ts';

/** A report in an address: a saved one, or one that is being designed. */
export type Source = { reportId: number } | Unsaved;
interface Unsaved {
  institutionId: number;
  design: string;
}

/** The heading of a report or graph, and what its reader can do with it. */
export interface ReportHeading {
  institutionId: number;
  id: number | null;
  name: string;
  description: string | null;
  owner: string | null;
  isOwn: boolean;
  isOrphaned: boolean;
  can: { edit: boolean; copy: boolean; share: boolean; takeOver: boolean; download: boolean };
}

/** A report with its heading. */
export interface FoundReport extends Running, ReportHeading {
  institutionId: number;
  name: string;
  /** The report as its designer sends it, if it isn't saved. */
  design: string | null;
  /** The graph whose mark it opens. */
  graph: { name: string; href: string } | null;
}

/** The report that an address names. */
export async function reportToRun(db: Db, actor: Actor, source: Source): Promise<FoundReport> {
  if ('design' in source) {
    const heading = unsavedHeading(actor, source.institutionId, 'Unsaved report');
    return { ...heading, definition: definitionIn(source.design), design: source.design, graph: null };
  }
  const report = await findReport(db, actor, source.reportId, 'text');
  const definition = ReportDefinition.parse(report.definition);
  return { ...(await savedHeading(db, actor, report)), definition, design: null, graph: null };
}

export async function savedHeading(db: Db, actor: Actor, report: SavedReport): Promise<ReportHeading> {
  const { institutionId, id, name, description, isOrphaned, accountId } = report;
  const [owner] = await db.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, accountId));
  const mayShare = can(actor, 'reports.share', institutionId);
  return {
    institutionId,
    id,
    name,
    description,
    isOrphaned,
    owner: owner?.name ?? null,
    isOwn: accountId === actor.accountId,
    can: {
      edit: can(actor, permissionToChange(actor, report), institutionId),
      copy: can(actor, 'reports.create', institutionId),
      share: mayShare,
      takeOver: mayShare && isOrphaned && accountId !== actor.accountId,
      download: true,
    },
  };
}

export function unsavedHeading(actor: Actor, institutionId: number, name: string): ReportHeading {
  if (!membershipIn(actor, institutionId)) throw new NotFound('institution');
  return {
    institutionId,
    id: null,
    name,
    description: null,
    owner: null,
    isOwn: true,
    isOrphaned: false,
    can: {
      edit: false,
      copy: false,
      share: false,
      takeOver: false,
      download: can(actor, 'reports.create', institutionId),
    },
  };
}

/** The report in an address. */
export function definitionIn(text: string): ReportDefinition {
  const parsed = DesignFields.safeParse(jsonIn(text));
  if (parsed.success) return definitionOf(parsed.data);
  throw new ValidationError('design', 'This address doesn’t contain a report. Design it again.');
}

/** What an address holds as JSON; null if it isn't. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
