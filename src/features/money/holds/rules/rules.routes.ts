import { z } from 'zod';
import {
  allow,
  can,
  institutionsInView,
  institutionsWhere,
  membershipIn,
  type Actor,
  institutionInView,
} from '#kernel/actor.ts';
import { openedOf } from '#kernel/edit/edit.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { defer } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { ruleFormPage, ruleListPage, rulePage } from '../holds.pages.ts';
import { CreateRule, createRule, conditionFields, findRule, ruleChoices } from './create-rule.ts';
import { ruleList } from './rules.list.ts';
import { deleteRule, SwitchOn, switchRule, EditRule, editRule, previewOf } from './change-rules.ts';

const params = z.object({ id });
const View = z.object({ institution_id: queryParam(id), academic_session: queryParam(id) });
const Preview = z.object({ ...conditionFields, institution_id: id, rule_id: queryParam(id) });
const viewing = may('fees.view');
const editing = may('fees.holds');

/** Rules by which results and clearance are withheld. */
export function ruleRoutes(app: App): void {
  app.get('/hold-rules', { config: viewing, schema: { querystring: ruleList.Filter } }, async (request, reply) =>
    reply.page(
      ruleListPage,
      await ruleList.props(request, (_, actor, { institution_id: wanted }) => ({
        can: { edit: institutionsInView(actor, wanted, 'fees.holds').length > 0 },
      })),
    ),
  );

  app.get('/hold-rules/new', { config: editing, schema: { querystring: View } }, async (request, reply) =>
    reply.page(
      ruleFormPage,
      await request.read(async (db, actor) => {
        const place = placeOf(actor, request.query.institution_id);
        return { ...place, rule: null, ...(await ruleChoices(db, place.institutionId)) };
      }),
    ),
  );

  /** Whom the rule in an open form would hold. */
  app.get(
    '/hold-rules/preview',
    { config: { ...editing, isHeavy: true }, schema: { querystring: Preview } },
    async (request, reply) => {
      const { institution_id: institutionId, rule_id: ruleId, ...condition } = request.query;
      const rule = await request.read(async (db, actor) => {
        allow(actor, 'fees.holds', institutionId);
        return ruleId === undefined ? null : findRule(db, actor, ruleId);
      });
      const before = rule?.isOn && rule.institutionId === institutionId ? rule : null;
      return reply.send(await request.read((db, actor) => previewOf(db, actor, institutionId, condition, before)));
    },
  );

  app.post('/hold-rules', { config: editing, schema: { body: CreateRule } }, async (request, reply) => {
    const ruleId = await request.write((tx, actor) => createRule(tx, actor, request.body));
    return reply.flash('The rule was added. It holds nobody until you switch it on.').seeOther(`/hold-rules/${ruleId}`);
  });

  app.get('/hold-rules/:id', { config: viewing, schema: { params } }, async (request, reply) => {
    const [rule, actor] = await request.read(async (db, current) => [
      await findRule(db, current, request.params.id),
      current,
    ]);
    const { institutionId } = rule;
    return reply.page(rulePage, {
      rule,
      currency: membershipIn(actor, institutionId)!.currency,
      preview: defer(() => request.read((db, reader) => previewOf(db, reader, institutionId, rule, null))),
      can: { edit: can(actor, 'fees.holds', institutionId) },
    });
  });

  app.get('/hold-rules/:id/edit', { config: editing, schema: { params } }, async (request, reply) => {
    const [rule, place] = await request.read(async (db, actor) => {
      const found = await findRule(db, actor, request.params.id);
      allow(actor, 'fees.holds', found.institutionId);
      return [found, placeOf(actor, found.institutionId)] as const;
    });
    return reply.page(ruleFormPage, {
      ...place,
      institutions: [],
      rule,
      opened: openedOf(EditRule, rule),
      ...(await request.read((db) => ruleChoices(db, place.institutionId))),
    });
  });

  app.post('/hold-rules/:id', { config: editing, schema: { params, body: EditRule } }, async (request, reply) => {
    await request.write((tx, actor) => editRule(tx, actor, request.params.id, request.body));
    return reply.flash('The rule was saved.').seeOther(`/hold-rules/${request.params.id}`);
  });

  app.post(
    '/hold-rules/:id/switch-on',
    { config: editing, schema: { params, body: SwitchOn } },
    async (request, reply) => {
      const { seen } = request.body;
      const { name } = await request.write((tx, actor) =>
        switchRule(tx, actor, request.params.id, { isOn: true, seen }),
      );
      return reply.flash(`${name} is on.`).seeOther(`/hold-rules/${request.params.id}`);
    },
  );

  app.post('/hold-rules/:id/switch-off', { config: editing, schema: { params } }, async (request, reply) => {
    const { name } = await request.write((tx, actor) => switchRule(tx, actor, request.params.id, { isOn: false }));
    return reply.flash(`${name} is off. It holds nobody.`).seeOther(`/hold-rules/${request.params.id}`);
  });

  app.post('/hold-rules/:id/delete', { config: editing, schema: { params } }, async (request, reply) => {
    const name = await request.write((tx, actor) => deleteRule(tx, actor, request.params.id));
    return reply.flash({ message: `${name} was deleted.`, tone: 'info' }).seeOther('/hold-rules');
  });
}

/** The institution of a new rule: the one in the address, else the first in which the actor sets up holds. */
function placeOf(actor: Actor, wanted: number | undefined) {
  const institutionId = institutionInView(actor, wanted, 'fees.holds');
  return {
    institutionId,
    currency: membershipIn(actor, institutionId)!.currency,
    institutions: institutionsWhere(actor, 'fees.holds').map((one) => ({
      id: one,
      name: membershipIn(actor, one)!.name,
    })),
  };
}
