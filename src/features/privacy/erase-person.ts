import { and, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import type { Tx } from '#kernel/database.ts';
import { Conflict, NotAllowed, Refused } from '#kernel/errors.ts';
import { line } from '#kernel/schemas.ts';
import type { Files } from '#kernel/files.ts';
import { files } from '#kernel/tables.ts';
import { approvalKind } from '#kernel/approval-kind.ts';
import { eraseApprovals } from '#features/approvals/erase-approvals.ts';
import { requestApproval, type Requested } from '#features/approvals/request-approval.ts';
import { claimedPurpose } from '#features/custom-fields/custom-files.ts';
import { customValues } from '#features/custom-fields/custom-fields.schema.ts';
import { documents, formDrafts, merges, studentGuardians } from '#features/people/people.schema.ts';
import { certificates, studentMoves } from '#features/students/students.schema.ts';
import { importChanges } from '#features/imports/imports.schema.ts';
import { mayErase } from '#features/people/people.policy.ts';
import { eraseFromImports } from './erase-imports.ts';
import { eraseBegun, eraseMentions } from './erase-mentions.ts';
import { eraseSignIns, formerAccounts } from './erase-sign-ins.ts';
import { nameOf } from './hand-over.ts';
import { findSubject, kindKeys, kinds, type KindKey, type Subject } from './subjects.ts';

export const ErasePerson = z.object({
  number: line(200, 'The number'),
  reason: line(300, 'The reason'),
});

const Erasure = ErasePerson.extend({ people: z.enum(kindKeys), personId: z.number(), name: z.string() });

/** What cannot be taken back is done once a second person agrees. The request names the person only until then. */
export const erasureApproval = approvalKind({
  kind: 'privacy.erase',
  label: 'Erasure',
  permission: 'privacy.erase',
  payload: Erasure,
  async act(tx, asker, { people, personId, ...input }, { services }) {
    const discarded = await erasePerson(tx, asker, services.files, people, personId, input);
    return {
      message: 'The data is erased. What is left names nobody.',
      after: async () => {
        for (const storedAs of discarded) await services.files.discard(storedAs);
      },
    };
  },
  details: (_reader, { name, reason }) => [
    ['Name', name],
    ['Reason', reason],
    ['If you approve', 'The data is erased at once and cannot be restored.'],
  ],
});

/** Asks a second person to agree to an erasure. */
export async function askErasure(
  tx: Tx,
  actor: Actor,
  key: KindKey,
  personId: number,
  input: z.infer<typeof ErasePerson>,
): Promise<Requested> {
  const subject = await allowErasure(tx, actor, key, personId);
  refuseErasure(key, subject, input.number);
  const { entity, numberWord } = kinds[key];
  return requestApproval(tx, actor, erasureApproval, {
    institutionId: subject.institutionId,
    subject: { type: entity, id: personId },
    payload: { ...input, people: key, personId, name: nameOf(subject) },
    // Without the name: what was asked for stays in the log after the erasure.
    summary: `erase the data of ${key === 'guardians' ? 'a guardian' : `the ${entity} with ${numberWord} ${subject.number}`}`,
  });
}

/**
 * Erases a person by making the record nobody's: numbers, enrolments, results and money stay and name no one. It cannot
 * be taken back. Returns the stored files to be discarded after the commit.
 */
export async function erasePerson(
  tx: Tx,
  actor: Actor,
  stored: Files,
  key: KindKey,
  personId: number,
  input: z.infer<typeof ErasePerson>,
): Promise<string[]> {
  const { entity, numberWord } = kinds[key];
  // Nobody holds a lock on a record that he may not erase.
  const { institutionId } = await allowErasure(tx, actor, key, personId);
  // With those that became one with it, in the order of their ids, as whoever merges or parts them.
  const same = await lockSame(tx, key, institutionId, personId);
  const subject = await allowErasure(tx, actor, key, personId);
  refuseErasure(key, subject, input.number);

  const ids = await withMerged(tx, key, institutionId, personId);
  if (ids.length !== same.length)
    throw new Conflict('Records of this person were merged or parted. Load the page again.');
  const owned = sql.identifier(`${entity}_id`);
  const ofPerson = sql`institution_id = ${institutionId} and ${owned} = any(${sql.param(ids)}::bigint[])`;
  const bearers = await bearersOf(tx, key, institutionId, ids);
  const contacts = filled(bearers.flatMap(({ phone, mobile, email }) => [phone, mobile, email]));
  const names = [...new Set(bearers.flatMap((one) => [...namesOf(one), ...filled([one.email])]))];
  const fileIds = await filesOf(tx, key, ofPerson, institutionId, ids);
  const formerIds = await formerAccounts(tx, key, ofPerson, { names, contacts });

  const { discarded: importFiles, namedIds: imports } = await eraseFromImports(tx, stored, key, institutionId, {
    ...{ names: bearers, contacts },
    numbers: key === 'guardians' ? [] : await numbersOf(tx, key, institutionId, ids),
  });

  const linked = await linkedTo(tx, key, ofPerson, institutionId);
  await tx.delete(documents).where(ofPerson);
  await tx.delete(customValues).where(ofPerson);
  await tx
    .delete(importChanges)
    .where(
      and(
        eq(importChanges.institutionId, institutionId),
        eq(importChanges.entity, entity),
        inArray(importChanges.subjectId, ids),
      ),
    );
  if (key === 'guardians') await eraseNextOfKin(tx, institutionId, ids, bearers, contacts);
  if (key !== 'employees') await tx.delete(studentGuardians).where(ofPerson);
  if (key === 'students') await erasePapers(tx, institutionId, ids);
  if (key === 'employees')
    await tx.execute(sql`update employee_moves set reason = 'Erased', ended_roles = '[]' where ${ofPerson}`);
  await tx.delete(formDrafts).where(
    and(
      eq(formDrafts.institutionId, institutionId),
      inArray(
        formDrafts.form,
        ids.map((id) => `${entity}:${id}`),
      ),
    ),
  );
  await tx.execute(eraseRow(key, institutionId, ids));
  await tx
    .update(merges)
    .set({ content: { erased: true } })
    .where(
      and(
        eq(merges.institutionId, institutionId),
        eq(merges.entity, entity),
        sql`(${inArray(merges.keptId, ids)} or ${inArray(merges.mergedId, ids)})`,
      ),
    );
  const signIns = await eraseSignIns(tx, ofPerson, institutionId, formerIds);
  fileIds.push(...(await eraseBegun(tx, institutionId, signIns.erased)));
  const reachedAt = [...new Set([...contacts, ...signIns.contacts])];
  const messages = await eraseMentions(tx, key, institutionId, {
    ...{ ids, names, contacts: reachedAt, bearers, imports, moves: linked.moves, reached: linked.reached },
    accounts: signIns.left,
  });
  await eraseApprovals(tx, institutionId, { subjectType: entity, ids, accountIds: signIns.left });
  const { rows: redacted } = await tx.execute<{ redaction: object }>(
    sql`select akada_erase_from_log(${institutionId}, ${JSON.stringify({
      ...{ subject_type: entity, ids, accounts: signIns.left, erased: signIns.erased, messages, imports },
      ...{ children: linked.children, names: bearers, contacts: reachedAt },
    })}::jsonb) as redaction`,
  );
  if (key === 'students')
    for (const word of new Set(bearers.map(({ sortName }) => sortName.split(' ')[0]!)))
      await tx.execute(sql`select akada_forget_name(${institutionId}, ${word})`);
  const discarded = await deleteFiles(tx, key, institutionId, fileIds);
  await record(tx, actor, 'privacy.erase', {
    institutionId,
    summary: `erased the data of a ${entity}${key === 'guardians' ? '' : `, ${numberWord} ${subject.number}`}`,
    subject: { type: entity, id: personId },
    // With the digest of what the log holds now in place of the erased words: the chain of the log vouches for it.
    details: { reason: input.reason, redactions: [redacted[0]!.redaction] },
  });
  return [...discarded, ...importFiles];
}

/** Whom it is about, when the actor may see and erase the record. */
async function allowErasure(tx: Tx, actor: Actor, key: KindKey, personId: number) {
  const subject = await findSubject(tx, actor, key, personId);
  if (!mayErase(actor, subject, kinds[key])) throw new NotAllowed();
  return subject;
}

function refuseErasure(key: KindKey, subject: Subject, number: string) {
  if (subject.anonymisedAt) throw new Conflict('This record has been erased already.');
  if (subject.stays) throw new Refused('form', subject.stays);
  if (number !== subject.number)
    throw new Refused(
      'number',
      `This is not the ${kinds[key].numberWord} of ${nameOf(subject)}. Type it as the record shows it.`,
    );
}

async function lockSame(tx: Tx, key: KindKey, institutionId: number, personId: number): Promise<number[]> {
  const { table } = kinds[key];
  const same = await withMerged(tx, key, institutionId, personId);
  await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.institutionId, institutionId), inArray(table.id, same)))
    .orderBy(table.id)
    .for('no key update');
  return same;
}

