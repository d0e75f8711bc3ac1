import { institutionsWhere, type Actor, institutionChoice, allow } from '#kernel/actor.ts';
import { type Db, isOneOf, type Tx } from '#kernel/database.ts';
import { type OpenedValues, edits } from '#kernel/edit/edit.ts';
import { refuseDuplicate, orNotFound } from '#kernel/errors.ts';
import { offeredFields, text } from '../compose/compose-page.queries.ts';
import { and, eq } from 'drizzle-orm';
import { messageTemplates } from '../messages.schema.ts';
import { z } from 'zod';
import { record } from '#kernel/audit.ts';
import { readTexts } from '../fields/read-text.ts';
import { id, line, optionalLine } from '#kernel/schemas.ts';

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
  Pick<ReturnType<typeof newTemplate>, 'institutions'> & { template: Filled['template'] | null; opened?: OpenedValues };

const isVisible = (actor: Actor, id: number) =>
  and(isOneOf(messageTemplates.institutionId, institutionsWhere(actor, 'messages.send')), eq(messageTemplates.id, id));

/** A template that the actor can change, for its form. */
async function findTemplate(db: Db, actor: Actor, id: number) {
  const [found] = await db.select().from(messageTemplates).where(isVisible(actor, id));
  return orNotFound(found, 'template');
}

/** The same, locked until the end of the transaction. */
export async function lockTemplate(tx: Tx, actor: Actor, id: number) {
  const [found] = await tx.select().from(messageTemplates).where(isVisible(actor, id)).for('update');
  return orNotFound(found, 'template');
}

/** Keeps a text that is used again. Its fields are checked as those of a message are. */
export async function addTemplate(
  tx: Tx,
  actor: Actor,
  { institution_id: institutionId, ...input }: z.output<typeof AddTemplate>,
): Promise<void> {
  allow(actor, 'messages.send', institutionId);
  readTexts(actor, institutionId, 'guardians', { subject: input.subject ?? '', body: input.body });
  const [made] = await refuseDuplicate(
    tx
      .insert(messageTemplates)
      .values({ institutionId, ...input, accountId: actor.accountId })
      .returning({ id: messageTemplates.id }),
    taken,
  );
  await record(tx, actor, 'messages.addTemplate', {
    institutionId,
    summary: `added the message template “${input.name}”`,
    subject: { type: 'message_template', id: made!.id },
    details: input,
  });
}

const Fields = z.object({
  name: line(80, 'The name'),
  subject: optionalLine(200, 'The subject'),
  body: text(5000, 'The text').pipe(z.string().refine((body) => body.trim() !== '', 'Write the text of the template.')),
});
export const AddTemplate = Fields.extend({ institution_id: id });
export const EditTemplate = edits(Fields);

export const taken: Record<string, [string, string]> = {
  message_templates_name: ['name', 'A template with this name already exists.'],
};
