import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { systemActor, type Actor } from '#kernel/actor.ts';
import { take } from '#kernel/counters.ts';
import type { Tx } from '#kernel/database.ts';
import { databaseError, ValidationError } from '#kernel/errors.ts';
import { roleNames } from '#kernel/contracts/role-names.ts';
import { disableAccount } from '#features/access/accounts/change-accounts.ts';
import { editRole } from '#features/access/accounts/roles/change-roles.ts';
import { addRole } from '#features/access/accounts/roles/add-role.ts';
import { lockOwnerRoles } from '#features/access/accounts/roles/last-owner.ts';
import { acceptByLink } from '#features/access/accounts/invitations/offers.ts';
import { endMembership } from '#features/access/accounts/suspend-membership.ts';
import { terminateEmployment } from '#features/people/employees/terminate-employment.ts';
import { editLink } from '#features/people/guardians/link.queries.ts';
import { startBatch } from '#features/people/invitations/run/run-batch.ts';
import { importChanges, imports } from '#features/people/imports/imports.schema.ts';
import { undoChanges } from '#features/people/imports/work/undo-rows.job.ts';
import { addMissingListValues } from '#features/records/lookups/check-list-values.ts';
import { renameListValue, orderListValues } from '#features/records/lookups/change-lists.ts';
import { mergeRecords } from '#features/records/merges/merge-records.ts';
import { unmerge } from '#features/records/merges/unmerge.ts';
import { erasePerson } from '#features/people/privacy/erase-person.ts';
import { acceptProof, approveHost, decideHost } from '#features/school/site/hosts/decide-host.ts';
import { EditSite, editSite, siteInForm } from '#features/school/site/edit-site.ts';
import { openSite } from '#features/school/site/site.queries.ts';
import { siteHosts, sites } from '#features/school/site/site.schema.ts';
import { editBatch } from '#features/school/structure/batches/create-batch.ts';
import { moveClass } from '#features/school/structure/catalogue/change-classes.ts';
import { assignBatch, lockSeats } from '#features/people/students/moves/assign-batch.ts';
import { CreateStudent, createStudent } from '#features/people/students/form/create-student.ts';
import { EditStudent, editStudent } from '#features/people/students/form/student-form.queries.ts';
import { approvalKind, approvalKinds } from '#kernel/contracts/approval-kind.ts';
import { memberships } from '#kernel/identity.schema.ts';
import { loadRequester } from '#features/records/approvals/requester.ts';
import { approve } from '#features/records/approvals/decide.ts';
import { requestApproval, type Requested } from '#features/records/approvals/request-approval.ts';
import { moveStudents } from '#features/people/students/moves/move-students.ts';
import { students } from '#features/people/students/students.schema.ts';
import { undoAssignment } from '#features/people/students/moves/undo-assignment.ts';
import { undoMove } from '#features/people/students/moves/undo-move.ts';
import { submitRegistration } from '#features/results/course-registration/choosing/submit-registration.ts';
import { approveRegistrations } from '#features/results/course-registration/deciding/decide-registrations.ts';
import { changePeriod } from '#features/results/course-registration/periods/periods.ts';
import { carryOut } from '#features/results/promotion/rollover/carry-out.ts';
import { undoRollover } from '#features/results/promotion/rollover/undo-rollover.ts';
import { setEntitlement } from '#features/teaching/leave/balances/set-entitlement.ts';
import { takeStaffRegister } from '#features/teaching/leave/days/take-staff-register.ts';
import { approveRequest, refuseRequest } from '#features/teaching/leave/requests/decide-request.ts';
import { product } from '#product/features.ts';
import { confirmStrong } from '#features/money/bank/statements/confirm-strong.ts';
import { splitLine } from '#features/money/bank/statements/ignore-line.ts';
import { undoPayment } from '#features/money/cashier/take-payment/undo-payment.ts';
import { reverse, unidentify } from '#features/money/payments/corrections/corrections.ts';
import { addCreditNote } from '#features/money/invoices/corrections/credit.ts';
import { fillPins } from './harness/filled-pins.ts';
import { lockOrder } from '#features/online/orders/order-code.ts';
import { endOrder, reopenOrder } from '#features/online/orders/sale/orders.ts';
import { setExpiry } from '#features/money/pins/batches/confirm-printed.ts';
import { sellCards } from '#features/money/pins/sale/sell-cards.ts';
import { settleOnline } from '#features/online/gateways/online/settle-online.ts';
import { onlinePayments } from '#features/online/gateways/gateways.schema.ts';
import { issueInvoices } from '#features/money/invoices/issue-invoices.ts';
import { lockOpenInvoices } from '#features/money/invoices/open-invoices.ts';
import { placePayment } from '#features/money/payments/corrections/refund-payment.ts';
import { lockPayment, receivePayment } from '#features/money/payments/receive-payment.ts';
import { shareOldestFirst } from '#features/money/payments/settle-pending.ts';
import { lockStudents } from '#features/people/students/lock-student.ts';
import { startSchool } from './harness/app.ts';
import { openTill } from './harness/till.ts';
import { withClient } from './harness/client.ts';
import { addSampleScheme } from './harness/sample-assessment.ts';
import { changeDueDay } from '#features/results/assessment/deadlines/change-due-day.ts';
import { saveMarks as saveCourseMarks } from '#features/results/assessment/marks/save-marks.ts';
import { changeSheets, type SheetAct } from '#features/results/assessment/sheets/change-sheets.ts';
import { saveNotes } from '#features/results/term-notes/notes/save-notes.ts';
import { openSheets } from '#features/results/assessment/sheets/open-sheets.ts';
import { applyCorrection } from '#features/results/results/corrections/apply-correction.ts';
import { correctionPage } from '#features/results/results/corrections/correction-page.queries.ts';
import { publishSheets } from '#features/results/results/publication/publish.ts';
import { addApplication, addIntake } from '#test/harness/sample-admissions.ts';
import { decideExcuse } from '#features/teaching/attendance/excuses/decide-excuse.ts';
import { sendExcuse } from '#features/teaching/attendance/excuses/excuses.ts';
import { saveRegister } from '#features/teaching/attendance/registers/save-register.ts';
import { openSchoolDays, todayHere } from './harness/school-days.ts';
import { admit } from '#features/admission/admissions/admit/admit.ts';
import { acceptOffer } from '#features/admission/admissions/decisions/accept-offer.ts';
import { applyCutoff } from '#features/admission/admissions/decisions/apply-cutoff.ts';
import { decide } from '#features/admission/admissions/decisions/decide.ts';
import { undoRound } from '#features/admission/admissions/decisions/undo-round.ts';
import { addTask } from '#features/admission/admissions/desk/review-tasks.ts';
import { giveSeats } from '#features/admission/admissions/exam/give-seats.ts';
import { saveMarks } from '#features/admission/admissions/exam/save-marks.ts';
import { addSitting } from '#features/admission/admissions/exam/sittings.ts';
import {
  lockIntakeDetails,
  intakeInForm,
  EditIntake,
  editIntake,
} from '#features/admission/admissions/intakes/change-intakes.ts';
import { openedOf } from '#kernel/edit/edit.ts';
import { handOver } from '#features/money/pins/sellers/sellers.ts';

type Merged = { mergeId: number };
type Work = (tx: Tx, actor: Actor) => Promise<unknown>;

let world: Awaited<ReturnType<typeof startSchool>>;
let actor: Actor;
/** Where contacts of somebody who signs in change, a second person has agreed to the merge. */
const agreed = () => ({ decider: systemActor(world.school.ilorin.id, 'A second person') });
beforeAll(async () => {
  world = await startSchool();
  actor = systemActor(world.school.ilorin.id, 'A clerk');
});
afterAll(() => world?.close());

