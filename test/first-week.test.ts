import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '#kernel/dates.ts';
import { query } from '#kernel/database.ts';
import { prepareSetup } from '#features/access/accounts/setup.ts';
import { draftOf } from '#features/school/structure/presets/draft.ts';
import { presets } from '#features/school/structure/presets/presets.ts';
import { createSender } from '#features/records/sending/sender/sender.ts';
import { withClient } from './harness/client.ts';
import { startFakeSenders } from './harness/fake-senders.ts';
import { todayHere } from './harness/school-days.ts';
import { openEmptySite, type Browser } from './harness/site.ts';

/*
 * The first week of a school as its first user lives it: from an empty installation with one combined roster to messages
 * that reach the guardians, registers since the first day of term, electives, and a first published result. Each form or
 * button is an act; their number is the length of the way, and fails when the way gets longer.
 */
const roster = `LEKKI MODEL COLLEGE,,,,,,,,,,
LIST OF STUDENTS AND PARENTS,,,,,,,,,,
S/N,Adm No,Surname,Other Names,Sex,D.O.B,Class,Religion,Name of Parent/Guardian,Parent's Phone,Parent's e-mail
1,LMC/001,OBI,Ada Grace,F,03/04/2015,JSS1A,Christianity,Mr & Mrs Obi Chukwuma,8031234567,
2,LMC/002,OBI,Daniel,M,12-05-2014,JSS 1 A,Christianity,Mr & Mrs Obi Chukwuma,08031234567,obi@example.com
3,,BELLO,Sani,Male,2015-01-09,jss1 A,Islam,Alhaji Bello,+234 803 765 4321,
4,LMC/004,EZE,Chinedu,M,7 Jun 2014,J.S.S. 2 A,Christianity,Mrs. EZE (aunt),0803 111 2222 / 0805 333 4444,
TOTAL,4,,,,,,,,,
`;
const password = 'indigo on warm paper';
const now = todayHere();
/** Term has run for six weeks, whatever the day is. */
const [begins, ends] = [addDays(now, -42), addDays(now, 250)];

let site: Awaited<ReturnType<typeof openEmptySite>>;
let fake: Awaited<ReturnType<typeof startFakeSenders>>;
let me: Browser;
let school: number;
const acts: string[] = [];
beforeAll(async () => {
  [site, fake] = await Promise.all([openEmptySite(), startFakeSenders()]);
  Object.assign(site.services, { providers: fake.network });
});
afterAll(async () => {
  await site.close();
  await fake.close();
});

/** One form or button; a request that is refused is a dead end. */
async function act(name: string, url: string, body: object = {}) {
  acts.push(name);
  const answer = await me.post(url, body, { 'idempotency-key': crypto.randomUUID() });
  expect(answer.statusCode, `${name}: ${answer.body.slice(0, 600)}`).toBeLessThan(400);
  return answer;
}
// The props of whatever page answered.
// oxlint-disable-next-line typescript/no-explicit-any
const open = async (url: string): Promise<any> => {
  const page = await me.open(url);
  expect(page.component, url).not.toBe('error');
  return page.props;
};
const ask = <Row>(statement: ReturnType<typeof sql>) =>
  site.database.asSystem([school], (tx) => query<Row>(tx, statement));
const byKey = <Row extends { key: string }>(rows: Row[], row: (one: Row) => object = (one) => one) =>
  Object.fromEntries(rows.map((one) => [one.key, row(one)]));

async function setUp() {
  const token = await prepareSetup(site);
  me = site.browser();
  await me.open(`/setup?token=${token}`);
  await act('set up the school', '/setup', {
    token,
    name: 'Lekki Model College',
    shortName: 'Lekki',
    kind: 'secondary',
    sessionName: '2026/2027',
    startsOn: begins,
    endsOn: ends,
    ownerName: 'Ngozi Eze',
    username: 'ngozi.eze',
    password,
  });
  ({
    institutions: [{ id: school }],
  } = (await open('/account')).shell);
  const { preset } = await open('/structure/templates');
  const [junior] = draftOf(presets[preset as 'secondary']);
  const subjects = junior!.subjects.filter(({ code }) => ['ENS', 'CRS', 'IRS'].includes(code));
  await act('add classes, arms and subjects from a template', '/structure/templates', {
    institutionId: school,
    seats: '40',
    terms: {
      t0: { name: 'First Term', startsOn: begins, endsOn: addDays(now, 40) },
      t1: { name: 'Second Term', startsOn: addDays(now, 60), endsOn: addDays(now, 120) },
    },
    programs: byKey([junior!], ({ classes, ...program }) => ({
      ...program,
      classes: byKey(classes.slice(0, 2).map((level) => ({ ...level, arms: 'A' }))),
      subjects: byKey(subjects.map((subject) => ({ ...subject, arms: '' }))),
    })),
  });
}

