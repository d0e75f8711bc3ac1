declare module 'pg/lib/utils.js' {
  /** A parameter as the text or bytes that PostgreSQL accepts. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
