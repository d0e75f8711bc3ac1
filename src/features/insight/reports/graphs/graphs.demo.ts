import type { RoleKey } from '#kernel/contracts/role-names.ts';
import { type Tx, query } from '#kernel/database.ts';
import { savedReportRoles, savedReports } from '../reports.schema.ts';
import { GraphDefinition } from './engine/graph-definition.ts';

interface DemoGraph {
  name: string;
  description: string;
  owner: RoleKey;
  readers: RoleKey[];
  definition: Parameters<typeof GraphDefinition.parse>[0];
}

const enrolled = {
  groups: [{ rules: [{ field: 'status', operator: 'one_of', values: ['active', 'suspended'] }] }],
};
const students = { subject: 'student', measure: {} };

const graphs: DemoGraph[] = [
  {
    name: 'Students by class and gender',
    description: 'The number of girls and boys in each class.',
    owner: 'registrar',
    readers: ['owner', 'principal', 'bursar', 'teacher'],
    definition: {
      ...students,
      filters: enrolled,
      chart: 'stacked',
      groups: [{ field: 'class' }, { field: 'gender' }],
    },
  },
  {
    name: 'Admissions by month',
    description: 'When students were admitted, by month.',
    owner: 'registrar',
    readers: ['owner', 'principal', 'admission_officer'],
    definition: { ...students, filters: {}, chart: 'bar', groups: [{ field: 'admission_date', step: 'month' }] },
  },
  {
    name: 'Fees outstanding by class',
    description: 'Fees that students of each class still owe.',
    owner: 'bursar',
    readers: ['owner', 'principal'],
    definition: {
      subject: 'student',
      filters: enrolled,
      chart: 'bar',
      groups: [{ field: 'class' }],
      measure: { kind: 'sum', field: 'owed' },
    },
  },
];

/** Graphs that show what graphs are for, each owned by somebody and shared with others. */
export async function insertGraphs(tx: Tx, institutionId: number): Promise<void> {
  const roles = await query<{ key: RoleKey; roleId: number; accountId: number | null }>(tx)`
    select r.key, r.id as "roleId", (select min(m.account_id) from memberships m
      where (m.institution_id, m.role_id) = (r.institution_id, r.id)) as "accountId"
    from roles r where r.institution_id = ${institutionId} and r.key is not null`;
  const byKey = new Map(roles.map((role) => [role.key, role]));
  for (const { owner, readers, definition, ...graph } of graphs) {
    const accountId = byKey.get(owner)?.accountId;
    if (!accountId) continue;
    // One connection answers one after another.
    // oxlint-disable no-await-in-loop
    const [saved] = await tx
      .insert(savedReports)
      .values({
        ...graph,
        institutionId,
        kind: 'graph',
        accountId: Number(accountId),
        definition: GraphDefinition.parse(definition),
      })
      .returning({ id: savedReports.id });
    const shared = readers.flatMap((key) => byKey.get(key)?.roleId ?? []);
    await tx
      .insert(savedReportRoles)
      .values(shared.map((roleId) => ({ institutionId, reportId: saved!.id, roleId: Number(roleId) })));
    // oxlint-enable no-await-in-loop
  }
}