const write = <T>(work: (tx: Tx) => Promise<T>) => world.database.write(actor, work);
const idOf = async (query: ReturnType<typeof sql>) =>
  Number((await write((tx) => tx.execute<{ id: number }>(query))).rows[0]!.id);

class Undone extends Error {}

/**
 * A statement that takes no lock anybody could wait for. Whoever stops behind it holds what he held before; and since
 * all work is taken back, what he has read is never old.
 */
function isMereLook(query: unknown): boolean {
  const text = typeof query === 'string' ? query : ((query as { text?: string }).text ?? '');
  return /^\s*select\b/i.test(text) && !/\bfor (no key update|update|key share|share)\b|lock|akada_/i.test(text);
}

interface Connection {
  query(...all: unknown[]): Promise<{ rows: { pid: number }[] }>;
}

/** On a busy machine a rehearsal may wait longer for a lock, and keep others waiting, than anybody who works. */
const withoutLimits = `select pg_backend_pid() as pid, set_config('lock_timeout', '0', true),
  set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`;

/** Does the work and takes it back; `pause` is called behind each statement with a lock. What it met is answered. */
async function rehearse(
  work: Work,
  pause: () => Promise<void>,
  by = actor,
  begin = (_pid: number) => {},
): Promise<unknown> {
  try {
    await world.database.write(by, async (tx) => {
      const { client } = (tx as unknown as { session: { client: Connection } }).session;
      const ask = client.query;
      begin((await client.query(withoutLimits)).rows[0]!.pid);
      client.query = async (...all) => {
        const answer = await ask(...all);
        if (!isMereLook(all[0])) await pause();
        return answer;
      };
      await work(tx, by);
      throw new Undone();
    });
  } catch (error) {
    return error;
  }
}

/** Who waits for a lock, other than this one. Asked often: named, it is planned once. */
const waitingBeside = (pid: number) => ({
  name: 'waiting',
  text: `select pid, query from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and pid <> $1`,
  values: [pid],
});

/**
 * Lets the other one work as far as it comes, behind each such statement of the one in turn. Says where they crossed.
 *
 * Where the other one comes to its end, or waits where it has waited before, the one goes on to its next statement. From
 * a new place to wait the one works to its end and then begins again. To wait twice at one place shows nothing new: the
 * other one holds the same locks, the one has all that it had the first time, and asks for nothing that it did not ask
 * for then.
 */
async function crossingsOf(one: Work, other: Work, by = actor): Promise<string[]> {
  const crossed: string[] = [];
  const note = (stop: number, met: unknown) => {
    if (met && !(met instanceof Undone))
      crossed.push(`behind statement ${stop}: ${databaseError(met)?.code === '40P01' ? 'a deadlock' : String(met)}`);
  };
  const places = new Set<string>();
  await withClient(world.ownerUrl, async (client) => {
    /** Starts the other one; answers when it has ended, or waits: then with the place and whom to stop. */
    async function letWork(ours: number) {
      let isOver = false;
      let answers = 0;
      const end = rehearse(other, async () => void (answers += 1), by).finally(() => (isOver = true));
      // Whoever gets answers does not wait: to ask the database each time costs as much as the work.
      for (let seen = -1; !isOver; await new Promise((done) => setTimeout(done, 2))) {
        const [found] = seen === answers ? (await client.query(waitingBeside(ours))).rows : [];
        if (found) return { end, place: `${answers} ${found.query}`, pid: found.pid as number };
        seen = answers;
      }
      return { end };
    }

    for (let tried = 0, isWhole = false; !isWhole;) {
      let at = 0;
      let ours = 0;
      let left: Promise<unknown> | undefined;
      let turn = Promise.resolve();
      const stop = async () => {
        if ((at += 1) <= tried || left) return;
        tried = at;
        const { end, place, pid } = await letWork(ours);
        if (place && !places.has(place)) {
          places.add(place);
          left = end;
          return;
        }
        if (pid) await client.query('select pg_cancel_backend($1)', [pid]);
        const met = await end;
        if (!pid) note(tried, met);
      };
      // Statements that are sent together are answered one after the other, and so are their stops.
      const pause = () => (turn = turn.then(stop));
      const first = await rehearse(one, pause, by, (pid) => (ours = pid));
      for (const met of [first, await left]) note(tried, met);
      isWhole = !left;
    }
  });
  return crossed;
}

/** Whoever comes first: neither waits for the other while the other waits for him, and both could do their work. */
async function expectNoCrossing(one: Work, other: Work, by = actor) {
  expect(await crossingsOf(one, other, by)).toEqual([]);
  expect(await crossingsOf(other, one, by)).toEqual([]);
}

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos' }).format(new Date());
const editing = (studentId: number, more: object): Work => {
  const form = { surname: 'Obi', firstName: 'Ada', admissionNumber: `X/${studentId}`, ...more };
  return async (tx, by) => {
    const [opened] = await write((other) => other.select().from(students).where(eq(students.id, studentId)));
    await editStudent(tx, by, studentId, EditStudent.parse({ ...form, opened }));
  };
};

test('a crossing is found, at the first statement or later, and none where both go the same way', async () => {
  const { 'Ada Obi': ada, 'Musa Garba': musa, 'Bala Danjuma': bala } = world.school.ilorin.studentIds;
  const lock =
    (...ids: number[]): Work =>
    async (tx) => {
      for (const id of ids) await tx.execute(sql`select id from students where id = ${id} for update`);
    };
  const found = (statement: number) => [`behind statement ${statement}: a deadlock`];
  expect(await crossingsOf(lock(ada, musa), lock(musa, ada))).toEqual(found(1));
  expect(await crossingsOf(lock(bala, ada, musa), lock(musa, ada))).toEqual(found(2));
  expect(await crossingsOf(lock(ada, bala, musa), lock(musa, bala, ada))).toEqual([...found(1), ...found(2)]);
  expect(await crossingsOf(lock(ada, musa, bala), lock(ada, bala))).toEqual([]);
  expect(await crossingsOf(lock(musa, bala), lock(ada, musa))).toEqual([]);
});

test('an assignment and the undo of another one with the same students never wait for each other', async () => {
  const { batchIds, studentIds } = world.school.ilorin;
  const into = (batchId: number) => (tx: Tx, by: Actor) =>
    assignBatch(tx, by, { batch_id: batchId, student_ids: [studentIds['Ada Obi']] });
  const { assignmentId } = await write((tx) => into(batchIds['JSS 2 A'])(tx, actor));
  // Into the batch that she returns to.
  await expectNoCrossing((tx, by) => undoAssignment(tx, by, assignmentId), into(batchIds['JSS 1 A']));
});

test('nor do a merge, its undo, the undo of a move and an erasure', async () => {
  const { id, studentIds } = world.school.ilorin;
  const [kept, left] = [studentIds['Musa Garba'], studentIds['Bala Danjuma']];
  const { moveId } = await write((tx) =>
    moveStudents(tx, actor, 'withdraw', [left], { onDate: today, reason: 'Moved' }),
  );
  const merge: Work = (tx, by) =>
    mergeRecords(tx, by, product.personalData, 'student', kept, { otherId: left, take: {} }, agreed());
  await expectNoCrossing((tx, by) => undoMove(tx, by, moveId), merge);
  const gone = await idOf(sql`select id from students where surname = 'Essien' and institution_id = ${id}`);
  const { mergeId } = (await write((tx) =>
    mergeRecords(tx, actor, product.personalData, 'student', gone, { otherId: left, take: {} }, agreed()),
  )) as Merged;
  const number = await write((tx) =>
    tx.execute<{ number: string }>(sql`select admission_number as number from students where id = ${gone}`),
  );
  await expectNoCrossing(
    (tx, by) => unmerge(tx, by, product.personalData, mergeId),
    (tx, by) =>
      erasePerson(tx, by, product.personalData, world.services.files, 'students', gone, {
        number: number.rows[0]!.number,
        reason: 'Requested',
      }),
  );
});

