import { median } from '../quantiles.ts';
import { requestText } from '../http.ts';
import type { Row } from '../report.ts';
import { say } from '../say.ts';
import type { Site } from '../site.ts';

/** 90 of 600 batches have some 10,000 guardians. */
const batches = 90;
const text =
  'Dear {title_surname}, the PTA meets on Saturday at 10:00 in the school hall. {student_first_name} of {class} has a place in the queue. {school}';

/** Recipients resolved, deduplicated and priced; a message to everybody queued while others work. */
export async function composeRows(site: Site, isQuick: boolean): Promise<{ rows: Row[]; messageId: number }> {
  const { app, client, driver, registrar, school } = site;
  await setPrices(site);
  await client.query('update student_guardians set receives_sms = true where position = 0');
  await client.query('vacuum analyze student_guardians');
  const fields = (by: object[], body: string) => ({
    institution_id: school.institutionId,
    channel: 'sms',
    purpose: 'service',
    subject: '',
    body,
    audience: { of: 'guardians', by, without: [] },
  });
  const post = async <Answer>(path: string, body: object): Promise<Answer> => {
    const answer = await registrar.post(path, JSON.stringify(body), 'application/json');
    if (answer.status !== 200)
      throw new Error(`${path} answered ${answer.status}: ${answer.body.toString().slice(0, 400)}`);
    return JSON.parse(answer.body.toString()) as Answer;
  };

  say('Resolving the recipients of a message …');
  const some = fields([{ kind: 'batch', ids: school.batchIds.slice(0, batches) }], text);
  const took: number[] = [];
  let recipients = 0;
  for (let turn = 0; turn < (isQuick ? 5 : 15); turn += 1) {
    const from = performance.now();
    ({ recipients } = await post<{ recipients: number }>('/messages/preview', some));
    took.push(performance.now() - from);
  }

  const all = fields([{ kind: 'all' }], 'The school closes at noon tomorrow. Please collect your children by 12:30.');
  const preview = await post<{ recipients: number }>('/messages/preview', all);
  say(`Queueing a message to ${preview.recipients.toLocaleString('en')} guardians beside eight readers …`);
  const scripts = [[requestText({ path: '/students', headers: registrar.swap })]];
  const readers = { port: app.port, scripts, clients: 8, status: 200, pause: 40 };
  await driver.drive({ ...readers, seconds: 2 });
  const reading = driver.drive({ ...readers, seconds: 30 });
  const from = performance.now();
  await post('/messages', { ...all, act: 'send', confirmed: preview.recipients });
  const seconds = (performance.now() - from) / 1000;
  driver.stop();
  const others = await reading;
  const { rows } = await client.query<{ id: string; n: number }>(
    `select m.id, m.recipient_count as n from messages m where m.institution_id = $1 order by m.id desc limit 1`,
    [school.institutionId],
  );
  const queued = rows[0]!;
  if (queued.n !== preview.recipients) throw new Error(`${queued.n} of ${preview.recipients} were queued.`);
  return {
    messageId: Number(queued.id),
    rows: [
      {
        what: `${recipients.toLocaleString('en')} recipients resolved, deduplicated and priced, p50`,
        value: median(took),
        unit: 'ms',
        budget: 500,
        note: `slowest ${Math.max(...took).toFixed(0)} ms`,
      },
      {
        what: `a message to ${queued.n.toLocaleString('en')} queued`,
        value: seconds,
        unit: 's',
        budget: 5,
      },
      {
        what: 'the students’ list meanwhile, 8 readers, p99',
        value: others.p99,
        unit: 'ms',
        budget: 100,
        note: `${others.requests.toLocaleString('en')} requests`,
      },
    ],
  };
}

/** As many beginnings of numbers as Nigeria's networks have. */
const setPrices = ({ client, school }: Site) =>
  client.query(
    `insert into message_prices (institution_id, prefix, network, price)
     select $1::int, '+23470' || n, case n % 3 when 0 then 'MTN' when 1 then 'Glo' else 'Airtel' end, 400 + n from generate_series(0, 9) n
     union all select $1::int, '+23480' || n, '9mobile', 450 from generate_series(0, 9) n
     union all select $1::int, '+234' || n, 'Other', 500 from unnest(array['7', '8', '9']) n`,
    [school.institutionId],
  );
