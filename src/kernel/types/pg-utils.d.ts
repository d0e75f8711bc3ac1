declare module 'pg/lib/utils.js' {
  /** A parameter as the text or bytes that PostgreSQL takes. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