test('nor does the undo of a merge of guardians and a change of what one of them is to a child', async () => {
  const { id, studentIds } = world.school.ilorin;
  const guardian = await idOf(sql`select id from guardians where institution_id = ${id}`);
  const twin = await idOf(
    sql`insert into guardians (institution_id, surname, first_name) values (${id}, 'Bakare', 'Folake') returning id`,
  );
  const child = studentIds['Tunde Bakare'];
  await write((tx) =>
    tx.execute(sql`insert into student_guardians (institution_id, student_id, guardian_id)
    values (${id}, ${child}, ${twin})`),
  );
  const { mergeId } = (await write((tx) =>
    mergeRecords(tx, actor, product.personalData, 'guardian', guardian, { otherId: twin, take: {} }, agreed()),
  )) as Merged;
  const link = { relation: null, paysFees: false, mayCollect: true, receivesSms: false, isNextOfKin: true };
  await expectNoCrossing(
    (tx, by) => unmerge(tx, by, product.personalData, mergeId),
    (tx, by) => editLink(tx, by, { id: child, guardianId: guardian }, { ...link, opened: {} }),
  );
});

test('nor do two who move classes, rename or order words beside someone who saves them, or bring new ones', async () => {
  const { id, studentIds } = world.school.ilorin;
  const classId = (name: string) => idOf(sql`select id from classes where name = ${name} and institution_id = ${id}`);
  const [one, two] = [await classId('JSS 1'), await classId('JSS 2')];
  await expectNoCrossing(
    (tx, by) => moveClass(tx, by, two, { direction: 'up' }),
    (tx, by) => moveClass(tx, by, one, { direction: 'down' }),
  );
  const student = studentIds['Ngozi Okafor'];
  await write((tx) => tx.execute(sql`update students set religion = 'Islam' where id = ${student}`));
  const list = { institutionId: id, list: 'religions' } as const;
  const save = editing(student, { religion: 'Christianity' });
  await expectNoCrossing(save, (tx, by) => renameListValue(tx, by, { ...list, word: 'Islam', name: 'Muslim' }));
  const names = ['Other', 'Christianity', 'Islam', 'Traditional'];
  await expectNoCrossing(save, (tx, by) => orderListValues(tx, by, { ...list, words: names }));
  const bring =
    (...words: string[]): Work =>
    (tx) =>
      addMissingListValues(tx, id, 'religions', words);
  await expectNoCrossing(bring('Bahá’í', 'Druze'), bring('Druze', 'Bahá’í'));
});

test('nor do the approval of course registrations and an assignment of the same students', async () => {
  const { id, batchIds, studentIds } = world.school.ilorin;
  const ids = [studentIds['Ada Obi'], studentIds['Tunde Bakare']];
  const { rows } = await write((tx) =>
    tx.execute<{
      id: number;
    }>(sql`insert into course_registrations (institution_id, student_id, term_id, state, submitted_at)
      select t.institution_id, u.id, t.id, 'submitted', now() from terms t, unnest(${sql.param(ids)}::bigint[]) u (id)
      where t.institution_id = ${id} and t.is_current returning id::int as id`),
  );
  await expectNoCrossing(
    (tx, by) => approveRegistrations(tx, by, { ids: rows.map((row) => row.id) }),
    (tx, by) => assignBatch(tx, by, { batch_id: batchIds['JSS 2 A'], student_ids: ids }),
  );
});

test('nor does a new student with a place and an import that fills the same batch', async () => {
  const { id, batchIds } = world.school.ilorin;
  const batchId = batchIds['JSS 1 B'];
  const form = CreateStudent.parse({ institutionId: id, surname: 'New', firstName: 'One', batchId });
  await expectNoCrossing(
    (tx, by) => createStudent(tx, by, form),
    async (tx) => {
      await lockSeats(tx, id, [batchId]);
      await take(tx, id, `admission:${today.slice(0, 4)}`);
    },
  );
});

test('nor do the undoing of an import and what is done with its students', async () => {
  const { ilorin } = world.school;
  const { id: institutionId, batchIds, studentIds } = ilorin;
  const [old, other] = [studentIds['Ada Obi'], studentIds['Tunde Bakare']].toSorted((a, b) => a - b) as [
    number,
    number,
  ];
  const [found] = await write((tx) =>
    tx
      .insert(imports)
      .values({ institutionId, state: 'undoing', format: {} as never, mapping: [], options: {} as never })
      .returning(),
  );
  const job = { institutionId, importId: found!.id };
  const fresh = await idOf(sql`insert into students (institution_id, admission_number, surname, first_name)
    values (${institutionId}, 'UNDO/1', 'Undo', 'One') returning id`);
  await write((tx) =>
    tx.insert(importChanges).values(
      [old, other, fresh].map((subjectId) => ({
        ...job,
        entity: 'student' as const,
        subjectId,
        isNew: subjectId === fresh,
        batchId: batchIds['JSS 1 A'],
      })),
    ),
  );
  const undo: Work = (tx) => undoChanges(tx, job, found!, 'A clerk');
  const assign: Work = (tx, by) =>
    assignBatch(tx, by, { batch_id: batchIds['JSS 1 A'], student_ids: [other, old, fresh] });
  await expectNoCrossing(undo, assign);
  const [student] = await write((tx) => tx.select().from(students).where(eq(students.id, fresh)));
  await expectNoCrossing(undo, (tx, by) =>
    editStudent(tx, by, fresh, EditStudent.parse({ ...student, city: 'Offa', opened: student })),
  );
});

test('nor do roles, sign-ins and employees: given, shut, changed, leaving to each other, leading a class', async () => {
  const { ilorin, accounts } = world.school;
  const { id, roleIds, batchIds } = ilorin;
  const shut: Work = (tx, by) => disableAccount(tx, by, accounts.teacher);
  const give: Work = (tx, by) => addRole(tx, by, accounts.teacher, { role_id: roleIds.owner, employee_id: null });
  await expectNoCrossing(shut, give);
  const employee = (title: string) =>
    idOf(sql`select id from employees where institution_id = ${id}
    and job_title = ${title}`);
  const [teacher, librarian] = [await employee('Teacher'), await employee('Employee')];
  const leave =
    (who: number, successor: number | null): Work =>
    (tx, by) =>
      terminateEmployment(tx, by, who, { left_on: today, reason: 'Retired', successor_id: successor });
  await expectNoCrossing(leave(teacher, librarian), leave(librarian, teacher));
  await expectNoCrossing(leave(teacher, null), (tx, by) =>
    addRole(tx, by, accounts.teacher, { role_id: roleIds.bursar, employee_id: teacher }),
  );
  await expectNoCrossing(leave(teacher, null), (tx, by) =>
    editRole(tx, by, roleIds.teacher, {
      name: 'Teacher',
      permissions: ['students.viewOwn'],
      opened: { name: roleNames.teacher, permissions: [...product.startingRoles.teacher] },
    }),
  );
  const batch = await write((tx) =>
    tx.execute<{ classId: number; sessionId: number; capacity: number }>(
      sql`select class_id as "classId", session_id as "sessionId", capacity from batches where id = ${batchIds['JSS 1 B']}`,
    ),
  );
  const fields = { ...batch.rows[0]!, arm: 'B', name: 'JSS 1 B', teacherIds: [librarian, teacher], opened: {} };
  await expectNoCrossing(leave(teacher, librarian), (tx, by) => editBatch(tx, by, batchIds['JSS 1 B'], fields));
});

