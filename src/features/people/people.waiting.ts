import { and, desc, eq, inArray } from 'drizzle-orm';
import { can } from '#kernel/actor.ts';
import type { WaitingWork } from '#kernel/contracts/dashlet.ts';
import type { Permission } from '#kernel/permissions.ts';
import { waitingItem } from '#kernel/waiting-item.ts';
import { formDrafts } from './drafts.schema.ts';

const forms = [
  { entity: 'student', isNew: true, may: 'students.create' },
  { entity: 'student', isNew: false, may: 'students.edit' },
  { entity: 'employee', isNew: true, may: 'employees.create' },
  { entity: 'employee', isNew: false, may: 'employees.edit' },
  { entity: 'guardian', isNew: true, may: 'guardians.edit' },
  { entity: 'guardian', isNew: false, may: 'guardians.edit' },
] as const satisfies { entity: string; isNew: boolean; may: Permission }[];

/** Forms that the actor began and neither saved nor discarded: a button opens the latest of each kind. */
export const draftWaiting: readonly WaitingWork[] = [
  {
    place: 70,
    may: [...new Set(forms.map(({ may }) => may))],
    async load(db, actor, wanted) {
      const ids = actor.institutions.map(({ id }) => id).filter((id) => wanted === undefined || id === wanted);
      const drafts = await db
        .select({ institutionId: formDrafts.institutionId, form: formDrafts.form })
        .from(formDrafts)
        .where(and(inArray(formDrafts.institutionId, ids), eq(formDrafts.accountId, actor.accountId!)))
        .orderBy(desc(formDrafts.updatedAt));
      return forms.flatMap(({ entity, isNew, may }) => {
        const found = drafts.filter(
          ({ form, institutionId }) =>
            form.startsWith(`${entity}:`) && form.endsWith(':new') === isNew && can(actor, may, institutionId),
        );
        const [latest] = found;
        if (!latest) return [];
        const recordId = latest.form.split(':')[1]!;
        return waitingItem(found.length, {
          one: isNew ? `unsaved form of a new ${entity}` : `${entity} with unsaved changes`,
          many: isNew ? `unsaved forms of new ${entity}s` : `${entity}s with unsaved changes`,
          href: isNew ? `/${entity}s/new?institution_id=${latest.institutionId}` : `/${entity}s/${recordId}/edit`,
          action: 'Continue',
        });
      });
    },
  },
];
