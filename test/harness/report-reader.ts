import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '#kernel/actor.ts';
import { query, type Tx } from '#kernel/database.ts';
import { loadRequester } from '#features/records/approvals/requester.ts';
import { compile } from '#features/insight/reports/engine/compile.ts';
import { ReportDefinition } from '#features/insight/reports/engine/definition.ts';
import { reportPage, type ReportRow } from '#features/insight/reports/engine/rows.ts';
import { groupSums, reportTotals } from '#features/insight/reports/engine/sums.ts';
import { usableSubject } from '#features/insight/reports/engine/usable-fields.ts';
import type { startSchool } from '#test/harness/app.ts';

type World = Awaited<ReturnType<typeof startSchool>>;

/** Runs reports as people of the test world, below the routes: one transaction for each. */
export function reportReader({ database, app, school }: World) {
  const inSchools = <T>(work: (tx: Tx) => Promise<T>) => database.asSystem([school.ilorin.id, school.offa.id], work);
  const reportOf = async (tx: Tx, actor: Actor, definition: z.input<typeof ReportDefinition>) => {
    const parsed = ReportDefinition.parse(definition);
    const usable = await usableSubject(tx, { actor, wanted: undefined }, app.product.reports, parsed.subject);
    return compile(usable, parsed);
  };
  return {
    inSchools,
    actorNamed: (username: string): Promise<Actor> =>
      inSchools(async (tx) => {
        const [account] = await query<{ id: number; place: number | null }>(
          tx,
          sql`select a.id, (select min(m.institution_id) from memberships m where m.account_id = a.id) as place
            from accounts a where a.username = ${username}`,
        );
        return loadRequester(tx, Number(account!.id), account!.place ?? school.ilorin.id);
      }),
    usableBy: (actor: Actor, subject: string) =>
      inSchools((tx) => usableSubject(tx, { actor, wanted: undefined }, app.product.reports, subject)),
    /** The first page, with totals and subtotals. */
    run: (actor: Actor, definition: z.input<typeof ReportDefinition>) =>
      inSchools(async (tx) => {
        const compiled = await reportOf(tx, actor, definition);
        const page = await reportPage(tx, compiled);
        const totals = await reportTotals(tx, compiled);
        return { ...page, totals, groups: await groupSums(tx, compiled), hidden: compiled.hidden };
      }),
    /** All pages, one after the other. */
    wholeOf: (actor: Actor, definition: z.input<typeof ReportDefinition>) =>
      inSchools(async (tx) => {
        const compiled = await reportOf(tx, actor, definition);
        const rows: ReportRow[] = [];
        let pages = 0;
        for (let after: string | undefined; ;) {
          const page = await reportPage(tx, compiled, after);
          rows.push(...page.rows);
          pages += 1;
          if (page.after === null) return { rows, pages, compiled, ...(await sumsOf(tx, compiled)) };
          after = page.after;
        }
      }),
  };
}
export type ReportReader = ReturnType<typeof reportReader>;

const sumsOf = async (tx: Tx, compiled: ReturnType<typeof compile>) => ({
  totals: await reportTotals(tx, compiled),
  groups: await groupSums(tx, compiled),
});
