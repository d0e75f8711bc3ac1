import { randomBytes } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#kernel/database.ts';
import { keyedHash, keysOfInstitution } from '#kernel/secrets/keys.ts';
import { applications } from './admissions.schema.ts';

/** 32 signs that nobody mistakes for each other, so that each carries five bits. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const length = 12;

/** A new code that opens an application for its applicant: sixty random bits, in groups of four. */
export const makeCode = (): string => grouped([...randomBytes(length)].map((byte) => signs[byte % 32]).join(''));

/** A typed code in groups of four, or null if it cannot be one. */
export function readCode(typed: string): string | null {
  const plain = typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return plain.length === length && [...plain].every((sign) => signs.includes(sign)) ? grouped(plain) : null;
}

const grouped = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-');

const purpose = 'application codes';

/** What is stored of a code: without the key of the institution it opens nothing. */
export const codeHash = (secret: Buffer, institutionId: number, code: string): Buffer =>
  hashesOf(secret, institutionId, code)[0]!;

const hashesOf = (secret: Buffer, institutionId: number, code: string) =>
  keysOfInstitution(secret, purpose, institutionId).map((key) => keyedHash(key, `${institutionId}:${code}`));

/** The application of a code, also of an older one. */
export const hasCode = (secret: Buffer, institutionId: number, code: string) =>
  inArray(applications.codeHash, hashesOf(secret, institutionId, code));

/** The application that a code opens, or null. */
export async function findByCode(tx: Tx, secret: Buffer, institutionId: number, typed: string) {
  const code = readCode(typed);
  if (!code) return null;
  const [found] = await tx
    .select({
      id: applications.id,
      intakeId: applications.intakeId,
      status: applications.status,
      number: applications.number,
    })
    .from(applications)
    .where(and(eq(applications.institutionId, institutionId), hasCode(secret, institutionId, code)));
  return found ? { ...found, code } : null;
}
