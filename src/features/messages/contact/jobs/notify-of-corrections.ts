import { sql, type SQL } from 'drizzle-orm';
import { type Tx, query } from '#kernel/database.ts';
import { announce } from '#kernel/messages/announce.ts';
import type { MessageEvent, EventSubject } from '#kernel/messages/events.ts';
import { decimal } from '#kernel/money.ts';
import { switchesOn } from '#kernel/messages/switches.ts';

interface Corrected {
  studentId: number;
  title: string;
  /** Below zero: less to pay. */
  change: number;
  owed: number;
  currency: string;
}

/** Each correction of invoices once for a student, by its first document, and that it was undone if its family knew of it. */
export async function notifyOfCorrections(tx: Tx, institutionId: number, event: MessageEvent): Promise<number> {
  const first = sql`select min(d.id) as id from fee_correction_documents d
    join invoices i on (i.institution_id, i.id) = (d.institution_id, d.invoice_id)
    where d.institution_id = k.institution_id and d.correction_id = k.id group by i.student_id`;
  const made = await claim(
    tx,
    institutionId,
    event,
    (since) => sql`select f.id from fee_corrections k cross join lateral (${first}) f
      where k.institution_id = ${institutionId} and k.created_at >= ${since} and k.undone_at is null`,
  );
  const undone = await claim(
    tx,
    institutionId,
    event,
    (since) => sql`select f.id from fee_corrections k cross join lateral (${first}) f
      where k.institution_id = ${institutionId} and k.undone_at >= ${since} and exists (select from told_events t
        where t.institution_id = ${institutionId} and t.event = ${event.key} and t.source_id = f.id and t.step = '')`,
    'undone',
  );
  await announce(tx, institutionId, event, [
    ...(await toldOf(tx, institutionId, made, 1)),
    ...(await toldOf(tx, institutionId, undone, -1)),
  ]);
  return Math.max(made.length, undone.length);
}

async function toldOf(tx: Tx, institutionId: number, documentIds: number[], sign: 1 | -1): Promise<EventSubject[]> {
  if (documentIds.length === 0) return [];
  const rows = await query<Corrected>(tx)`
    select i.student_id as "studentId", f.title, n.currency, coalesce(b.owed, 0) as owed, (
      select sum(coalesce(a.total, -c.amount)) from fee_correction_documents o
      join invoices oi on (oi.institution_id, oi.id) = (o.institution_id, o.invoice_id) and oi.student_id = i.student_id
      left join invoices a on (a.institution_id, a.id) = (o.institution_id, o.added_id)
      left join credit_notes c on (c.institution_id, c.id) = (o.institution_id, o.credit_note_id)
      where o.institution_id = d.institution_id and o.correction_id = d.correction_id)::bigint as change
    from fee_correction_documents d
    join invoices i on (i.institution_id, i.id) = (d.institution_id, d.invoice_id)
    join fee_corrections k on (k.institution_id, k.id) = (d.institution_id, d.correction_id)
    join fees f on (f.institution_id, f.id) = (k.institution_id, k.fee_id)
    join institutions n on n.id = d.institution_id
    left join student_balances b on (b.institution_id, b.student_id) = (i.institution_id, i.student_id)
    where d.institution_id = ${institutionId} and d.id = any (${sql.param(documentIds)}::bigint[]) order by d.id`;
  return rows.map(({ studentId, title, change, owed, currency }) => {
    const by = Number(change) * sign;
    return {
      studentId: Number(studentId),
      fields: {
        title,
        change: `${currency} ${decimal(Math.abs(by))} ${by < 0 ? 'less' : 'more'}`,
        balance: `${currency} ${decimal(Number(owed))}`,
      },
    };
  });
}

export const toldAtOnce = 1000;

/** Marks what has not been told of yet, as far back as the switch is on; two days at most. */
export async function claim(tx: Tx, institutionId: number, event: MessageEvent, from: (since: SQL) => SQL, step = '') {
  const on = await switchesOn(tx, institutionId, event);
  const since = on
    .flatMap(({ onSince }) => onSince ?? [])
    .toSorted()
    .at(0);
  if (!since) return [];
  const rows = await query<{ id: number }>(tx)`insert into told_events (institution_id, event, source_id, step)
    select ${institutionId}, ${event.key}, n.id, ${step} from (${from(sql`greatest(${since}::timestamptz, now() - interval '2 days')`)}) n
    where not exists (select from told_events t where t.institution_id = ${institutionId} and t.event = ${event.key}
      and t.source_id = n.id and t.step = ${step})
    order by n.id limit ${toldAtOnce}
    on conflict do nothing returning source_id as id`;
  return rows.map(({ id }) => Number(id));
}
