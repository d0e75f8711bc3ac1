import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../quantiles.ts';
import type { Row } from '../report.ts';
import { say } from '../say.ts';
import type { Site } from '../site.ts';

const applicants = 5000;
const seats = 400;
const admitted = 120;

/** A cut-off over 5,000 marks, and the admission of a list. */
export async function measureDecisions(site: Site, isQuick: boolean): Promise<Row[]> {
  const { registrar } = site;
  say('Filling an intake with marks …');
  const intake = await fillIntake(site);
  const terms = 'cutoff=60&waiting_from=50&rejects=on';
  const took: number[] = [];
  let counts = { offered: 0, waiting: 0, rejected: 0 };
  for (let turn = 0; turn < (isQuick ? 5 : 25); turn += 1) {
    const from = performance.now();
    const { status, body } = await registrar.get(`/intakes/${intake}/cutoff?${terms}`);
    took.push(performance.now() - from);
    if (status !== 200) throw new Error(`The preview answered ${status}: ${body.toString().slice(0, 300)}`);
    [counts] = (JSON.parse(body.toString()) as { classes: [typeof counts] }).classes;
  }
  const { offered, waiting, rejected } = counts;
  const sent = JSON.stringify({ cutoff: '60', waiting_from: '50', rejects: 'on', offered, waiting, rejected });
  const begun = performance.now();
  const { status, body } = await registrar.post(`/intakes/${intake}/cutoff`, sent, 'application/json');
  const applied = performance.now() - begun;
  if (status !== 303) throw new Error(`The cut-off answered ${status}: ${body.toString().slice(0, 300)}`);
  const note = `${offered} offered, ${waiting} waiting, ${rejected} rejected`;
  return [
    {
      what: `cut-off over ${applicants} applicants, preview, p50`,
      value: median(took),
      unit: 'ms',
      budget: 200,
    },
    { what: 'the same, applied', value: applied, unit: 'ms', budget: 1000, note },
    await admitList(site, intake),
  ];
}

async function admitList({ client, registrar }: Site, intake: number): Promise<Row> {
  await client.query(
    `update applications set status = 'accepted', accepted_at = now() where id in (
       select id from applications where intake_id = $1 and status = 'offered' order by id limit $2)`,
    [intake, admitted],
  );
  const from = performance.now();
  const { status, body } = await registrar.post(
    `/intakes/${intake}/admit`,
    '{"fills_batches":"on"}',
    'application/json',
  );
  if (status !== 303) throw new Error(`Admission answered ${status}: ${body.toString().slice(0, 300)}`);
  for (;;) {
    const { rows } = await client.query<{ open: boolean; done: number }>(
      `select finished_at is null as open, (select count(done_at)::int from admission_round_members m where m.round_id = r.id) as done
       from admission_rounds r where kind = 'admit' order by id desc limit 1`,
    );
    if (rows[0] && !rows[0].open) {
      if (rows[0].done !== admitted) throw new Error(`${rows[0].done} of ${admitted} were admitted.`);
      break;
    }
    await sleep(20);
  }
  return {
    what: `${admitted} applicants admitted at once`,
    value: (performance.now() - from) / 1000,
    unit: 's',
    budget: 3,
  };
}

/** An intake of the current session with marks from 20 to 99, and room for some of them. */
async function fillIntake({ client, school }: Site): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `with place as (
       select c.program_id, c.id as class_id, y.id as session_id from classes c
       join academic_sessions y on y.institution_id = c.institution_id and y.is_current
       where c.institution_id = $1 order by c.id limit 1),
     intake as (
       insert into intakes (institution_id, program_id, session_id, opens_at, closes_at, published_at, number_pattern)
       select $1, program_id, session_id, now() - interval '9 days', now() + interval '9 days', now(), 'APP/{seq:5}' from place
       returning id),
     seats as (
       insert into intake_classes (institution_id, intake_id, class_id, seats)
       select $1, i.id, p.class_id, $2 from intake i, place p)
     insert into applications (institution_id, intake_id, class_id, status, number, code_hash, surname, first_name, birth_date,
       phone, email, submitted_at, score, answers)
     select $1, i.id, p.class_id, 'submitted', 'APP/' || lpad(n::text, 5, '0'), sha256(n::text::bytea), 'Applicant' || letters, 'Given' || letters,
       date '2014-01-01' + n % 700, '+23480' || lpad(n::text, 8, '0'), 'a' || n || '@example.ng', now() - n * interval '1 minute',
       20 + n * 7919 % 80, jsonb_build_object('guardians', jsonb_build_array(jsonb_build_object('surname', 'Applicant' || letters,
         'firstName', 'Parent', 'mobile', '+23481' || lpad(n::text, 8, '0'))))
     from intake i, place p, generate_series(1, $3::int) n, translate(n::text, '0123456789', 'abcdefghij') letters
     returning intake_id as id`,
    [school.institutionId, seats, applicants],
  );
  await client.query('analyze applications');
  return Number(rows[0]!.id);
}
