import type { ActorInstitution } from '#kernel/actor.ts';
import type { Product } from './feature.ts';

/** What an upgrade brought for the actor's roles here, until the owner confirms it. */
export function awaitedIn(product: Product, { toConfirm, roleKeys, permissions }: ActorInstitution) {
  const usual = roleKeys.flatMap((key) => product.startingRoles[key as keyof Product['startingRoles']] ?? []);
  return toConfirm
    .flatMap((key) => product.confirmations[key] ?? [])
    .map(({ what, nouns }) => ({
      what,
      permissions: usual.filter((name) => nouns.includes(name.split('.')[0]!) && !permissions.has(name)),
    }))
    .filter((awaited) => awaited.permissions.length > 0);
}

export const opensOnceConfirmed = (institution: string) =>
  `This opens once the owner of ${institution} has confirmed the new permissions of your role.`;
