import { asc } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import type { Chance } from '#features/records/geography/chance.demo.ts';
import { lgas } from '#features/records/geography/geography.schema.ts';
import { inventedPhone, inventFamily, type Family } from '#features/records/geography/people.demo.ts';
import type { StudentPlan } from './plans.demo.ts';

export interface Home {
  family: Family;
  lgaId: string;
  city: string;
  community: string;
  address: string;
  phone: string;
}

/** A family with a place to live and a telephone. */
export function newHome(chance: Chance, plan: StudentPlan, areas: Map<string, string[]>, number: number): Home {
  const family = inventFamily(chance, plan.mix);
  const towns = Object.keys(plan.towns);
  // Most families live in the first town, where the institution is.
  const city = chance.often(75) ? towns[0]! : chance.of(towns);
  return {
    family,
    city,
    community: chance.of(plan.towns[city]!),
    lgaId: chance.of(areas.get(family.stateId)!),
    address: `${chance.between(1, 96)} ${chance.of(plan.streets)}`,
    phone: inventedPhone(plan.seed * 500 + number),
  };
}

/** The ids of the local government areas of each state. */
export async function areasByState(tx: Tx): Promise<Map<string, string[]>> {
  const areas = await tx.select({ id: lgas.id, stateId: lgas.stateId }).from(lgas).orderBy(asc(lgas.id));
  const groups = new Map<string, string[]>();
  for (const { id, stateId } of areas) groups.set(stateId, [...(groups.get(stateId) ?? []), id]);
  return groups;
}
