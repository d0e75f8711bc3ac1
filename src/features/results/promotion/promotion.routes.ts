import { z } from 'zod';
import { can, membershipIn, type Actor } from '#kernel/actor.ts';
import { NotFound } from '#kernel/errors.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { choice, id, queryParam } from '#kernel/schemas.ts';
import { Requested } from '#features/records/approvals/request-approval.ts';
import { LeavingStudents, leavingDebts } from '#features/people/students/moves/student-moves.ts';
import { countOf } from '#ui/format.ts';
import { may, type App } from '#web/routes.ts';
import { closingChecklist, type ChecklistItem } from './checklist/checklist.queries.ts';
import { AskPromotion, askPromotion } from './decisions/approve-promotion.ts';
import { ChangeDecisions, changeDecisions } from './decisions/change-decisions.ts';
import { WithdrawApproval, withdrawApproval } from './decisions/withdraw-approval.ts';
import { outcomesAndUndecided, type Outcome } from './outcomes.ts';
import { promotionOverview, type PromotionOverview } from './overview.queries.ts';
import { chosenSession, type SessionChoice } from './promotion.access.ts';
import { CarryOut, carryOut } from './rollover/carry-out.ts';
import { UndoRollover, undoRollover } from './rollover/undo-rollover.ts';
import type { Db } from '#kernel/database.ts';
import {
  ruleText,
  type RuleContent,
  classesOf,
  courseChoices,
  type CourseChoice,
  type RuledClass,
} from './rules/save-rule.ts';
import { proposalsOf, type StudentProposal } from './proposal/proposals.ts';
import { page } from '#web/page.ts';
import { type NextBatch, leaving, waitingDecisions, batchesOfSession } from './rollover/place-students.ts';

const Chosen = z.object({ ...viewFields, session: queryParam(id) });
const ChosenClass = Chosen.extend({
  class: queryParam(id),
  batch: queryParam(id),
  outcome: queryParam(choice(outcomesAndUndecided)),
});
const ChosenClasses = Chosen.extend(LeavingStudents.shape);
const seeing = may('students.changeStatus');
const nothing = { classes: [], runs: [] };

/** What follows a session: proposals, decisions, approval, and carrying it out. */
export function promotionRoutes(app: App): void {
  app.get('/promotion', { config: seeing, schema: { querystring: Chosen } }, async (request, reply) => {
    const props = await request.snapshot(async (db, actor) => {
      const { sessions, session } = await chosenSession(db, actor, request.query);
      const overview = session ? await promotionOverview(db, session) : nothing;
      return { sessions, session, ...overview, can: mayWith(actor, session) };
    });
    return reply.page(promotionPage, props);
  });

  app.get('/promotion/class', { config: seeing, schema: { querystring: ChosenClass } }, async (request, reply) => {
    const { class: wanted, batch, outcome } = request.query;
    const props = await request.snapshot(async (db, actor) => {
      const { session } = await chosenSession(db, actor, request.query);
      if (!session) throw new NotFound('academic session');
      const found = await classInPromotion(db, session, wanted);
      return {
        session,
        ...found,
        filter: { outcome: outcome ?? null, batch: batch ?? null },
        can: { change: mayWith(actor, session).change },
      };
    });
    return reply.page(promotionClassPage, props);
  });

  app.get('/promotion/checklist', { config: seeing, schema: { querystring: Chosen } }, async (request, reply) => {
    const props = await request.snapshot(async (db, actor) => {
      const { sessions, session } = await chosenSession(db, actor, request.query);
      const items = session ? await closingChecklist(db, actor, session) : [];
      const currency = session ? membershipIn(actor, session.institutionId)!.currency : 'NGN';
      return { sessions, session, items, currency };
    });
    return reply.page(checklistPage, props);
  });

  app.post(
    '/promotion/decisions',
    { config: may('students.changeStatus'), schema: { body: ChangeDecisions } },
    async (request, reply) => {
      const count = await request.write((tx, actor) => changeDecisions(tx, actor, request.body));
      const { sessionId, classId } = request.body;
      return reply
        .flash(`Saved for ${countOf(count, 'student')}.`)
        .seeOther(`/promotion/class?session=${sessionId}&class=${classId}`);
    },
  );

  app.post(
    '/promotion/approval',
    { config: { ...may('students.changeStatus'), confirm: true }, schema: { body: AskPromotion } },
    async (request, reply) => {
      const answer = await request.write((tx, actor) => askPromotion(tx, actor, request.body));
      return reply
        .flash(answer instanceof Requested ? answer.message : `Approved for ${countOf(answer.approved, 'student')}.`)
        .seeOther(`/promotion?session=${request.body.sessionId}`);
    },
  );

  app.post(
    '/promotion/withdraw-approval',
    { config: may('students.changeStatus'), schema: { body: WithdrawApproval } },
    async (request, reply) => {
      const count = await request.write((tx, actor) => withdrawApproval(tx, actor, request.body));
      return reply
        .flash(`The approval for ${countOf(count, 'student')} was withdrawn.`)
        .seeOther(`/promotion?session=${request.body.sessionId}`);
    },
  );

  app.get(
    '/promotion/leaving-debts',
    { config: seeing, schema: { querystring: ChosenClasses } },
    async (request, reply) => {
      const debts = await request.snapshot(async (db, actor) => {
        const { session } = await chosenSession(db, actor, request.query);
        if (!session) throw new NotFound('academic session');
        return leavingDebts(db, actor, leaving(await waitingDecisions(db, session, request.query.ids ?? [])));
      });
      return reply.header('Cache-Control', 'no-store').send({ debts });
    },
  );

  app.post(
    '/promotion/carry-out',
    { config: { ...may('students.assignBatch'), confirm: true, once: true }, schema: { body: CarryOut } },
    (request, reply) =>
      reply.once(async (tx, actor) => {
        const { words } = await carryOut(tx, actor, request.body);
        return { flash: `Carried out: ${words}.`, go: `/promotion?session=${request.body.sessionId}` };
      }),
  );

  app.post(
    '/promotion/undo',
    { config: { ...may('students.assignBatch'), confirm: true }, schema: { body: UndoRollover } },
    async (request, reply) => {
      const { students, sessionId } = await request.write((tx, actor) =>
        undoRollover(tx, actor, app.product.personalData, request.body),
      );
      return reply
        .flash(`Undone: ${countOf(students, 'student')} ${students === 1 ? 'is' : 'are'} back where they were.`)
        .seeOther(`/promotion?session=${sessionId}`);
    },
  );
}