test('nor do invitations of many and what is done with these employees and their role', async () => {
  const { id, roleIds } = world.school.ilorin;
  const by = systemActor(id, 'The owner', world.school.accounts.owner);
  const added = (name: string) =>
    idOf(sql`insert into employees (institution_id, employee_number, surname, first_name, email)
      values (${id}, ${name}, 'Sani', ${name}, ${`${name.toLowerCase()}@example.com`}) returning id`);
  const [amina, bako] = [await added('Amina'), await added('Bako')];
  const invite =
    (...people: number[]): Work =>
    (tx, who) =>
      startBatch(tx, who, world.services.jobs, {
        institutionId: id,
        entity: 'employee',
        roleId: roleIds.employee,
        people,
        origin: '',
        leftOut: [],
      });
  await expectNoCrossing(invite(amina, bako), invite(bako, amina), by);
  await expectNoCrossing(
    invite(amina, bako),
    (tx, who) => terminateEmployment(tx, who, bako, { left_on: today, reason: 'Retired', successor_id: amina }),
    by,
  );
  await expectNoCrossing(
    invite(amina, bako),
    (tx, who) =>
      editRole(tx, who, roleIds.employee, {
        name: 'Employee',
        permissions: ['employees.viewSelf'],
        opened: { name: roleNames.employee, permissions: [...product.startingRoles.employee] },
      }),
    by,
  );
});

test('accounts whose roles change together are locked from the smallest id on', async () => {
  const { ilorin, accounts } = world.school;
  const [low, high] = [accounts.cashier, accounts.guardian].toSorted((a, b) => a - b) as [number, number];
  const given = [high, low].map((accountId) => ({
    institutionId: ilorin.id,
    accountId,
    roleId: ilorin.roleIds.applicant,
  }));
  await withClient(world.ownerUrl, async (holder) => {
    await holder.query('begin');
    await holder.query('select from accounts where id = $1 for no key update', [high]);
    const giving = rehearse(
      (tx) => tx.insert(memberships).values(given),
      async () => {},
    );
    // Who waits for the larger one has the smaller one already.
    await expect
      .poll(async () =>
        write((tx) => tx.execute(sql`select from accounts where id = ${low} for no key update skip locked`)).then(
          ({ rowCount }) => rowCount,
        ),
      )
      .toBe(0);
    await holder.query('rollback');
    expect(await giving).toBeInstanceOf(Undone);
  });
  expect(await write((tx) => tx.$count(memberships, eq(memberships.roleId, ilorin.roleIds.applicant)))).toBe(1);
});

test('nor do approving a request and asking for the same thing again', async () => {
  const { ilorin, accounts } = world.school;
  const { id } = ilorin;
  const kind = approvalKind({
    kind: 'test.lock',
    label: 'Test',
    permission: 'accounts.edit',
    payload: z.object({}),
    act: async (tx) => void (await lockOwnerRoles(tx, [id])),
  });
  const means = { kinds: approvalKinds(kind), services: { ...world.services, personalData: product.personalData } };
  const ask: Work = async (tx) => {
    await lockOwnerRoles(tx, [id]);
    const asker = await loadRequester(tx, accounts.ict_administrator, id);
    const wanted = { institutionId: id, subject: { type: 'institution', id }, payload: {}, summary: 'lock' };
    return requestApproval(tx, asker, kind, wanted);
  };
  const request = (await write((tx) => ask(tx, actor))) as Requested;
  const again: Work = (tx, by) => ask(tx, by).catch((error: unknown) => expect(error).toBeInstanceOf(ValidationError));
  const owner: Actor = { ...actor, accountId: accounts.owner };
  await expectNoCrossing((tx) => approve(tx, owner, request.id, means), again);
});

test('nor do an accepted invitation and whoever gives the invited person a role or ends the membership', async () => {
  const { accounts, ilorin } = world.school;
  const person = systemActor(ilorin.id, 'The bursar', accounts.bursar);
  const invited = await idOf(sql`with made as (
      insert into accounts (username, name, home_institution_id, offered_to) values ('inv.ited', 'The bursar', ${ilorin.id}, ${accounts.hr_officer})
      returning id),
    held as (insert into memberships (institution_id, account_id, role_id) select ${ilorin.id}, id, ${ilorin.roleIds.teacher} from made),
    key as (insert into one_time_tokens (token_hash, kind, account_id, expires_at)
      select 'inv', 'invitation', id, now() + interval '1 day' from made)
    select id from made`);
  const accept: Work = (tx) => acceptByLink(tx, person, invited);
  const others: Work[] = [
    (tx, by) => addRole(tx, by, accounts.hr_officer, { role_id: ilorin.roleIds.cashier, employee_id: null }),
    (tx, by) => addRole(tx, by, accounts.bursar, { role_id: ilorin.roleIds.cashier, employee_id: null }),
    (tx, by) => endMembership(tx, by, accounts.bursar, ilorin.id),
  ];
  for (const other of others) await expectNoCrossing(accept, other);
});

test('nor do host names of sites that are added, removed, proved and approved, in two institutions at once', async () => {
  const { ilorin, offa } = world.school;
  const both = systemActor(ilorin.id, 'A group administrator');
  both.isGroupAdministrator = true;
  both.institutions.push(...systemActor(offa.id, '').institutions);
  for (const [at, place] of both.institutions.entries()) place.shortName = ['Ilorin', 'Offa'][at]!;
  const waiting = { institutionId: ilorin.id, host: 'waiting.example' };
  await world.database.write(both, async (tx) => {
    for (const { id: institutionId } of both.institutions) await openSite(tx, both, institutionId);
    await tx.insert(siteHosts).values([waiting, { ...waiting, institutionId: offa.id }]);
    await tx.insert(siteHosts).values({
      institutionId: ilorin.id,
      host: 'old.example',
      status: 'approved',
      decidedBy: 'dns',
      decidedAt: sql`now()`,
    });
  });
  const hosts =
    (institutionId: number, before: string[], names: string[]): Work =>
    async (tx) => {
      const [site] = await tx.select().from(sites).where(eq(sites.institutionId, institutionId));
      const opened = siteInForm({ ...site!, hosts: before });
      await editSite(tx, both, EditSite.parse({ ...opened, hosts: names.join('\n'), opened }));
    };
  const here = ['waiting.example', 'old.example'];
  const adding = hosts(ilorin.id, here, ['waiting.example', 'a.example', 'b.example']);
  const approving: Work = (tx) => decideHost(tx, both, { ...waiting, isApproved: true });
  // In the other order, and one that the first removes.
  await expectNoCrossing(
    adding,
    hosts(offa.id, ['waiting.example'], ['b.example', 'waiting.example', 'a.example']),
    both,
  );
  await expectNoCrossing(adding, hosts(ilorin.id, here, ['waiting.example', 'old.example', 'c.example']), both);
  await expectNoCrossing(adding, approving, both);
  await expectNoCrossing(
    hosts(ilorin.id, here, ['old.example']),
    (tx) => acceptProof(tx, both, { ...waiting, institutionId: offa.id }, 'dns'),
    both,
  );
  await expectNoCrossing(
    approving,
    (tx) => approveHost(tx, both, { ...waiting, institutionId: offa.id }, 'time'),
    both,
  );
});

