/** Fired on window before the app loads another page fully, so that unsaved changes are not asked about. */
export const LEAVING = 'akada:leaving';

/** Fired on window before a modal page closes; forms with unsaved changes can prevent it. */
export const CLOSING_MODAL = 'akada:closing-modal';
