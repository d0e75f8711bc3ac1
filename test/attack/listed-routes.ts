import type { ZodType } from 'zod';
import type { App, RouteAccess } from '#web/routes.ts';

export interface Route {
  method: string;
  url: string;
  may: RouteAccess;
  /** Acts once for a key. */
  once?: boolean;
  schema: { body?: ZodType; querystring?: ZodType };
}

export const nameOf = ({ method, url }: Route) => `${method} ${url}`;

/** Every method of every address that the product declares. */
export const routesOf = (app: App): Route[] =>
  app.declaredRoutes.flatMap(({ method, url, may, once, schema }) =>
    [method].flat().map((one) => ({ method: one, url, may, once, schema: (schema ?? {}) as Route['schema'] })),
  );
