import { sql, type SQL } from 'drizzle-orm';
import { query, type Tx } from '#kernel/database.ts';
import { ValidationError, refuseDuplicate, TooMany } from '#kernel/errors.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { networkOf } from '#kernel/network-of.ts';
import type { Services } from '#web/routes.ts';
import { pinKeys, plainDigits, readSerial } from '../pin-keys.ts';
import type { PinType, TryOutcome } from '../pins.ts';

interface WantedResult {
  studentId: number;
  termId: number;
  /** The program of the result; pins of one program open no other. */
  programId?: number | null;
  /** What the server knows the visitor's browser by: what it opens again within half an hour is the same view. */
  visitor?: string;
  /** Withheld: the pin belongs to the result from now on, but no view is counted. */
  isHeld?: boolean;
}

/** How long an opening lasts, in minutes. */
export const openingMinutes = 30;

/** Wrong, void, expired, used up, of another student or term: nobody learns which. */
const wrongResultPin = () =>
  new ValidationError(
    'pin',
    'This pin can’t be used here. Check the admission number, the term, the serial number and the pin. A pin opens the results of one student in one term.',
  );

/**
 * Opens a student's result with a result pin, which belongs to that student and term from then on. Returns how often it
 * can be viewed again.
 */
export async function openWithPin(tx: Tx, attempt: PinTry, wanted: WantedResult): Promise<number> {
  const { institutionId, serial, hash } = attempt;
  const { studentId, termId, programId = null, visitor = null, isHeld = false } = wanted;
  const isSame = sql`coalesce(p.opened_by = ${visitor}::text
    and p.opened_at > now() - make_interval(mins => ${openingMinutes}::int), false)`;
  const isCounted = sql`not (${isHeld}::boolean or ${isSame})`;
  const [opened] = await query<{ left: number }>(tx)`
    update pins p set status = 'used', used_at = coalesce(p.used_at, now()), sealed = null,
      views_used = p.views_used + (${isCounted})::int,
      opened_by = case when ${isCounted} then ${visitor}::text else p.opened_by end,
      opened_at = case when ${isCounted} and ${visitor}::text is not null then now() else p.opened_at end,
      student_id = ${studentId}::bigint, term_id = ${termId}::bigint
    from pin_kinds k, institutions i
    where p.institution_id = ${institutionId} and p.serial = ${serial}::bigint and p.secret_hash = ${hash}::bytea
      and (k.institution_id, k.id) = (p.institution_id, p.kind_id) and i.id = p.institution_id
      and k.type = 'result' and (p.views_used < k.views or ${isSame})
      and (k.program_id is null or ${programId}::bigint is null or k.program_id = ${programId}::bigint)
      and p.expires_on >= (now() at time zone i.time_zone)::date
      and (p.status = 'sold' or p.status = 'available' and p.seller_id is not null
        or p.status = 'used' and p.student_id = ${studentId}::bigint and p.term_id = ${termId}::bigint)
    returning k.views - p.views_used as left`;
  await answerEvenly(attempt);
  if (!opened) throw wrongResultPin();
  return Number(opened.left);
}

/**
 * For a result that does not exist: whether the pin is right and belongs to no result yet, so that its owner can be told.
 * Every other pin gets the same refusal, after the same time.
 */
export async function refuseUnlessUnused(tx: Tx, attempt: PinTry): Promise<void> {
  const { institutionId, serial, hash } = attempt;
  const found = await query(
    tx,
    sql`
    select 1 from pins p join pin_kinds k on (k.institution_id, k.id) = (p.institution_id, p.kind_id)
    join institutions i on i.id = p.institution_id
    where p.institution_id = ${institutionId} and p.serial = ${serial}::bigint and p.secret_hash = ${hash}::bytea
      and k.type = 'result' and p.expires_on >= (now() at time zone i.time_zone)::date
      and (p.status = 'sold' or p.status = 'available' and p.seller_id is not null)`,
  );
  await answerEvenly(attempt);
  if (!found.length) throw wrongResultPin();
}

/** Wrong, used, expired, void, for something else: nobody learns which. */
const wrongPin = () =>
  new ValidationError(
    'pin',
    'This pin can’t be used. Check the serial number and the pin, or ask where you bought it.',
  );

/** How long a try takes at least, in milliseconds: more than any of its ways through the database. */
const longest = 25;

/** Answers after the same time, whatever the database had to do. */
async function answerEvenly({ began }: PinTry): Promise<void> {
  const left = longest - (performance.now() - began);
  if (left > 0) await pause(left);
}

/**
 * Checks a registration pin and uses it up in the caller's transaction, for the application that it opens. Of several
 * at once, one succeeds; the same application may use its pin again. Returns
 * the pin's id; throws the same refusal for every other pin.
 */
export async function usePin(tx: Tx, attempt: PinTry, applicationId: number): Promise<number> {
  const { institutionId, programId, serial, hash } = attempt;
  const used = await refuseDuplicate(
    query<{ id: number }>(tx)`
      update pins p set status = 'used', used_at = coalesce(p.used_at, now()), application_id = ${applicationId}::bigint,
        sealed = null
      from pin_kinds k, institutions i
      where p.institution_id = ${institutionId} and p.serial = ${serial}::bigint and p.secret_hash = ${hash}::bytea
        and (k.institution_id, k.id) = (p.institution_id, p.kind_id) and i.id = p.institution_id
        and k.type = 'registration' and (k.program_id is null or k.program_id = ${programId}::bigint)
        and p.expires_on >= (now() at time zone i.time_zone)::date
        and (p.status = 'sold' or p.status = 'available' and p.seller_id is not null
          or p.status = 'used' and p.application_id = ${applicationId}::bigint)
      returning p.id`,
    { pins_one_an_application: ['pin', 'This application was opened with another pin. Continue without a pin.'] },
  );
  await answerEvenly(attempt);
  const [pin] = used;
  if (!pin) throw wrongPin();
  return Number(pin.id);
}

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
const maxFailedTries = { address: 100, form: 10, serialFromAddress: 10 };
/** A serial number with so many wrong tries from anywhere is under attack, and leaves a few to each address. */
const attack = { serial: 30, fromAddress: 3 };

/**
 * Counts and logs a try in a transaction of its own, before the one that uses the pin: a wrong pin rolls that one back.
 * Throws TooMany. A serial number under attack leaves three tries to each address, so that guessing stops while the
 * honest owner of the pin, who is somewhere else, is not locked out.
 */
export async function tryPin({ database, secret }: Pick<Services, 'database' | 'secret'>, typed: TypedPin) {
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
  const [row] = await query<{ outcome: TryOutcome }>(tx)`
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
      and ${recent(ofAddress, maxFailedTries.address)} < ${maxFailedTries.address}::int
      and ${recent(sql`t.form = ${form}`, maxFailedTries.form)} < ${maxFailedTries.form}::int
      and ${recent(sql`${ofAddress} and ${ofSerial}`, maxFailedTries.serialFromAddress)} < case
        when ${recent(ofSerial, attack.serial)} >= ${attack.serial}::int
        then ${attack.fromAddress}::int else ${maxFailedTries.serialFromAddress}::int end
    returning outcome`;
  return row?.outcome ?? 'blocked';
}