async function importRoster() {
  const part = (name: string, value: string) =>
    `--cloth\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  acts.push('upload the roster');
  const uploaded = await site.app.inject({
    method: 'POST',
    url: '/imports',
    cookies: Object.fromEntries(me.cookies),
    payload: `${part('institutionId', String(school))}${part('kind', 'students')}--cloth\r\nContent-Disposition: form-data; name="file"; filename="roster.csv"\r\n\r\n${roster}\r\n--cloth--\r\n`,
    headers: {
      'content-type': 'multipart/form-data; boundary=cloth',
      accept: 'application/json',
      'x-csrf-token': me.csrf(),
    },
  });
  const address = String(uploaded.headers.location);
  const { columns, termBegins } = await open(address);
  expect(termBegins).toBe(begins);
  const mapping = columns.map(({ field }: { field: string | null }) => field ?? 'leave_out');
  await act('check the file', `${address}/check`, { mapping, enrolment: 'term', tidyNames: true });
  const until = (state: string) => expect.poll(async () => (await open(address)).import.state as string).toBe(state);
  await until('checked');
  expect((await open(address)).import).toMatchObject({ good: 4, bad: 0 });
  await act('import it', `${address}/run`, { mode: 'all' });
  await until('done');
}

/** Alone, an owner waits a day for what needs a second person (decision 0018). */
async function afterTheWait(name: string) {
  await withClient(site.ownerUrl, (owner) =>
    owner.query(`update approvals set waits_until = now() - interval '1 minute' where waits_until is not null`),
  );
  const { waiting } = await open('/approvals');
  await act(name, `/approvals/${waiting[0].id}/complete`);
}

async function reachGuardians() {
  await act('enter the password again', '/account/confirm', { current: password });
  await act('enter the provider of SMS', '/message-providers/save', {
    institution_id: school,
    kind: 'http',
    place: '1',
    per_second: '50',
    ...fake.generic,
  });
  await afterTheWait('complete the provider after a day');
  const { channels } = await open('/message-providers');
  const sms = channels.find(({ channel }: { channel: string }) => channel === 'sms');
  await act('switch it on', '/message-providers/switch', {
    institution_id: school,
    provider_id: sms.first.id,
    is_on: 'on',
  });
  await afterTheWait('complete the switch after a day');
  // Whatever the hour is at which the test runs.
  await me.post('/message-providers/hours', { institution_id: school, quiet_from: '', quiet_until: '' });
  const message = {
    institution_id: school,
    channel: 'sms',
    subject: '',
    body: 'Dear {name}, school resumes on Monday.',
    audience: { of: 'guardians', by: [{ kind: 'all' }] },
  };
  const preview = (await me.post('/messages/preview', message)).json();
  expect(preview).toMatchObject({ recipients: 3, leftOut: {}, kept: 0 });
  await act('send a message to all guardians', '/messages', { ...message, act: 'send', confirmed: 3 });
  const sender = createSender(site.services, (error) => expect.fail(error.message));
  await sender.sendDue();
  await sender.stop();
  expect(fake.arrived.map(({ to }) => to).toSorted()).toEqual(['+2348031112222', '+2348031234567', '+2348037654321']);
}

async function chooseElectives(batchId: number) {
  const here = `/batches/${batchId}/electives`;
  const { electives, rules } = await open(here);
  const offering = (code: string) => electives.find((one: { code: string }) => one.code === code).id as number;
  expect(rules.religion).toEqual(['Christianity', 'Islam']);
  await act('choose electives by religion', `${here}/rule`, {
    by: 'religion',
    choices: [
      { value: 'Christianity', offering_id: offering('CRS') },
      { value: 'Islam', offering_id: offering('IRS') },
    ],
  });
}

/** The register of the first school day of the term, with everybody in it. */
async function takeRegister(batchId: number) {
  const days = Array.from({ length: 7 }, (_, at) => addDays(begins, at));
  const pages = await Promise.all(days.map((day) => me.open(`/registers/${batchId}?date=${day}`)));
  const sheets = pages.map(
    ({ props }) =>
      props['sheet'] as {
        closed: string | null;
        place: { onDate: string; sitting: number };
        rows: { id: number; name: string }[];
      },
  );
  const { place, rows } = sheets.find(({ closed }) => closed === null)!;
  expect(rows.map(({ name }) => name)).toEqual(['Bello, Sani', 'Obi, Ada Grace', 'Obi, Daniel']);
  const mark = { kind: 'present', codeId: null, minutes: null, leftAt: null, remark: null };
  const saved = await act('take the register of the first day', '/registers', {
    batchId,
    onDate: place.onDate,
    sitting: place.sitting,
    offeringId: null,
    markedAt: Date.now(),
    sentAt: Date.now(),
    isDayConfirmed: false,
    reason: 'From the paper register',
    marks: rows.map(({ id }) => ({ studentId: id, mark, was: null })),
  });
  expect(saved.json()).toEqual({ saved: 3, problems: [] });
}

async function setUpGrading() {
  const { presets: scales } = await open('/grading-scales/new');
  const scale = scales.find(({ key }: { key: string }) => key === 'waec') ?? scales[0];
  const rows = (some: object[]) => Object.fromEntries(some.map((row, at) => [at + 1, row]));
  await act('add the grading scale', '/grading-scales', {
    institutionId: school,
    name: scale.name,
    bands: rows(scale.bands),
    designations: rows(scale.designations),
    entryFrom: '',
  });
  const { scales: made } = await open('/assessment-schemes/new');
  await act('add the assessment scheme', '/assessment-schemes', {
    institutionId: school,
    name: 'Tests and examination',
    system: 'average',
    step: '50',
    passMark: '40',
    scaleId: made[0].id,
    cumulative: 'mean',
    minimumCourses: '1',
    repeats: 'all_attempts',
    components: rows([
      { savedKey: '', name: 'Tests', maximum: '40', position: 0 },
      { savedKey: '', name: 'Examination', maximum: '60', position: 1 },
    ]),
  });
  const { schemes } = await open('/scheme-uses/new');
  await act('say where it applies', '/scheme-uses', {
    institutionId: school,
    schemeId: schemes[0].id,
    programId: '',
    classId: '',
    courseId: '',
  });
}

async function publishResults(batchId: number) {
  const { term } = await open('/mark-sheets');
  await act('open the sheet for marks', '/mark-sheets', { termId: term.id, batchIds: [batchId], dueOn: '' });
  const { rows } = await open('/mark-sheets');
  const sheetId = rows.find((row: { batchId: number }) => row.batchId === batchId).id as number;
  const { courses } = await open(`/mark-sheets/${sheetId}`);
  const taken: Record<string, string[]> = {};
  for (const { courseId, code } of courses as { courseId: number; code: string }[]) {
    const at = `/mark-sheets/${sheetId}/courses/${courseId}`;
    const { rows: students, sheet } = await open(at);
    taken[code] = students.map(({ name }: { name: string }) => name);
    const cells = students.flatMap(({ id }: { id: number }) =>
      sheet.scheme.components.map(({ key }: { key: string }) => ({
        studentId: id,
        component: key,
        entry: 30_00,
        was: null,
      })),
    );
    const saved = await act(`enter the marks of ${code}`, `${at}/marks`, { cells });
    expect(saved.json()).toMatchObject({ saved: cells.length, problems: [] });
  }
  expect(taken).toEqual({
    ENS: ['Bello, Sani', 'Obi, Ada Grace', 'Obi, Daniel'],
    CRS: ['Obi, Ada Grace', 'Obi, Daniel'],
    IRS: ['Bello, Sani'],
  });
  await act('lock the sheet', '/mark-sheets/lock', { ids: [sheetId] });
  await act('approve it', '/mark-sheets/approve', { ids: [sheetId] });
  await act('publish the results', '/mark-sheets/publish', { ids: [sheetId] });
  const published = await open(`/mark-sheets/${sheetId}`);
  expect(published.sheet.state).toBe('published');
  const [result] = await ask<{ id: number }>(sql`select id::int as id from published_results order by id limit 1`);
  const { card } = await open(`/published-results/${result!.id}`);
  expect(card.courses).toHaveLength(2);
}

test('a school’s first week has no dead end', async () => {
  await setUp();
  await importRoster();
  await reachGuardians();
  const { rows } = await open('/batches');
  const batchId = rows.find(({ name }: { name: string }) => name === 'JSS 1 A').id as number;
  await chooseElectives(batchId);
  await takeRegister(batchId);
  await setUpGrading();
  await publishResults(batchId);
  expect(acts).toHaveLength(23);
});
