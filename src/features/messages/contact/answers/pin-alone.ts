import { sql } from 'drizzle-orm';
import { query, type Database } from '#kernel/database.ts';
import { pinKeys, plainDigits, secretDigits } from '#features/money/pins/pin-keys.ts';

/**
 * The serial number of a result pin that was sent without it: among those that nobody has used, or that belong to this
 * student already. Empty if there is none, which counts as a wrong try like any other.
 */
export async function serialOf(
  { database, secret }: { database: Database; secret: Buffer },
  { institutionId, studentId, pin }: { institutionId: number; studentId: number; pin: string },
): Promise<string> {
  const digits = plainDigits(pin);
  if (digits.length !== secretDigits) return '';
  const ending = await database.readAsSystem([institutionId], (db) =>
    query<{ serial: number; hash: Buffer }>(
      db,
      sql`select p.serial, p.secret_hash as hash
        from pins p join pin_kinds k on (k.institution_id, k.id) = (p.institution_id, p.kind_id)
        where p.institution_id = ${institutionId} and p.last_four = ${digits.slice(-4)} and k.type = 'result'
          and (p.status = 'sold' or p.status = 'available' and p.seller_id is not null
            or p.status = 'used' and p.student_id = ${studentId})
        order by p.serial`,
    ),
  );
  const keys = pinKeys(secret, institutionId);
  return String(ending.find(({ serial, hash }) => keys.hash(Number(serial), digits).equals(hash))?.serial ?? '');
}
