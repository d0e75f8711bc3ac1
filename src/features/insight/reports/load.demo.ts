import type { DemoStep } from '#web/feature.ts';
import { insertGraphs } from './graphs/graphs.demo.ts';
import { sql } from 'drizzle-orm';
import type { RoleKey } from '#kernel/contracts/role-names.ts';
import type { ReportParts } from '#kernel/contracts/report.ts';
import { type Tx, query } from '#kernel/database.ts';
import { loadRequester } from '#features/records/approvals/requester.ts';
import { formOf } from './design/design-fields.ts';
import { ReportDefinition, type Rule } from './engine/definition.ts';
import { savedReportRoles } from './reports.schema.ts';
import { saveReport } from './saved/save-report.ts';

interface DemoReport {
  name: string;
  description: string;
  owner: RoleKey;
  sharedWith: RoleKey[];
  definition: Parameters<typeof ReportDefinition.parse>[0];
}

const rule = (field: string, operator: Rule['operator'], values: string[] = [], ask = false): Rule => ({
  field,
  operator,
  values,
  ask,
});
const all = (...rules: Rule[]) => ({ joined: 'and', groups: [{ joined: 'and', rules }] });
const names = ['surname', 'first_name', 'middle_name'];
const enrolled = rule('status', 'one_of', ['active', 'suspended']);

/** Reports that a secondary school runs again and again. */
const reportsFor = (session: { startsOn: string; endsOn: string }): DemoReport[] => [
  {
    name: 'Phone list of a class',
    description: 'Students with the numbers of all their guardians, by class arm.',
    owner: 'registrar',
    sharedWith: ['principal', 'registrar', 'teacher'],
    definition: {
      subject: 'student',
      fields: ['admission_number', ...names, 'guardian_names', 'guardian_phones'],
      group: 'batch',
      filters: all(rule('class', 'one_of', [], true), enrolled),
    },
  },
  {
    name: 'Debtors above an amount',
    description: 'Families that owe more than an amount you enter, largest first.',
    owner: 'bursar',
    sharedWith: ['bursar', 'principal'],
    definition: {
      subject: 'student',
      fields: [...names, 'fee_payer', 'fee_payer_phone', 'owed'],
      group: 'batch',
      filters: all(rule('owed', 'more_than', ['5000000'], true)),
      totals: true,
      sort: [{ field: 'owed', descending: true }],
    },
  },
  {
    name: 'Birthdays of the next month',
    description: 'Students whose birthday is in the next 31 days, soonest first.',
    owner: 'registrar',
    sharedWith: ['principal', 'registrar', 'teacher'],
    definition: {
      subject: 'student',
      fields: [...names, 'batch', 'next_birthday'],
      filters: all(rule('next_birthday', 'next_days', ['31']), enrolled),
      sort: [{ field: 'next_birthday' }],
    },
  },
  {
    name: 'Students without photo or guardian',
    description: 'Records to complete before ID cards are printed.',
    owner: 'registrar',
    sharedWith: ['registrar', 'admission_officer'],
    definition: {
      subject: 'student',
      fields: ['admission_number', ...names, 'guardian_count', 'photo'],
      group: 'batch',
      filters: {
        groups: [
          { joined: 'or', rules: [rule('photo', 'empty'), rule('guardian_count', 'is', ['0'])] },
          { rules: [enrolled] },
        ],
      },
    },
  },
  {
    name: 'Staff by department',
    description: 'Employees with job title and qualification.',
    owner: 'hr_officer',
    sharedWith: ['hr_officer', 'principal'],
    definition: {
      subject: 'employee',
      fields: [
        'employee_number',
        ...names,
        'job_position',
        'qualification',
        'educational_qualification',
        'employed_on',
      ],
      group: 'department',
      filters: all(rule('status', 'one_of', ['current'])),
    },
  },
  {
    name: 'New admissions of this session',
    description: 'Students admitted since the session began, by class and gender.',
    owner: 'registrar',
    sharedWith: ['registrar', 'principal', 'admission_officer'],
    definition: {
      subject: 'student',
      fields: ['admission_number', ...names, 'gender', 'admission_date'],
      group: 'class',
      filters: all(rule('admission_date', 'between', [session.startsOn, session.endsOn])),
      sort: [{ field: 'gender' }, { field: 'surname' }],
    },
  },
];

/** Saves the reports as their owners would, and shares them. */
async function insertReports(
  tx: Tx,
  institutionId: number,
  parts: Required<ReportParts>,
  session: { startsOn: string; endsOn: string },
): Promise<void> {
  for (const { name, description, owner, sharedWith, definition } of reportsFor(session)) {
    const actor = await loadRequester(tx, await accountOf(tx, institutionId, owner), institutionId);
    const form = formOf(ReportDefinition.parse(definition));
    const saved = await saveReport(tx, actor, parts, { ...form, institution_id: institutionId, name, description });
    const shared = await query<{ id: string }>(tx)`
      select id::text as id from roles where institution_id = ${institutionId} and key = any (${sql.param(sharedWith)}::text[])`;
    await tx
      .insert(savedReportRoles)
      .values(shared.map(({ id }) => ({ institutionId, reportId: saved.id, roleId: Number(id) })));
  }
}

async function accountOf(tx: Tx, institutionId: number, role: RoleKey): Promise<number> {
  const [found] = await query<{ id: string }>(tx)`
    select min(m.account_id)::text as id from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
    where m.institution_id = ${institutionId} and r.key = ${role}`;
  return Number(found!.id);
}

/** Once there are accounts to own them. */
export const steps: DemoStep[] = [
  {
    place: 128,
    async load(tx, { school, college, product }) {
      await insertReports(tx, school.id, product.reports, school.sessions.at(-1)!);
      await insertGraphs(tx, school.id);
      await insertGraphs(tx, college.id);
    },
  },
];
