import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Actor } from '#kernel/actor.ts';
import type { Tx } from '#kernel/database.ts';
import { ValidationError } from '#kernel/errors.ts';
import { insertGuardian } from '#features/people/guardians/create-guardian.ts';
import { GuardianFields } from '#features/people/guardians/guardian-fields.ts';
import { linkLists } from '#features/people/guardians/link-fields.ts';
import { linkGuardian, LinkGuardian } from '#features/people/guardians/link-guardian.ts';
import { checkWords } from '#features/records/lookups/check-words.ts';
import { guardians } from '#features/records/people/people.schema.ts';
import type { GuardianAnswer } from '../answers.ts';

/**
 * Links the guardians of an application, the first as payer and next of kin. A guardian of the same name with the same phone
 * or e-mail is the one on record: the family has another child here.
 */
export async function addGuardians(
  tx: Tx,
  actor: Actor,
  studentId: number,
  institutionId: number,
  answers: readonly GuardianAnswer[],
): Promise<void> {
  for (const [at, answer] of answers.entries()) {
    const known = await guardianOnRecord(tx, institutionId, answer);
    const guardianId =
      known ??
      (await insertGuardian(tx, actor, { ...GuardianFields.omit({ custom: true }).parse(answer), institutionId }, true))
        .id;
    const isFirst = at === 0;
    await linkGuardian(
      tx,
      actor,
      studentId,
      LinkGuardian.parse({
        guardianId,
        relation: await knownRelation(tx, institutionId, answer.relation ?? null),
        paysFees: isFirst,
        mayCollect: true,
        receivesSms: isFirst,
        isNextOfKin: isFirst,
      }),
    ).catch((error: unknown) => {
      // Entered twice on the form.
      if (!(error instanceof ValidationError && error.errors['guardianId'])) throw error;
    });
  }
}

async function guardianOnRecord(tx: Tx, institutionId: number, answer: GuardianAnswer): Promise<number | null> {
  const phone = answer.mobile ? [answer.mobile] : [];
  const email = answer.email ? [answer.email] : [];
  const [found] = await tx
    .select({ id: guardians.id })
    .from(guardians)
    .where(
      and(
        eq(guardians.institutionId, institutionId),
        isNull(guardians.mergedIntoId),
        isNull(guardians.anonymisedAt),
        sql`akada_searchable(${guardians.surname}) = akada_searchable(${answer.surname})`,
        sql`akada_searchable(${guardians.firstName}) = akada_searchable(${answer.firstName})`,
        or(inArray(guardians.mobile, phone), inArray(guardians.phone, phone), inArray(guardians.email, email)),
      ),
    )
    .orderBy(guardians.id)
    .limit(1);
  return found?.id ?? null;
}

/** A relation that has left the school's list since is left empty. */
async function knownRelation(tx: Tx, institutionId: number, relation: string | null): Promise<string | null> {
  try {
    return (await checkWords(tx, institutionId, linkLists, { relation })).relation;
  } catch (error) {
    if (error instanceof ValidationError) return null;
    throw error;
  }
}
