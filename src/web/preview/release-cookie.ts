/** Names the release whose files this browser has: its pages need no first view. Set by client/main.tsx. */
export const releaseCookie = 'akada_release';
