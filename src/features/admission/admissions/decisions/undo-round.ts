import { and, eq, inArray, sql } from 'drizzle-orm';
import { allow, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, query, hasKey } from '#kernel/database.ts';
import { Conflict, orNotFound } from '#kernel/errors.ts';
import { count } from '#ui/format.ts';
import { admissionRounds } from '../decisions.schema.ts';
import { lockIntake } from '../lock-applications.ts';
import { applicationOf, writeToApplicants } from '../notify-applicants.ts';

/**
 * Undoes a cut-off as a whole. Applications with an answer or another decision since then keep it. All other applicants get
 * a message. Returns how many went back and how many stayed.
 */
export async function undoRound(tx: Tx, actor: Actor, roundId: number) {
  const found = await findRound(tx, actor, roundId);
  const { institutionId } = await lockIntake(tx, actor, found.intakeId);
  allow(actor, 'admissions.decide', institutionId);
  // Again behind the lock: a colleague may have undone it.
  const round = await findRound(tx, actor, roundId);
  if (round.undoneAt) throw new Conflict('This cut-off has already been undone.');
  await tx.execute(sql`select a.id from applications a
    join admission_round_members m on (m.institution_id, m.application_id) = (a.institution_id, a.id)
    where a.institution_id = ${institutionId} and m.round_id = ${roundId} order by a.id for no key update of a`);
  const back = await query<{ id: number }>(tx)`
    update applications a set status = m.from_status, offered_at = null, offer_until = null, closed_at = null,
      close_reason = null, closed_from = null
    from admission_round_members m
    where m.institution_id = ${institutionId} and m.round_id = ${roundId} and a.institution_id = m.institution_id
      and a.id = m.application_id and a.status = m.to_status
    returning a.id`;
  await tx
    .update(admissionRounds)
    .set({ undoneAt: sql`now()`, undoneBy: actor.accountId })
    .where(isRound(institutionId, roundId));
  const [{ members } = { members: 0 }] = await query<{ members: number }>(tx)`
    select count(*)::int as members from admission_round_members
    where institution_id = ${institutionId} and round_id = ${roundId}`;
  await record(tx, actor, 'admissions.undoCutoff', {
    institutionId,
    summary: `undid a cut-off: ${count(back.length)} applications restored`,
    subject: { type: 'intake', id: found.intakeId },
    details: { round: roundId, stayed: members - back.length },
  });
  const school = membershipIn(actor, institutionId)!.name;
  await writeToApplicants(
    tx,
    institutionId,
    back.map(({ id }) => Number(id)),
    (told) =>
      `${school}: the decision we sent you about ${applicationOf(told)} was withdrawn. It is being reviewed again; we are sorry for the confusion.`,
  );
  return { intakeId: found.intakeId, undone: back.length, stayed: members - back.length };
}

async function findRound(tx: Tx, actor: Actor, id: number) {
  const [round] = await tx
    .select()
    .from(admissionRounds)
    .where(
      and(
        inArray(admissionRounds.institutionId, institutionsWhere(actor, 'admissions.view')),
        eq(admissionRounds.id, id),
        eq(admissionRounds.kind, 'cutoff'),
      ),
    );
  return orNotFound(round, 'cut-off');
}

const isRound = (institutionId: number, id: number) => hasKey(admissionRounds, institutionId, id);
