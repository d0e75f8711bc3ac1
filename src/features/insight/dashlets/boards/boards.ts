import { and, eq, sql } from 'drizzle-orm';
import { allow, can, membershipIn, type Actor, namedInstitutions, institutionInView } from '#kernel/actor.ts';
import { filled, hasKey, prepared, query, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { roles } from '#kernel/identity.schema.ts';
import type { ReadyDashlet } from '#kernel/contracts/dashlet.ts';
import { roleNames, type RoleKey } from '#kernel/contracts/role-names.ts';
import { SAVED_GRAPH, type DashletItem, type CustomDashlet, type DashletSize } from '../dashlets.ts';
import type { dashlets } from '../dashlets.schema.ts';

/** Whose arrangement it is: the actor's own, or that of a role. */
export interface BoardOwner {
  institutionId: number;
  roleId: number | null;
}

/** The institution in view, or the first, in which the actor arranges dashlets. */
export function institutionOf(actor: Actor, wanted: number | undefined): number {
  const institutionId = institutionInView(actor, wanted, 'dashlets.create', 'dashlets.arrange');
  return institutionId;
}

interface RoleOfBoard {
  institutionId: number;
  id: number;
  name: string;
}

/** A role whose arrangement the actor may change. */
export async function findRole(db: Db, actor: Actor, roleId: number): Promise<RoleOfBoard> {
  const [role] = await db
    .select({ institutionId: roles.institutionId, id: roles.id, name: roles.name })
    .from(roles)
    .where(eq(roles.id, roleId));
  if (!role || !membershipIn(actor, role.institutionId)) throw new NotFound('role');
  allow(actor, 'dashlets.arrange', role.institutionId);
  return role;
}

/** Roles with their arrangement, to choose from. */
export async function arrangeableRoles(db: Db, actor: Actor, institutionId: number): Promise<RoleOfBoard[]> {
  if (!can(actor, 'dashlets.arrange', institutionId)) return [];
  return db
    .select({ institutionId: roles.institutionId, id: roles.id, name: roles.name })
    .from(roles)
    .where(and(eq(roles.institutionId, institutionId), sql`${roles.permissions} @> array['dashlets.create']`))
    .orderBy(roles.name);
}

export const placesToArrange = (actor: Actor) => namedInstitutions(actor, 'dashlets.create', 'dashlets.arrange');

/** Permission to change an arrangement, in its institution. */
export function allowBoard(actor: Actor, { institutionId, roleId }: BoardOwner): void {
  allow(actor, roleId === null ? 'dashlets.create' : 'dashlets.arrange', institutionId);
}

type Row = { boardId: number; ofRole: boolean } & {
  [Key in keyof Omit<typeof dashlets.$inferSelect, 'createdAt' | 'removedAt'>]:
    | (typeof dashlets.$inferSelect)[Key]
    | null;
};

interface Board {
  items: DashletItem[];
  /** Whether it was arranged by the actor, or for the role. */
  isArranged: boolean;
}

/**
 * The actor's own arrangement at an institution, else that of their role, else what is usual for it; of several roles,
 * the one with the most permissions.
 */
export async function boardOf(db: Db, actor: Actor, ready: readonly ReadyDashlet[], institutionId: number) {
  const [rows, role] = await Promise.all([arrangedFor(db, actor, institutionId), mainRole(db, actor, institutionId)]);
  const { permissions } = membershipIn(actor, institutionId)!;
  return { items: itemsIn(rows) ?? startingItems(ready, { permissions, role }), isArranged: rows[0]?.ofRole === false };
}

const items = sql`select b.id as "boardId", b.of_role as "ofRole", d.institution_id as "institutionId", d.id, d.kind, d.name, d.size,
    d.position, d.model_name as "modelName", d.model_record as "modelRecord", d.model_associate_type as "modelAssociateType",
    d.data_filter as "dataFilter", d.shown_as as "shownAs", d.split_by as "splitBy",
    d.graph_id as "graphId", d.answers
  from board b left join dashlets d on d.institution_id = b.institution_id and d.board_id = b.id and d.removed_at is null
  order by d.position, d.id`;

// Rendered once: homes are opened all day.
const own = { institutionId: sql.placeholder('institutionId'), accountId: sql.placeholder('accountId') };
const ownRoles = sql`from memberships m join roles r on (r.institution_id, r.id) = (m.institution_id, m.role_id)
  where m.institution_id = ${own.institutionId} and m.account_id = ${own.accountId} and m.suspended_at is null`;
const boardStatement = prepared(sql`with board as (
    select b.institution_id, b.id, b.role_id is not null as of_role from dashlet_boards b
    left join roles r on (r.institution_id, r.id) = (b.institution_id, b.role_id)
    where b.institution_id = ${own.institutionId}
      and (b.account_id = ${own.accountId} or b.role_id in (select m.role_id ${ownRoles}))
    order by of_role, cardinality(r.permissions) desc nulls last, b.id limit 1)
  ${items}`);
const roleStatement = prepared(sql`select r.key ${ownRoles} and r.key = any (${sql.placeholder('keys')}::text[])
  order by cardinality(r.permissions) desc, r.id limit 1`);

const arrangedFor = (db: Db, { accountId }: Actor, institutionId: number) =>
  query<Row>(db, filled(boardStatement, { institutionId, accountId }));

/** The actor's usual role; roles that an institution made itself have no usual arrangement. */
async function mainRole(db: Db, actor: Actor, institutionId: number): Promise<RoleKey | null> {
  const keys = Object.keys(usualDashlets);
  const statement = filled(roleStatement, { institutionId, accountId: actor.accountId, keys });
  const found = await query<{ key: string }>(db, statement);
  return roleKey(found[0]?.key) ?? (membershipIn(actor, institutionId)!.isOwner ? 'owner' : null);
}

const roleKey = (key: string | null | undefined): RoleKey | null =>
  key && Object.hasOwn(roleNames, key) ? (key as RoleKey) : null;

/** The arrangement of a role, else what is usual for it. */
export async function boardOfRole(
  db: Db,
  ready: readonly ReadyDashlet[],
  { institutionId, id: roleId }: Pick<RoleOfBoard, 'institutionId' | 'id'>,
): Promise<Board> {
  const [rows, [role]] = await Promise.all([
    query<Row>(db)`with board as (select institution_id, id, true as of_role from dashlet_boards
        where institution_id = ${institutionId} and role_id = ${roleId})
      ${items}`,
    db
      .select({ key: roles.key, permissions: roles.permissions })
      .from(roles)
      .where(hasKey(roles, institutionId, roleId)),
  ]);
  const arranged = itemsIn(rows);
  const viewer = { permissions: new Set<string>(role?.permissions), role: roleKey(role?.key) };
  return { items: arranged ?? startingItems(ready, viewer), isArranged: arranged !== null };
}

const itemsIn = (rows: Row[]): DashletItem[] | null =>
  rows.length > 0 ? rows.filter(({ id }) => id !== null).map(itemOf) : null;

const itemOf = (row: Row): DashletItem => ({
  id: Number(row.id),
  kind: row.kind!,
  name: row.name,
  size: row.size!,
  custom: row.modelName === null ? null : customOf(row),
  ...(row.kind === SAVED_GRAPH && {
    graph: { id: row.graphId === null ? null : Number(row.graphId), answers: row.answers },
  }),
});

const customOf = (row: Row): DashletItem['custom'] => ({
  model_name: row.modelName!,
  model_record: row.modelRecord === null ? null : Number(row.modelRecord),
  model_associate_type: row.modelAssociateType!,
  data_filter: row.dataFilter!,
  shown_as: row.shownAs!,
  split_by: row.splitBy,
});

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
type UsualDashlet = string | { name: string; size: DashletSize; custom: CustomDashlet };

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
const usualDashlets: Partial<Record<RoleKey, readonly UsualDashlet[]>> = {
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

const startingWith = 8;

/** Whose page it is: a user with one of the usual roles there, or the role itself. */
interface Viewer {
  permissions: ReadonlySet<string>;
  role: RoleKey | null;
}

/** What somebody sees whose page nobody has arranged: what is usual for the role, or the first that they can see. */
export function startingItems(ready: readonly ReadyDashlet[], { permissions, role }: Viewer): DashletItem[] {
  const open = ready.filter(({ may }) => may.some((one) => permissions.has(one)));
  const usual = role && usualDashlets[role];
  const chosen: readonly UsualDashlet[] = usual ?? open.slice(0, startingWith).map(({ key }) => key);
  return chosen.flatMap((dashlet): DashletItem[] => {
    if (typeof dashlet !== 'string') return [{ id: null, kind: 'custom_dashlet', ...dashlet }];
    const found = open.find(({ key }) => key === dashlet);
    return found ? [{ id: null, kind: found.key, name: null, size: found.size, custom: null }] : [];
  });
}
