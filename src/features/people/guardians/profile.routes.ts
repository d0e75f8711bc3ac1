import { can, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { fieldGroups, restrictedOnly, type FieldGroup } from '#kernel/contracts/field-groups.ts';
import type { OwnFields } from '#features/records/custom-fields/custom-fields.queries.ts';
import type { HistoryEntry } from '#features/records/people/history.queries.ts';
import { profileRoutes, type Viewing, profileCan } from '#features/records/people/serve-profile.ts';
import type { App } from '#web/routes.ts';
import { restrictedIn } from './unlink-guardian.ts';
import { guardianKind } from './guardian-profile.queries.ts';
import * as children from './guardian-children.queries.ts';
import * as profiles from './guardian-profile.queries.ts';
import { guardianProfilePage } from './guardians.pages.ts';
import { groupsOf, guardianGroups, isOwn } from './guardians.policy.ts';

/** The routes of a guardian's record, one for each tab. */
export const guardianProfileRoutes = (app: App): void =>
  profileRoutes(app, {
    kind: guardianKind,
    page: guardianProfilePage,
    groupsOf,
    ask,
    props: guardianProps,
    tabs: [
      { name: 'overview', load: overviewTab },
      { name: 'children' },
      // Users with access to a restricted group, and the guardian.
      {
        name: 'restricted',
        may: [...Object.values(guardianGroups), 'guardians.viewSelf'],
        loadRestricted: restrictedTab,
      },
    ],
  });

type Asked = ReturnType<typeof ask>;

const ask = (db: Db, actor: Actor, guardianId: number) => ({
  guardian: profiles.guardianProfile(db, actor, guardianId),
  /** Custom fields of all groups, with the values that everyone sees. */
  own: children.ownFields(db, actor, guardianId, fieldGroups, ['general']),
  children: children.childrenOf(db, actor, guardianId),
  alsoAt: children.recordsElsewhere(db, actor, guardianId),
  signIn: profiles.signInOf(db, actor, guardianId),
});

async function overviewTab({ asked }: Viewing<Asked>) {
  return { custom: ofGroups(await asked.own, ['general']) };
}

async function restrictedTab({ db, actor, id, asked }: Viewing<Asked>) {
  const guardian = await asked.guardian;
  const { institutionId } = guardian;
  const groups: FieldGroup[] = restrictedOnly(groupsOf(actor, guardian));
  if (groups.length === 0) throw new NotAllowed();
  const custom = ofGroups(await children.ownFields(db, actor, id, fieldGroups, groups), groups);
  const religion = groups.includes('religion') ? { word: await profiles.religionOf(db, actor, id) } : null;
  return { institutionId, shown: restrictedIn(groups, custom), props: { custom, religion } };
}

const ofGroups = ({ fields, values }: OwnFields, groups: FieldGroup[]): OwnFields => ({
  fields: fields.filter(({ group }) => groups.includes(group)),
  values,
});

async function guardianProps(actor: Actor, asked: Asked, changed: Promise<HistoryEntry | null>) {
  const [guardian, { fields }, children, alsoAt, signIn, lastChange] = await Promise.all([
    asked.guardian,
    asked.own,
    asked.children,
    asked.alsoAt,
    asked.signIn,
    changed,
  ]);
  const { institutionId } = guardian;
  const groups = groupsOf(actor, guardian);
  const restricted = restrictedOnly(groups);
  return {
    guardian,
    children,
    alsoAt,
    ...(profiles.seesSignIn(actor, institutionId) && { signIn }),
    lastChange: lastChange && { at: lastChange.at, person: lastChange.person },
    can: {
      ...profileCan(actor, guardianKind, { institutionId, isOwn: isOwn(actor, guardian), groups }),
      invite: can(actor, 'guardians.invite', institutionId),
      // Whether the tab has any content.
      restricted:
        restricted.includes('religion') || fields.some(({ group }) => (restricted as string[]).includes(group)),
    },
  };
}
