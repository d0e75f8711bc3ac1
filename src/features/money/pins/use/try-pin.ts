import { sql, type SQL } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { TooMany } from '#kernel/errors.ts';
import { networkOf } from '#kernel/network-of.ts';
import type { Services } from '#web/routes.ts';
import { pinKeys, plainDigits, readSerial } from '../pin-keys.ts';
import type { PinType, TryOutcome } from '../pins.ts';

export interface TypedPin {
  institutionId: number;
  type: PinType;
  /** The program that is applied for; null for a result. */
  programId: number | null;
  serial: string;
  secret: string;
  from: {
    /** The visitor's IP address. */
    address: string;
    /** What the server knows the form by, such as `application:12`: never a value that a visitor can choose. */
    form: string;
  };
}

/** A counted and logged try, to be used once in a transaction. */
export interface PinTry {
  institutionId: number;
  programId: number | null;
  serial: number;
  hash: Buffer;
  began: number;
}

/**
 * Wrong tries of an hour. A visitor can have any number of forms and cookies, but an address costs something: the
 * address counts first, alone and together with the serial number.
 */
const most = { address: 100, form: 10, serialFromAddress: 10 };
/** A serial number with so many wrong tries from anywhere is under attack, and leaves a few to each address. */
const attack = { serial: 30, fromAddress: 3 };

/**
 * Counts and logs a try in a transaction of its own, before the one that uses the pin: a wrong pin rolls that one back.
 * Throws TooMany. A serial number under attack leaves three tries to each address, so that guessing stops while the
 * honest owner of the pin, who is somewhere else, is not locked out.
 */
export async function tryPin(
  { database, secret }: Pick<Services, 'database' | 'secret'>,
  typed: TypedPin,
): Promise<PinTry> {
  const began = performance.now();
  const { institutionId, programId } = typed;
  // Something that can't be a pin takes the same way as a wrong one.
  const serial = readSerial(typed.serial) ?? 0;
  const hash = pinKeys(secret, institutionId).hash(serial, plainDigits(typed.secret));
  const attempt = { institutionId, programId, serial, hash, began };
  const outcome = await database.asSystem([institutionId], (tx) => logTry(tx, typed, attempt));
  if (outcome === 'blocked') throw new TooMany(3600, 'Too many wrong pins. Wait an hour, then try again.');
  return attempt;
}

/** One statement with the same work for every outcome. A refused try is neither checked nor stored. */
async function logTry(tx: Tx, { type, from }: TypedPin, attempt: PinTry): Promise<TryOutcome | 'blocked'> {
  const { institutionId, programId, serial, hash } = attempt;
  const network = networkOf(from.address).slice(0, 64);
  const form = from.form.slice(0, 64);
  const recent = (where: SQL, limit: number) => sql`(
    select count(*) from (
      select from pin_tries t where t.institution_id = ${institutionId} and ${where}
        and t.outcome <> 'right' and t.at > now() - interval '1 hour' limit ${limit}::int) counted)`;
  const ofSerial = sql`t.serial = ${serial}::bigint`;
  const ofAddress = sql`t.address = ${network}`;
  const [row] = await query<{ outcome: TryOutcome }>(
    tx,
    sql`
    insert into pin_tries (institution_id, serial, outcome, address, form)
    select i.id, nullif(${serial}::bigint, 0), case
        when p.serial is null then 'unknown'
        when p.secret_hash is distinct from ${hash}::bytea then 'wrong'
        when p.status = 'void' then 'void'
        when k.type <> ${type} or k.program_id <> ${programId}::bigint then 'foreign'
        when p.expires_on < (now() at time zone i.time_zone)::date then 'expired'
        when p.status = 'used' and k.type = 'registration' then 'used'
        when p.status in ('sold', 'used') or p.status = 'available' and p.seller_id is not null then 'right'
        else 'unsold' end,
      ${network}, ${form}
    from institutions i
    left join pins p on p.institution_id = i.id and p.serial = ${serial}::bigint
    left join pin_kinds k on (k.institution_id, k.id) = (p.institution_id, p.kind_id)
    where i.id = ${institutionId}
      and ${recent(ofAddress, most.address)} < ${most.address}::int
      and ${recent(sql`t.form = ${form}`, most.form)} < ${most.form}::int
      and ${recent(sql`${ofAddress} and ${ofSerial}`, most.serialFromAddress)} < case
        when ${recent(ofSerial, attack.serial)} >= ${attack.serial}::int
        then ${attack.fromAddress}::int else ${most.serialFromAddress}::int end
    returning outcome`,
  );
  return row?.outcome ?? 'blocked';
}
