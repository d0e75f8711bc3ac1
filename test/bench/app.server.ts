import { join } from 'node:path';
import { pino } from 'pino';
import { connect } from '#kernel/database.ts';
import { openFiles } from '#kernel/files.ts';
import { startJobs } from '#kernel/jobs/jobs.ts';
import { createApp } from '#product/app.ts';
import { readAssets } from '#web/assets.ts';
import { root } from '../../bin/bootstrap.mjs';
import { tellAddress, told } from './child.ts';

// The product as bin/server.ts puts it together, without the limits on one person's requests.
interface Settings {
  appUrl: string;
  /** Where jobs find the database, when that is another way. */
  jobsUrl?: string;
  dataFolder: string;
  secret: string;
}
const { appUrl, jobsUrl = appUrl, dataFolder, secret } = told<Settings>();
const logger = pino({ level: 'warn' });
const services = {
  environment: { dataFolder, isProduction: true },
  database: connect({ url: appUrl }),
  jobs: await startJobs(jobsUrl, (error) => logger.error(error)),
  files: openFiles(join(dataFolder, 'files')),
  secret: Buffer.from(secret, 'hex'),
  assets: readAssets(join(root, 'dist/client')),
};
const app = await createApp(services, { logger, requestsPerMinute: false, heavyRequests: { concurrency: 1000 } });
await tellAddress(app, { assetVersion: services.assets.version });
