import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';
import type { Database } from '#kernel/database.ts';
import type { Jobs } from '#kernel/jobs/jobs.ts';
import type { App } from '../routes.ts';

/**
 * Opens traces of requests, transactions and jobs, which OpenTelemetry sends to this address. They name routes, kinds of
 * transaction and queues: no address, statement, value or person. Its modules are loaded here alone.
 */
export async function openTraces(endpoint: string) {
  const [{ ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }, { resourceFromAttributes }, sdk, { OTLPTraceExporter }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'akada' }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('akada');
  const current = new AsyncLocalStorage<Span>();
  const spans = new WeakMap<object, Span>();

  function begin(name: string, kind = SpanKind.INTERNAL): Span {
    const parent = current.getStore();
    return tracer.startSpan(name, { kind }, parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT);
  }

  const around =
    <Args extends unknown[], T>(name: string, kind: number, work: (...args: Args) => Promise<T>) =>
    (...args: Args): Promise<T> => {
      const span = begin(name, kind);
      const failed = () => span.setStatus({ code: SpanStatusCode.ERROR });
      return current.run(span, async () => {
        const result = work(...args);
        await result.catch(failed);
        span.end();
        return result;
      });
    };

  return {
    ofDatabase(database: Database): Database {
      const traced: Record<string, unknown> = { ...database };
      for (const kind of ['read', 'readAsSystem', 'write', 'snapshot', 'anonymous', 'asSystem'] as const)
        traced[kind] = around(`transaction ${kind}`, SpanKind.CLIENT, database[kind] as () => Promise<unknown>);
      return traced as unknown as Database;
    },
    ofJobs: <Its extends Jobs>(jobs: Its): Its => ({
      ...jobs,
      work: (queue, handler, options) => jobs.work(queue, around(`job ${queue}`, SpanKind.CONSUMER, handler), options),
    }),
    ofRequests(app: App): void {
      app.addHook('onRequest', (request, _reply, done) => {
        const span = begin(request.method, SpanKind.SERVER);
        spans.set(request, span);
        current.run(span, done);
      });
      // Where a body has arrived, what came before is forgotten.
      app.addHook('preValidation', (request, _reply, done) => current.run(spans.get(request)!, done));
      app.addHook('onResponse', (request, reply, done) => {
        const [method, route, status] = [request.method, request.routeOptions.url ?? 'unknown', reply.statusCode];
        const span = spans.get(request)!.updateName(`${method} ${route}`);
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.setAttribute('http.request.method', method).setAttribute('http.route', route);
        span.setAttribute('http.response.status_code', status).end();
        done();
      });
    },
    close: () => provider.shutdown(),
  };
}