test('money of the same children crosses no other: bank lines, reversals, webhooks, credit notes, the counter and billing', async () => {
  const { ilorin, accounts: people } = world.school;
  const [ada, tunde] = [ilorin.studentIds['Ada Obi'], ilorin.studentIds['Tunde Bakare']];
  const both = [ada, tunde];
  const till = openTill(world);
  const invoiceId = await till.bill(ada, 40_000_00);
  await till.bill(tunde, 40_000_00);
  const receive = (tx: Tx, by: Actor, amount: number) =>
    lockStudents(tx, by, both)
      .then(() => lockOpenInvoices(tx, ilorin.id, both))
      .then((open) =>
        receivePayment(tx, by, ilorin.id, {
          channel: 'transfer',
          amount: amount * 2,
          day: till.day,
          shares: both.map((id) => shareOldestFirst(id, amount, open)),
        }),
      )
      .then(({ id }) => id);
  const paid = await write((tx) => receive(tx, actor, 5_000_00));
  const identified = await write(async (tx) => {
    const unknown = { channel: 'transfer' as const, amount: 2_000_00, day: till.day, shares: [] };
    const { id } = await receivePayment(tx, actor, ilorin.id, unknown);
    const open = await lockOpenInvoices(tx, ilorin.id, both);
    const shares = both.map((student) => shareOldestFirst(student, 1_000_00, open));
    await placePayment(tx, actor, (await lockPayment(tx, ilorin.id, id))!, { shares, day: till.day });
    return id;
  });
  // At the counter just now, however long this test takes.
  const taken = await write(async (tx) => {
    const id = await receive(tx, actor, 1_00);
    await tx.execute(sql`with opened as (insert into cashier_days (institution_id, account_id, day, opening_float)
        values (${ilorin.id}, ${people.cashier}, ${till.day}, 0) returning id)
      update payments set cashier_day_id = opened.id, account_id = ${people.cashier},
        created_at = now() + interval '1 hour' from opened
      where payments.id = ${id}`);
    return id;
  });
  // A statement: a line that showed that payment, one to split, and two that have strong proposals.
  const statementId = await idOf(sql`
    with account as (insert into bank_accounts (institution_id, name, bank, number, ledger_account_id)
      select ${ilorin.id}, 'Fees', 'First Bank', '0123456789', id from ledger_accounts
      where institution_id = ${ilorin.id} and role = 'bank' returning id)
    insert into bank_statements (institution_id, bank_account_id, file_name, sha256, columns, row_count, state, read_at)
    select ${ilorin.id}, id, 'x.csv', 'x', '[]', 3, 'read', now() from account returning id`);
  const lineOf = (amount: number, studentId: number | null, paymentId: number | null) =>
    idOf(sql`insert into bank_lines (institution_id, bank_account_id, statement_id, row_number, day, amount, fingerprint, ordinal,
        student_id, payment_id, strength)
      select ${ilorin.id}, bank_account_id, id, 2, ${till.day}, ${amount}, md5(random()::text) || md5('x'), 1, ${studentId}::bigint,
        ${paymentId}::bigint, ${studentId || paymentId ? sql`'strong'` : sql`null`}
      from bank_statements where id = ${statementId} returning id`);
  const lineId = await lineOf(6_000_00, null, null);
  await lineOf(10_000_00, null, paid);
  await lineOf(3_000_00, ada, null);
  const paymentId = await idOf(sql`
    with made as (insert into payments (institution_id, channel, provider, reference, status, amount, currency, day, code)
      values (${ilorin.id}, 'gateway', 'paystack', 'CROSS-1', 'pending', 800000, 'NGN', ${till.day}, '0123456789abcdef')
      returning institution_id, id),
    shares as (insert into payment_shares (institution_id, payment_id, student_id, amount)
      select institution_id, id, unnest(array[${ada}, ${tunde}]::bigint[]), 400000 from made)
    insert into online_payments (institution_id, payment_id, provider, mode, reference, amount, currency, account_id, status)
    select institution_id, id, 'paystack', 'live', 'CROSS-1', 800000, 'NGN', ${people.guardian}::bigint, 'open' from made returning payment_id as id`);
  const [online] = await write((tx) => tx.select().from(onlinePayments).where(eq(onlinePayments.paymentId, paymentId)));

  const works: Record<string, Work> = {
    split: (tx, by) =>
      splitLine(tx, by, lineId, {
        again: true,
        shares: [tunde, ada].map((student_id) => ({ student_id, amount: 3_000_00 })),
      }),
    confirm: (tx, by) => confirmStrong(tx, by, statementId, { after: 0 }),
    undo: (tx) => undoPayment(tx, systemActor(ilorin.id, 'Test', people.cashier), taken),
    reversal: (tx, by) => reverse(tx, by, paid, { reason: 'Test' }, { isApproved: true }),
    unplacing: (tx, by) => unidentify(tx, by, identified, { reason: 'Test' }, { isApproved: true }),
    webhook: (tx, by) =>
      settleOnline(tx, by, Buffer.alloc(32, 7), online!, {
        status: 'successful',
        reference: 'CROSS-1',
        providerId: '1',
        fee: null,
        paidAt: new Date(),
        amount: { minor: 8_000_00, currency: 'NGN' },
        channel: 'card',
        account: null,
        raw: {},
      }),
    credit: (tx, by) =>
      addCreditNote(tx, by, invoiceId, { amount: 38_000_00, reason: 'Test', item_id: null }, { agreedBy: 1 }),
    counter: (tx, by) => receive(tx, by, 1_000_00),
    billing: async (tx, by) => {
      await lockStudents(tx, by, both);
      const { rows } = await tx.execute<{ id: number }>(sql`select id from ledger_accounts where name = 'Tuition'`);
      const lines = [{ name: 'Levy', amount: 1_00, ledgerAccountId: Number(rows[0]!.id) }];
      const bill = {
        kind: 'single',
        title: 'Levy',
        issuedOn: till.day,
        lines,
        dues: [{ dueOn: till.day, amount: 1_00 }],
      };
      await issueInvoices(
        tx,
        by,
        ilorin.id,
        both.map((studentId) => ({ ...bill, kind: 'single' as const, studentId })),
      );
    },
  };
  for (const [one, other] of [
    ['split', 'reversal'],
    ['confirm', 'reversal'],
    ['confirm', 'split'],
    ['webhook', 'reversal'],
    ['webhook', 'split'],
    ['credit', 'split'],
    ['counter', 'reversal'],
    ['counter', 'undo'],
    ['undo', 'reversal'],
    ['undo', 'split'],
    ['billing', 'split'],
    ['unplacing', 'split'],
    ['webhook', 'unplacing'],
  ] as const)
    expect([one, other, await crossingsOf(works[one]!, works[other]!)]).toEqual([one, other, []]);
});

