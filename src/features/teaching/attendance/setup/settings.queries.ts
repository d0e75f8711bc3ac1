import { eq } from 'drizzle-orm';
import { institutionsInView, institutionsWhere, membershipIn, type Actor } from '#kernel/actor.ts';
import type { Db } from '#kernel/database.ts';
import { openedOf, type Opened } from '#kernel/edit/edit.ts';
import { NotAllowed } from '#kernel/errors.ts';
import { attendanceRules } from '../attendance.schema.ts';
import type { Code } from '../marks/mark-fields.ts';
import { codesOf } from './codes.queries.ts';
import { AttendanceRules, rulesInForm, usualRules } from './rule-fields.ts';

export interface SettingsProps {
  institutionId: number;
  institutions: { id: number; name: string }[];
  timeZone: string;
  rules: ReturnType<typeof rulesInForm>;
  opened: Opened;
  codes: Code[];
  can: { switches: boolean };
}

/** How one institution takes its registers. */
export async function settingsProps(db: Db, actor: Actor, wanted: number | undefined): Promise<SettingsProps> {
  const [institutionId] = institutionsInView(actor, wanted, 'attendance.edit');
  if (!institutionId) throw new NotAllowed();
  const [[saved], codes] = await Promise.all([
    db.select().from(attendanceRules).where(eq(attendanceRules.institutionId, institutionId)),
    codesOf(db, institutionId),
  ]);
  const rules = rulesInForm(saved ?? usualRules);
  const here = membershipIn(actor, institutionId)!;
  return {
    institutionId,
    institutions: institutionsWhere(actor, 'attendance.edit').map((id) => ({
      id,
      name: membershipIn(actor, id)!.name,
    })),
    timeZone: here.timeZone,
    rules,
    opened: openedOf(AttendanceRules, rules),
    codes,
    // The page of switches belongs to a feature above this one.
    can: { switches: here.permissions.has('contact.switches') },
  };
}
