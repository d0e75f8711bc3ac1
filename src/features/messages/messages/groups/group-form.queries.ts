import { can, type Actor, namedInstitutions, institutionInView } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import type { OpenedValues } from '#kernel/edit/edit.ts';
import { NotFound } from '#kernel/errors.ts';
import { refuseUnseen } from '../audience/audience-needs.ts';
import { audienceOffer } from '../audience/choices.queries.ts';
import { describeAudience } from '../audience/audience.ts';
import { startAudience, type Start } from '../compose/compose-page.queries.ts';
import { maySend } from '../messages.policy.ts';
import { findGroup, permissionToChange, textOf, type GroupAudience } from './groups.list.ts';

/** What the form of a new group offers; people who were ticked in a list are its first rules. */
export async function newGroup(db: Db, actor: Actor, start: Start) {
  const institutionId = institutionInView(actor, start.institution_id, ...maySend);
  const from = startAudience(start);
  return {
    group: null,
    institutionId,
    offer: await offerFor(db, actor, institutionId),
    audience: (from && from.of !== 'groups' ? { of: from.of, by: from.by } : null) as GroupAudience | null,
    audienceWords: from ? await describeAudience(db, institutionId, from) : null,
    institutions: namedInstitutions(actor, ...maySend),
  };
}

/** The form of one group. */
export async function groupForm(db: Db, actor: Actor, groupId: number) {
  const found = await findGroup(db, actor, groupId);
  const { institutionId, id, name, isShared, accountId, audience } = found;
  if (!can(actor, permissionToChange(actor, found), institutionId)) throw new NotFound('group');
  refuseUnseen(actor, institutionId, audience.by);
  return {
    group: { id, name, isShared, isOwn: accountId === actor.accountId, audience: textOf(audience) },
    institutionId,
    audience,
    offer: await offerFor(db, actor, institutionId),
    institutions: [],
    audienceWords: await describeAudience(db, institutionId, { ...audience, without: [] }),
  };
}

/** A group consists of no other groups. */
async function offerFor(db: Db, actor: Actor, institutionId: number) {
  const { choices, ...offer } = await audienceOffer(db, actor, institutionId);
  const { group: _, ...others } = choices;
  return { ...offer, choices: others };
}

type Filled = Awaited<ReturnType<typeof groupForm>>;
type Empty = Awaited<ReturnType<typeof newGroup>>;
export type GroupForm = Omit<Empty, 'group'> & { group: Filled['group'] | null; opened?: OpenedValues };
