import type { DemoStep, Product } from '#web/feature.ts';
import type { RoleKey } from '#kernel/contracts/role-names.ts';
import type { Tx } from '#kernel/database.ts';
import { setRoleBoard, type RoleBoardItem } from '#features/insight/dashlets/boards/set-role-board.ts';
import { startingItems } from '#features/insight/dashlets/boards/boards.ts';
import type { CustomDashlet, DashletSize } from '#features/insight/dashlets/dashlets.ts';

type Counted = Pick<CustomDashlet, 'model_name' | 'model_associate_type' | 'data_filter' | 'shown_as' | 'split_by'>;

const count = (name: string, size: DashletSize, counted: Counted): RoleBoardItem => ({
  kind: 'custom_dashlet',
  name,
  size,
  custom: { ...counted, model_record: null },
});

const girlsAndBoys = count('Girls and boys', 'small', {
  model_name: 'Student',
  model_associate_type: 'Student',
  data_filter: 'status:active',
  shown_as: 'donut',
  split_by: 'gender',
});
const paidThisMonth = count('Payments day by day', 'wide', {
  model_name: 'PaymentRecord',
  model_associate_type: 'PaymentRecord',
  data_filter: 'period:month',
  shown_as: 'line',
  split_by: null,
});
const newApplications = count('Applications this month', 'wide', {
  model_name: 'Application',
  model_associate_type: 'Application',
  data_filter: 'period:month',
  shown_as: 'line',
  split_by: null,
});

/** What this institution shows to each role, besides what is usual. */
const added: Partial<Record<RoleKey, RoleBoardItem[]>> = {
  owner: [girlsAndBoys],
  principal: [girlsAndBoys],
  ict_administrator: [],
  registrar: [girlsAndBoys],
  admission_officer: [newApplications],
  bursar: [paidThisMonth],
  cashier: [],
  hr_officer: [],
  teacher: [],
};

async function insertHomes(tx: Tx, institutionId: number, { dashlets, startingRoles }: Product): Promise<void> {
  for (const [role, more] of Object.entries(added) as [RoleKey, RoleBoardItem[]][]) {
    const usual = startingItems(dashlets, { permissions: new Set(startingRoles[role]), role });
    const items = usual.map(({ kind, size, name, custom }) => ({
      kind,
      size,
      ...(name && { name }),
      ...(custom && { custom }),
    })) as RoleBoardItem[];
    await setRoleBoard(tx, institutionId, role, [...items, ...more]);
  }
}

/** Once there is something to show. */
export const steps: DemoStep[] = [
  {
    place: 130,
    async load(tx, { school, college, product }) {
      await insertHomes(tx, school.id, product);
      await insertHomes(tx, college.id, product);
    },
  },
];
