import type { Actor } from '#kernel/actor.ts';
import { recordMany, sentence } from '#kernel/audit.ts';
import type { TouchedRow } from '#kernel/personal-data/merge-journal.ts';
import type { RunningMerge } from '#kernel/personal-data/merge-rule.ts';
import { merges } from '#features/records/people/people.schema.ts';

/** What `merges.content` holds. */
export interface MergeContent {
  kept: string;
  merged: string;
  rows: TouchedRow[];
  moved?: Record<string, unknown>;
  [more: string]: unknown;
}

/** Keeps what an unmerge needs, and writes into the history of both records. */
export async function recordMerge(actor: Actor, merge: RunningMerge, content: MergeContent): Promise<number> {
  const { tx, kind, institutionId, keptId, otherId } = merge;
  const [row] = await tx
    .insert(merges)
    .values({ institutionId, entity: kind.entity, keptId, mergedId: otherId, content, accountId: actor.accountId })
    .returning({ id: merges.id });
  const kept = { of: kind.entity, id: keptId, name: content.kept };
  const merged = { of: kind.entity, id: otherId, name: content.merged };
  const entry = (personId: number, summary: ReturnType<typeof sentence>) => ({
    institutionId,
    summary,
    subject: { type: kind.entity, id: personId },
    details: { merge: row!.id, kept: keptId, merged: otherId },
  });
  await recordMany(tx, actor, 'people.merge', [
    entry(keptId, sentence`merged the record of ${merged} into this one of ${kept}`),
    entry(otherId, sentence`merged this record of ${merged} into the one of ${kept}`),
  ]);
  return row!.id;
}
