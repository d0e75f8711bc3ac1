import type { Feature } from '#web/feature.ts';
import { importJobs } from './imports.jobs.ts';
import { importRoutes } from './imports.routes.ts';
import { importTours } from './imports.tour.ts';
import { importPermissions, mayImport, visibleTo } from './imports.policy.ts';
import { releaseOpeningsApproval } from './steps/run-import.ts';
import { undoOpeningsApproval } from './steps/undo-import.ts';
import { importDashlets } from './imports.dashlets.ts';
import { importPersonalData } from './imports.personal-data.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { PendingTaskKind } from '#kernel/contracts/dashlet.ts';
import { pendingTask } from '#kernel/pending-task.ts';
import { cachedQuery } from '#kernel/database/cached-query.ts';
import { imports } from './imports.schema.ts';

const waiting = cachedQuery((db, actor, { wanted }: { wanted: number | undefined }) =>
  db
    .select({
      count: sql<number>`count(*)::int`,
      bad: sql<number>`count(*) filter (where ${imports.badCount} > 0)::int`,
      latest: sql<number>`max(${imports.id})::bigint`,
    })
    .from(imports)
    .where(
      and(
        visibleTo(actor, wanted),
        eq(imports.accountId, sql.placeholder('accountId')),
        inArray(imports.state, ['uploaded', 'checked']),
      ),
    ),
);

/** Files that the actor uploaded and has not imported yet: columns to map, or problems to look at. */
const importPendingTasks: readonly PendingTaskKind[] = [
  {
    place: 65,
    may: mayImport,
    isLive: true,
    async load(db, actor, wanted) {
      const [row] = await waiting(db, actor, { wanted }, { accountId: actor.accountId });
      const { count, bad, latest } = row!;
      return pendingTask(count, {
        one: bad > 0 ? 'import with problems to review' : 'import to finish',
        many: bad > 0 ? `imports to finish, ${bad} with problems` : 'imports to finish',
        href: `/imports/${latest}`,
        action: 'Continue',
      });
    },
  },
];

export const importFeature = {
  name: 'imports',
  permissions: importPermissions,
  roles: { bursar: ['openings.import'] },
  nouns: { imports: 'Imports', openings: 'Opening balances' },
  routes: [importRoutes],
  jobs: importJobs,
  approvals: [releaseOpeningsApproval, undoOpeningsApproval],
  menu: [
    {
      section: 'settings',
      place: 10,
      label: 'Import students',
      href: '/imports',
      may: ['students.import'],
      group: 'data',
      about: 'Students, guardians and their details from a spreadsheet.',
      also: 'upload Excel CSV',
    },
    {
      section: 'settings',
      place: 20,
      label: 'Import employees',
      href: '/imports/employees',
      may: ['employees.import'],
      group: 'data',
      about: 'Employees from a spreadsheet.',
      also: 'upload Excel CSV staff',
    },
    {
      section: 'settings',
      group: 'data',
      place: 30,
      label: 'Opening balances',
      about: 'What students owed before the school moved to Akada.',
      href: '/imports/openings',
      may: ['openings.import'],
    },
  ],
  tours: importTours,
  personalData: importPersonalData,
  dashlets: importDashlets,
  pendingTasks: importPendingTasks,
} satisfies Feature;
