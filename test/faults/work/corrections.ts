import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { withClient } from '#test/harness/client.ts';
import { propsOf, type Clerk } from '#test/faults/clerk.ts';
import { again, pause, pick, type Chance, type Desk } from './desk.ts';

export interface PublishedSheet {
  ownerUrl: string;
  institutionId: number;
  id: number;
  termId: number;
  studentIds: number[];
}

/** The smallest published sheet of the last past term; without past terms, of the current one. */
export const openCorrections = (ownerUrl: string, institutionId: number): Promise<PublishedSheet> =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ id: number; termId: number; studentIds: number[] }>(
      `select s.id::int as id, t.id::int as "termId", array_agg(r.student_id::int order by r.student_id) as "studentIds"
       from mark_sheets s join terms t on (t.institution_id, t.id) = (s.institution_id, s.term_id)
       join published_results r on (r.institution_id, r.term_id, r.batch_id) = (s.institution_id, s.term_id, s.batch_id)
         and r.replaced_at is null
       where s.institution_id = $1
       group by s.id, t.id, t.is_current, t.starts_on order by t.is_current, t.starts_on desc, count(*), s.id limit 1`,
      [institutionId],
    );
    return { ownerUrl, institutionId, ...rows[0]! };
  });

/** A registrar asks for corrections of published marks; the principal compares and agrees. */
export async function correctResults(sheet: PublishedSheet, principal: Clerk, desk: Desk): Promise<void> {
  const { clerk, notes, chance, prefix, isOver } = desk;
  for (let turn = 1; !isOver(); turn += 1) {
    const cell = await cellOf(sheet, pick(chance, sheet.studentIds), chance);
    if (!cell) {
      await wait(50);
      continue;
    }
    const cells = [cell];
    const compared = await clerk.post(`/mark-sheets/${sheet.id}/correction/compare`, { cells });
    if (compared.status !== 200) {
      await pause(compared);
      continue;
    }
    const reason = `${prefix}-COR-${turn}`;
    const { seen } = JSON.parse(compared.body) as { seen: string };
    const [key, form] = [randomUUID(), { cells, reason, seen }];
    const asked = await again(isOver, () => clerk.post(`/mark-sheets/${sheet.id}/corrections`, form, key));
    if (!notes.note('correction request', reason, asked)) {
      await pause(asked);
      continue;
    }
    const address = /\/result-corrections\/\d+/.exec(asked.location)![0];
    const page = propsOf<{ seen: string }>(await principal.get(address));
    if (page) notes.note('correction', reason, await principal.sure(`${address}/approve`, { seen: page.seen }));
  }
}

/** One mark of a student as it is published now, and another for it. */
const cellOf = ({ ownerUrl, institutionId, termId }: PublishedSheet, studentId: number, chance: Chance) =>
  withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ courseId: number; component: string; was: number }>(
      `select (c ->> 'id')::int as "courseId", e.key as component, e.value::int as was
       from published_results r cross join jsonb_array_elements(r.content -> 'courses') c
       cross join jsonb_each_text(c -> 'entries') e
       where (r.institution_id, r.term_id, r.student_id) = ($1, $2, $3) and r.replaced_at is null
         and e.value ~ '^[0-9]+$' order by 1, 2`,
      [institutionId, termId, studentId],
    );
    if (rows.length === 0) return null;
    const { courseId, component, was } = pick(chance, rows);
    // No component of the demonstration has less than 10.
    const entry = 100 * Math.floor(chance() * 11);
    return entry === was ? null : { studentId, courseId, component, was, entry };
  }).catch(() => null);
