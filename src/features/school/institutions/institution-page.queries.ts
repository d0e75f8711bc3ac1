import { and, eq, sql } from 'drizzle-orm';
import { type Actor, can, institutionsWhere, membershipIn } from '#kernel/actor.ts';
import { record } from '#kernel/audit.ts';
import { type Tx, filled, prepared, query, type Db, render, hasKey } from '#kernel/database.ts';
import { Conflict, NotAllowed, NotFound } from '#kernel/errors.ts';
import { accounts, memberships, roles } from '#kernel/identity.schema.ts';
import type { RevisionCache } from '#kernel/database/revision-cache.ts';
import { revisionOf } from '#features/school/structure/revision.queries.ts';
import { sessionFigures } from '#features/school/structure/sessions/figures.queries.ts';
import { newcomersByBatch } from '#features/school/structure/newcomers.queries.ts';
import { sessionsWithTerms, type SessionRow } from '#features/school/structure/sessions/sessions.queries.ts';
import type { PropsInput } from '#web/page.ts';
import type { InstitutionSettings, InstitutionPageProps } from './institutions.queries.ts';
import { termsOf } from '#kernel/contracts/terminology.ts';
import type { Permission } from '#kernel/permissions.ts';
import { redraw } from '#kernel/uploaded-picture.ts';

/** A group administrator says that there is one school: the account stays its owner, and adds no institutions any more. */
export async function confirmOnlyInstitution(tx: Tx, actor: Actor): Promise<void> {
  const { accountId, institutions } = actor;
  if (!actor.isGroupAdministrator || accountId === null) throw new NotAllowed();
  const [institution, another] = institutions;
  if (!institution || another)
    throw new Conflict(`There are ${institutions.length} institutions, so the group keeps its administrator.`);
  const owned = await tx
    .select({ id: roles.id })
    .from(memberships)
    .innerJoin(roles, hasKey(roles, memberships.institutionId, memberships.roleId))
    .where(
      and(eq(memberships.institutionId, institution.id), eq(memberships.accountId, accountId), eq(roles.key, 'owner')),
    );
  if (owned.length === 0)
    throw new Conflict('You aren’t an owner of the school yet. Add that role to your account first.');
  await tx.update(accounts).set({ isGroupAdministrator: false }).where(eq(accounts.id, accountId));
  await record(tx, actor, 'accounts.groupAdministrator', {
    institutionId: institution.id,
    summary: 'confirmed that there is one school, and is no longer a group administrator',
    subject: { type: 'account', id: accountId },
  });
}

type Props = PropsInput<InstitutionPageProps>;

/** What the page shows of an institution, apart from what depends on its viewer. */
interface Shown {
  contacts: Contacts;
  dated: SessionRow[];
  figures: Awaited<ReturnType<typeof sessionFigures>> | null;
}

/** The page of the current session, as it was last read: its hundreds of batches change seldom. */
export type PageCache = RevisionCache<Shown>;

/** The page for the requested session from the cache; null if it has changed since. */
export async function cachedProps(db: Db, actor: Actor, asked: Asked, cache: PageCache): Promise<Props | null> {
  const view = viewOf(actor, asked);
  if (!view.inView?.isCurrent) return freshProps(db, actor, asked, cache);
  const [revision, main] = await Promise.all([revisionOf(db, view.institutionId), mainAddressOf(db, view)]);
  const shown = cache.find(keyOf(view), revision);
  return shown ? propsOf(actor, view, shown, main) : null;
}

/** The page for the requested session, with figures the viewer can see. */
export async function freshProps(db: Db, actor: Actor, asked: Asked, cache: PageCache): Promise<Props> {
  const view = viewOf(actor, asked);
  const { institutionId, inView, maySeeStructure, mayCountStudents } = view;
  const [revision, contacts, dated, figures, main] = await Promise.all([
    revisionOf(db, institutionId),
    contactsOf(db, institutionId),
    maySeeStructure ? sessionsWithTerms(db, actor, institutionId) : [],
    maySeeStructure && inView
      ? sessionFigures(db, { institutionId, sessionId: inView.id, isCurrent: inView.isCurrent, mayCountStudents })
      : null,
    mainAddressOf(db, view),
  ]);
  const shown = { contacts, dated, figures };
  // A student of a past session may change without changing the revision.
  if (inView?.isCurrent) cache.set(keyOf(view), revision, shown);
  return propsOf(actor, view, shown, main);
}

type View = ReturnType<typeof viewOf>;

const keyOf = ({ institutionId, inView, maySeeStructure, mayCountStudents }: View) =>
  [institutionId, inView?.id, maySeeStructure, mayCountStudents].join(' ');

const mainAddressOf = async (db: Db, { institutionId, maySeeSite }: View) =>
  maySeeSite ? shownAtMainAddress(await siteAtMainAddress(db), institutionId) : null;

