import { z } from 'zod';
import { can, institutionInView } from '#kernel/actor.ts';
import { NotFound } from '#kernel/errors.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { ruleFormPage, ruleListPage } from '../promotion.routes.ts';
import {
  removeRule,
  saveRule,
  SaveRule,
  ruleText,
  classesOf,
  courseChoices,
  lastVersion,
  rulesInForce,
} from './save-rule.ts';

const RemoveRule = z.object({ institutionId: id, classId: id, version: z.coerce.number().int().min(0).max(1_000_000) });

/** The rules by which classes are promoted. */
export function promotionRuleRoutes(app: App): void {
  app.get(
    '/promotion/rules',
    { config: may('assessment.view'), schema: { querystring: z.object(viewFields) } },
    async (request, reply) => {
      const props = await request.snapshot(async (db, actor) => {
        const institutionId = institutionInView(actor, request.query.institution_id, 'assessment.view');
        const rules = await rulesInForce(db, institutionId);
        const courses = await courseChoices(db, institutionId);
        const words = (classId: number | null) => {
          const rule = rules.get(classId);
          return rule ? ruleText(rule.content, courses) : null;
        };
        return {
          institutionId,
          general: words(null),
          rows: (await classesOf(db, institutionId)).map((one) => ({ ...one, rule: words(one.id) })),
          can: { edit: can(actor, 'assessment.edit', institutionId) },
        };
      });
      return reply.page(ruleListPage, props);
    },
  );

  app.get(
    '/promotion/rule',
    { config: may('assessment.edit'), schema: { querystring: z.object({ ...viewFields, class: queryParam(id) }) } },
    async (request, reply) => {
      const props = await request.snapshot(async (db, actor) => {
        const institutionId = institutionInView(actor, request.query.institution_id, 'assessment.edit');
        const classId = request.query.class ?? null;
        const ruledClass = (await classesOf(db, institutionId)).find((one) => one.id === classId) ?? null;
        if (classId !== null && !ruledClass) throw new NotFound('class');
        const rules = await rulesInForce(db, institutionId);
        return {
          institutionId,
          ruledClass: ruledClass && { id: ruledClass.id, name: ruledClass.name },
          version: await lastVersion(db, institutionId, classId),
          content: (rules.get(classId) ?? rules.get(null))?.content ?? null,
          courses: await courseChoices(db, institutionId),
        };
      });
      return reply.page(ruleFormPage, props);
    },
  );

  app.post(
    '/promotion/rules',
    { config: may('assessment.edit'), schema: { body: SaveRule } },
    async (request, reply) => {
      await request.write((tx, actor) => saveRule(tx, actor, request.body));
      return reply
        .flash('The rule was saved.')
        .seeOther(`/promotion/rules?institution_id=${request.body.institutionId}`);
    },
  );

  app.post(
    '/promotion/rules/remove',
    { config: may('assessment.edit'), schema: { body: RemoveRule } },
    async (request, reply) => {
      await request.write((tx, actor) => removeRule(tx, actor, request.body));
      return reply
        .flash('The rule was removed.')
        .seeOther(`/promotion/rules?institution_id=${request.body.institutionId}`);
    },
  );
}
