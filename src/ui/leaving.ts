/** Fired on window when the product itself loads another page fully: not a moment to ask about unsaved entries. */
export const LEAVING = 'akada:leaving';
