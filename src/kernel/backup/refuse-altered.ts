import type pg from 'pg';
import { CannotStart } from '#kernel/cannot-start.ts';
import { verifyWithin } from '#kernel/log/verify-log.ts';
import { kindOf } from './contents.ts';
import type { Proof } from './prove-backup.ts';
import { storedUploads } from './uploads.ts';

/** The first wrong entry of each institution, also by the seals in the header. */
export async function problemsOfLog(client: pg.Client, { createdAt, logHeads }: Proof['header']): Promise<string[]> {
  const at = new Date(createdAt);
  const heads = logHeads.map((head) => ({ ...head, where: 'the description of the backup', at }));
  const reports = await verifyWithin(client, heads);
  return reports.flatMap(({ institution, problem }) => (problem ? [`${institution}: ${problem}`] : []));
}

/** Each upload is one that a row names, with the content that the row says, unless its list says that it differed. */
export async function refuseOtherUploads(client: pg.Client, { entries, missing, changed }: Proof['list']) {
  const left = new Map(
    entries.flatMap(({ name, sha256 }) => {
      const kind = kindOf(name);
      return kind.kind === 'upload' ? [[kind.storedAs, sha256] as const] : [];
    }),
  );
  const [gone, differing] = [new Set(missing), new Set(changed)];
  const refuse = (what: string, storedAs: string) => {
    throw new CannotStart(`The backup ${what}: ${JSON.stringify(storedAs)}. Nothing was changed.`);
  };
  for (const { storedAs, sha256 } of await storedUploads(client)) {
    const found = left.get(storedAs);
    if (found === undefined && !gone.has(storedAs)) refuse('names an upload that it does not hold', storedAs);
    if (found !== undefined && found !== sha256 && !differing.has(storedAs))
      refuse('holds an upload whose content is not the one that was uploaded', storedAs);
    left.delete(storedAs);
  }
  for (const storedAs of left.keys()) refuse('holds an upload that no record names', storedAs);
}
