import { loadDemo as loadWhole } from '#product/demo.ts';

/** In place of the product's own, in a server that is started for a few rounds (small-demonstration.mjs). */
export const loadDemo: typeof loadWhole = (place) => loadWhole({ ...place, files: null, withHistory: false });
