/** Fired on window when the product itself loads another page fully: not a moment to ask about unsaved entries. */
export const LEAVING = 'akada:leaving';

/** Fired on window before a modal page closes; whoever has unsaved entries in it may prevent that. */
export const CLOSING_MODAL = 'akada:closing-modal';