test('an order crosses nothing: its webhook, paying again, its end, its refund, and cards sold and handed over', async () => {
  const { ilorin, accounts: people } = world.school;
  const secret = Buffer.alloc(32, 7);
  const all = systemActor(ilorin.id, 'Test', people.bursar);
  const write = <T>(work: (tx: Tx) => Promise<T>) => world.database.asSystem([ilorin.id], work);
  await write((tx) => fillPins(tx, ilorin.id, people.bursar, 'Entrance form'));
  const ids = await write(async (tx) => {
    const { rows } = await tx.execute<{ order: number; seller: number; online: number }>(sql`
      with stock as (insert into pins (institution_id, serial, batch_id, kind_id, is_card, expires_on, secret_hash, last_four)
          select institution_id, n, batch_id, kind_id, true, expires_on, decode(repeat('0' || n % 10, 32), 'hex'), '0000'
          from pins, generate_series(2, 5) n where serial = 1),
        printed as (update pin_batches set printed_at = now()),
        paid as (insert into payments (institution_id, channel, provider, reference, status, amount, currency, day, code, order_id)
          select institution_id, 'gateway', 'paystack', 'CROSS-2', 'pending', amount, currency, current_date, '1123456789abcdef', id
          from orders returning institution_id, id, amount, currency, order_id),
        online as (insert into online_payments (institution_id, payment_id, provider, mode, reference, amount, currency, order_id, status)
          select institution_id, id, 'paystack', 'live', 'CROSS-2', amount, currency, order_id, 'open' from paid returning id)
      select (select id from orders) as order, (select id from pin_sellers) as seller, (select id from online) as online`);
    return rows[0]!;
  });
  const [order, seller] = [Number(ids.order), Number(ids.seller)];
  const [online] = await write((tx) =>
    tx
      .select()
      .from(onlinePayments)
      .where(eq(onlinePayments.id, Number(ids.online))),
  );
  const works: Record<string, Work> = {
    webhook: (tx, by) =>
      settleOnline(tx, by, secret, online!, {
        status: 'successful',
        reference: 'CROSS-2',
        providerId: '1',
        fee: null,
        paidAt: new Date(),
        amount: { minor: 500_000, currency: 'NGN' },
        channel: 'card',
        account: null,
        raw: {},
      }),
    again: async (tx) =>
      reopenOrder(tx, (await lockOrder(tx, ilorin.id, order))!, { secret, address: '127.0.0.1', cookie: 'a' }),
    end: async (tx) => endOrder(tx, (await lockOrder(tx, ilorin.id, order))!, 'expired'),
    cards: async (tx) =>
      void (await sellCards(tx, { institutionId: ilorin.id, first: 2, last: 5, sellerId: null, orderId: order })),
    handOver: async (tx, by) =>
      void (await handOver(tx, by, {
        seller_id: seller,
        direction: 'out',
        first_serial: 2,
        last_serial: 5,
        note: null,
      })),
    expiry: (tx, by) => setExpiry(tx, by, 1, { expires_on: '2030-01-01', reason: 'Test' }),
  };
  for (const [one, other] of [
    ['webhook', 'again'],
    ['webhook', 'end'],
    ['cards', 'handOver'],
    ['cards', 'expiry'],
  ] as const)
    await expectNoCrossing(works[one]!, works[other]!, all);
});

test('nor do the acts of the admissions office: seats, marks, tasks, cut-offs, admissions and a change of the intake', async () => {
  const { ilorin, accounts: people } = world.school;
  const officer = systemActor(ilorin.id, 'Test', people.registrar);
  const returning = await idOf(sql`insert into students (institution_id, admission_number, surname, first_name, status)
    values (${ilorin.id}, 'OLD/9', 'Alade', 'Bisi', 'withdrawn') returning id`);
  const { intake, sent, offered, accepted, round } = await write(async (tx) => {
    const made = await addIntake(tx, ilorin, { seats: 5 });
    const person = async (name: string, more: object = {}) => (await addApplication(tx, made, name, more)).id;
    const first = [await person('Chike Obi'), await person('Amina Bello')];
    const ids = {
      intake: made.id,
      sent: first,
      offered: await person('Tunde Alade', { status: 'offered' }),
      accepted: await person('Bisi Alade', { status: 'accepted', returningStudentId: returning }),
    };
    await addSitting(tx, officer, made.id, { startsAt: '2030-03-01T09:00', venue: 'Hall', seats: 5, note: null });
    await saveMarks(tx, officer, made.id, [
      { applicationId: await person('Ngozi Eze'), test: 'english', mark: 70, was: null },
    ]);
    const { rows } = await tx.execute<{ id: number }>(sql`
      with round as (insert into admission_rounds (institution_id, intake_id, kind) values (${ilorin.id}, ${made.id}, 'cutoff') returning id)
      insert into admission_round_members (institution_id, round_id, application_id, from_status, to_status)
      select ${ilorin.id}, round.id, a, 'submitted', 'offered' from round, unnest(array[${ids.offered}, ${ids.accepted}]::bigint[]) a
      returning round_id as id`);
    return { ...ids, round: Number(rows[0]!.id) };
  });
  const mark = (applicationId: number) => ({ applicationId, test: 'english', mark: 60, was: null });
  const cutoff = {
    cutoff: 50,
    waiting_from: null,
    rejects: false,
    offer_until: null,
    offered: 1,
    waiting: 0,
    rejected: 0,
  };
  const works: Record<string, Work> = {
    seats: (tx, by) => giveSeats(tx, by, intake, { order: 'name' }),
    // Typed from the end of the list.
    marks: (tx, by) => saveMarks(tx, by, intake, [mark(sent[1]!), mark(sent[0]!)]),
    task: (tx, by) =>
      addTask(tx, by, sent[0]!, { part: 'paper:birth-certificate', message: 'A clearer one, please.' }, null),
    edit: async (tx, by) => {
      const inForm = intakeInForm(await write((other) => lockIntakeDetails(other, officer, intake)));
      const opened = openedOf(EditIntake, inForm);
      await editIntake(tx, by, intake, EditIntake.parse({ ...opened, introduction: 'Welcome.', opened }));
    },
    cutOff: (tx, by) => applyCutoff(tx, by, intake, cutoff),
    undo: (tx, by) => undoRound(tx, by, round),
    decide: (tx, by) =>
      decide(tx, by, {
        application_ids: [...sent].toReversed(),
        to: 'waiting_list',
        reason: null,
        offer_until: null,
        over_seats: false,
      }),
    accept: (tx, by) => acceptOffer(tx, by, { institutionId: ilorin.id, id: offered }),
    admit: (tx, by) => admit(tx, by, accepted, { batch_id: null, admission_number: null, confirm_alike: true }),
    move: async (tx, by) =>
      void (await moveStudents(tx, by, 'readmit', [returning], { onDate: today, reason: 'Back', batchId: null })),
  };
  for (const [one, other] of [
    ['seats', 'marks'],
    ['seats', 'task'],
    ['seats', 'edit'],
    ['marks', 'edit'],
    ['marks', 'task'],
    ['task', 'edit'],
    ['marks', 'decide'],
    ['undo', 'accept'],
    ['cutOff', 'marks'],
    ['cutOff', 'decide'],
    ['admit', 'undo'],
    ['admit', 'edit'],
    ['admit', 'move'],
  ] as const)
    await expectNoCrossing(works[one]!, works[other]!, officer);
});

