import { confirm } from './overlays/confirm.tsx';

/** Fired on window before the app leaves a page, so that unsaved changes are not asked about again. */
export const LEAVING = 'akada:leaving';

/** Fired on window before a modal page closes; forms with unsaved changes can prevent it. */
export const CLOSING_MODAL = 'akada:closing-modal';

/** The question before unsaved changes are lost. */
export const askToLeave = (): Promise<boolean> =>
  confirm({
    title: 'Leave without saving?',
    body: 'You have unsaved changes on this page.',
    action: 'Leave page',
    tone: 'bad',
  });
