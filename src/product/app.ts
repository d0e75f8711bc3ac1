import fastify, { LogController, type FastifyBaseLogger } from 'fastify';
import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import rateLimit, { type FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import fastifyStatic from '@fastify/static';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { isTimed, startJob } from '#kernel/jobs/jobs.ts';
import { countClockRegressions } from '#web/limits/clock-regressions.ts';
import { registerArrivingBodies } from '#web/limits/arriving-bodies.ts';
import { registerOverload } from '#web/limits/overload.ts';
import { registerDrain } from '#web/running/drain.ts';
import { registerEntrance } from '#web/entrance/entrance.ts';
import { registerPreviews } from '#web/preview/previews.ts';
import { registerMoved } from '#web/moved.ts';
import { registerErrors } from '#web/errors.ts';
import { readableUrl } from '#web/readable-url.ts';
import { registerExports } from '#web/exports.ts';
import { registerPdf } from '#web/pdf.ts';
import { registerFormBodies } from '#web/form-bodies.ts';
import { homeOf } from '#web/home-cards.ts';
import { registerHealth, serveHealthAlone } from '#web/running/health.ts';
import { registerOffline } from '#web/offline.ts';
import { registerNoStore } from '#web/no-store.ts';
import { visitorLane } from '#web/limits/quota-keys.ts';
import { guardDisk } from '#web/limits/disk-guard.ts';
import { registerMachines } from '#web/webhook-sources.ts';
import { registerOnce } from '#web/once.ts';
import { registerPages } from '#web/pages.ts';
import { registerPublicAddress } from '#web/public-address.ts';
import { registerPublicForms } from '#web/public-forms.ts';
import { registerRequests } from '#web/requests.ts';
import { may, type App, type Services } from '#web/routes.ts';
import { securityHeaders } from '#web/security-headers.ts';
import { registerSignInToken } from '#web/sign-in-token.ts';
import { registerStorable } from '#web/sanitize-input.ts';
import { registerStreams } from '#web/streams.ts';
import { shellOf, viewOf } from './build-shell.ts';
import { product as wholeProduct } from './features.ts';
import type { Product } from '#web/feature.ts';
import type { slowestUpload } from '#web/limits/arriving-trouble.ts';
import type { Turns } from '#web/limits/request-limits.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** All features combined. */
    product: Product;
  }
}

/** The web application. It does not listen yet. */
export async function createApp(services: Services, options: AppOptions = {}): Promise<App> {
  const base = fastify({
    ...(options.logger ? { loggerInstance: options.logger } : { logger: false }),
    // Only the nearest proxy is trusted, not what the visitor wrote into the same header.
    trustProxy: options.trustProxy ? (_address, hop) => hop === 0 : false,
    genReqId: () => randomUUID(),
    bodyLimit: 1_048_576,
    // As long as an address can be: schemas limit the parameters.
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: true },
    rewriteUrl: readableUrl,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // Headers arrive quickly, even on a slow network; arriving-bodies.ts watches bodies, and this is the final limit.
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 2000 },
    requestTimeout: 660_000,
    keepAliveTimeout: 65_000,
    // Requests on an open connection during shutdown are served; the answer closes it.
    return503OnClosing: false,
  });
  const app: App = base.withTypeProvider<ZodTypeProvider>();
  options.traces?.ofRequests(app);
  const product = options.product ?? wholeProduct;
  app.decorate('services', services);
  app.decorate('product', product);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  const always = securityHeaders();
  app.addHook('onRequest', (request, reply, done) => {
    // Used to build an address: reject anything that is not a scheme.
    const { headers } = request;
    const scheme = String(headers['x-forwarded-proto'] ?? '').split(',');
    if (!['http', 'https'].includes(scheme.at(-1)!.trim())) delete headers['x-forwarded-proto'];
    void reply.headers(always).header('x-request-id', request.id);
    done();
  });
  if (options.isWorker) serveHealthAlone(app);
  registerArrivingBodies(app, options.bodies);
  // Before anything that can fail, because error pages read cookies too.
  await app.register(cookie);
  registerMoved(app);
  registerPublicAddress(app);
  await app.register(compress, {
    globalDecompression: false,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { 1: 4 } },
  });
  await app.register(multipart, { limits: { fileSize: 20 * 1_048_576, files: 1, fields: 20, fieldSize: 65_536 } });
  const { maxEventLoopDelay = 2000 } = options;
  await registerOverload(app, maxEventLoopDelay);
  registerFormBodies(app);
  registerPublicForms(app);
  registerRequests(app, Object.keys(product.permissions), options.heavyRequests);
  registerStorable(app);
  registerMachines(app);
  registerNoStore(app);
  if (options.requestsPerMinute !== false) {
    const turns = countClockRegressions();
    await app.register(rateLimit, {
      max: options.requestsPerMinute ?? 1200,
      timeWindow: '1 minute',
      store: options.countStore,
      // A whole school can share one address, so signed-in users are counted individually.
      keyGenerator: (request) =>
        `${turns()} ${request.maybeActor ? `session ${request.maybeActor.sessionId}` : visitorLane(request)}`,
      allowList: (request) => request.url.startsWith('/assets/') || request.url.startsWith('/health/'),
    });
  }
  registerPages(app, (actor, query) => shellOf(product, actor, viewOf(actor, query)));
  registerPreviews(app);
  registerEntrance(app);
  registerErrors(app);
  registerOnce(app);
  registerExports(app);
  registerPdf(app);
  registerHealth(app);
  registerStreams(app, options);
  registerDrain(app);
  registerOffline(app);
  guardDisk(app);
  await app.register(fastifyStatic, {
    root: services.assets.folder,
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    // The build manifest is not public.
    dotfiles: 'ignore',
    preCompressed: true,
  });

  app.get('/', { config: { ...may('public'), isKept: true } }, async (request, reply) => {
    if (request.maybeActor) return reply.seeOther(homeOf(product, request.maybeActor));
    // Without a published site the sign-in page is the home page.
    return (await app.publicFront(request, reply)) ? reply : reply.code(302).header('Location', '/sign-in').send();
  });
  registerSignInToken(app);
  if (!options.isWorker) for (const { routes = [] } of product.features) for (const register of routes) register(app);
  const work = { ...services, product };
  for (const job of product.jobs) if (!isTimed(job)) await startJob(services.jobs, work, job);
  return app;
}

export interface AppOptions {
  logger?: FastifyBaseLogger;
  /** It works on jobs and serves nothing but its health. */
  isWorker?: boolean;
  /** Where requests are counted, if not in this process. */
  countStore?: FastifyRateLimitStoreCtor;
  /** Requests a minute for one session; false only where a benchmark or test sends more than a person would. */
  requestsPerMinute?: number | false;
  /** How many searches, counts and PDFs of one user run at once; more only in a benchmark. */
  heavyRequests?: Partial<Turns>;
  /** The event loop delay in milliseconds above which requests are refused; 0 where a test runs on a busy machine. */
  maxEventLoopDelay?: number;
  trustProxy?: boolean;
  /** Milliseconds between keep-alive messages of a streaming response. */
  heartbeat?: number;
  /** The assembled features; a test adds its own. */
  product?: Product;
  /** How slowly a body may arrive; tests shorten it. */
  bodies?: Partial<typeof slowestUpload>;
  /** How many streaming responses at once. */
  streams?: number;
  traces?: { ofRequests(app: App): void };
}