function mayWith(actor: Actor, session: SessionChoice | null) {
  const holds = (permission: 'students.changeStatus' | 'students.assignBatch' | 'assessment.edit') =>
    session !== null && can(actor, permission, session.institutionId);
  const isOpen = session !== null && !session.isClosed;
  return {
    change: isOpen && holds('students.changeStatus'),
    carryOut: isOpen && holds('students.assignBatch') && holds('students.changeStatus'),
    editRules: holds('assessment.edit'),
  };
}

/** A class in a session: its students with what follows for each, and the batches that they can go to. For a snapshot. */
async function classInPromotion(db: Db, { institutionId, id: sessionId, next }: SessionChoice, wanted?: number) {
  const classes = await classesOf(db, institutionId);
  const classId = wanted ?? classes[0]?.id;
  const own = classes.find(({ id }) => id === classId);
  if (!own) throw new NotFound('class');
  const { rules, students } = await proposalsOf(db, { institutionId, sessionId, classIds: [own.id] });
  const rule = rules.get(own.id) ?? rules.get(null);
  const batches = next ? await batchesOfSession(db, institutionId, next.id) : [];
  return {
    classId: own.id,
    nextClassId: own.nextClassId,
    students,
    classes: classes.map(({ id, name, nextClassId }) => ({ id, name, isLast: nextClassId === null })),
    nextBatches: batches
      .filter((batch) => !batch.isClosed && [own.id, own.nextClassId].includes(batch.classId))
      .map(({ id, name, classId: of }) => ({ id, name, classId: of })),
    rule: rule ? ruleText(rule.content, await courseChoices(db, institutionId)) : null,
  };
}

export interface PromotionProps extends PromotionOverview {
  sessions: SessionChoice[];
  session: SessionChoice | null;
  can: { change: boolean; carryOut: boolean; editRules: boolean };
}
export const promotionPage = page<PromotionProps>('promotion/promotion');

export interface PromotionClassProps {
  session: SessionChoice;
  classes: { id: number; name: string; isLast: boolean }[];
  classId: number;
  students: StudentProposal[];
  filter: { outcome: Outcome | 'undecided' | null; batch: number | null };
  /** Of the next session, for the class itself and the one after it. */
  nextBatches: Pick<NextBatch, 'id' | 'name' | 'classId'>[];
  nextClassId: number | null;
  rule: string | null;
  can: { change: boolean };
}
export const promotionClassPage = page<PromotionClassProps>('promotion/promotion-class');
export const ruleListPage = page<{
  institutionId: number;
  /** Of all classes without their own. */
  general: string | null;
  rows: (RuledClass & { rule: string | null })[];
  can: { edit: boolean };
}>('promotion/rules');
export const ruleFormPage = page<{
  institutionId: number;
  ruledClass: { id: number; name: string } | null;
  version: number;
  content: RuleContent | null;
  courses: CourseChoice[];
}>('promotion/rule-form');
export const checklistPage = page<{
  sessions: SessionChoice[];
  session: SessionChoice | null;
  items: ChecklistItem[];
  currency: string;
}>('promotion/checklist');
