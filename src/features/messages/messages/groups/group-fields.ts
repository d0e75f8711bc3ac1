import { z } from 'zod';
import { edits } from '#kernel/edit/edit.ts';
import { checkbox, id, line } from '#kernel/schemas.ts';
import { AudienceRule } from '../audience/audience.ts';

const nobody = 'Choose who belongs to the group.';

/** Who belongs to a group: rules, not people, so that who joins a class joins its group. */
export const GroupAudience = z.object(
  {
    of: z.enum(['guardians', 'students', 'employees'], nobody),
    by: z
      .array(AudienceRule)
      .min(1, nobody)
      .max(20)
      .refine((rules) => rules.every(({ kind }) => kind !== 'group'), 'A group can’t consist of other groups.'),
  },
  nobody,
);
export type GroupAudience = z.infer<typeof GroupAudience>;

export const audienceIn = (text: string): GroupAudience => GroupAudience.parse(JSON.parse(text));

/** As the form sends it, and as an edit compares it: the same rules are the same text. */
export const textOf = (audience: GroupAudience): string => JSON.stringify(audience);

const audience = z
  .string(nobody)
  .max(300_000)
  .transform((text, context) => {
    const parsed = GroupAudience.safeParse(jsonOf(text));
    if (parsed.success) return textOf(parsed.data);
    context.addIssue(parsed.error.issues[0]?.message ?? nobody);
    return z.NEVER;
  });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const Fields = z.object({ name: line(80, 'The name'), isShared: checkbox, audience });
export const AddGroup = Fields.extend({ institution_id: id });
export const EditGroup = edits(Fields);

/** What a group in the making would reach. */
export const AskSize = z.object({ institution_id: id, audience });

export const taken: Record<string, [string, string]> = {
  message_groups_name: ['name', 'A group has this name already.'],
};
