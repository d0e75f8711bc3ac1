import type { Database } from '#kernel/database.ts';
import type { ExportKind, ExportSources } from '#kernel/contracts/export-kind.ts';

/** What a job makes exports with. */
export interface ExportServices extends ExportSources {
  database: Database;
  environment: { dataFolder: string };
  product: ExportSources['product'] & { exports: readonly ExportKind[] };
}

export function kindNamed({ exports }: { exports: readonly ExportKind[] }, name: string): ExportKind {
  const kind = exports.find((one) => one.name === name);
  if (!kind) throw new Error(`No feature declares the export ${name}.`);
  return kind;
}
