import { z } from 'zod';
import { openedOf } from '#kernel/edit/edit.ts';
import { viewFields } from '#kernel/list/view-fields.ts';
import { id } from '#kernel/schemas.ts';
import { may, type App } from '#web/routes.ts';
import { codeFormPage, settingsPage } from './setup.pages.ts';
import { addCode } from './add-code.ts';
import { AddCode, EditCode } from './code-fields.ts';
import { editCode } from './edit-code.ts';
import { findCode } from './find-code.ts';
import { retireCode } from './retire-code.ts';
import { AttendanceRules } from './rule-fields.ts';
import { saveRules } from './save-rules.ts';
import { settingsProps } from './settings.queries.ts';

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
    return reply.flash('Saved. Registers already taken stay as they are.').go(pageOf(request.body.institution_id));
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
    return reply.flash(`${request.body.letters} was saved.`).go(pageOf(institutionId));
  });

  for (const [act, isRetired] of [
    ['retire', true],
    ['restore', false],
  ] as const)
    app.post(`${one}/${act}`, { config, schema: { params } }, async (request, reply) => {
      const { institutionId, letters } = await request.write((tx, actor) =>
        retireCode(tx, actor, request.params.attendanceCodeId, isRetired),
      );
      return reply.flash(`${letters} was ${act}d.`).go(pageOf(institutionId));
    });
}
