import { sql } from 'drizzle-orm';
import { can, type Actor } from '#kernel/actor.ts';
import { filled, prepared, query, type Db } from '#kernel/database.ts';
import type { RevisionCache } from '#kernel/database/revision-cache.ts';
import { NotFound } from '#kernel/errors.ts';
import { revisionOf } from '#features/school/structure/revision.queries.ts';
import { sessionFigures } from '#features/school/structure/sessions/figures.queries.ts';
import { newcomersByBatch } from '#features/school/structure/newcomers.queries.ts';
import { sessionsWithTerms, type SessionRow } from '#features/school/structure/sessions/sessions.queries.ts';
import type { PropsInput } from '#web/page.ts';
import type { InstitutionPageProps } from './institutions.pages.ts';
import type { InstitutionSettings } from './institutions.queries.ts';
import { membershipWhereSeen, sessionInView, viewOf, type Asked, type View } from './institution-view.ts';
import { logoAddress } from './logo-address.ts';
import { shownAtMainAddress, siteAtMainAddress } from './main-address.ts';

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
