import { numberOf, valuesOf, type FetConstraint } from '../format/fet-problem.ts';
import { relationKinds } from '../problem/rule-constraints.ts';
import { kindOf } from '../rules/rule-kinds.ts';
import type { DraftPlan } from './plan-draft.ts';
import type { TakenRule } from './imported-rules.ts';
import type { RelationKind } from '../../draft/draft.ts';

/** Constraints of several sets that mean the same rule: one for each lesson. */
interface Together {
  kind: RelationKind;
  weight: number;
  sets: number[];
  constraints: FetConstraint[];
  /** Lessons that they name, by set. */
  named: Map<number, Set<number>>;
}

/** A lesson of the plan: its set, and its place in it. */
export interface LessonPlace {
  set: number;
  lesson: number;
}

export const relationOf = (fetKind: string): RelationKind | undefined =>
  (Object.keys(relationKinds) as RelationKind[]).find((kind) => relationKinds[kind].fet === fetKind);

/**
 * Rules about several lessons. A rule here is about all lessons of its sets, so those in a file become one if together they
 * name all, or as many as can have a partner. Returns also the constraints that did not.
 */
export function takeRelations(
  constraints: readonly FetConstraint[],
  places: ReadonlyMap<number, LessonPlace>,
  plan: DraftPlan,
): { rules: TakenRule[]; left: FetConstraint[] } {
  const groups = new Map<string, Together>();
  const left: FetConstraint[] = [];
  for (const one of constraints) {
    const kind = relationOf(one.kind)!;
    const ids = ['Activity_Id', 'First_Activity_Id', 'Second_Activity_Id'].flatMap((name) => valuesOf(one, name));
    const named = ids.flatMap((id) => places.get(Number(id)) ?? []);
    const sets = [...new Set(named.map(({ set }) => set))];
    const { by } = relationKinds[kind];
    // A lesson that was left out has no partner, and two of one set can't be each other's.
    const isWhole = by === 'all' || (named.length === ids.length && sets.length === named.length);
    if (sets.length < 2 || !isWhole) {
      left.push(one);
      continue;
    }
    const order = by === 'pair' ? sets : sets.toSorted((first, second) => first - second);
    const key = [
      kind,
      one.weight,
      numberOf(one, 'MinDays', 'Min_Days'),
      ...order,
      by === 'all' ? groups.size : '',
    ].join(' ');
    const group: Together = groups.get(key) ?? {
      kind,
      weight: one.weight,
      sets: order,
      constraints: [],
      named: new Map(),
    };
    group.constraints.push(one);
    for (const { set, lesson } of named) group.named.set(set, (group.named.get(set) ?? new Set()).add(lesson));
    groups.set(key, group);
  }
  const rules = [...groups.values()].flatMap((group): TakenRule[] => {
    const rule = ruleOf(group, plan);
    if (!rule) left.push(...group.constraints);
    return rule ? [rule] : [];
  });
  return { rules, left };
}

function ruleOf({ kind, weight, sets, constraints, named }: Together, plan: DraftPlan): TakenRule | null {
  const lessonsOf = (set: number) => plan.sets[set]!.lessons;
  const isNamed = (set: number) => named.get(set)!.size === lessonsOf(set).length;
  const rule: TakenRule = { kind, weight, sets };
  if (relationKinds[kind].by === 'all') {
    if (!sets.every(isNamed)) return null;
    if (kind !== 'daysApart') return rule;
    const number = numberOf(constraints[0]!, 'MinDays', 'Min_Days');
    const { from, to } = kindOf(kind).number!;
    return number >= from && number <= to ? { ...rule, number } : null;
  }
  const fewest = Math.min(...sets.map((set) => lessonsOf(set).length));
  // Of more lessons than have a partner any can be the one, if they are alike.
  const isAlike = (set: number) => isNamed(set) || new Set(lessonsOf(set).map(({ length }) => length)).size === 1;
  return sets.every((set) => named.get(set)!.size === fewest && isAlike(set)) ? rule : null;
}
