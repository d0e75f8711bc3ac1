import { z } from 'zod';
import { id } from '#kernel/schemas.ts';
import { longestRemark, markKindNames, mostMinutes } from '../mark-kinds.ts';

const remark = z
  .string()
  .max(1000)
  .transform((text) =>
    text
      .normalize('NFC')
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim(),
  )
  .transform((text) => text || null);

/** A mark as a device sends it; what does not fit together is said by `markProblem`. */
export const MarkField = z.object({
  kind: z.enum(markKindNames),
  codeId: id.nullable(),
  minutes: z.number().int().nullable(),
  leftAt: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .nullable(),
  remark: remark.nullable(),
});
type SentMark = z.infer<typeof MarkField>;

/** An own code of the institution. */
export interface Code {
  id: number;
  letters: string;
  label: string;
  meaning: SentMark['kind'];
  isRetired: boolean;
}

/** What keeps a mark from being saved. A retired code stays where it was. */
export function markProblem(mark: SentMark, codes: readonly Code[], current: SentMark | null): string | undefined {
  const { kind, codeId, minutes, remark: text } = mark;
  if (kind === 'late' && minutes === null) return 'Enter how many minutes late.';
  if (kind === 'late' && (minutes! < 1 || minutes! > mostMinutes)) return `Enter 1 to ${mostMinutes} minutes.`;
  if (kind !== 'late' && minutes !== null) return 'Only a late student has minutes.';
  if (text !== null && text.length > longestRemark) return `A remark can have up to ${longestRemark} characters.`;
  if (codeId === null) return undefined;
  const code = codes.find((one) => one.id === codeId);
  if (!code || (code.isRetired && current?.codeId !== codeId))
    return 'This code is no longer used. Choose another one.';
  return code.meaning === kind ? undefined : `${code.label} has a different meaning. Choose the code again.`;
}
