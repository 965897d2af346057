import type { IncomingHttpHeaders } from 'node:http'
// OpenTelemetry traces to the configured OTLP endpoint; without one nothing is loaded. Spans contain names from the
// program, never values (telemetry.test.ts).
import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

let on = false

/** Until the returned function is called, which sends what is left; …/v1/traces is added to the endpoint, as OTLP defines. */
export async function startTraces(endpoint: string, roles: readonly string[]): Promise<() => Promise<void>> {
  const [{ OTLPTraceExporter }, { BatchSpanProcessor, NodeTracerProvider }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/resources'),
    ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'fairturn', 'fairturn.roles': roles.join(',') }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  provider.register()
  on = true
  return async () => {
    on = false
    await provider.shutdown()
  }
}

/** Runs `work` in a child span of that kind and name; directly if tracing is off. */
export function traced<T>(
  kind: 'query' | 'transaction' | 'job',
  name: string | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!on) return work()
  return trace
    .getTracer('fairturn')
    .startActiveSpan(name === undefined ? kind : `${kind} ${name}`, async (span) => {
      try {
        return await work()
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' })
        throw error
      } finally {
        span.end()
      }
    })
}

/** Begins the span of a request, below the caller's if its headers name one (W3C Trace Context), and continues within it. */
export function traceRequest(headers: IncomingHttpHeaders, goOn: () => void): Span | undefined {
  if (!on) {
    goOn()
    return undefined
  }
  const parent = propagation.extract(context.active(), headers)
  const span = trace.getTracer('fairturn').startSpan('request', { kind: SpanKind.SERVER }, parent)
  context.with(trace.setSpan(parent, span), goOn)
  return span
}

/** Ends the span of a request, under the name of its route. */
export function endRequest(span: Span, method: string, route: string, status: number): void {
  span.updateName(`${method} ${route}`)
  span.setAttributes({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': status,
  })
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}
