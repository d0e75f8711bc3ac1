import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildProduct } from './build.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the browser's bundle that all browser tests share. */
    bundle: string;
  }
}

/** One bundle for all browser tests: to build it takes longer than most of them. */
export default async function setup(project: TestProject) {
  const folder = await buildProduct();
  project.provide('bundle', folder);
  return () => rm(join(folder, '..'), { recursive: true, force: true });
}
