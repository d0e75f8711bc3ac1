/* What the bundle has of Inertia's two modules. Each name must be found: see plugin.ts. */

export type Package = 'react' | 'core';

/** Sections of the modules, by the comments that start them. */
export const late: Record<Package, string[]> = {
  react: ['Form', 'useForm', 'useFormState', 'useRemember', 'usePoll'],
  core: ['useFormUtils', 'resetFormFields'],
};

/** Sections that no page uses: one that would use them fails to build. */
export const unused: Record<Package, string[]> = {
  react: ['Head', 'InfiniteScroll', 'WhenVisible', 'useHttp', 'usePrefetch'],
  core: [
    'infiniteScroll',
    'infiniteScroll/data',
    'infiniteScroll/elements',
    'infiniteScroll/queryString',
    'infiniteScroll/scrollPreservation',
    'intersectionObservers',
    'axiosHttpClient',
    'progress-component',
  ],
};

/** What a variable is, or a function or method does, instead. */
export const standIns: Record<Package, Record<string, string>> = {
  react: {},
  core: {
    // The application has its own HTTP client, progress bar, error pages and window titles.
    httpClient: 'undefined',
    http: '{ getClient: () => httpClient, setClient(client) { httpClient = client; } }',
    interceptors: '{ processRequest: (_, config) => config, processResponse: (_, response) => response }',
    progress: '{ reveal() {}, hide() {} }',
    setupProgress: '{}',
    dialog_default: '{ show() {} }',
    createHeadManager: '{ return { updateServerHead() {} }; }',
    resolveServerHead: '{}',
    // Layouts get the page's props alone.
    createLayoutPropsStore:
      '{ const none = { shared: {}, named: {} }; return { reset() {}, get: () => none, subscribe: () => () => {} }; }',
    // Nothing in the browser's history is encrypted.
    encryptHistory: '() => {}',
    decryptHistory: '() => {}',
    // No page shows a result before the server has answered, and no prop is merged with the one before.
    'Router.applyOptimisticUpdate': '{}',
    'Router.performInstantSwap': '{}',
    'Router.preserveOncePropsOnInstantVisit': '{}',
    'Router.replaceProp': '{}',
    'Router.appendToProp': '{}',
    'Router.prependToProp': '{}',
    'CurrentPage.replayOptimistics': '{}',
    'CurrentPage.swap': '{ return this.swapComponent({ component, page: page2, preserveState, initialRender }); }',
    'Response.preserveOptimisticProps': '{}',
    'Response.mergeOrMatchItems': '{}',
    'Response.appendWithMatching': '{}',
    'Response.prependWithMatching': '{}',
    'Response.hasUniqueProperty': '{}',
  },
};

/** What the second module has no import of. */
export const lateNeeds: Record<Package, string> = {
  react: 'import { config } from "@inertiajs/react";\n',
  core: 'import { isUrlMethodPair } from "@inertiajs/core";\n',
};
