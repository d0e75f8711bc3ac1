import { allowedForOwnFamily } from '#kernel/own-family/rule.ts';
import { z } from 'zod';
import { can } from '#kernel/actor.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { ruleFormPage, rulesPage } from '../fet.pages.ts';
import { ruleFormProps, rulesProps } from './rules-props.ts';
import { isRuleKind, ruleKinds, type RuleKindName } from './rule-kinds.ts';
import { RemoveRule, removeRule, SaveRule, saveRule } from './save-rule.ts';

const params = z.object({ id });
/** A rule to edit, or the kind of a new one. */
const chosen = z.object({ ...viewFields, kind: z.string().max(60).optional(), rule: queryParam(id) });
const config = may('timetable.edit');
const firstKind = Object.keys(ruleKinds)[0] as RuleKindName;

/** What timetables of a version keep to. */
export function ruleRoutes(app: App): void {
  app.get('/timetables/:id/rules', { config, schema: { params } }, async (request, reply) => {
    const props = await request.read((db, actor) => rulesProps(db, actor, request.params.id));
    const { state, institutionId } = props.version;
    const canEdit = state === 'draft' && can(request.actor, 'timetable.edit', institutionId);
    return reply.page(rulesPage, { ...props, canEdit });
  });

  app.get('/timetables/:id/rules/new', { config, schema: { params, querystring: chosen } }, async (request, reply) => {
    const { kind = firstKind, rule: ruleId = null } = request.query;
    const props = await request.read((db, actor) => ruleFormProps(db, actor, request.params.id, ruleId));
    return reply.page(ruleFormPage, { ...props, kind: props.rule?.kind ?? (isRuleKind(kind) ? kind : firstKind) });
  });

  app.post(
    '/timetables/:id/rules',
    {
      config: {
        ...config,
        once: true,
        ...allowedForOwnFamily('A wish for the week of everybody; the principal publishes it.'),
      },
      schema: { params, body: SaveRule },
    },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        await saveRule(tx, actor, request.params.id, request.body);
        const flash = request.body.ruleId === null ? 'The rule was added.' : 'The rule was saved.';
        return { flash, go: `/timetables/${request.params.id}/rules` };
      }),
  );

  app.post('/timetables/:id/rules/remove', { config, schema: { params, body: RemoveRule } }, async (request, reply) => {
    await request.write((tx, actor) => removeRule(tx, actor, request.params.id, request.body.ruleId));
    return reply.flash('The rule was removed.').go(`/timetables/${request.params.id}/rules`);
  });
}
