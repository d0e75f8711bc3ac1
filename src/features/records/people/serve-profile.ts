import { z } from 'zod';
import { can, institutionsWhere, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import type { FieldGroup, RestrictedGroup } from '#kernel/contracts/field-groups.ts';
import type { Permission } from '#kernel/permissions.ts';
import type { ProfileOverview } from '#kernel/contracts/profile-overview.ts';
import { id } from '#kernel/schemas.ts';
import type { PersonKind } from '#kernel/personal-data/person-kind.ts';
import type { Page, PropsInput } from '#web/page.ts';
import { may, type App } from '#web/routes.ts';
import { isWaiting, waitingChanges, type WaitingChange } from '#features/records/approvals/waiting-changes.queries.ts';
import { contactsChange } from './contacts/change-contacts.ts';
import type { ProfileTab } from '#kernel/contracts/profile-tab.ts';
import { lastChangeOf, HistoryPage, historyOf, type HistoryEntry, logAccess, readsHistory } from './history.queries.ts';
import { Json } from '#kernel/database/json.ts';
import { documentsOf, type Documents } from './documents/documents.queries.ts';
import { mayOpenPrivacy } from './people.policy.ts';

export interface Viewing<Asked> {
  db: Db;
  actor: Actor;
  id: number;
  /** The queries that `ask` has already sent. */
  asked: Asked;
  query: Record<string, unknown>;
}

interface RecordTab<Props, Asked> {
  /** The last part of its address; none for the overview. */
  name: string;
  /** Defaults to everyone who can see people of the kind. */
  may?: readonly Permission[];
  querystring?: z.ZodObject;
  /** Its `load` writes to the access log. */
  isLogged?: boolean;
  load?(viewing: Viewing<Asked>): Promise<Partial<Props>>;
  /** Loads restricted data. The access log keeps the groups that were shown. */
  loadRestricted?(viewing: Viewing<Asked>): Promise<Restricted<Props>>;
}

interface Restricted<Props> {
  institutionId: number;
  shown: RestrictedGroup[];
  props: Partial<Props>;
}

interface Profile<Props extends ProfileProps, Asked> {
  kind: PersonKind;
  /** Its props hold the person under the name of the kind: `student`. */
  page: Page<Props>;
  /** The groups with visible changes in the history. */
  groupsOf(actor: Actor, person: { institutionId: number; id: number }): FieldGroup[];
  /** Sends the queries of every tab. */
  ask(db: Db, actor: Actor, id: number): Asked;
  /** The props around the tabs. Awaits all queries together. */
  props(
    actor: Actor,
    asked: Asked,
    lastChange: Promise<HistoryEntry | null>,
  ): Promise<Omit<Props, keyof ProfileProps> & Pick<ProfileProps, 'can'>>;
  tabs: readonly RecordTab<Props, Asked>[];
}

const params = z.object({ id });

/** The routes of a person's record, one for each tab, with documents, history and tabs of other features. */
export function profileRoutes<Props extends ProfileProps, Asked>(app: App, profile: Profile<Props, Asked>): void {
  const { kind, page } = profile;
  const added = app.product.profileTabs.filter(({ of }) => of === kind.entity);
  const overviews = app.product.profileOverviews.filter(({ of }) => of === kind.entity);
  const { assets } = app.services;
  const tabs = [
    ...profile.tabs,
    ...commonTabs<Props, Asked>(profile),
    ...added.map((tab) => addedTab<Props, Asked>(tab, assets.files(tab.component, 'tab'))),
  ];
  for (const tab of tabs) {
    const isLogged = tab.isLogged || tab.loadRestricted !== undefined;
    app.get(
      `/${kind.people}/:id${tab.name === 'overview' ? '' : `/${tab.name}`}`,
      {
        config: may(...(tab.may ?? kind.sees)),
        schema: { params, ...(tab.querystring && { querystring: tab.querystring }) },
        // A HEAD request would be logged as a view.
        ...(isLogged && { exposeHeadRoute: false }),
      },
      async (request, reply) => {
        const { id: personId } = request.params;
        const query = request.query as Record<string, unknown>;
        const subject = { type: kind.entity, id: personId };
        const waitingContacts = () =>
          request.read((db, actor) =>
            waitingChanges(db, actor, institutionsWhere(actor, kind.edit), [contactsChange(kind)], subject),
          );
        const show = (db: Db, actor: Actor) =>
          propsOf(profile, tab, { added, overviews, waitingContacts }, { db, actor, id: personId, query });
        const props = await (isLogged ? request.write(show) : request.read(show));
        return reply.page(page, props as unknown as PropsInput<Props>);
      },
    );
  }
}

/** What other features add to a record, and the changes of its contacts that wait. */
interface Beside {
  added: readonly ProfileTab[];
  overviews: readonly ProfileOverview[];
  waitingContacts: () => Promise<WaitingChange[]>;
}

/** Sends all queries at once: a read must not wait for one before it sends the next. */
async function propsOf<Props extends ProfileProps, Asked>(
  profile: Profile<Props, Asked>,
  tab: RecordTab<Props, Asked>,
  { added, overviews, waitingContacts }: Beside,
  { db, actor, id: personId, query }: Omit<Viewing<Asked>, 'asked'>,
) {
  const { kind } = profile;
  const asked = profile.ask(db, actor, personId);
  const viewing = { db, actor, id: personId, asked, query };
  const shown = tab.name === 'overview' ? overviews : [];
  const editing = institutionsWhere(actor, kind.edit);
  const [around, inside, isChanging, ...besides] = await Promise.all([
    profile.props(actor, asked, lastChangeOf(db, actor, kind, personId)),
    tab.loadRestricted ? loadLogged(kind, tab.loadRestricted, viewing) : tab.load?.(viewing),
    editing.length > 0 ? isWaiting(db, contactsChange(kind), editing, { type: kind.entity, id: personId }) : false,
    ...shown.map(({ load }) => load(db, actor, personId)),
  ]);
  const { institutionId } = (around as unknown as Record<string, { institutionId: number }>)[kind.entity]!;
  const open = added.filter((one) => one.may.some((permission) => can(actor, permission, institutionId)));
  if (added.some(({ name }) => name === tab.name) && !open.some(({ name }) => name === tab.name))
    throw new NotAllowed();
  const addedTabs = open.map(({ name, label, isRare }) => ({ name, label, ...(isRare && { isRare }) }));
  const beside = Object.fromEntries(shown.map(({ prop }, at) => [prop, besides[at]]));
  // Few have a change that waits: who could approve it is asked in a second trip.
  const waiting = isChanging && { waitingContacts };
  return { ...around, ...waiting, ...(addedTabs.length > 0 && { addedTabs }), tab: tab.name, ...inside, ...beside };
}

async function loadLogged<Props, Asked>(
  { entity }: PersonKind,
  load: (viewing: Viewing<Asked>) => Promise<Restricted<Props>>,
  viewing: Viewing<Asked>,
): Promise<Partial<Props>> {
  const { institutionId, shown: groups, props } = await load(viewing);
  const { db, actor, id: subjectId } = viewing;
  await logAccess(db, actor, { institutionId, entity, subjectId, groups, place: 'record' });
  return props;
}

const commonTabs = <Props extends ProfileProps, Asked>({
  kind,
  groupsOf,
}: Pick<Profile<Props, Asked>, 'kind' | 'groupsOf'>): RecordTab<Props, Asked>[] => [
  {
    name: 'documents',
    isLogged: true,
    load: async ({ db, actor, id: personId }) =>
      ({ documents: await documentsOf(db, actor, kind, personId) }) as Partial<Props>,
  },
  {
    name: 'history',
    may: ['audit.view', kind.edit],
    querystring: HistoryPage,
    // Changes of restricted groups are shown here too.
    isLogged: true,
    load: ({ db, actor, id: personId, query }) =>
      historyOf(db, actor, {
        kind,
        personId,
        before: query['before'] as number | undefined,
        groupsIn: (institutionId) => groupsOf(actor, { institutionId, id: personId }),
      }) as Promise<Partial<Props>>,
  },
];

const addedTab = <Props extends ProfileProps, Asked>(
  { name, may: permissions, component, isLogged = false, load }: ProfileTab,
  files: string[],
): RecordTab<Props, Asked> => ({
  name,
  may: permissions,
  isLogged,
  load: async ({ db, actor, id: personId }) =>
    ({
      added: Json.of({ component, files, props: Json.of(await load(db, actor, personId)) }),
    }) as unknown as Partial<Props>,
});

/** Props of every person's record (`ProfilePage`). */
export interface ProfileProps {
  tab: string;
  can: { edit: boolean; history: boolean; documents: boolean; merge: boolean; privacy: boolean };
  documents?: Documents;
  /** New contacts that a second person has to agree to, for users who edit such records. */
  waitingContacts?: WaitingChange[];
  history?: (HistoryEntry & { details: Record<string, unknown> })[];
  /** Address of the next page of changes. */
  older?: string | null;
  /** Tabs added by other features. */
  addedTabs?: { name: string; label: string; isRare?: boolean }[];
  /** The open tab of another feature, with the files that draw it. */
  added?: { component: string; files: string[]; props: object };
}

interface Seen {
  institutionId: number;
  /** The actor, or a child of the actor. */
  isOwn: boolean;
  isErased?: boolean;
  /** The groups of the person's fields that the actor can see. */
  groups: readonly FieldGroup[];
}

/** The actions that the viewer can take on any person's record. */
export function profileCan(actor: Actor, kind: PersonKind, { institutionId, isOwn, isErased, groups }: Seen) {
  // An erased record can't be edited.
  const edit = can(actor, kind.edit, institutionId) && !isErased;
  const ruled = { edit: kind.edit, groups: kind.groups };
  return {
    edit,
    history: readsHistory(actor, kind, institutionId),
    documents: groups.includes('private'),
    merge: edit && can(actor, 'people.merge', institutionId),
    privacy: mayOpenPrivacy(actor, { institutionId, isOwn }, ruled),
  };
}
