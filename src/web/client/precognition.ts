/**
 * Stands in for `laravel-precognition`, which Inertia imports but only uses for validation while typing against a
 * Laravel server (4 KB gzip). vite.config.ts aliases the package to this file; `<Form>` still builds a validator.
 */
const again = () => chain;
const none = (): [] => [];

const chain: Record<string, () => unknown> = {
  on: again,
  setTimeout: again,
  validateFiles: again,
  withoutFileValidation: again,
  defaults: again,
  reset: again,
  setErrors: again,
  forgetError: again,
  touch: again,
  validate: again,
  valid: none,
  touched: none,
  validating: () => false,
  errors: () => ({}),
};

export const createValidator = () => chain;
export const resolveName = (name: string | { target: { name: string } }) =>
  typeof name === 'string' ? name : name.target.name;
export const toSimpleValidationErrors = (errors: Record<string, string | string[]>) =>
  Object.fromEntries(Object.entries(errors).map(([field, value]) => [field, Array.isArray(value) ? value[0] : value]));
export const client = { withXsrfCookieName: () => client, withXsrfHeaderName: () => client };
