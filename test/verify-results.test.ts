import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTransaction } from '#kernel/database/transaction.ts';
import { setUpAssessment } from '#features/results/assessment/load.demo.ts';
import { checkRows } from '#features/people/imports/work/check-rows.job.ts';
import { runRows } from '#features/people/imports/work/run-rows.job.ts';
import { verifyDecisions } from '#features/results/promotion/decisions/withdraw-approval.ts';
import { verifyInstitution, verifyResults } from '#features/results/results/verification/verify-results.ts';
import { verifyPapers } from '#features/results/transcripts/papers/verify-nightly.job.ts';
import { startSchool, type Browser } from '#test/harness/app.ts';
import { withClient } from '#test/harness/client.ts';

/*
 * JSS 1 A by grade points, English and Mathematics of 3 units. Ada 71 (A) and 64.5 (B): 27/6 = 4.50, corrected to 72: all
 * three are published again, as the class's average is on their cards; Ada's is the last, number 6.
 * Tunde 64.5 (B) and 40 (E): 15/6 = 2.50; imported GNS 101, 4 units of 5 points: (15 + 20)/10 = 3.50. Chidi 50 and 50.
 */
let world: Awaited<ReturnType<typeof startSchool>>;
let registrar: Browser;
let principal: Browser;
const ilorin = () => world.school.ilorin;
const student = (name: string) => (ilorin().studentIds as Record<string, number>)[name]!;
const course = (code: 'ENG' | 'MTH') => (ilorin().courseIds as Record<string, number>)[code]!;
const within = <T>(work: Parameters<typeof world.database.asSystem<T>>[1]) =>
  world.database.asSystem([ilorin().id], work);
const rowsOf = <Row>(query: ReturnType<typeof sql>) => within(async (tx) => (await tx.execute(query)).rows as Row[]);
const done = (answer: { statusCode: number; body: string }) =>
  expect([answer.statusCode, answer.body]).toEqual([303, '']);
const numbers = { ada: '', tunde: '', chidi: '' };

beforeAll(async () => {
  world = await startSchool();
  [registrar, principal] = [await world.as('registrar'), await world.as('principal')];
  await publishTerm();
  await correctAda();
  await importTunde();
  await approvePromotion();
  done(
    await registrar.post(`/students/${student('Tunde Bakare')}/papers`, {
      kind: 'transcript',
      recipient: 'University of Lagos',
      purpose: '',
      completedOn: '',
    }),
  );
});
afterAll(() => world.close());

async function publishTerm() {
  const { id: institutionId, batchIds } = ilorin() as unknown as { id: number; batchIds: Record<string, number> };
  const batchId = batchIds['JSS 1 A']!;
  await within(async (tx) => {
    await setUpAssessment(tx, institutionId, {
      scale: 'university-5',
      name: 'Points',
      system: 'gpa',
      step: '50',
      traits: [],
      components: [['Examination', 100]],
    });
    await tx.execute(sql`insert into course_offerings (institution_id, batch_id, course_id)
      values (${institutionId}, ${batchId}, ${course('ENG')}), (${institutionId}, ${batchId}, ${course('MTH')}) on conflict do nothing`);
    await tx.execute(sql`update courses set credit_units = 3 where institution_id = ${institutionId}`);
  });
  const [term] = await rowsOf<{ id: number }>(
    sql`select id::int as id from terms where institution_id = ${institutionId} and is_current`,
  );
  done(await registrar.post('/mark-sheets', { termId: term!.id, batchIds: [batchId], dueOn: '' }));
  const marks = [
    ['Ada Obi', 7100, 6450],
    ['Tunde Bakare', 6450, 4000],
    ['Chidi Eze', 5000, 5000],
  ].flatMap(([name, english, mathematics]) => [
    [student(name as string), course('ENG'), english],
    [student(name as string), course('MTH'), mathematics],
  ]);
  await within((tx) =>
    tx.execute(sql`insert into marks (institution_id, student_id, term_id, course_id, entries)
      select ${institutionId}, (m ->> 0)::bigint, ${term!.id}, (m ->> 1)::bigint, jsonb_build_object('examination', m -> 2)
      from jsonb_array_elements(${JSON.stringify(marks)}::jsonb) m`),
  );
  done(await registrar.post('/mark-sheets/lock', { ids: [await sheet()] }));
  done(await principal.post('/mark-sheets/approve', { ids: [await sheet()] }));
  done(await principal.post('/mark-sheets/publish', { ids: [await sheet()] }));
  const found = await rowsOf<{ name: string; number: string }>(
    sql`select lower(first_name) as name, admission_number as number from students where institution_id = ${institutionId}`,
  );
  for (const { name, number } of found) if (name in numbers) numbers[name as keyof typeof numbers] = number;
}

