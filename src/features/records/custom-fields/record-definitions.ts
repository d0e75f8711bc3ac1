import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { changesBetween, type Changes } from '#kernel/edit/changes.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import type { EditDefinitions } from './definition-fields.ts';
import { offered, type Definition } from './definitions.queries.ts';
import type { EditContext } from './write-definitions.ts';

const plural = { student: 'students', employee: 'employees', guardian: 'guardians' };

export const pluralOf = (entity: Entity): string => plural[entity];

export async function recordDefinitions(
  { tx, redactions }: EditContext,
  actor: Actor,
  { institutionId, entity }: EditDefinitions,
  before: Definition[],
  after: Definition[],
): Promise<void> {
  const old = new Map(before.map((field) => [field.id, field]));
  const added = after.filter(({ id }) => !old.has(id)).map(({ label }) => label);
  const retired = after.filter(({ id, isRetired }) => isRetired && old.get(id)?.isRetired === false);
  const restored = after.filter(({ id, isRetired }) => !isRetired && old.get(id)?.isRetired);
  const changed: Record<string, Changes> = {};
  for (const field of after) {
    const was = old.get(field.id);
    if (!was || field.isRetired) continue;
    const changes = changesBetween(auditView(was), auditView(field));
    if (Object.keys(changes).length) changed[was.label] = changes;
  }
  const orderOf = (fields: Definition[]) =>
    fields.filter(({ id, isRetired }) => !isRetired && old.get(id)?.isRetired === false);
  const stays = (fields: Definition[]) =>
    orderOf(fields)
      .filter(({ id }) => !retired.some((field) => field.id === id))
      .map(({ id }) => id)
      .join();
  const isMoved = stays(before) !== stays(after);
  const parts = [
    added.length && `added ${added.join(', ')}`,
    Object.keys(changed).length && `changed ${Object.keys(changed).join(', ')}`,
    retired.length && `archived ${retired.map(({ label }) => label).join(', ')}`,
    restored.length && `restored ${restored.map(({ label }) => label).join(', ')}`,
    isMoved && 'changed the order',
  ].filter(Boolean);
  if (parts.length === 0) return;
  await record(tx, actor, 'customFields.edit', {
    institutionId,
    summary: `custom fields of ${plural[entity]}: ${parts.join('; ')}`,
    details: {
      entity,
      added,
      changed,
      retired: retired.map(({ label }) => label),
      ...(restored.length && { restored: restored.map(({ label }) => label) }),
      ...(redactions.length && { redactions }),
      ...(isMoved && { order: orderOf(after).map(({ label }) => label) }),
    },
  });
}

/** A field as recorded in the audit log. */
const auditView = (field: Definition) => ({
  label: field.label,
  help: field.help,
  type: field.type,
  group: field.group,
  isRequired: field.isRequired,
  choices: offered(field)
    .map(({ label }) => label)
    .join('; '),
});
