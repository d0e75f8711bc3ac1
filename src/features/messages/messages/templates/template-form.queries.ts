import { institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { type Db, isOneOf, type Tx } from '#kernel/database.ts';
import type { OpenedValues } from '#kernel/edit/edit.ts';
import { NotAllowed, NotFound } from '#kernel/errors.ts';
import { offeredFields } from '../compose/compose-page.queries.ts';
import { and, eq } from 'drizzle-orm';
import { messageTemplates } from '../messages.schema.ts';

/** What the form of a new template offers. */
export function newTemplate(actor: Actor, wanted: number | undefined) {
  const [institutionId] = institutionsInView(actor, wanted, 'messages.send');
  if (institutionId === undefined) throw new NotAllowed();
  return {
    template: null,
    institutionId,
    fields: offeredFields(actor, institutionId, 'guardians'),
    institutions: institutionsWhere(actor, 'messages.send').map((id) => ({ id, name: membershipIn(actor, id)!.name })),
  };
}

/** The form of one template. */
export async function templateForm(db: Db, actor: Actor, templateId: number) {
  const { institutionId, id, name, subject, body } = await findTemplate(db, actor, templateId);
  return {
    template: { id, name, subject, body },
    institutionId,
    institutions: [],
    fields: offeredFields(actor, institutionId, 'guardians'),
  };
}

type Filled = Awaited<ReturnType<typeof templateForm>>;
export type TemplateForm = Omit<Filled, 'template' | 'institutions'> &
  Pick<ReturnType<typeof newTemplate>, 'institutions'> & { template: Filled['template'] | null; opened?: OpenedValues };

const isVisible = (actor: Actor, id: number) =>
  and(isOneOf(messageTemplates.institutionId, institutionsWhere(actor, 'messages.send')), eq(messageTemplates.id, id));

/** A template that the actor can change, for its form. */
async function findTemplate(db: Db, actor: Actor, id: number) {
  const [found] = await db.select().from(messageTemplates).where(isVisible(actor, id));
  if (!found) throw new NotFound('template');
  return found;
}

/** The same, locked until the end of the transaction. */
export async function lockTemplate(tx: Tx, actor: Actor, id: number) {
  const [found] = await tx.select().from(messageTemplates).where(isVisible(actor, id)).for('update');
  if (!found) throw new NotFound('template');
  return found;
}
