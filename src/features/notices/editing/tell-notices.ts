import { sql, type SQL } from 'drizzle-orm';
import { rowsOf, type Tx } from '#kernel/database.ts';
import { announceToMany } from '#kernel/messages/announce-to-many.ts';
import { fill } from '#kernel/messages/events.ts';
import { switchesOn, type Switch } from '#kernel/messages/switches.ts';
import { notify } from '#kernel/notify.ts';
import { plainText } from '#features/site/public/markdown-text.ts';
import { accountsConcerned, employeesConcerned, studentsConcerned, type Reader } from '../board/audience.ts';
import { noticePublished } from '../notices.events.ts';

export const subjectOf = (id: number) => `notice:${id}`;

interface Begun {
  id: number;
  title: string;
  body: string;
  toEmployees: boolean;
  toStudents: boolean;
  toGuardians: boolean;
  /** SMS and e-mails were written when it was published before. */
  wasTold: boolean;
}

/** Announces notices that have begun, each once: under the bell, and by SMS and e-mail where that is switched on. */
export async function tellNotices(tx: Tx, institutionId: number, except: number | null = null): Promise<void> {
  const begun = await rowsOf<Begun>(
    tx,
    sql`with begun as (
        select n.id, n.told_at is not null as was_told from notices n join institutions i on i.id = n.institution_id
        where n.institution_id = ${institutionId} and n.state = 'published' and n.announced_at is null
          and n.from_day <= (now() at time zone i.time_zone)::date
          and (n.until_day is null or n.until_day >= (now() at time zone i.time_zone)::date)
        order by n.id for no key update of n)
      update notices n set announced_at = now(), told_at = coalesce(n.told_at, now()) from begun b
      where n.institution_id = ${institutionId} and n.id = b.id
      returning n.id::int, n.title, n.body, n.to_employees as "toEmployees", n.to_students as "toStudents",
        n.to_guardians as "toGuardians", b.was_told as "wasTold"`,
  );
  if (begun.length === 0) return;
  const on = await switchesOn(tx, institutionId, noticePublished);
  for (const notice of begun) {
    const mine = on.filter(({ audience }) => readersOf(notice).includes(audience));
    // One notice after another: they are rows of the same tables.
    // oxlint-disable-next-line no-await-in-loop
    await notifyReaders(tx, institutionId, notice, { on: mine, except });
    // oxlint-disable-next-line no-await-in-loop
    if (!notice.wasTold) await writeToReaders(tx, institutionId, notice, mine);
  }
}

const readersOf = ({ toEmployees, toStudents, toGuardians }: Begun): Reader[] => [
  ...(toEmployees ? (['employee'] as const) : []),
  ...(toStudents ? (['student'] as const) : []),
  ...(toGuardians ? (['guardian'] as const) : []),
];

/** Under the bell. An institution's own text can differ by audience. */
async function notifyReaders(
  tx: Tx,
  institutionId: number,
  { id, title, body }: Begun,
  { on, except }: { on: Switch[]; except: number | null },
) {
  const [institution] = await rowsOf<{ school: string }>(
    tx,
    sql`select name as school from institutions where id = ${institutionId}`,
  );
  const fields = { ...institution!, title, summary: plainText(body, 200) };
  const told: SQL[] = [];
  for (const { audience, channel, text } of on) {
    if (channel !== 'notice') continue;
    const accounts = accountsConcerned(institutionId, id, audience);
    const others = told.length ? sql` except (${sql.join(told, sql` union `)})` : sql``;
    // Somebody who is an employee and a parent is notified once.
    // oxlint-disable-next-line no-await-in-loop
    await notify(tx, {
      ...{ institutionId, to: sql`(${accounts})${others}`, except, kind: noticePublished.key },
      title: fill(text, { ...fields, student: '', first_name: '', number: '', guardian: '', employee: '' }),
      ...{ body: noticePublished.notice!.body!, href: `/notice-board/${id}`, subject: subjectOf(id) },
    });
    told.push(accounts);
  }
}

const writeToReaders = (tx: Tx, institutionId: number, { id, title, body }: Begun, on: Switch[]) =>
  announceToMany(tx, institutionId, noticePublished, {
    on,
    students: studentsConcerned(institutionId, id),
    employees: employeesConcerned(institutionId, id),
    fields: { title, summary: plainText(body, 200) },
  });
