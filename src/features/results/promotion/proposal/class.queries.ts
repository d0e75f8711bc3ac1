import type { Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import type { SessionChoice } from '../promotion.access.ts';
import { batchesOfSession } from '../rollover/rollover.queries.ts';
import { ruleInWords } from '../rules/rule-words.ts';
import { classesOf, courseChoices } from '../rules/rules.queries.ts';
import { proposalsOf } from './proposals.ts';

/** A class in a session: its students with what follows for each, and the batches that they can go to. For a snapshot. */
export async function classInPromotion(db: Db, { institutionId, id: sessionId, next }: SessionChoice, wanted?: number) {
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
    rule: rule ? ruleInWords(rule.content, await courseChoices(db, institutionId)) : null,
  };
}
