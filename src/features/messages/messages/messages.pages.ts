import type { PropsOfList } from '#kernel/list/declare-list.ts';
import { page } from '#web/page.ts';
import type { ComposePage } from './compose/compose-page.queries.ts';
import type { GroupForm } from './groups/group-form.queries.ts';
import type { GroupRow, groupList } from './groups/groups.list.ts';
import type { MessageDetails } from './sent/duplicate-message.ts';
import type { messageList } from './sent/messages.list.ts';
import type { recipientList } from './sent/recipients.list.ts';
import type { TemplateForm } from './templates/templates.ts';
import type { templateList } from './templates/templates.list.ts';

export const composePageOf = page<ComposePage>('messages/compose');
export const messageListPage = page<PropsOfList<typeof messageList> & { can: { send: boolean } }>(
  'messages/message-list',
);
export const messagePage = page<PropsOfList<typeof recipientList> & { message: MessageDetails }>('messages/message');
export const templateListPage = page<PropsOfList<typeof templateList>>('messages/template-list');
export const templateFormPage = page<TemplateForm>('messages/template-form');
export const groupListPage = page<Omit<PropsOfList<typeof groupList>, 'rows'> & { rows: GroupRow[] }>(
  'messages/group-list',
);
export const groupFormPage = page<GroupForm>('messages/group-form');
