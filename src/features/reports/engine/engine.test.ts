import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'drizzle-orm';
import { rowsOf } from '#kernel/database.ts';
import { loadRequester } from '#features/approvals/requester.ts';
import { startSchool } from '#test/harness/app.ts';
import { ReportDefinition } from './definition.ts';
import { compile } from './compile.ts';
import { reportPage } from './rows.ts';
import { groupSums, reportTotals } from './sums.ts';
import { usableSubject } from './usable-fields.ts';
import type { z } from 'zod';

let world: Awaited<ReturnType<typeof startSchool>>;
beforeAll(async () => void (world = await startSchool()));
afterAll(() => world.close());

async function run(as: string, definition: z.input<typeof ReportDefinition>, after?: string) {
  const ilorin = world.school.ilorin.id;
  return world.database.asSystem([ilorin], async (tx) => {
    const [account] = await rowsOf<{ id: number }>(tx, sql`select id from accounts where username = ${as}`);
    const actor = await loadRequester(tx, Number(account!.id), ilorin);
    const parsed = ReportDefinition.parse(definition);
    const usable = await usableSubject(tx, { actor, wanted: undefined }, world.app.product.reports, parsed.subject);
    const compiled = compile(usable, parsed);
    const page = await reportPage(tx, compiled, after);
    const totals = await reportTotals(tx, compiled);
    return { page, totals, groups: await groupSums(tx, compiled), hidden: compiled.hidden };
  });
}

test('a report shows the chosen fields of visible rows in order', async () => {
  const found = await run('registrar', {
    subject: 'student',
    fields: ['surname', 'gender', 'birth_date'],
    filters: { groups: [{ rules: [{ field: 'gender', operator: 'one_of', values: ['female'] }] }] },
    sort: [{ field: 'birth_date', descending: true }],
    group: 'gender',
    distinct: false,
  });
  console.log(JSON.stringify(found, null, 1));
});
