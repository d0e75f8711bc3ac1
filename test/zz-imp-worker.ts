import { connect } from '#kernel/database.ts';
import { openFiles } from '#kernel/files.ts';
import { startJobs } from '#kernel/jobs.ts';
import { workOnImports } from '#features/imports/imports.jobs.ts';
const [url, folder] = process.argv.slice(2) as [string, string];
await workOnImports({ database: connect({ url }), files: openFiles(folder), jobs: await startJobs(url, console.error) });