const sheet = async () => (await rowsOf<{ id: number }>(sql`select id::int as id from mark_sheets`))[0]!.id;

/** The last request for approval that nobody has answered. */
async function agree() {
  const [asked] = await rowsOf<{ id: number }>(sql`select id::int as id from approvals where outcome is null`);
  const answer = await principal.post(`/approvals/${asked!.id}/approve`);
  expect(answer.statusCode, answer.body).toBeLessThan(400);
}

async function correctAda() {
  const cells = [
    {
      studentId: student('Ada Obi'),
      courseId: course('ENG'),
      component: 'examination',
      was: 7100,
      entry: 7200,
    },
  ];
  const address = `/mark-sheets/${await sheet()}`;
  const { seen } = (await registrar.post(`${address}/correction/compare`, { cells })).json();
  const asked = await registrar.post(`${address}/corrections`, { cells, reason: 'Added wrongly', seen });
  done(asked);
  const page = new URL(String(asked.headers.location), 'http://akada').pathname;
  const { props } = await principal.page(page);
  const answer = await principal.post(`${page}/approve`, { seen: props.seen });
  expect(answer.statusCode, answer.body).toBe(200);
}

async function importTunde() {
  const text = [
    'Adm No,Session,Term,Class,Subject code,Subject,Units,Total,Grade,Points',
    `${numbers.tunde},2024/2025,First,Level 1,GNS 101,Use of English,4,72,A,5`,
  ].join('\n');
  const part = (name: string, value: string) =>
    `--cloth\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = `--cloth\r\nContent-Disposition: form-data; name="file"; filename="past.csv"\r\nContent-Type: text/csv\r\n\r\n${text}\r\n--cloth--\r\n`;
  const uploaded = await registrar.send({
    method: 'POST',
    url: '/imports',
    payload: Buffer.from(part('kind', 'results') + part('institutionId', String(ilorin().id)) + file),
    headers: { 'content-type': 'multipart/form-data; boundary=cloth', accept: 'application/json' },
  });
  const address = String(uploaded.headers.location);
  const work = async () => {
    for (const { queue, data } of world.sent.splice(0)) {
      const job = { 'imports.run': runRows, 'imports.check': checkRows }[queue as string];
      await job?.(world.services, data as never, new AbortController().signal);
    }
  };
  const { columns } = (await registrar.page(address)).props;
  const mapping = columns.map(({ field }: { field: string | null }) => field ?? 'leave_out');
  done(await registrar.post(`${address}/check`, { mapping, repeat: true }));
  await work();
  const { seen } = (await registrar.page(address)).props.import;
  done(await registrar.post(`${address}/run`, { mode: 'all', seen }));
  await work();
}

async function approvePromotion() {
  const [place] = await rowsOf<{ session: number; class: number }>(
    sql`select b.session_id::int as session, b.class_id::int as class from mark_sheets m
      join batches b on (b.institution_id, b.id) = (m.institution_id, m.batch_id)`,
  );
  const classIds = [place!.class];
  const decide = (names: string[], outcome: string) =>
    registrar.post('/promotion/decisions', {
      sessionId: place!.session,
      classId: place!.class,
      studentIds: names.map(student),
      outcome,
      nextBatchId: '',
      reason: 'As the board decided',
    });
  await within((tx) =>
    tx.execute(sql`update classes set next_class_id = (select id from classes c where c.institution_id = classes.institution_id
      and c.name = 'JSS 2') where id = ${place!.class}`),
  );
  done(await decide(['Ada Obi', 'Tunde Bakare'], 'promoted'));
  done(await decide(['Chidi Eze'], 'repeat'));
  done(await registrar.post('/promotion/approval', { sessionId: place!.session, classIds }));
  await agree();
}

/** Everything that verify-results finds after these statements, which are rolled back. */
const problemsAfter = (...statements: string[]): Promise<string[]> =>
  withClient(world.ownerUrl, async (client) => {
    const { db, close } = openTransaction(client);
    await client.query('begin');
    try {
      for (const statement of statements) await client.query(statement);
      const { secret } = world.services;
      const { problems } = await verifyInstitution(db, secret, ilorin().id);
      const [decisions, papers] = [await verifyDecisions(db, ilorin().id), await verifyPapers(db, secret, ilorin().id)];
      return [...problems, ...decisions.problems, ...papers.problems];
    } finally {
      close();
      await client.query('rollback');
    }
  });

const of = (name: string) => `student_id = ${student(name)}`;
const noTriggers = 'set local session_replication_role = replica';

test('nothing is found as long as nobody alters anything past the product', async () => {
  expect(await problemsAfter()).toEqual([]);
  const report = await withClient(world.ownerUrl, (client) => verifyResults(client, world.services.secret));
  expect(report.find(({ institution }) => institution === 'Ilorin Grammar School')).toMatchObject({ sealed: 6 });
  const summary = async (name: string) => (await principal.page(`/students/${student(name)}`)).props.summary;
  expect(await summary('Tunde Bakare')).toMatchObject({ cgpa: '3.50' });
});

test('each of thirty ways to alter results as the owner of the database is found and named', async () => {
  const { ada, tunde, chidi } = numbers;
  const ways: [name: string, statements: string[], found: RegExp][] = [
    [
      'a mark in the published content',
      [
        `update published_results set content = replace(content::text, '"examination": 4000', '"examination": 4900')::jsonb where ${of('Tunde Bakare')}`,
      ],
      RegExp(`^The result of ${tunde}, .* was changed .*It says Mathematics, Examination 49; the mark is 40\\.`),
    ],
    [
      'content and digest',
      [
        `update published_results set content = jsonb_set(content, '{summary,cgpa,value}', '"5"') where ${of('Chidi Eze')}`,
        `update published_results set digest = sha256(convert_to(content::text, 'UTF8')) where ${of('Chidi Eze')}`,
      ],
      RegExp(`The seal of the result of ${chidi},`),
    ],
    [
      'content, digest and a seal from elsewhere',
      [
        `update published_results set content = jsonb_set(content, '{summary,cgpa,value}', '"5"'), seal = sha256('x') where ${of('Chidi Eze')}`,
        `update published_results set digest = sha256(convert_to(content::text, 'UTF8')) where ${of('Chidi Eze')}`,
      ],
      RegExp(`The seal of the result of ${chidi},`),
    ],
    [
      'a result moved to someone else',
      [`update published_results set student_id = ${student('Ngozi Okafor')} where ${of('Chidi Eze')}`],
      /was moved to the record of/,
    ],
    [
      'the code on the paper',
      [`update published_results set code = 'AAAAAAAAAAAAAAAA' where ${of('Chidi Eze')} and replaced_at is null`],
      RegExp(`The seal of the result of ${chidi},`),
    ],
    [
      'the day of the publication',
      [`update published_results set published_at = published_at - interval '1 year' where ${of('Chidi Eze')}`],
      RegExp(`The seal of the result of ${chidi},`),
    ],
    [
      'the term',
      [
        `update published_results set term_id = (select max(id) from terms where institution_id = ${ilorin().id}) where ${of('Chidi Eze')}`,
      ],
      RegExp(`The seal of the result of ${chidi},`),
    ],
    [
      'a result in the middle that is gone',
      [`delete from published_results where ${of('Chidi Eze')}`],
      RegExp(`Number \\d, a result of ${chidi}, is missing`),
    ],
    [
      'the last result that is gone',
      ['delete from published_results where seq = 6'],
      RegExp(`Number 6, a result of ${ada}, is missing`),
    ],
    [
      'the same with the counter set back',
      [
        'delete from published_results where seq = 6',
        `update counters set value = 5 where institution_id = ${ilorin().id} and name = 'published result'`,
        `update published_results set replaced_at = null where ${of('Ada Obi')}`,
      ],
      RegExp(`Number 6, a result of ${ada}, is missing`),
    ],
    [
      'a result that nobody published',
      [
        `insert into published_results (institution_id, seq, student_id, term_id, batch_id, content, digest, seal, code, published_at)
          select institution_id, 7, ${student('Ngozi Okafor')}, term_id, batch_id,
            jsonb_set(content, '{student,id}', '${student('Ngozi Okafor')}'), digest, seal, 'BBBBBBBBBBBBBBBB', now()
          from published_results where seq = 6`,
        `update counters set value = 7 where institution_id = ${ilorin().id} and name = 'published result'`,
      ],
      /The seal of the result of .* does not fit \(number 7\)/,
    ],
    [
      'a correction reversed',
      [
        `update published_results set replaced_at = now() where seq = 6`,
        `update published_results set replaced_at = null where ${of('Ada Obi')} and seq < 6`,
      ],
      RegExp(`The result of ${ada}, .* is shown as the current one, but number 6 replaced it`),
    ],
    [
      'a result without a successor',
      [`update published_results set replaced_at = now() where ${of('Chidi Eze')}`],
      RegExp(`The result of ${chidi}, .* is marked as replaced, but nothing replaced it`),
    ],
    [
      'the moment of a replacement',
      [`update published_results set replaced_at = replaced_at - interval '1 day' where ${of('Ada Obi')} and seq < 6`],
      RegExp(`The result of ${ada}, .* was not replaced when number 6 was published`),
    ],
    [
      'a mark',
      [`update marks set entries = '{"examination": 9900}' where ${of('Chidi Eze')} and course_id = ${course('ENG')}`],
      RegExp(`The mark of ${chidi}, .* in English Language, Examination is 99, but 50 was published`),
    ],
    [
      'a mark that is gone',
      [`delete from marks where ${of('Chidi Eze')} and course_id = ${course('ENG')}`],
      RegExp(`The mark of ${chidi}, .* is —, but 50 was published`),
    ],
    [
      'the CGPA',
      [`update result_summaries set cgpa = 4.90, cgpa_exact = 4.9 where ${of('Chidi Eze')}`],
      RegExp(`The CGPA of ${chidi} is 4.90, but the results say 3.00`),
    ],
    [
      'the CGPA that lists are sorted by',
      [`update result_summaries set cgpa_exact = 4.9 where ${of('Chidi Eze')}`],
      RegExp(`The CGPA that ${chidi} is sorted by`),
    ],
    [
      'the class',
      [`update result_summaries set designation = 'First Class' where ${of('Chidi Eze')}`],
      RegExp(`The class of ${chidi} is First Class, but the results say Second Class Lower`),
    ],
    [
      'the position',
      [`update result_summaries set position = 1 where ${of('Chidi Eze')}`],
      RegExp(`The position of ${chidi} is 1, but the results say`),
    ],
    [
      'figures that are gone',
      [`delete from result_summaries where ${of('Chidi Eze')}`],
      RegExp(`The figures of ${chidi} are missing`),
    ],
    [
      'figures without a result',
      [
        `insert into result_summaries (institution_id, student_id, session, term, system, cgpa)
          values (${ilorin().id}, ${student('Ngozi Okafor')}, 'S', 'T', 'gpa', 5)`,
      ],
      /The figures of .* belong to no result/,
    ],
    [
      'what follows the session',
      [`update promotion_decisions set outcome = 'promoted', note = 'x' where ${of('Chidi Eze')}`],
      RegExp(`The promotion of ${chidi}, .* \\(promoted\\) was changed`),
    ],
    [
      'the average of a decision',
      [`update promotion_decisions set average = 99 where ${of('Ada Obi')}`],
      RegExp(`The promotion of ${ada}, .* was changed`),
    ],
    [
      'a decision that is gone',
      [`delete from promotion_decisions where ${of('Chidi Eze')}`],
      RegExp(`One of the promotion decisions of ${chidi} was removed`),
    ],
    [
      'a decision that nobody approved',
      [
        `insert into promotion_decisions (institution_id, session_id, student_id, batch_id, outcome, proposed, approved_at)
          select institution_id, session_id, ${student('Ngozi Okafor')}, batch_id, 'promoted', 'promoted', approved_at
          from promotion_decisions where ${of('Ada Obi')}`,
      ],
      /The promotion of .* is not in the log/,
    ],
    [
      'the grade of an imported course',
      ['update past_results set total = 4100, points = 100'],
      RegExp(`The imported result of ${tunde}, First Term, 2024/2025 was changed`),
    ],
    [
      'an imported course that was added',
      [
        `insert into past_results select institution_id, past_term_id, 'GNS 102', title, units, total, grade, points, passed from past_results`,
      ],
      RegExp(`The imported result of ${tunde}, First Term, 2024/2025 was changed`),
    ],
    [
      'an imported term moved to someone else',
      [`update past_terms set student_id = ${student('Ada Obi')}`],
      RegExp(`The imported result of ${ada}, First Term, 2024/2025 is not in the log`),
    ],
    [
      'imported results that are gone',
      ['delete from past_terms'],
      RegExp(`One of the imported terms of ${tunde} was removed`),
    ],
    [
      'imported results that no file brought',
      [
        `insert into past_terms (institution_id, student_id, session, year, term, position, system)
          values (${ilorin().id}, ${student('Ada Obi')}, '2023/2024', 2023, 'First Term', 1, 'gpa')`,
      ],
      RegExp(`The imported result of ${ada}, First Term, 2023/2024 is not in the log`),
    ],
    [
      'the last paper, with the counter set back',
      [
        'delete from academic_papers',
        `update counters set value = 0 where institution_id = ${ilorin().id} and name = 'academic paper'`,
      ],
      /The latest paper is missing/,
    ],
  ];
  expect(ways.length).toBeGreaterThanOrEqual(30);
  for (const [name, statements, found] of ways) {
    const problems = await problemsAfter(noTriggers, ...statements);
    expect(
      problems.filter((problem) => found.test(problem)).length > 0 ? name : [name, problems],
      'what was found',
    ).toBe(name);
  }
});

test('the public page goes by the chain: a reversed correction stays replaced, a changed result proves nothing', async () => {
  const visitor = world.nobody();
  const rows = await rowsOf<{ seq: number; code: string }>(
    sql`select seq::int as seq, code from published_results where institution_id = ${ilorin().id} order by seq`,
  );
  const pageOf = async (seq: number) =>
    (await visitor.page(`/verify/result/${rows.find((row) => row.seq === seq)!.code}`)).props;
  const owner = (...statements: string[]) =>
    withClient(world.ownerUrl, async (client) => {
      for (const statement of statements) await client.query(statement);
    });
  const [first] = await rowsOf<{ seq: number }>(
    sql`select seq::int as seq from published_results where student_id = ${student('Ada Obi')} order by seq`,
  );
  await owner(
    'update published_results set replaced_at = now() where seq = 6',
    `update published_results set replaced_at = null where seq = ${first!.seq}`,
  );
  expect((await pageOf(first!.seq)).result).toMatchObject({ replacedOn: expect.any(String) });
  expect((await pageOf(6)).result).toMatchObject({ replacedOn: null, cgpa: '4.5' });
  await owner(
    `update published_results set content = jsonb_set(content, '{summary,cgpa,value}', '"5"') where seq = 6`,
    `update published_results set digest = sha256(convert_to(content::text, 'UTF8')) where seq = 6`,
  );
  expect(await pageOf(6)).toMatchObject({ result: null, institution: 'Ilorin Grammar School' });
});
