/** What forms and polling pages use, apart from what every page loads (bin/inertia/parts.ts). */
declare module '@inertiajs/react/late' {
  export { Form, usePoll } from '@inertiajs/react';
}
