/** Where the proof of a host name must be placed, and its content. */
export const proofPath = (token: string) => `/.well-known/akada-${token}`;
export const proofRecord = (host: string) => `_akada.${host}`;
export const proofText = (token: string) => `akada-site=${token}`;
