import { z } from 'zod';
import { CannotStart } from './cannot-start.ts';
import { lastCell } from './cells.ts';
import { originFrom } from './public-origin.ts';
import { keyedHash, keyFor, seal, unseal } from './secrets/keys.ts';

/** The directory in front of several installations: docs/decisions/0100-directory.md. */
export interface Directory {
  address: string;
  /** What it and its installations share; the first makes digests, all are known. */
  keys: Buffer[];
  /** The installations; known to the directory itself. */
  cells: Cell[];
}

/** An installation behind the directory. */
export interface Cell {
  number: number;
  address: string;
  /** Public keys that its messages are signed with; two while they change. */
  keys: string[];
  name: string;
}

const hexadecimal = /^([0-9a-f]{2}){32,}(,([0-9a-f]{2}){32,})*$/i;

export const directoryVariables = {
  AKADA_DIRECTORY: z
    .string()
    .refine((typed) => originFrom(typed) !== null)
    .transform((typed) => originFrom(typed)!)
    .optional(),
  AKADA_DIRECTORY_KEY: z
    .string()
    .regex(hexadecimal)
    .transform((typed) => typed.split(',').map((key) => Buffer.from(key, 'hex')))
    .optional(),
  AKADA_CELLS: z
    .string()
    .refine((typed) => cellsIn(typed) !== null)
    .transform((typed) => cellsIn(typed)!)
    .optional(),
};

export const directoryExpected: Record<keyof typeof directoryVariables, string> = {
  AKADA_DIRECTORY: 'the address of the directory, without a path, such as https://akada.ng',
  AKADA_DIRECTORY_KEY: 'at least 64 hexadecimal digits, or several such keys with commas, the newest first',
  AKADA_CELLS: 'lines, or parts with semicolons, as akada directory prints them: 2 https://abuja.akada.ng <key> Abuja',
};

/** Null if a line is none. */
function cellsIn(typed: string): Cell[] | null {
  const cells = new Map<number, Cell>();
  for (const line of typed.split(/[;\n]/).flatMap((one) => one.trim() || [])) {
    const [, number = '', typedAddress = '', key = '', name = ''] =
      /^(\d{1,4}) (\S+) ([A-Za-z0-9+/]{59}=)(?: (.*))?$/.exec(line) ?? [];
    const address = originFrom(typedAddress);
    if (!address || Number(number) > lastCell) return null;
    const known = cells.get(Number(number));
    const keys = [...(known?.keys ?? []), key];
    cells.set(Number(number), {
      number: Number(number),
      address,
      keys,
      name: name || known?.name || new URL(address).host,
    });
  }
  return cells.size > 0 ? [...cells.values()] : null;
}

type Given = { [Name in keyof typeof directoryVariables]?: z.infer<(typeof directoryVariables)[Name]> };

export function directoryIn(given: Given & { AKADA_ROLE: string; AKADA_CELL?: number | undefined }) {
  const { AKADA_DIRECTORY: address, AKADA_DIRECTORY_KEY: keys, AKADA_CELLS: cells = [], AKADA_CELL: cell } = given;
  const isFront = given.AKADA_ROLE === 'directory';
  if (!address && !isFront) return undefined;
  if (address && keys && (isFront ? cells.length > 0 : cell !== undefined)) return { address, keys, cells };
  throw new CannotStart(
    isFront
      ? 'AKADA_ROLE=directory needs AKADA_DIRECTORY, AKADA_DIRECTORY_KEY and AKADA_CELLS.'
      : 'AKADA_DIRECTORY is set without AKADA_DIRECTORY_KEY or AKADA_CELL. Set all three, or none.',
  );
}

export type Found = 'account' | 'institution' | 'slug' | 'host';

/** What the directory stores instead of a name; without the key it can't be guessed. */
export const digestOf = (key: Buffer, kind: Found, name: string): Buffer =>
  keyedHash(keyFor(key, 'directory: digests'), `${kind}:${name}`).subarray(0, 16);

const handOverKey = (key: Buffer) => keyFor(key, 'directory: handing over');
const minutes = 10;

/** What a person typed, sealed for an address: logs and browser histories keep addresses. */
export const handOver = (key: Buffer, typed: string, now = Date.now()): string =>
  seal(handOverKey(key), `${now + minutes * 60_000} ${typed}`).toString('base64url');

/** What was typed at the directory; null if that has expired or was not sealed there. */
export function handedOver(directory: Pick<Directory, 'keys'> | undefined, text: string | undefined, now = Date.now()) {
  const sealed = text && Buffer.from(text, 'base64url');
  const opened = sealed ? (directory?.keys ?? []).map((key) => unseal(handOverKey(key), sealed)) : [];
  const [, until, typed] = /^(\d+) (.+)$/s.exec(opened.find((one) => one !== null) ?? '') ?? [];
  return typed && Number(until) > now ? typed : null;
}
