/**
 * Stands in for `laravel-precognition`, which Inertia imports but only uses for validation while typing against a
 * Laravel server (4 KB gzip). vite.config.ts aliases the package to this file; `<Form>` still builds a validator.
 */
const chain: Record<string, (...values: unknown[]) => unknown> = {};
const nothing: [] = [];

for (const method of [
  'on',
  'setTimeout',
  'validateFiles',
  'withoutFileValidation',
  'defaults',
  'reset',
  'setErrors',
  'forgetError',
  'touch',
  'validate',
]) {
  chain[method] = () => chain;
}
for (const method of ['valid', 'touched']) chain[method] = () => nothing;
chain['validating'] = () => false;
chain['errors'] = () => ({});

export const createValidator = () => chain;
export const resolveName = (name: string | { target: { name: string } }) =>
  typeof name === 'string' ? name : name.target.name;
export const toSimpleValidationErrors = (errors: Record<string, string | string[]>) =>
  Object.fromEntries(Object.entries(errors).map(([field, value]) => [field, Array.isArray(value) ? value[0] : value]));
export const client = { withXsrfCookieName: () => client, withXsrfHeaderName: () => client };
