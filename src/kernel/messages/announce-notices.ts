import { sql, type SQL } from 'drizzle-orm';
import { clipped } from '../clipped.ts';
import { isOneOf, query, type Tx } from '../database.ts';
import { notifications } from '../tables.ts';
import { fieldsIn, fill, type EventAudience, type MessageEvent, type EventSubject } from './events.ts';
import type { Switch } from './switches.ts';

interface Notices {
  on: readonly Switch[];
  told: readonly EventSubject[];
  except: number | null;
}

/** Notices in the product, one for each account and text. */
export async function announceNotices(
  tx: Tx,
  institutionId: number,
  event: MessageEvent,
  { on, told, except }: Notices,
): Promise<void> {
  const cells = on.filter(({ channel }) => channel === 'notice');
  if (cells.length === 0) return;
  const names = await namesOf(tx, institutionId, cells, told);
  const parts = cells.flatMap(({ audience, text }) => {
    const concerned = told.filter((one) => (audience === 'employee' ? one.employeeId : one.studentId) !== undefined);
    const byText = Map.groupBy(concerned, (one) =>
      fill(text, { ...names.get(one.studentId ?? 0), ...names.get(0), guardian: '', employee: '', ...one.fields }),
    );
    return [...byText].map(([title, all]) => ({
      audience,
      title: clipped(title, 160),
      ids: [...new Set(all.map((one) => (audience === 'employee' ? one.employeeId! : one.studentId!)))],
    }));
  });
  // Usually the text is the same for all, so that ids are enough; otherwise each id comes with its text.
  const isUniform = parts.length <= cells.length;
  const to = isUniform
    ? sql.join(
        parts.map(
          ({ audience, title, ids }) => sql`select a.account_id, ${title}::text as title
          from (${accountsOf(institutionId, audience, (column) => isOneOf(column, ids))}) a`,
        ),
        sql` union `,
      )
    : sql.join(
        (['student', 'guardian', 'employee'] as const).map((audience) => {
          const rows = JSON.stringify(
            parts
              .filter((part) => part.audience === audience)
              .flatMap(({ ids, title }) => ids.map((id) => ({ id, title }))),
          );
          return sql`select a.account_id, r.title from jsonb_to_recordset(${rows}::jsonb) as r(id bigint, title text)
            cross join lateral (${accountsOf(institutionId, audience, (column) => sql`${column} = r.id`)} offset 0) a`;
        }),
        sql` union `,
      );
  if (parts.length === 0) return;
  await tx.execute(sql`insert into ${notifications} (institution_id, account_id, kind, title, body, href)
    select ${institutionId}, a.id, ${event.key}, t.title, ${event.notice?.body ?? null}::text, ${event.notice?.href ?? null}::text
    from (${to}) t join accounts a on a.id = t.account_id
    where a.disabled_at is null and a.id is distinct from ${except}::bigint`);
}

/** The accounts of an audience; a guardian's by the children. */
function accountsOf(institutionId: number, audience: EventAudience, is: (column: SQL) => SQL): SQL {
  const from = sql`select m.account_id from memberships m`;
  const here = sql`m.institution_id = ${institutionId}`;
  if (audience === 'student') return sql`${from} where ${here} and ${is(sql`m.student_id`)}`;
  if (audience === 'employee')
    return sql`${from} where ${here} and m.suspended_at is null and ${is(sql`m.employee_id`)}`;
  return sql`${from} where ${here} and m.guardian_id = any (array(
    select l.guardian_id from student_guardians l where l.institution_id = ${institutionId} and ${is(sql`l.student_id`)}))`;
}

type Names = Record<'student' | 'first_name' | 'number', string>;

/** Names of students, if a text contains them, and under 0 the school's. */
async function namesOf(tx: Tx, institutionId: number, cells: Switch[], told: readonly EventSubject[]) {
  const used = new Set(cells.flatMap(({ text }) => fieldsIn(text)));
  const names = new Map<number, Partial<Names> & { school?: string }>();
  if (used.has('school')) {
    const [row] = await query<{ school: string }>(
      tx,
      sql`select name as school from institutions where id = ${institutionId}`,
    );
    names.set(0, row!);
  }
  if (!['student', 'first_name', 'number'].some((name) => used.has(name))) return names;
  const ids = [...new Set(told.flatMap(({ studentId }) => studentId ?? []))];
  const rows = await query<Names & { id: number }>(
    tx,
    sql`select s.id, concat_ws(' ', s.first_name, s.surname) as student, s.first_name, s.admission_number as number
      from students s where s.institution_id = ${institutionId} and ${isOneOf(sql`s.id`, ids)}`,
  );
  for (const { id, ...row } of rows) names.set(Number(id), row);
  return names;
}
