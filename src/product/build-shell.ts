import { pick } from '#kernel/database.ts';
import { accountName } from '#kernel/account-name.ts';
import type { Actor, ActorInstitution } from '#kernel/actor.ts';
import { cachedByKey } from '#kernel/cached-by-key.ts';
import { isProtected } from '#features/access/accounts/roles/protected-roles.ts';
import { termsOf } from '#kernel/contracts/terminology.ts';
import { commonTerms } from '#web/client/common-terms.ts';
import { awaitedIn, opensOnceConfirmed } from '#web/awaited-permissions.ts';
import type { Product } from '#web/feature.ts';
import { homeOf } from '#web/home-cards.ts';
import { menuFor } from '#web/menu.ts';
import type { Shell } from '#web/shell.ts';

interface View {
  institutionId?: number;
  academicSessionId?: number;
}

const shellsOf = cachedByKey((_: Actor['institutions']) => new Map<string, { json: string; key: string }>());

/** The content of the frame around every page, as JSON that is cached per person and view. */
export function shellOf(product: Product, actor: Actor, view: View): { json: string; key: string } {
  const byView = shellsOf(actor.institutions);
  const key = `${actor.accountId}.${actor.version}.${view.institutionId ?? ''}.${view.academicSessionId ?? ''}`;
  const known = byView.get(key);
  if (known) return known;
  const made = { json: JSON.stringify(buildShell(product, actor, view)), key: `shell:${key}` };
  byView.set(key, made);
  return made;
}

/** The view in the address; an institution that is not the actor's is ignored here, and the route answers 404. */
export function viewOf(actor: Actor, query: unknown): View {
  const { institution_id, academic_session } = (query ?? {}) as Record<string, unknown>;
  const institution = institutionInView(actor, Number(institution_id));
  const session = institution?.sessions.find((one) => one.id === Number(academic_session));
  return {
    institutionId: institution && actor.institutions.length > 1 ? institution.id : undefined,
    academicSessionId: session?.id,
  };
}

const institutionInView = (actor: Actor, wanted: number): ActorInstitution | undefined =>
  actor.institutions.length === 1 ? actor.institutions[0] : actor.institutions.find((one) => one.id === wanted);

function buildShell(product: Product, actor: Actor, view: View): Shell {
  const institution = institutionInView(actor, view.institutionId ?? NaN);
  const sessions = institution?.sessions ?? [];
  return {
    person: {
      name: actor.name,
      account: accountName(actor),
      accountId: actor.accountId!,
      showsTours: actor.showsTours,
    },
    institutions: actor.institutions.map((one) => ({
      ...pick(one, 'id', 'name', 'shortName', 'accent'),
      logo: one.logoFileId ? `/institutions/${one.id}/logo?v=${one.logoFileId}` : null,
      currency: one.currency,
      timeZone: one.timeZone,
      terms: termsOf(one.terminology),
      uses: one.uses,
    })),
    institutionId: institution?.id ?? null,
    session: sessions.find((one) => one.id === view.academicSessionId) ?? sessions.find((one) => one.isCurrent) ?? null,
    ...menuFor(
      product,
      actor,
      commonTerms((institution ? [institution] : actor.institutions).map((one) => termsOf(one.terminology))),
    ),
    toConfirm: actor.institutions.flatMap((one) => confirmationsOf(product, actor, one)),
    offers: actor.offers.map(({ id, institution: from, roles }) => ({
      id,
      institution: from,
      roles: [...new Set(roles.map(({ name }) => name))].join(', '),
      needsLink: roles.some(isProtected),
    })),
  };
}

/** New permissions after an upgrade: for owners to confirm, and for others a note on their home page that they must wait. */
function confirmationsOf(product: Product, actor: Actor, one: ActorInstitution): Shell['toConfirm'] {
  const { id, name, isOwner, toConfirm } = one;
  const news = isOwner ? toConfirm.map((key) => product.confirmations[key]!) : awaitedIn(product, one);
  if (news.length === 0) return [];
  const text = `New at ${name}: ${news.map(({ what }) => what).join(' · ')}.`;
  return [
    isOwner
      ? {
          text: `${text} Confirm which roles can use it.`,
          action: 'Review roles',
          href: `/roles/new-permissions?institution_id=${id}`,
        }
      : { text: `${text} ${opensOnceConfirmed(name)}`, href: homeOf(product, actor) },
  ];
}
