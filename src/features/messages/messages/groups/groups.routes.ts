import { z } from 'zod';
import { openedOf } from '#kernel/edit/edit.ts';
import { mayReadText } from '#kernel/messages/readable.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { needsOfRules } from '../audience/audience-needs.ts';
import { describeAudiences } from '../audience/describe.queries.ts';
import { StartOfMessage } from '../compose/start.ts';
import { groupFormPage, groupListPage } from '../messages.pages.ts';
import { maySend } from '../messages.policy.ts';
import { addGroup } from './add-group.ts';
import { editGroup } from './edit-group.ts';
import { AddGroup, AskSize, audienceIn, EditGroup } from './group-fields.ts';
import { groupForm, newGroup } from './group-form.queries.ts';
import { AskSizes, sizeOf, sizesOf } from './group-sizes.queries.ts';
import { groupList } from './groups.list.ts';
import { removeGroup } from './remove-group.ts';

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
    return reply.flash(`${request.body.name} was saved.`).go(list);
  });

  app.post(`${one}/remove`, { config, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => removeGroup(tx, actor, request.params.messageGroupId));
    return reply.flash(`${name} was removed.`).go(list);
  });
}
