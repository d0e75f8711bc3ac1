import { can, type Actor } from '#kernel/actor.ts';
import { fieldGroups, groupsSeen } from '#kernel/contracts/field-groups.ts';
import { record } from '#kernel/audit.ts';
import type { Db, Tx } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { fieldsFor } from '#features/records/custom-fields/custom-fields.queries.ts';
import { studentGroups } from '#features/people/students/students.policy.ts';
import { decisionsFrom } from '../decisions/transitions.ts';
import { answersInWords, withoutRestricted } from './answers-in-words.ts';
import { historyOf, partsOf, twinsOf } from './review-parts.queries.ts';
import { findApplication, type ReviewedApplication } from './review.queries.ts';

const customFieldsOf = (db: Db, institutionId: number) => fieldsFor(db, institutionId, 'student', fieldGroups);

/** Everything that the review screen shows of an application. */
export async function showApplication(db: Db, actor: Actor, application: ReviewedApplication) {
  const { institutionId } = application;
  const [parts, fields, twins, history] = await Promise.all([
    partsOf(db, actor, application),
    customFieldsOf(db, institutionId),
    twinsOf(db, actor, application),
    historyOf(db, application),
  ]);
  const { places, ...shown } = parts;
  const { answers: _, ...own } = application;
  const sections = answersInWords(application, places, fields);
  const restricted = new Set(sections.flatMap(({ rows }) => rows.map(({ group }) => group)));
  const seen = groupsSeen(actor, institutionId, studentGroups);
  return {
    application: own,
    sections: withoutRestricted(sections),
    ...shown,
    twins,
    history,
    decisions: can(actor, 'admissions.decide', institutionId) ? decisionsFrom(application.status) : [],
    can: {
      review: can(actor, 'admissions.review', institutionId),
      decide: can(actor, 'admissions.decide', institutionId),
      admit: can(actor, 'admissions.admit', institutionId),
      viewStudents: can(actor, 'students.view', institutionId),
      viewRestricted: seen.some((group) => group !== 'general' && restricted.has(group)),
    },
  };
}
export type ApplicationProps = Awaited<ReturnType<typeof showApplication>>;

/** The answers with the values of restricted groups that the actor can see. The view is recorded. */
export async function showRestricted(tx: Tx, actor: Actor, applicationId: number) {
  const application = await findApplication(tx, actor, applicationId);
  const { institutionId } = application;
  const seen = groupsSeen(actor, institutionId, studentGroups);
  if (seen.length < 2) throw new NotAllowed();
  const { places } = await partsOf(tx, actor, application);
  const sections = answersInWords(application, places, await customFieldsOf(tx, institutionId));
  const groups = seen.filter(
    (group) => group !== 'general' && sections.some(({ rows }) => rows.some((row) => row.group === group)),
  );
  if (groups.length > 0)
    await record(tx, actor, 'admissions.viewRestricted', {
      institutionId,
      summary: `viewed the ${groups.join(' and ')} answers of ${application.firstName} ${application.surname}`,
      subject: { type: 'application', id: applicationId },
      details: { groups },
    });
  return sections.map((section) => ({
    ...section,
    rows: section.rows.map((row) => (seen.includes(row.group) ? row : { ...row, value: '' })),
  }));
}