function propsOf(
  actor: Actor,
  { institutionId, sessions, inView, words }: View,
  { contacts: { logoFileId, ...about }, dated, figures }: Shown,
  mainAddress: string | null,
): Props {
  const session = dated.find(({ id: sessionId }) => sessionId === inView?.id);
  return {
    institution: { ...about, logo: logoAddress({ id: institutionId, logoFileId }) },
    words,
    sessions: sessions.map((row) => ({ ...row, ...datesOf(dated, row.id) })),
    session: inView && {
      ...inView,
      startsOn: session?.startsOn ?? null,
      endsOn: session?.endsOn ?? null,
      isClosed: Boolean(session?.closedAt),
      terms: session?.terms ?? [],
    },
    figures: figures?.totals ?? null,
    classes: figures?.classes ?? [],
    batches: figures?.batches ?? [],
    mainAddress,
    can: {
      edit: can(actor, 'institutions.edit', institutionId),
      editSite: can(actor, 'site.edit', institutionId),
      found: actor.isGroupAdministrator,
      editStructure: can(actor, 'structure.edit', institutionId),
      assignBatch: can(actor, 'students.assignBatch', institutionId),
    },
  };
}

const contacts = prepared(sql`
  select id, name, kind, motto, established_year as "establishedYear", address, city, phone, email, logo_file_id as "logoFileId"
  from institutions where id = ${sql.placeholder('id')}`);

async function contactsOf(db: Db, id: number) {
  const [row] = await query<Contacts>(db, filled(contacts, { id }));
  if (!row) throw new NotFound('institution');
  return row;
}
type Contacts = Pick<
  InstitutionSettings,
  'id' | 'name' | 'kind' | 'motto' | 'establishedYear' | 'address' | 'city' | 'phone' | 'email' | 'logoFileId'
>;

/** The number of new students by batch of a session; empty without access to students. */
export async function newcomers(db: Db, actor: Actor, institutionId: number, wanted: number | undefined) {
  const inView = sessionInView(membershipWhereSeen(actor, institutionId).sessions, wanted);
  const mayCount = can(actor, 'structure.view', institutionId) && can(actor, 'students.view', institutionId);
  if (!inView || !mayCount) return {};
  return newcomersByBatch(db, { institutionId, sessionId: inView.id, isCurrent: inView.isCurrent });
}

function datesOf(dated: SessionRow[], id: number) {
  const found = dated.find((session) => session.id === id);
  return found && { startsOn: found.startsOn, endsOn: found.endsOn, state: found.state, terms: found.terms.length };
}

/** An institution's published site, as visitors see it. */
export interface ShownSite {
  institutionId: number;
  name: string;
}

/** The published site at the installation's main address; null if it shows the sign-in page. */
export async function siteAtMainAddress(db: Db): Promise<ShownSite | null> {
  const rows = await query<ShownSite>(db, render)`
    select institution_id as "institutionId", name from akada_public_sites() where institution_id = akada_site_at('', null)`;
  return rows[0] ?? null;
}

/** Describes the main address for one institution: 'Shows this site.' */
export function shownAtMainAddress(main: ShownSite | null, institutionId: number): string {
  const shown = main === null ? 'the sign-in page' : main.institutionId === institutionId ? 'this site' : main.name;
  return `Shows ${shown}.`;
}

/** The institution whose page is asked for, and the session. */
interface Asked {
  institutionId: number;
  sessionId: number | undefined;
}

/** What its viewer can see of it. */
function viewOf(actor: Actor, { institutionId, sessionId }: Asked) {
  const { sessions, terminology } = membershipWhereSeen(actor, institutionId);
  const may = (permission: Permission) => can(actor, permission, institutionId);
  return {
    institutionId,
    sessions,
    inView: sessionInView(sessions, sessionId),
    words: termsOf(terminology),
    maySeeStructure: may('structure.view'),
    mayCountStudents: may('students.view'),
    maySeeSite: may('institutions.edit') || may('site.edit'),
  };
}

/** The actor's membership in an institution whose page they can open. */
export function membershipWhereSeen(actor: Actor, institutionId: number) {
  if (!institutionsWhere(actor, 'institutions.view').includes(institutionId)) throw new NotFound('institution');
  return membershipIn(actor, institutionId)!;
}

/** The requested session, else the current one, else the latest. */
function sessionInView<Session extends { id: number; isCurrent: boolean }>(
  sessions: Session[],
  wanted: number | undefined,
): Session | null {
  if (!wanted) return sessions.find(({ isCurrent }) => isCurrent) ?? sessions[0] ?? null;
  const found = sessions.find(({ id }) => id === wanted);
  if (!found) throw new NotFound('academic session');
  return found;
}

const side = 256;

/** Converts an uploaded PNG, JPEG or WebP to WebP of at most 256 × 256 px; refuses other files. */
export async function logoImage(upload: Buffer): Promise<Buffer> {
  // Loaded on the first upload, not at startup.
  const { ResizeFit, Transformer } = await import('@napi-rs/image');
  return redraw(upload, 'logo', (size) => {
    const image = new Transformer(upload).rotate();
    if (Math.max(...size) > side) image.resize({ width: side, height: side, fit: ResizeFit.Inside });
    return image.webp(90);
  });
}

/** The logo's address changes with the picture, so it can be cached for long. */
export const logoAddress = ({
  id: institutionId,
  logoFileId,
}: {
  id: number;
  logoFileId: number | null;
}): string | null => (logoFileId ? `/institutions/${institutionId}/logo?v=${logoFileId}` : null);
