import { allowedForOwnFamily } from '#kernel/own-family/rule.ts';
import { z } from 'zod';
import { can, institutionsWhere, type Actor } from '#kernel/actor.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id, queryParam } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { ruleFormPage, rulesPage, type RuleChoices, type RulesProps } from '../fet.pages.ts';
import { isRuleKind, ruleKinds, type RuleKindName, isAboutSeveral, usualRules, type Rule } from './rule-kinds.ts';
import { RemoveRule, removeRule, SaveRule, saveRule, readRules } from './save-rule.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { Board } from '../../draft/board.ts';
import { readDraft } from '../../draft/lock-draft.ts';
import { lastPeriod, type Draft } from '../../draft/draft.ts';
import { findVersion } from '../../versions/versions.queries.ts';

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
        ...allowedForOwnFamily('A preference for everyone’s week; the principal publishes it.'),
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
    return reply.flash('The rule was removed.').seeOther(`/timetables/${request.params.id}/rules`);
  });
}

const making = (actor: Actor) => institutionsWhere(actor, 'timetable.edit');

/** The rules of a version, with whom they are about in words. */
async function rulesProps(db: Db, actor: Actor, timetableId: number): Promise<Omit<RulesProps, 'canEdit'>> {
  const [version, draft, rules] = await Promise.all([
    findVersion(db, actor, timetableId),
    readDraft(db, making(actor), timetableId),
    readRules(db, making(actor), timetableId),
  ]);
  const names = choicesOf(draft);
  return {
    version,
    rules: rules.map((rule) => ({ ...rule, about: aboutOf(names, rule) })),
    usual: usualRules(rules).map(({ kind, weight, number }) => ({ kind, weight, number })),
  };
}

const joiners: Partial<Record<RuleKindName, string>> = {
  inOrder: ' before ',
  oneAfterOther: ' then ',
  sideBySide: ' and ',
};

function aboutOf({ batches, teachers, courses, lessons }: RuleChoices, rule: Rule): string | null {
  if (isAboutSeveral(rule.kind)) {
    const named = rule.setIds.flatMap((id) => lessons.find((one) => one.id === id)?.name ?? []);
    return named.length < 2 ? 'Its other lessons were deleted' : named.join(joiners[rule.kind] ?? ' · ');
  }
  const named = (rows: { id: number; name: string }[], id: number | null) =>
    id === null ? null : (rows.find((row) => row.id === id)?.name ?? 'No longer in this timetable');
  return (
    named(batches, rule.batchId) ??
    named(teachers, rule.teacherId) ??
    named(courses, rule.courseId) ??
    named(lessons, rule.setId)
  );
}

/** One rule and what it can be about. */
async function ruleFormProps(db: Db, actor: Actor, timetableId: number, ruleId: number | null) {
  const [version, draft, rules] = await Promise.all([
    findVersion(db, actor, timetableId),
    readDraft(db, making(actor), timetableId),
    readRules(db, making(actor), timetableId),
  ]);
  const rule = ruleId === null ? null : rules.find(({ id }) => id === ruleId);
  if (rule === undefined) throw new NotFound('rule');
  return { version, rule, choices: choicesOf(draft) };
}

function choicesOf(draft: Draft): RuleChoices {
  const board = new Board(draft);
  return {
    batches: draft.batches.map(({ id, name }) => ({ id, name })),
    teachers: draft.teachers.map(({ id, name }) => ({ id, name })),
    courses: draft.courses.map(({ id, title }) => ({ id, name: title })),
    lessons: draft.sets.map(({ id }) => ({ id, name: board.wordsOf({ setId: id }) })),
    days: draft.days.map((day) => ({ weekday: day.weekday, periods: lastPeriod(day) })),
  };
}
