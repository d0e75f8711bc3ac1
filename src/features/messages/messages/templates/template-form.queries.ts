import { institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import type { Opened } from '#kernel/edit/edit.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { offeredFields } from '../compose/compose-page.queries.ts';
import { findTemplate } from './find-template.ts';

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
  Pick<ReturnType<typeof newTemplate>, 'institutions'> & { template: Filled['template'] | null; opened?: Opened };
