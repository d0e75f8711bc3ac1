import type { RoleKey } from '#kernel/contracts/role-names.ts';
import type { CustomDashlet, DashletSize } from '../dashlets.ts';

const byDepartment = {
  name: 'Employees by department',
  size: 'wide',
  custom: {
    model_name: 'Employee',
    model_record: null,
    model_associate_type: 'Employee',
    data_filter: 'status:employed',
    shown_as: 'bars',
    split_by: 'department',
  },
} as const satisfies UsualDashlet;

/** A ready-made dashlet by its key, or a custom one. */
export type UsualDashlet = string | { name: string; size: DashletSize; custom: CustomDashlet };

const direction = [
  'students.by_class',
  'payments.today',
  'payments.month',
  'fees.outstanding',
  'students.new',
  'students.seats',
  'results.averages',
  'marks.missing',
  'applications.by_state',
];

/** What members of each role see where neither they nor their institution have arranged anything. */
export const usualDashlets: Partial<Record<RoleKey, readonly UsualDashlet[]>> = {
  owner: [...direction, 'audit.own_family'],
  principal: direction,
  ict_administrator: [
    'accounts.failed',
    'accounts.invited',
    'backup.age',
    'sending.credit',
    'sending.queue',
    'structure.untaught',
    'students.by_class',
    'people.duplicates',
  ],
  registrar: [
    'students.by_class',
    'students.new',
    'students.seats',
    'students.unassigned',
    'structure.untaught',
    'marks.missing',
    'applications.by_state',
    'people.duplicates',
    'students.papers',
  ],
  admission_officer: [
    'applications.by_state',
    'pins.stock',
    'students.new',
    'students.seats',
    'students.by_class',
    'students.birthdays',
  ],
  bursar: ['payments.today', 'payments.month', 'payments.till', 'payments.review', 'fees.outstanding', 'pins.stock'],
  cashier: ['payments.till', 'payments.today', 'payments.month', 'pins.stock'],
  hr_officer: [byDepartment, 'employees.birthdays', 'employees.papers'],
  teacher: ['structure.own', 'marks.missing', 'students.birthdays', 'students.by_class'],
};
