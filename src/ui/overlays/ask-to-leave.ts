import { confirm } from './confirm.tsx';

/** The question before unsaved changes are lost. */
export const askToLeave = (): Promise<boolean> =>
  confirm({
    title: 'Leave without saving?',
    body: 'You have unsaved changes on this page.',
    action: 'Leave page',
    tone: 'bad',
  });
