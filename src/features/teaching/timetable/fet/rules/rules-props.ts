import { institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { Board } from '../../draft/board.ts';
import { readDraft } from '../../draft/draft.queries.ts';
import { lastPeriod, type Draft } from '../../draft/draft.ts';
import { findVersion } from '../../versions/versions.queries.ts';
import type { RuleChoices, RulesProps } from '../fet.pages.ts';
import { isAboutSeveral, usualRules, type Rule, type RuleKindName } from './rule-kinds.ts';
import { readRules } from './rules.queries.ts';

const making = (actor: Actor) => institutionsWhere(actor, 'timetable.edit');

/** The rules of a version, with whom they are about in words. */
export async function rulesProps(db: Db, actor: Actor, timetableId: number): Promise<Omit<RulesProps, 'canEdit'>> {
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
    id === null ? null : (rows.find((row) => row.id === id)?.name ?? 'Not in this timetable any more');
  return (
    named(batches, rule.batchId) ??
    named(teachers, rule.teacherId) ??
    named(courses, rule.courseId) ??
    named(lessons, rule.setId)
  );
}

/** One rule and what it can be about. */
export async function ruleFormProps(db: Db, actor: Actor, timetableId: number, ruleId: number | null) {
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