test('nor do marks that are saved and what becomes of the sheet, the students and their batch', async () => {
  const { id: institutionId, batchIds, courseIds } = world.school.ilorin;
  const batchId = batchIds['JSS 1 B'];
  const [course, term] = [
    courseIds.ENG!,
    await idOf(sql`select id from terms where institution_id = ${institutionId} and is_current`),
  ];
  await write(async (tx) => {
    await addSampleScheme(tx, institutionId);
    await tx.execute(sql`insert into course_offerings (institution_id, batch_id, course_id)
      values (${institutionId}, ${batchIds['JSS 1 A']}, ${course}) on conflict do nothing`);
    await openSheets(tx, actor, { termId: term, batchIds: [batchId, batchIds['JSS 1 A']], dueOn: null });
  });
  const sheetOf = (batch: number) => idOf(sql`select id from mark_sheets where batch_id = ${batch}`);
  const [sheetId, locked] = [await sheetOf(batchId), await sheetOf(batchIds['JSS 1 A'])];
  await write((tx) => changeSheets(tx, actor, 'lock', { ids: [locked], reason: '', isOnSheet: false }));
  const members = await write((tx) =>
    tx.execute<{ id: number }>(
      sql`select student_id::int as id from session_students where batch_id = ${batchId} order by 1`,
    ),
  );
  const ids = members.rows.map(({ id }) => id);
  await write((tx) =>
    tx.execute(sql`insert into students (institution_id, admission_number, surname, first_name)
      values (${institutionId}, 'TWIN/1', 'Twin', 'Second')`),
  );
  const twin = await idOf(sql`select id from students where admission_number = 'TWIN/1'`);
  const change =
    (act: SheetAct, sheet: number): Work =>
    (tx, by) =>
      changeSheets(tx, by, act, { ids: [sheet], reason: 'Checked.', isOnSheet: false });
  const cell = (studentId: number) => ({ studentId, component: 'test', entry: 2000, was: null });
  const noteOn = (studentId: number) => ({ studentId, field: 'teacher', note: 'Reads well.', was: '' });
  const works: Record<string, Work> = {
    save: (tx, by) => saveCourseMarks(tx, by, { sheetId, courseId: course }, ids.map(cell)),
    // Typed from the end of the list.
    saveToo: (tx, by) => saveCourseMarks(tx, by, { sheetId, courseId: course }, ids.toReversed().map(cell)),
    notes: (tx, by) => saveNotes(tx, by, sheetId, ids.map(noteOn)),
    notesToo: (tx, by) => saveNotes(tx, by, sheetId, ids.toReversed().map(noteOn)),
    lock: change('lock', sheetId),
    due: (tx, by) => changeDueDay(tx, by, { ids: [sheetId], dueOn: today, isOnSheet: false }),
    reopen: change('reopen', locked),
    approve: change('approve', locked),
    move: (tx, by) => assignBatch(tx, by, { batch_id: batchIds['JSS 2 A'], student_ids: ids }),
    merge: (tx, by) =>
      mergeRecords(tx, by, product.personalData, 'student', ids[0]!, { otherId: twin, take: {} }, agreed()),
  };
  for (const [one, other] of [
    ['save', 'saveToo'],
    ['save', 'lock'],
    ['save', 'due'],
    ['save', 'move'],
    ['save', 'merge'],
    ['lock', 'move'],
    ['reopen', 'approve'],
    ['approve', 'save'],
    ['notes', 'notesToo'],
    ['notes', 'lock'],
    ['notes', 'merge'],
  ] as const)
    await expectNoCrossing(works[one]!, works[other]!);
});

test('nor do registers that are taken and what becomes of the students and their batch', async () => {
  const { id: institutionId, batchIds } = world.school.ilorin;
  await write((tx) => openSchoolDays(tx, institutionId));
  const batchId = batchIds['JSS 2 A'];
  const { rows } = await write((tx) =>
    tx.execute<{ id: number }>(sql`select id::int as id from students where batch_id = ${batchId} order by 1`),
  );
  const ids = rows.map(({ id }) => id);
  await write((tx) =>
    tx.execute(sql`insert into students (institution_id, admission_number, surname, first_name)
      values (${institutionId}, 'TWIN/R', 'Twin', 'Third')`),
  );
  const twin = await idOf(sql`select id from students where admission_number = 'TWIN/R'`);
  const excuseId =
    await idOf(sql`insert into attendance_excuses (institution_id, student_id, starts_on, ends_on, kind, reason)
    values (${institutionId}, ${ids[0]}, ${todayHere()}, ${todayHere()}, 'sick', 'Fever') returning id`);
  const absent = { kind: 'absent' as const, codeId: null, minutes: null, leftAt: null, remark: null };
  const take =
    (sitting: number, students: number[]): Work =>
    (tx, by) =>
      saveRegister(tx, by, {
        batchId,
        sitting,
        onDate: todayHere(),
        offeringId: null,
        markedAt: Date.now(),
        sentAt: Date.now(),
        isDayConfirmed: false,
        reason: '',
        marks: students.map((studentId) => ({ studentId, mark: absent, was: null })),
      });
  const works: Record<string, Work> = {
    morning: take(1, ids),
    // Marked from the end of the list.
    morningToo: take(1, ids.toReversed()),
    afternoon: take(2, ids.toReversed()),
    move: (tx, by) => assignBatch(tx, by, { batch_id: batchIds['JSS 1 A'], student_ids: ids }),
    merge: (tx, by) =>
      mergeRecords(tx, by, product.personalData, 'student', ids[0]!, { otherId: twin, take: {} }, agreed()),
    // Changes the afternoon's register, which was taken.
    accept: (tx, by) => decideExcuse(tx, by, excuseId, { state: 'accepted', answer: null }),
    excuse: (tx, by) =>
      sendExcuse(
        tx,
        by,
        { student_id: ids[0]!, starts_on: todayHere(), ends_on: todayHere(), kind: 'sick', reason: 'Fever' },
        'office',
      ),
  };
  for (const [one, other] of [
    ['morning', 'morningToo'],
    ['morning', 'afternoon'],
    ['morning', 'move'],
    ['morning', 'merge'],
    ['excuse', 'merge'],
    ['excuse', 'move'],
  ] as const)
    await expectNoCrossing(works[one]!, works[other]!);
  await write((tx) => works['afternoon']!(tx, actor));
  for (const [one, other] of [
    ['accept', 'morning'],
    ['accept', 'move'],
    ['accept', 'merge'],
    ['accept', 'excuse'],
  ] as const)
    await expectNoCrossing(works[one]!, works[other]!);
});

test('nor do decisions on leave, the register of employees, and what becomes of the employee', async () => {
  const { id: institutionId } = world.school.ilorin;
  const employee = (title: string) =>
    idOf(sql`select id from employees where institution_id = ${institutionId} and job_title = ${title}`);
  const [teacher, librarian] = [await employee('Teacher'), await employee('Employee')];
  const typeId = await idOf(
    sql`select id from leave_types where institution_id = ${institutionId} and name = 'Annual leave'`,
  );
  const asked = (startsOn: string) =>
    idOf(sql`insert into leave_requests (institution_id, employee_id, type_id, starts_on, ends_on, days, asked_by)
      values (${institutionId}, ${teacher}, ${typeId}, ${startsOn}, ${startsOn}, 1, ${world.school.accounts.teacher}) returning id`);
  const [one, other] = [await asked('2026-12-01'), await asked('2026-12-02')];
  const decision = { answer: 'Noted', withoutPaper: true };
  const register =
    (...employeeIds: number[]): Work =>
    (tx, by) =>
      takeStaffRegister(tx, by, {
        institutionId,
        day: todayHere(),
        marks: employeeIds.map((employeeId) => ({
          employeeId,
          kind: 'present',
          arrivedAt: '07:45',
          note: null,
          was: null,
        })),
      });
  const works: Record<string, Work> = {
    approve: (tx, by) => approveRequest(tx, by, one, decision),
    refuse: (tx, by) => refuseRequest(tx, by, one, decision),
    approveOther: (tx, by) => approveRequest(tx, by, other, decision),
    entitle: (tx, by) => setEntitlement(tx, by, teacher, { typeId, year: 2026, days: 25, shown: null }),
    register: register(teacher, librarian),
    // Marked from the end of the list.
    registerToo: register(librarian, teacher),
    leave: (tx, by) =>
      terminateEmployment(tx, by, teacher, { left_on: today, reason: 'Retired', successor_id: librarian }),
    merge: (tx, by) =>
      mergeRecords(tx, by, product.personalData, 'employee', librarian, { otherId: teacher, take: {} }, agreed()),
  };
  for (const [first, second] of [
    ['approve', 'refuse'],
    ['approve', 'approveOther'],
    ['approve', 'entitle'],
    ['approve', 'register'],
    ['approve', 'leave'],
    ['approve', 'merge'],
    ['register', 'registerToo'],
    ['register', 'leave'],
    ['register', 'merge'],
  ] as const)
    await expectNoCrossing(works[first]!, works[second]!);
});

