import { Json } from '#kernel/database/json.ts';
import type { ProfileTab } from '#kernel/contracts/profile-tab.ts';
import { documentsOf } from './documents/documents.queries.ts';
import { HistoryPage, historyOf } from './history.queries.ts';
import type { ProfileProps } from './profile.ts';
import type { RecordTab, Profile } from './serve-profile.ts';

export const commonTabs = <Props extends ProfileProps, Asked>({
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

export const addedTab = <Props extends ProfileProps, Asked>(
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