/** The record and those that became one with it. */
async function withMerged(tx: Tx, key: KindKey, institutionId: number, personId: number): Promise<number[]> {
  const answer = await tx.execute<{ id: string }>(sql`
    with recursive same as (select ${personId}::bigint as id union
      select p.id from ${kinds[key].table} p join same on p.merged_into_id = same.id where p.institution_id = ${institutionId})
    select id from same order by id`);
  return answer.rows.map(({ id }) => Number(id));
}

/**
 * What is linked to the person and tells of it: a guardian's children, whose next of kin it may have been; how the family
 * was reached, who may have been told; and a student's moves, of which teachers were told.
 */
async function linkedTo(tx: Tx, key: KindKey, ofPerson: SQL, institutionId: number) {
  const none = sql`select null::bigint as id, null::text[] as contacts where false`;
  const family = {
    students: sql`select id, array[phone, mobile, email] as contacts from guardians where institution_id = ${institutionId}
      and id in (select guardian_id from student_guardians where ${ofPerson})`,
    guardians: sql`select id, array[phone, mobile, email] as contacts from students where institution_id = ${institutionId}
      and id in (select student_id from student_guardians where ${ofPerson})`,
    employees: none,
  }[key];
  const { rows: kin } = await tx.execute<{ id: number; contacts: (string | null)[] }>(family);
  const { rows: moved } = await tx.execute<{ id: number }>(
    key === 'students'
      ? sql`select id from student_moves where ${ofPerson} union
          select together_id from student_moves where ${ofPerson} and together_id is not null`
      : none,
  );
  return {
    children: key === 'guardians' ? kin.map(({ id }) => Number(id)) : [],
    reached: kin.flatMap(({ contacts }) => filled(contacts)),
    moves: moved.map(({ id }) => Number(id)),
  };
}

