import { sql } from 'drizzle-orm';
import { can, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import { filled, prepared, rows, type Db } from '#kernel/database.ts';
import { NotFound } from '#kernel/errors.ts';
import { sessionFigures } from '#features/structure/sessions/figures.queries.ts';
import { newcomersByBatch } from '#features/structure/newcomers.queries.ts';
import { sessionsWithTerms, type SessionRow } from '#features/structure/sessions/sessions.queries.ts';
import type { PropsInput } from '#web/page.ts';
import type { InstitutionPageProps } from './institutions.pages.ts';
import type { InstitutionSettings } from './institutions.queries.ts';
import { logoAddress } from './logo-address.ts';
import { siteAtMainAddress, shownAtMainAddress } from './main-address.ts';
import { wordsOf } from '#kernel/contracts/terminology.ts';

/** The institution's page for the requested session, with figures the viewer can see. */
export async function institutionProps(
  db: Db,
  actor: Actor,
  institutionId: number,
  wanted: number | undefined,
): Promise<PropsInput<InstitutionPageProps>> {
  const { sessions, terminology } = membershipWhereSeen(actor, institutionId);
  const inView = sessionInView(sessions, wanted);
  const maySeeStructure = can(actor, 'structure.view', institutionId);
  const maySeeSite = can(actor, 'institutions.edit', institutionId) || can(actor, 'site.edit', institutionId);
  const [{ id, name, kind, motto, address, city, phone, email, logoFileId }, dated, figures, main] = await Promise.all([
    contactsOf(db, institutionId),
    maySeeStructure ? sessionsWithTerms(db, actor, institutionId) : [],
    maySeeStructure && inView
      ? sessionFigures(db, {
          institutionId,
          sessionId: inView.id,
          isCurrent: inView.isCurrent,
          mayCountStudents: can(actor, 'students.view', institutionId),
        })
      : null,
    maySeeSite ? siteAtMainAddress(db) : null,
  ]);
  const session = dated.find(({ id: sessionId }) => sessionId === inView?.id);
  return {
    institution: { id, name, kind, motto, address, city, phone, email, logo: logoAddress({ id, logoFileId }) },
    words: wordsOf(terminology),
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
    mainAddress: maySeeSite ? shownAtMainAddress(main, institutionId) : null,
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
  select id, name, kind, motto, address, city, phone, email, logo_file_id as "logoFileId"
  from institutions where id = ${sql.placeholder('id')}`);

async function contactsOf(db: Db, id: number) {
  const { values, ...text } = filled(contacts, { id });
  const [row] = await rows<Contacts>(db, text, values);
  if (!row) throw new NotFound('institution');
  return row;
}
type Contacts = Pick<
  InstitutionSettings,
  'id' | 'name' | 'kind' | 'motto' | 'address' | 'city' | 'phone' | 'email' | 'logoFileId'
>;

/** The number of new students by batch of a session; empty without access to students. */
export async function newcomers(db: Db, actor: Actor, institutionId: number, wanted: number | undefined) {
  const inView = sessionInView(membershipWhereSeen(actor, institutionId).sessions, wanted);
  const mayCount = can(actor, 'structure.view', institutionId) && can(actor, 'students.view', institutionId);
  if (!inView || !mayCount) return {};
  return newcomersByBatch(db, { institutionId, sessionId: inView.id, isCurrent: inView.isCurrent });
}

/** The actor's membership in an institution whose page they can open. */
export function membershipWhereSeen(actor: Actor, institutionId: number) {
  if (!institutionsWhere(actor, 'institutions.view').includes(institutionId)) throw new NotFound('institution');
  return membershipIn(actor, institutionId)!;
}

function datesOf(dated: SessionRow[], id: number) {
  const found = dated.find((session) => session.id === id);
  return found && { startsOn: found.startsOn, endsOn: found.endsOn, state: found.state, terms: found.terms.length };
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
