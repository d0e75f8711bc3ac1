import { can, type Actor } from '#kernel/actor.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { cachedByKey } from '#kernel/cached-by-key.ts';
import type { Tx } from '#kernel/database.ts';
import type { Permission } from '#kernel/permissions.ts';
import { visibilitySnapshotOf } from '#features/people/students/visibility-snapshot.ts';

/** Every permission that decides over a row or a field of any report. */
const permissionsOf = cachedByKey(({ subjects, fields }: Required<ReportParts>): readonly Permission[] => [
  ...new Set([
    ...subjects.flatMap(({ seeing, exporting }) => [...seeing, exporting]),
    ...fields.flatMap(({ needs = [] }) => [needs].flat()),
  ]),
]);

/**
 * What a file of a report depends on: its fields, and all that decides which rows its reader sees. Who has lost any of it
 * could get rows or values that they may not see any more.
 */
export async function fileRights(
  tx: Tx,
  actor: Actor,
  parts: Required<ReportParts>,
  { institutionId, fields }: { institutionId: number; fields: readonly { key: string }[] },
): Promise<string[]> {
  return [
    ...fields.map(({ key }) => `field ${key}`),
    ...permissionsOf(parts).filter((permission) => can(actor, permission, institutionId)),
    ...(await visibilitySnapshotOf(tx, actor, institutionId)),
  ];
}
