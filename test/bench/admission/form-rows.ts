import { createHash } from 'node:crypto';
import type pg from 'pg';
import { codeHash, makeCode } from '#features/admission/admissions/resume-code.ts';
import { csrfToken } from '#web/csrf.ts';
import { visitorCookie } from '#web/requests.ts';
import { newVisitor } from '#web/visitors.ts';
import { requestText } from '../http.ts';
import type { Row } from '../report.ts';
import { say } from '../say.ts';
import type { Site } from '../site.ts';

const clients = 16;
const warmUps = 12;
const slug = 'bench';

/** The public form: its page, a part that is saved, and an application that is sent with its papers. */
export async function formRows(site: Site, isQuick: boolean): Promise<Row[]> {
  const { app, driver } = site;
  const each = isQuick ? 60 : 300;
  const codes = await openDrafts(site, clients * each);
  const seconds = isQuick ? 1 : 5;
  const drive = (scripts: string[][], status: number, atMost?: number, longest = 30) =>
    driver.drive({ port: app.port, scripts, clients, seconds: longest, status, ...(atMost && { atMost }) });
  const page = [
    [requestText({ path: `/sites/${slug}/apply`, headers: { accept: 'text/html', 'accept-encoding': 'gzip' } })],
  ];
  await drive(page, 200, undefined, 1.5);
  say('Drawing the application form for 16 visitors …');
  const drawn = await drive(page, 200, undefined, seconds);

  const headers = visitorHeaders(Buffer.from(site.secret, 'hex'));
  const opened = createHash('sha256').update('[]').digest('base64url').slice(0, 16);
  const guardian = { surname: 'Adeyemi', firstName: 'Bola', relation: 'Mother', mobile: '0803 000 0199' };
  const fields = Object.entries(guardian).map(([name, value]) => [`guardians.0.${name}`, value]);
  const saving = new URLSearchParams({ opened, ...Object.fromEntries(fields) }).toString();
  const post = (part: string, body: string) => (code: string) =>
    requestText({ method: 'POST', path: `/sites/${slug}/application/${code}/${part}`, headers, body });
  const inTurn = async (part: string, body: string) => {
    // All walk through one list: each application once.
    const all = codes.map(post(part, body));
    // Each connection plans its statements at their first uses.
    await drive([all.slice(0, clients * warmUps)], 303, clients * warmUps);
    return drive([all.slice(clients * warmUps)], 303, all.length - clients * warmUps);
  };
  say('Saving a part of the form, for 16 applicants at once …');
  const saved = await inTurn('guardians', saving);
  say('Sending 200 applications a minute …');
  const sendings = codes.map(post('send', ''));
  await drive([sendings.slice(0, clients * warmUps)], 303, clients * warmUps);
  const sent = await driver.drive({
    port: app.port,
    scripts: [sendings.slice(clients * warmUps)],
    clients: 4,
    status: 303,
    pause: 1150,
    seconds: isQuick ? 10 : 60,
  });
  return [
    { what: 'the form’s HTML, 16 clients', value: rate(drawn), unit: '/s', budget: 500, atLeast: true },
    {
      what: 'a step kept, 16 clients, p99',
      value: saved.p99,
      unit: 'ms',
      budget: 80,
      note: `p50 ${saved.p50.toFixed(1)} ms`,
    },
    {
      what: 'an application sent, 200 a minute, p99',
      value: sent.p99,
      unit: 'ms',
      budget: 200,
      note: `p50 ${sent.p50.toFixed(1)} ms`,
    },
  ];
}

const rate = ({ requests, took }: { requests: number; took: number }) => (requests / took) * 1000;

export function visitorHeaders(secret: Buffer): Record<string, string> {
  const visitor = newVisitor(secret);
  return {
    cookie: `${visitorCookie}=${visitor}`,
    accept: 'text/html',
    'content-type': 'application/x-www-form-urlencoded',
    'x-csrf-token': csrfToken(secret, visitor),
  };
}

/** A published site with an open intake; returns the intake. */
export async function openForm(client: pg.Client, institutionId: number): Promise<string> {
  const papers = ['photo', 'birth'].map((key) => ({ key, label: key, isRequired: true }));
  await client.query(
    `insert into sites (institution_id, slug, is_published) values ($1, $2, true)
     on conflict (institution_id) do update set slug = excluded.slug, is_published = true`,
    [institutionId, slug],
  );
  // A programme of its own: decisions are measured beside it.
  const { rows } = await client.query<{ id: string }>(
    `with program as (
       insert into programs (institution_id, code, name) values ($1, 'FORM', 'Evening classes') returning id),
     class as (
       insert into classes (institution_id, program_id, name) select $1, id, 'Evening 1' from program returning id),
     intake as (
       insert into intakes (institution_id, program_id, session_id, opens_at, closes_at, published_at, number_pattern, papers)
       select $1, program.id, y.id, now() - interval '1 day', now() + interval '30 days', now(), 'B/{year}/{seq:5}', $2
       from program, academic_sessions y where y.institution_id = $1 and y.is_current returning id)
     insert into intake_classes (institution_id, intake_id, class_id, seats)
     select $1, intake.id, class.id, 100000 from intake, class returning intake_id as id`,
    [institutionId, JSON.stringify(papers)],
  );
  const { id } = rows[0]!;
  return id;
}

/** Drafts that are complete; returns their codes. */
async function openDrafts({ client, school, secret }: Site, count: number): Promise<string[]> {
  const { institutionId } = school;
  const intakeId = await openForm(client, institutionId);
  const codes = Array.from({ length: count }, makeCode);
  const hashes = codes.map((code) => codeHash(Buffer.from(secret, 'hex'), institutionId, code));
  await client.query(
    `insert into guardian_relations (institution_id, name) values ($1, 'Mother') on conflict do nothing`,
    [institutionId],
  );
  await client.query(
    `with photo as (
       insert into files (institution_id, purpose, name, media_type, size, sha256, stored_as)
       select $1, 'photo', 'photo.jpg', 'image/jpeg', 300000, '0', 'bench-' || n from generate_series(1, $4::int) n returning id),
     paired as (
       select h.hash, p.id as photo from unnest($2::bytea[]) with ordinality h(hash, n)
       join (select id, row_number() over (order by id) as n from photo) p using (n)),
     draft as (
       insert into applications (institution_id, intake_id, class_id, code_hash, surname, first_name, gender, birth_date, phone,
         photo_id)
       select $1, $3, (select class_id from intake_classes where institution_id = $1 and intake_id = $3), hash, 'Adeyemi',
         'Zainab', 'female', '2014-05-06', '+2348030000199', photo
       from paired returning id, photo_id)
     insert into application_papers (institution_id, application_id, kind, file_id, name)
     select $1, id, 'birth', photo_id, 'birth.pdf' from draft`,
    [institutionId, hashes, intakeId, count],
  );
  await client.query('analyze applications, application_papers, files');
  return codes;
}
