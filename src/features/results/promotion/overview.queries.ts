import { query, type Db } from '#kernel/database.ts';
import type { DecisionState, Outcome } from './outcomes.ts';
import { proposalsOf, type StudentProposal } from './proposal/proposals.ts';
import { ruleText, courseChoices } from './rules/save-rule.ts';
import type { SessionChoice } from './promotion.access.ts';

export interface ClassOverview {
  id: number;
  name: string;
  program: string;
  nextClass: string | null;
  /** Null without any rule. */
  rule: string | null;
  students: number;
  outcomes: Record<Outcome | 'undecided', number>;
  states: Record<DecisionState, number>;
  /** A second person has been asked. */
  isWaiting: boolean;
}

export interface RunRow {
  id: number;
  students: number;
  at: string;
  by: string | null;
  isUndone: boolean;
  undoReason: string | null;
}

export interface PromotionOverview {
  classes: ClassOverview[];
  runs: RunRow[];
}

/** What follows a session, class by class. Several steps: for a snapshot. */
export async function promotionOverview(db: Db, session: SessionChoice): Promise<PromotionOverview> {
  const { institutionId, id: sessionId } = session;
  const { classes, rules, students } = await proposalsOf(db, { institutionId, sessionId });
  const courses = await courseChoices(db, institutionId);
  const asked = await classesAsked(db, session);
  const byClass = Map.groupBy(students, ({ classId }) => classId);
  return {
    classes: [...classes.values()].flatMap(({ id, name, program, nextClass }): ClassOverview[] => {
      const here = byClass.get(id);
      if (!here) return [];
      const rule = rules.get(id) ?? rules.get(null);
      const count = <Key extends string>(keys: Key[], of: (one: StudentProposal) => string) =>
        Object.fromEntries(keys.map((key) => [key, here.filter((one) => of(one) === key).length])) as Record<
          Key,
          number
        >;
      return [
        {
          id,
          name,
          program,
          nextClass,
          students: here.length,
          isWaiting: asked.has(id),
          rule: rule ? ruleText(rule.content, courses) : null,
          // Students who moved outside a promotion need no decision.
          outcomes: count(
            ['promoted', 'on_trial', 'repeat', 'graduated', 'withdrawn', 'undecided'],
            ({ outcome, state }) => (outcome === 'undecided' && state === 'left' ? 'moved' : outcome),
          ),
          states: count(['proposed', 'changed', 'approved', 'done', 'left'], ({ state }) => state),
        },
      ];
    }),
    runs: await runsOf(db, session),
  };
}

/** The classes for which a second person has been asked and has not decided. */
async function classesAsked(db: Db, { institutionId, id }: SessionChoice): Promise<Set<number>> {
  const rows = await query<{ classIds: number[] }>(db)`
    select payload -> 'classIds' as "classIds" from approvals where institution_id = ${institutionId}
      and kind = 'promotion.approve' and subject_id = ${id} and outcome is null and expires_at > now()`;
  return new Set(rows.flatMap(({ classIds }) => classIds));
}

const runsOf = (db: Db, { institutionId, id }: SessionChoice): Promise<RunRow[]> =>
  query<RunRow>(db)`
    select r.id::bigint as id, r.students, to_json(r.created_at) #>> '{}' as at, r.undone_at is not null as "isUndone",
      r.undo_reason as "undoReason", (select a.username from accounts a where a.id = r.account_id) as by
    from promotion_runs r where r.institution_id = ${institutionId} and r.session_id = ${id} order by r.id desc`;