/** By which files know them, also before a merge. */
async function numbersOf(tx: Tx, key: 'students' | 'employees', institutionId: number, ids: number[]) {
  const number = sql.identifier(key === 'students' ? 'admission_number' : 'employee_number');
  const answer = await tx.execute<{ number: string }>(sql`
    select ${number} as number from ${kinds[key].table} where institution_id = ${institutionId} and id = any(${sql.param(ids)}::bigint[])`);
  return answer.rows.map(({ number: one }) => one);
}

type Bearer = Awaited<ReturnType<typeof bearersOf>>[number];

/** A guardian whom a child's record itself names as next of kin. */
const eraseNextOfKin = (tx: Tx, institutionId: number, ids: number[], bearers: Bearer[], contacts: string[]) =>
  tx.execute(sql`update students s set next_of_kin_name = null, next_of_kin_phone = null, next_of_kin_relation = null
    where s.institution_id = ${institutionId}
      and s.id in (select student_id from student_guardians where institution_id = ${institutionId} and guardian_id = any(${sql.param(ids)}::bigint[]))
      and (s.next_of_kin_phone = any(${sql.param(contacts)}::text[]) or exists (
        select from jsonb_to_recordset(${JSON.stringify(bearers)}::jsonb) b (surname text, "firstName" text)
        where akada_searchable(s.next_of_kin_name) like '%' || akada_searchable(b.surname) || '%'
          and akada_searchable(s.next_of_kin_name) like '%' || akada_searchable(b."firstName") || '%'))`);

const filled = (values: (string | null)[]) => values.filter((one) => one !== null);

/** What each of them was called, and how it was reached. */
function bearersOf(tx: Tx, key: KindKey, institutionId: number, ids: number[]) {
  const { table } = kinds[key];
  const { surname, firstName, middleName, sortName, phone, mobile, email } = table;
  return tx
    .select({ surname, firstName, middleName, sortName, phone, mobile, email })
    .from(table)
    .where(and(eq(table.institutionId, institutionId), inArray(table.id, ids)));
}

