import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { openedOf, type OpenedValues } from '#kernel/edit/edit.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { addCode, codesOf, AddCode, EditCode, codeTaken } from './add-code.ts';
import { saveRules, AttendanceRules, rulesInForm, usualRules } from './save-rules.ts';
import { editRecord } from '#kernel/edit/edit-record.ts';
import { record } from '#kernel/audit.ts';
import { attendanceCodes, attendanceRules } from '../attendance.schema.ts';
import { allow, institutionsWhere, type Actor, institutionChoice, membershipIn } from '#kernel/actor.ts';
import { isOneOf, type Tx, type Db, hasKey } from '#kernel/database.ts';
import { orNotFound } from '#kernel/errors.ts';
import { page } from '#web/page.ts';
import type { Code } from '../marks/mark-fields.ts';

const isVisible = (actor: Actor, id: number) =>
  and(isOneOf(attendanceCodes.institutionId, institutionsWhere(actor, 'attendance.edit')), eq(attendanceCodes.id, id));

/** An own code that the actor can change, for its form. */
async function findCode(db: Db, actor: Actor, id: number) {
  const [found] = await db.select().from(attendanceCodes).where(isVisible(actor, id));
  return orNotFound(found, 'code');
}

/** The same, locked until the end of the transaction. */
async function lockCode(tx: Tx, actor: Actor, id: number) {
  const [found] = await tx.select().from(attendanceCodes).where(isVisible(actor, id)).for('no key update');
  return orNotFound(found, 'code');
}

const params = z.object({ attendanceCodeId: id });
const config = may('attendance.edit');
const settings = '/attendance/settings';
const codes = '/attendance/codes';
const one = `${codes}/:attendanceCodeId` as const;
const pageOf = (institutionId: number) => `${settings}?institution_id=${institutionId}`;

/** How registers are taken, and the institution's own codes. */
export function setupRoutes(app: App): void {
  app.get(settings, { config, schema: { querystring: z.object(viewFields) } }, async (request, reply) =>
    reply.page(settingsPage, await request.read((db, actor) => settingsProps(db, actor, request.query.institution_id))),
  );

  app.post(settings, { config, schema: { body: AttendanceRules } }, async (request, reply) => {
    await request.write((tx, actor) => saveRules(tx, actor, request.body));
    return reply
      .flash('Saved. Registers already taken stay as they are.')
      .seeOther(pageOf(request.body.institution_id));
  });

  app.post(codes, { config: { ...config, once: true }, schema: { body: AddCode } }, (request, reply) =>
    reply.once(async (tx, actor) => {
      await addCode(tx, actor, request.body);
      return { flash: `${request.body.letters} was added.`, go: pageOf(request.body.institution_id) };
    }),
  );

  app.get(`${one}/edit`, { config, schema: { params } }, async (request, reply) => {
    const {
      institutionId,
      id: codeId,
      letters,
      label,
      meaning,
    } = await request.read((db, actor) => findCode(db, actor, request.params.attendanceCodeId));
    const code = { id: codeId, letters, label, meaning };
    return reply.page(codeFormPage, { institutionId, code, opened: openedOf(EditCode, code) });
  });

  app.post(one, { config, schema: { params, body: EditCode } }, async (request, reply) => {
    const { institutionId } = await request.write((tx, actor) =>
      editCode(tx, actor, request.params.attendanceCodeId, request.body),
    );
    return reply.flash(`${request.body.letters} was saved.`).seeOther(pageOf(institutionId));
  });

  for (const [act, isRetired] of [
    ['retire', true],
    ['restore', false],
  ] as const)
    app.post(`${one}/${act}`, { config, schema: { params } }, async (request, reply) => {
      const { institutionId, letters } = await request.write((tx, actor) =>
        retireCode(tx, actor, request.params.attendanceCodeId, isRetired),
      );
      return reply.flash(`${letters} was ${act}d.`).seeOther(pageOf(institutionId));
    });
}

/** Renames a code, also where it was marked. Its meaning stays, because totals were counted with it. */
const editCode = editRecord({
  action: 'attendance.editCode',
  type: 'attendance_code',
  table: attendanceCodes,
  may: 'attendance.edit',
  fields: EditCode,
  lock: lockCode,
  taken: ({ values }) => codeTaken(values.letters),
  nameOf: ({ before }) => `the code ${before.letters}`,
});

/** Retires a code or restores it. Where a retired code was marked, it stays. */
async function retireCode(tx: Tx, actor: Actor, codeId: number, isRetired: boolean) {
  const code = await lockCode(tx, actor, codeId);
  const { institutionId, id, letters, label, retiredAt } = code;
  allow(actor, 'attendance.edit', institutionId);
  if ((retiredAt !== null) === isRetired) return code;
  await tx
    .update(attendanceCodes)
    .set({ retiredAt: isRetired ? sql`now()` : null })
    .where(hasKey(attendanceCodes, institutionId, id));
  await record(tx, actor, isRetired ? 'attendance.retireCode' : 'attendance.restoreCode', {
    institutionId,
    summary: `${isRetired ? 'retired' : 'restored'} the code ${letters}, ${label}`,
    subject: { type: 'attendance_code', id },
  });
  return code;
}

export const settingsPage = page<SettingsProps>('attendance/settings');
export const codeFormPage = page<{
  institutionId: number;
  code: Omit<Code, 'isRetired'>;
  opened: OpenedValues;
}>('attendance/code-form');

export interface SettingsProps {
  institutionId: number;
  institutions: { id: number; name: string }[];
  timeZone: string;
  rules: ReturnType<typeof rulesInForm>;
  opened: OpenedValues;
  codes: Code[];
  can: { switches: boolean };
}

/** How one institution takes its registers. */
async function settingsProps(db: Db, actor: Actor, wanted: number | undefined): Promise<SettingsProps> {
  const { institutionId, institutions } = institutionChoice(actor, wanted, 'attendance.edit');
  const [[saved], codes] = await Promise.all([
    db.select().from(attendanceRules).where(eq(attendanceRules.institutionId, institutionId)),
    codesOf(db, institutionId),
  ]);
  const rules = rulesInForm(saved ?? usualRules);
  const here = membershipIn(actor, institutionId)!;
  return {
    institutionId,
    institutions,
    timeZone: here.timeZone,
    rules,
    opened: openedOf(AttendanceRules, rules),
    codes,
    // The page of switches belongs to a feature above this one.
    can: { switches: here.permissions.has('contact.switches') },
  };
}
