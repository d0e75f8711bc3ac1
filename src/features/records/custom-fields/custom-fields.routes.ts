import { z } from 'zod';
import { institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import type { Entity } from '#features/records/people/people.schema.ts';
import { EditDefinitions, entities } from './definition-fields.ts';
import { definitionsOf, type Definition } from './write-definitions.ts';
import { editDefinitions } from './edit-definitions.ts';
import { openedDefinitions } from './merge-definitions.ts';
import { restoreField } from './custom-field-condition.ts';
import type { OpenedValues } from '#kernel/edit/edit.ts';
import { page } from '#web/page.ts';

const config = may('customFields.edit');
const View = z.object({
  institution_id: id.optional(),
  entity: z.enum(entities).default('student'),
  academic_session: z.unknown().optional(),
});

/** The editor of an institution's custom fields. */
export function customFieldRoutes(app: App): void {
  app.get('/custom-fields', { config, schema: { querystring: View } }, async (request, reply) => {
    const { institution_id: wanted, entity } = request.query;
    const { all, institutionId } = await request.read(async (db, actor) => {
      const [first] = institutionsInView(actor, wanted, 'customFields.edit');
      if (!first) throw new NotAllowed();
      return { institutionId: first, all: await definitionsOf(db, first, entity) };
    });
    const isOneOfMany = institutionsWhere(request.actor, 'customFields.edit').length > 1;
    return reply.page(customFieldEditor, {
      institutionId,
      institution: isOneOfMany ? membershipIn(request.actor, institutionId)!.name : null,
      entity,
      fields: all.filter(({ isRetired }) => !isRetired).map(({ isRetired: _, ...field }) => field),
      opened: openedDefinitions(all),
      retired: all.filter(({ isRetired }) => isRetired),
    });
  });

  app.post('/custom-fields', { config, schema: { body: EditDefinitions } }, async (request, reply) => {
    await request.write((tx, actor) => editDefinitions(tx, actor, request.body));
    return reply.flash('The fields were saved.').seeOther(addressOf(request.actor, request.body));
  });

  app.post('/custom-fields/:id/restore', { config, schema: { params: z.object({ id }) } }, async (request, reply) => {
    const field = await request.write((tx, actor) => restoreField(tx, actor, request.params.id));
    return reply.flash(`${field.label} was restored with all its values.`).seeOther(addressOf(request.actor, field));
  });
}

function addressOf(actor: Actor, { institutionId, entity }: { institutionId: number; entity: Entity }): string {
  const isOneOfMany = institutionsWhere(actor, 'customFields.edit').length > 1;
  return `/custom-fields?entity=${entity}${isOneOfMany ? `&institution_id=${institutionId}` : ''}`;
}

export type EditedField = Omit<Definition, 'isRetired'>;

export interface CustomFieldEditorProps {
  institutionId: number;
  /** Its name, if the user edits fields of several institutions. */
  institution: string | null;
  entity: Entity;
  fields: EditedField[];
  opened: OpenedValues;
  retired: Pick<Definition, 'id' | 'label' | 'type'>[];
}
export const customFieldEditor = page<CustomFieldEditorProps>('custom-fields/custom-field-editor');
