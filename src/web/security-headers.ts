import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/** helmet's headers, computed once: they do not depend on the request. */
export function securityHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  const answer = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: () => {},
  } as unknown as ServerResponse;
  const say = helmet({ contentSecurityPolicy: false, strictTransportSecurity: { maxAge: 31_536_000 } });
  say({} as IncomingMessage, answer, (error) => {
    if (error) throw error;
  });
  return headers;
}
