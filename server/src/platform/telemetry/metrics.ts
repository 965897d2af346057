// Metrics in Prometheus format. Labels are names of the program, never a person, id or address (telemetry.test.ts).
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const registry = new Registry()

/** Names and buckets of the OpenTelemetry conventions for HTTP servers. */
const requests = new Histogram({
  name: 'http_server_request_duration_seconds',
  help: 'How long requests took, by method, route and status',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
})

const jobs = new Histogram({
  name: 'fairturn_job_duration_seconds',
  help: 'How long jobs took, by kind and outcome',
  labelNames: ['job', 'outcome'] as const,
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 300],
  registers: [registry],
})

export function countRequest(method: string, route: string, status: number, seconds: number): void {
  requests.observe({ method, route, status }, seconds)
}

export function countJob(job: string, outcome: 'done' | 'failed', seconds: number): void {
  jobs.observe({ job, outcome }, seconds)
}

/** Metrics of the process itself: memory, CPU time, event loop lag. Once a process. */
export function countProcess(): void {
  collectDefaultMetrics({ register: registry })
}

/** A gauge computed on each scrape; `read` returns values by its single label, or one without. */
export function gauge(
  name: string,
  help: string,
  label: string | null,
  read: () => Promise<ReadonlyMap<string, number>> | ReadonlyMap<string, number>,
): void {
  registry.removeSingleMetric(name)
  void new Gauge<string>({
    name,
    help,
    labelNames: label === null ? [] : [label],
    registers: [registry],
    async collect() {
      this.reset()
      for (const [key, value] of await read()) this.set(label === null ? {} : { [label]: key }, value)
    },
  })
}

/** All metrics as text, and their content type. */
export async function metricsText(): Promise<{ type: string; text: string }> {
  return { type: registry.contentType, text: await registry.metrics() }
}