const namesOf = ({
  firstName,
  middleName,
  surname,
}: {
  firstName: string;
  middleName: string | null;
  surname: string;
}) => [
  ...new Set([
    nameOf({ firstName, middleName, surname }),
    `${firstName} ${surname}`,
    `${surname}, ${[firstName, middleName].filter(Boolean).join(' ')}`,
    `${surname} ${firstName}`,
  ]),
];

/** All that were ever the person's: own fields keep the replaced ones, and a merge the photo that it did not take. */
async function filesOf(tx: Tx, key: KindKey, ofPerson: SQL, institutionId: number, ids: number[]) {
  const { entity } = kinds[key];
  const answer = await tx.execute<{ id: string }>(sql`
    select file_id as id from documents where ${ofPerson}
    union select file_id from custom_values where ${ofPerson} and file_id is not null
    union select id from files where institution_id = ${institutionId}
      and purpose = any(${sql.param(ids.map((id) => claimedPurpose(entity, id)))}::text[])
    union select (touched -> side ->> photo)::bigint from merges m,
      jsonb_array_elements(coalesce(m.content -> 'rows', '[]')) touched, unnest(array['before', 'after']) side,
      unnest(array['photo_id', 'photo_small_id']) photo
      where m.institution_id = ${institutionId} and m.entity = ${entity} and touched ->> 'table' = ${key}
      and (m.kept_id = any(${sql.param(ids)}::bigint[]) or m.merged_id = any(${sql.param(ids)}::bigint[]))
    union select unnest(array[photo_id, photo_small_id]) from ${kinds[key].table}
      where institution_id = ${institutionId} and id = any(${sql.param(ids)}::bigint[])`);
  return answer.rows.flatMap(({ id }) => (id === null ? [] : [Number(id)]));
}

/** But for a photo of somebody who was taken for this person and is another again. */
async function deleteFiles(tx: Tx, key: KindKey, institutionId: number, ids: number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const gone = await tx
    .delete(files)
    .where(
      and(
        eq(files.institutionId, institutionId),
        inArray(files.id, ids),
        sql`not exists (select from ${kinds[key].table} p
          where p.institution_id = files.institution_id and files.id in (p.photo_id, p.photo_small_id))`,
      ),
    )
    .returning({ storedAs: files.storedAs });
  return gone.map(({ storedAs }) => storedAs);
}

/** Certificates and moves keep their numbers and days. */
async function erasePapers(tx: Tx, institutionId: number, ids: number[]) {
  await tx
    .update(certificates)
    .set({ content: { erased: true }, voidReason: sql`case when void_reason is not null then 'Erased' end` })
    .where(and(eq(certificates.institutionId, institutionId), inArray(certificates.studentId, ids)));
  await tx
    .update(studentMoves)
    .set({ reason: 'Erased', destination: null, content: {} })
    .where(and(eq(studentMoves.institutionId, institutionId), inArray(studentMoves.studentId, ids)));
}

const columnsOfAll = `surname = 'Record', first_name = 'Erased', middle_name = null, gender = null, phone = null, mobile = null,
  email = null, nationality_id = null, country_id = null, state_id = null, state_name = null, lga_id = null, city = null,
  community = null, address = null, religion = null, photo_id = null, photo_small_id = null, anonymised_at = now(), updated_at = now()`;
const columnsOf: Record<KindKey, string> = {
  students: `birth_date = null, language = null, blood_group = null, genotype = null,
    next_of_kin_name = null, next_of_kin_phone = null, next_of_kin_relation = null`,
  employees: `title = null, birth_date = null, marital_status = null, blood_group = null, genotype = null, leaving_reason = null,
    next_of_kin_name = null, next_of_kin_phone = null, next_of_kin_relation = null`,
  guardians: `title = null, occupation = null, employer = null, language = null`,
};

const eraseRow = (key: KindKey, institutionId: number, ids: number[]) => sql`
  update ${kinds[key].table} set ${sql.raw(columnsOfAll)}, ${sql.raw(columnsOf[key])}
  where institution_id = ${institutionId} and id = any(${sql.param(ids)}::bigint[])`;
