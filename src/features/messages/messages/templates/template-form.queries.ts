import { institutionsWhere, type Actor, institutionChoice } from '#kernel/actor.ts';
import { type Db, isOneOf, type Tx } from '#kernel/database.ts';
import type { Opened } from '#kernel/edit/edit.ts';
import { NotFound } from '#kernel/errors.ts';
import { offeredFields } from '../compose/compose-page.queries.ts';
import { and, eq } from 'drizzle-orm';
import { messageTemplates } from '../messages.schema.ts';

/** What the form of a new template offers. */
export function newTemplate(actor: Actor, wanted: number | undefined) {
  const choice = institutionChoice(actor, wanted, 'messages.send');
  return {
    ...choice,
    template: null,
    fields: offeredFields(actor, choice.institutionId, 'guardians'),
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
  Pick<ReturnType<typeof newTemplate>, 'institutions'> & { template: Filled['template'] | null; opened?: Opened };

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
