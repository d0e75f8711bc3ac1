import { sql } from 'drizzle-orm';
import { declareList, inInstitutions } from '#kernel/list/declare-list.ts';
import { filterBy, searchIn } from '#kernel/list/filters.ts';
import { choice } from '#kernel/schemas.ts';
import type { WithheldItem } from '../holds.ts';
import { holdRules as rules } from '../holds.schema.ts';

const names = (table: 'programs' | 'classes', ids: 'program_ids' | 'class_ids') =>
  sql<string[]>`array(select p.name from ${sql.identifier(table)} p where p.institution_id = hold_rules.institution_id
    and p.id = any (hold_rules.${sql.identifier(ids)}) order by p.name, p.id)`;

/** Hold rules, latest first. */
export const ruleList = declareList({
  id: rules.id,
  visible: inInstitutions(rules.institutionId, 'fees.view'),
  filters: {
    q: searchIn(rules.name),
    state: filterBy(choice({ on: 'On', off: 'Off' }), (state) => sql`hold_rules.is_on = ${state === 'on'}`),
  },
  select: (db) =>
    db
      .select({
        id: rules.id,
        institutionId: rules.institutionId,
        name: rules.name,
        withholds: sql<WithheldItem[]>`hold_rules.withholds`,
        above: rules.above,
        counts: rules.counts,
        overdueDays: rules.overdueDays,
        needs: rules.needs,
        isOn: rules.isOn,
        programs: names('programs', 'program_ids'),
        classes: names('classes', 'class_ids'),
        currency: sql<string>`(select i.currency from institutions i where i.id = hold_rules.institution_id)`,
      })
      .from(rules),
});
export type RuleRow = Awaited<ReturnType<typeof ruleList.readPage>>['rows'][number];
