import type { Actor } from '../actor.ts';
import type { Tx } from '../database.ts';
import type { TableFormat } from '../export/columns.ts';
import type { ExportedTable } from '../export/export-table.ts';
import type { Files } from '../files.ts';
import type { ReportParts } from './report.ts';

/** What an export can be made with, in a request or a job. */
export interface ExportSources {
  files: Files;
  product: { reports: Required<ReportParts> };
}

/**
 * Exports that can be long. A feature declares them in its manifest; a job makes the file in the name of the person who
 * asked for it, with the rights that they have then. `asked` is stored, so `read` refuses what it no longer understands.
 */
export interface ExportKind<Asked extends object = object> {
  /** 'report' */
  name: string;
  read(asked: unknown): Asked;
  /** What to write, or a refusal in words. Logs what the direct file logs. */
  describe(tx: Tx, actor: Actor, sources: ExportSources, order: ExportOrder<Asked>): Promise<DescribedExport>;
  /**
   * Names of all that the file shows this person: fields, permissions, links. The file can be downloaded as long as they
   * have all that they had when it was made. Throws if they can't open it at all.
   */
  rights(tx: Tx, actor: Actor, sources: ExportSources, order: ExportOrder<Asked>): Promise<string[]>;
  /** The page that it was asked for on. */
  href(asked: Asked): string;
}

export interface ExportOrder<Asked extends object = object> {
  institutionId: number;
  format: TableFormat;
  asked: Asked;
}

export interface DescribedExport {
  table: ExportedTable;
  /** Null if counting takes too long. */
  rowCount: number | null;
}
