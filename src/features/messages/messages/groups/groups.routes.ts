import { z } from 'zod';
import { openedOf } from '#kernel/edit/edit.ts';
import { mayReadText } from '#kernel/messages/readable.ts';
import { id, idsIn } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { needsOfRules, chosenPeople } from '../audience/audience-needs.ts';
import { describeAudiences } from '../audience/audience.ts';
import { StartOfMessage } from '../compose/compose-page.queries.ts';
import { groupFormPage, groupListPage } from '../messages.pages.ts';
import { maySend } from '../messages.policy.ts';
import { groupForm, newGroup } from './group-form.queries.ts';
import { groupList, visibleTo, AddGroup, AskSize, audienceIn, EditGroup, GroupAudience } from './groups.list.ts';
import { and, inArray } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotAllowed, ValidationError } from '#kernel/errors.ts';
import { askOnce } from '../ask-once.ts';
import { refuseSending } from '../compose/compose-preview.ts';
import { messageGroups } from '../messages.schema.ts';
import { addGroup, editGroup, removeGroup } from './change-groups.ts';

const params = z.object({ messageGroupId: id });
const config = may(...maySend);
const heavy = { ...config, isHeavy: true };
const list = '/messages/groups';
const one = `${list}/:messageGroupId` as const;

/** Recipients that are chosen again, by rules under a name. */
export function groupRoutes(app: App): void {
  app.get(list, { config, schema: { querystring: groupList.Filter } }, async (request, reply) => {
    const { rows, ...props } = await groupList.props(request);
    const { words, mayKnow } = await request.snapshot(async (tx, actor) => ({
      words: await describeAudiences(tx, rows),
      mayKnow: rows.map(({ institutionId, audience }) => mayReadText(actor, institutionId, needsOfRules(audience.by))),
    }));
    return reply.page(groupListPage, {
      ...props,
      rows: rows.map(({ audience: _, ...row }, at) => ({
        ...row,
        words: words[at]!,
        mayEdit: row.mayEdit && mayKnow[at]!,
      })),
    });
  });

  app.get(`${list}/sizes`, { config: heavy, schema: { querystring: AskSizes } }, async (request, reply) =>
    reply.send(await request.snapshot((tx, actor) => sizesOf(tx, actor, request.query))),
  );
  app.post(`${list}/size`, { config: heavy, schema: { body: AskSize } }, async (request, reply) => {
    const { institution_id: institutionId, audience } = request.body;
    return reply.send({
      people: await request.snapshot((tx, actor) => sizeOf(tx, actor, institutionId, audienceIn(audience))),
    });
  });

  app.get(`${list}/new`, { config, schema: { querystring: StartOfMessage } }, async (request, reply) =>
    reply.page(groupFormPage, await request.snapshot((tx, actor) => newGroup(tx, actor, request.query))),
  );

  app.post(list, { config: { ...config, once: true }, schema: { body: AddGroup } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      await addGroup(tx, actor, request.body);
      return { flash: `${request.body.name} was added.`, go: list };
    }),
  );

  app.get(`${one}/edit`, { config, schema: { params } }, async (request, reply) => {
    const form = await request.snapshot((tx, actor) => groupForm(tx, actor, request.params.messageGroupId));
    return reply.page(groupFormPage, { ...form, opened: openedOf(EditGroup, form.group) });
  });

  app.post(one, { config, schema: { params, body: EditGroup } }, async (request, reply) => {
    await request.write((tx, actor) => editGroup(tx, actor, request.params.messageGroupId, request.body));
    return reply.flash(`${request.body.name} was saved.`).seeOther(list);
  });

  app.post(`${one}/remove`, { config, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => removeGroup(tx, actor, request.params.messageGroupId));
    return reply.flash(`${name} was removed.`).seeOther(list);
  });
}

/** With commas between them: the rows of a page. */
const AskSizes = z.object({
  ids: idsIn(100),
});

/** How many people a group consists of for the actor, who may reach fewer than others. */
async function sizeOf(db: Db, actor: Actor, institutionId: number, audience: GroupAudience): Promise<number> {
  refuseSending(actor, institutionId, { ...audience, without: [] });
  const chosen = chosenPeople(actor, institutionId, audience);
  if (!chosen) return 0;
  const [row] = await askOnce<{ people: number }>(db)`
    select count(distinct kind || coalesce(guardian_id, employee_id, student_id))::int as people from (${chosen}) c`;
  return row!.people;
}

/** By the ids of groups; null where the actor can’t choose by such rules, as by what students owe. */
async function sizesOf(db: Db, actor: Actor, { ids }: z.infer<typeof AskSizes>) {
  const groups = await db
    .select({ id: messageGroups.id, institutionId: messageGroups.institutionId, audience: messageGroups.audience })
    .from(messageGroups)
    .where(and(visibleTo(actor), inArray(messageGroups.id, ids)));
  const sizes: Record<number, number | null> = {};
  for (const { id, institutionId, audience } of groups)
    try {
      // One connection answers one after another.
      // oxlint-disable-next-line no-await-in-loop
      sizes[id] = await sizeOf(db, actor, institutionId, GroupAudience.parse(audience));
    } catch (error) {
      if (!(error instanceof NotAllowed || error instanceof ValidationError)) throw error;
      sizes[id] = null;
    }
  return sizes;
}
