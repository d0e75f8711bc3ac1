import { sql } from 'drizzle-orm';
import { outsidersOf } from '#features/people/guardians/invitations/outsiders.ts';
import { quote } from '../engine/clean.ts';
import type { PersonRecord } from '../engine/field.ts';
import { erased } from './refusals.ts';
import type { Comparison, Known, Piece, Refusal } from './kind.ts';
import { childrenOf, isNameAlone, namesOf, waysOf } from './merge-guardians.ts';
import { type KnownGuardian, type Pupil, findGuardians, findPupils } from './find-guardians.ts';
import { writeGuardians } from './write-guardians.ts';

/** Compares a chunk of a file with the institution's guardians and the students its rows name. */
export async function compareGuardians(piece: Piece): Promise<Comparison> {
  const { db, institutionId, records } = piece;
  const numbers = [...new Set(records.flatMap((record) => childrenOf(record).map(({ number }) => number)))];
  const [found, pupils] = await Promise.all([
    findGuardians(db, piece, numbers),
    findPupils(db, institutionId, numbers),
  ]);
  const by = sql`(select coalesce(i.acting_account_id, i.account_id) from imports i
    where i.institution_id = ${institutionId} and i.id = ${piece.importId})`;
  const outside = await outsidersOf(
    db,
    { institutionId, by },
    [...pupils.values()].map(({ id }) => id),
    found.map(({ id }) => id),
  );
  const byId = new Map(found.flatMap(({ ids, ...one }) => ids.map((id) => [id, one] as const)));
  const byWay = new Map<string, KnownGuardian[]>();
  for (const one of new Set(byId.values()))
    for (const way of one.ways) byWay.set(way, [...(byWay.get(way) ?? []), one]);

  const childWay = (number: string) => `child ${pupils.get(number)?.id ?? ''}`;
  return {
    same(record) {
      const named = byId.get(record['guardianId'] as number);
      if (named) return named;
      return [...waysOf(record), ...childrenOf(record).map(({ number }) => childWay(number))]
        .flatMap((way) => byWay.get(way) ?? [])
        .find((one) => bears(one, record));
    },
    namesake(record) {
      const found = isNameAlone(record) && [...byId.values()].find((one) => bears(one, record));
      return found
        ? 'A guardian with this name already exists. Add a phone, an e-mail or a child to show whether it is the same person.'
        : undefined;
    },
    adds: (record, known) =>
      childrenOf(record).some(({ number }) => !(known as KnownGuardian).ways.includes(childWay(number))),
    refuse(record, known) {
      const same = known as KnownGuardian | undefined;
      if (same?.isErased) return erased('guardianId', record);
      const added = same?.isOwn && childrenOf(record).find(({ number }) => !same.ways.includes(childWay(number)));
      if (added)
        return {
          field: 'children',
          value: added.number,
          message: 'This is your own guardian record. Ask a colleague to link you to another child.',
        };
      const outsider = childrenOf(record).find(({ number }) => outside.has(`${pupils.get(number)?.id}:${same?.id}`));
      if (outsider)
        return {
          field: 'children',
          value: outsider.number,
          message:
            'This guardian has an account and would see this child’s whole record. Add the guardian on the student’s page, where a second person approves the link.',
        };
      return refuseChild(record, known, pupils);
    },
    shown: (record) => ({
      children: childrenOf(record)
        .map(({ number }) => `${pupils.get(number)?.name ?? 'Unknown'} (${number})`)
        .join(', '),
    }),
    write: (tx, changes) => writeGuardians(tx, piece, pupils, changes),
  };
}

const bears = ({ sortName }: KnownGuardian, record: PersonRecord): boolean =>
  namesOf(record).some((name) => sortName === name || sortName.startsWith(`${name} `));

function refuseChild(record: PersonRecord, known: Known | undefined, pupils: Map<string, Pupil>): Refusal | null {
  for (const { number, isNextOfKin } of childrenOf(record)) {
    const pupil = pupils.get(number);
    if (!pupil)
      return {
        field: 'children',
        value: number,
        message: `There is no student with admission number ${quote(number)}. Correct the number, or import the student first.`,
      };
    if (isNextOfKin && pupil.nextOfKin !== null && pupil.nextOfKin !== known?.id)
      return {
        field: 'isNextOfKin',
        value: 'yes',
        message: `${number} already has a next of kin. Change it on the student’s record, or enter “no” here.`,
      };
  }
  return null;
}
