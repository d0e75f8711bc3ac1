import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { can, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { cachedQuery } from '#kernel/database/cached-query.ts';
import type { Permission } from '#kernel/permissions.ts';
import { formDrafts } from './drafts.schema.ts';
import type { Entity } from './people.schema.ts';

const needs: Record<Entity, { new: Permission; record: Permission }> = {
  student: { new: 'students.create', record: 'students.edit' },
  employee: { new: 'employees.create', record: 'employees.edit' },
  guardian: { new: 'guardians.edit', record: 'guardians.edit' },
};

export const mayDraft = [...new Set(Object.values(needs).flatMap((one) => [one.new, one.record]))];

export interface OwnDraft {
  institutionId: number;
  entity: Entity;
  isNew: boolean;
  /** Where the form is opened again. */
  href: string;
  updatedAt: Date;
  content: Record<string, unknown>;
}

const rowsOf = cachedQuery((db, { institutions }, { wanted }: { wanted: number | undefined }) => {
  const ids = institutions.map(({ id }) => id).filter((id) => wanted === undefined || id === wanted);
  return db
    .select({
      institutionId: formDrafts.institutionId,
      form: formDrafts.form,
      updatedAt: formDrafts.updatedAt,
      content: formDrafts.content,
    })
    .from(formDrafts)
    .where(and(inArray(formDrafts.institutionId, ids), eq(formDrafts.accountId, sql.placeholder('accountId'))))
    .orderBy(desc(formDrafts.updatedAt));
});

/** Forms that the actor began, may still save, and neither saved nor discarded, the latest first. */
export async function ownDrafts(db: Db, actor: Actor, wanted: number | undefined): Promise<OwnDraft[]> {
  const rows = await rowsOf(db, actor, { wanted }, { accountId: actor.accountId });
  return rows.flatMap(({ form, institutionId, ...rest }) => {
    const [entity, record] = form.split(':') as [Entity, string];
    const isNew = record === 'new';
    if (!can(actor, needs[entity][isNew ? 'new' : 'record'], institutionId)) return [];
    const href = isNew ? `/${entity}s/new?institution_id=${institutionId}` : `/${entity}s/${record}/edit`;
    return [{ institutionId, entity, isNew, href, ...rest }];
  });
}
