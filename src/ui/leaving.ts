/** Fired on window before the app leaves a page, so that unsaved changes are not asked about again. */
export const LEAVING = 'akada:leaving';

/** Fired on window before a modal page closes; forms with unsaved changes can prevent it. */
export const CLOSING_MODAL = 'akada:closing-modal';