test('nor do corrections of published results with each other, the publication of the next term, and a merge', async () => {
  const { id: institutionId, batchIds } = world.school.ilorin;
  const { secret } = world.services;
  const batchId = batchIds['JSS 1 A'];
  const sheetId = await idOf(sql`select id from mark_sheets where batch_id = ${batchId}`);
  const next = await idOf(sql`select n.id from mark_sheets s join terms t on t.id = s.term_id
    join terms n on (n.session_id, n.position) = (t.session_id, t.position + 1) where s.id = ${sheetId}`);
  await write(async (tx) => {
    await tx.execute(sql`insert into marks (institution_id, student_id, term_id, course_id, entries)
      select s.institution_id, e.student_id, s.term_id, k.course_id, '{"test": 2000, "examination": 3000}'
      from mark_sheets s join mark_sheet_courses k on k.sheet_id = s.id
      join session_students e on e.batch_id = s.batch_id where s.id = ${sheetId} on conflict do nothing`);
    await openSheets(tx, actor, { termId: next, batchIds: [batchId], dueOn: null });
  });
  const nextSheet = await idOf(sql`select id from mark_sheets where batch_id = ${batchId} and term_id = ${next}`);
  for (const [act, ids] of [
    ['approve', [sheetId]],
    ['lock', [nextSheet]],
    ['approve', [nextSheet]],
  ] as const)
    await write((tx) => changeSheets(tx, actor, act, { ids: [...ids], reason: 'Checked.', isOnSheet: false }));
  await write((tx) => publishSheets(tx, actor, secret, { ids: [sheetId] }));
  const published = await write((tx) =>
    tx.execute<{ id: number; course: number }>(sql`select r.student_id::int as id, k.course_id::int as course
      from published_results r join mark_sheets s on (s.term_id, s.batch_id) = (r.term_id, r.batch_id)
      join mark_sheet_courses k on k.sheet_id = s.id where s.id = ${sheetId} order by 1`),
  );
  const correct = async (at: number): Promise<Work> => {
    const { id: studentId, course } = published.rows.at(at)!;
    const correctionId = await idOf(sql`with correction as (
        insert into result_corrections (institution_id, sheet_id, reason, seen, account_id)
        select ${institutionId}, ${sheetId}, 'Mistyped', '', min(id) from accounts returning *),
      cell as (insert into result_correction_cells (institution_id, correction_id, student_id, course_id, component, was, entered)
        select ${institutionId}, id, ${studentId}, ${course}, 'test', '2000', '2500' from correction),
      request as (insert into approvals (institution_id, kind, subject_type, subject_id, about, summary, permission, asked_by, expires_at)
        select institution_id, 'results.correct', 'result_correction', id, 'correction:' || id, 'correct', 'results.publish',
          account_id, now() + interval '1 day' from correction)
      select id from correction`);
    const { seen } = await write((tx) => correctionPage(tx, actor, correctionId));
    return (tx, by) => applyCorrection(tx, by, by, secret, { correctionId, seen: seen! });
  };
  await write((tx) =>
    tx.execute(sql`insert into students (institution_id, admission_number, surname, first_name)
      values (${institutionId}, 'TWIN/2', 'Twin', 'Third')`),
  );
  const twin = await idOf(sql`select id from students where admission_number = 'TWIN/2'`);
  const works: Record<string, Work> = {
    correct: await correct(0),
    correctToo: await correct(-1),
    publish: (tx, by) => publishSheets(tx, by, secret, { ids: [nextSheet] }),
    merge: (tx, by) =>
      mergeRecords(
        tx,
        by,
        product.personalData,
        'student',
        published.rows[0]!.id,
        { otherId: twin, take: {} },
        agreed(),
      ),
  };
  for (const [one, other] of [
    ['correct', 'correctToo'],
    ['correct', 'publish'],
    ['correct', 'merge'],
  ] as const)
    await expectNoCrossing(works[one]!, works[other]!);
});

test('nor do a promotion, its undo, and an assignment of the same student', async () => {
  const { id, sessionIds, classIds, pastBatchId, batchIds, studentIds } = world.school.ilorin as unknown as {
    id: number;
    sessionIds: { past: number };
    classIds: Record<string, number>;
    pastBatchId: number;
    batchIds: Record<string, number>;
    studentIds: Record<string, number>;
  };
  const [studentId, sessionId, classId] = [studentIds['Aisha Bello']!, sessionIds.past, classIds['JSS 1']!];
  await write(async (tx) => {
    await tx.execute(sql`update academic_sessions set closed_at = null where id = ${sessionId}`);
    await tx.execute(sql`insert into enrolments (institution_id, student_id, batch_id, session_id, from_date)
      values (${id}, ${studentId}, ${pastBatchId}, ${sessionId}, '2025-09-15')`);
    await tx.execute(sql`update students set batch_id = ${pastBatchId} where id = ${studentId}`);
    await tx.execute(sql`insert into promotion_decisions (institution_id, session_id, student_id, batch_id, outcome, proposed, approved_at)
      values (${id}, ${sessionId}, ${studentId}, ${pastBatchId}, 'repeat', 'repeat', now())`);
  });
  const into: Work = (tx, by) => assignBatch(tx, by, { batch_id: batchIds['JSS 2 A']!, student_ids: [studentId] });
  const promote = (tx: Tx, by: Actor) =>
    carryOut(tx, by, { sessionId, classIds: [classId], placing: 'same_arm', owedSeen: null });
  await expectNoCrossing(promote, into);
  const { runId } = await write((tx) => promote(tx, actor));
  await expectNoCrossing((tx, by) => undoRollover(tx, by, product.personalData, { runId, reason: 'Too early' }), into);
});

// The last one: where a class registers, whoever hasn’t takes no course in the tests above.
test('nor do a registration and the end of its period', async () => {
  const { id, classIds, studentIds } = world.school.ilorin;
  const { rows } = await write((tx) =>
    tx.execute<{ id: number; termId: number }>(sql`insert into registration_periods (institution_id, class_id, term_id,
        minimum_units, maximum_units, opens_on, closes_on)
      select institution_id, ${classIds['JSS 1']}, id, 0, 200, current_date - 1, current_date + 9 from terms
      where institution_id = ${id} and is_current returning id::int as id, term_id::int as "termId"`),
  );
  const [{ id: periodId, termId }] = rows as [{ id: number; termId: number }];
  const { rows: taught } = await write((tx) =>
    tx.execute<{ id: number }>(sql`select o.course_id::int as id from course_offerings o
      join students s on s.batch_id = o.batch_id and s.id = ${studentIds['Chidi Eze']}
      join courses c on c.id = o.course_id and c.elective_group is null`),
  );
  const courseIds = taught.map((course) => course.id);
  await expectNoCrossing(
    (tx, by) => submitRegistration(tx, by, studentIds['Chidi Eze'], { termId, courseIds, reason: null }),
    (tx, by) => changePeriod(tx, by, 'close', periodId),
  );
});
