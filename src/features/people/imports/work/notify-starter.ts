import { and, eq } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { notify } from '#kernel/notify.ts';
import { files } from '#kernel/tables.ts';
import { imports } from '../imports.schema.ts';
import type { ImportJob } from '../kinds/kind.ts';

export type ImportEnd = 'checked' | 'done' | 'failed' | 'undone' | 'reverted';

const titles: Record<ImportEnd, (fileName: string) => string> = {
  checked: (name) => `${name} has been checked`,
  done: (name) => `${name} has been imported`,
  failed: (name) => `The import of ${name} failed`,
  reverted: (name) => `The import of ${name} was undone`,
  undone: (name) => `Nothing was imported from ${name}`,
};

/** Notifies the user who started an import that it has finished. */
export async function notifyStarter(tx: Tx, job: ImportJob, end: ImportEnd, body: string): Promise<void> {
  const [found] = await tx
    .select({ accountId: imports.accountId, fileName: files.name })
    .from(imports)
    .innerJoin(files, and(eq(files.institutionId, imports.institutionId), eq(files.id, imports.fileId)))
    .where(and(eq(imports.institutionId, job.institutionId), eq(imports.id, job.importId)));
  if (!found?.accountId) return;
  await notify(tx, {
    institutionId: job.institutionId,
    to: [found.accountId],
    kind: `imports.${end}`,
    title: titles[end](shortened(found.fileName)),
    body,
    href: `/imports/${job.importId}`,
  });
}

const shortened = (name: string) =>
  name.length <= 60 ? name : `${name.slice(0, 40)}…${name.slice(-15)}`.toWellFormed();
