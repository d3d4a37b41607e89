/** Sends spans to a collector by OTLP over HTTP. Loaded only where traces are asked for. */
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace'
import type { TraceSettings } from './trace-settings.ts'
import { PROCESS } from '../logs/logging.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { recordSpans } from './traces.ts'

/** Characters of a statement that are kept. */
const LONGEST = 4_000
/** Of one delivery to the collector, ms: whoever waits for the end of the server waits for the last one. */
const DELIVERY_MS = 3_000
/** Spans that wait for a collector that is away: later ones are dropped. */
const MOST_WAITING = 8_192

/** Records from now on. The returned function sends what is left, and ends it. */
export function sendTraces(
  { url, sampled, service }: TraceSettings,
  { metrics, mode }: { metrics: Metrics; mode: string },
): () => Promise<void> {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.instance.id': `${PROCESS.hostname}:${PROCESS.pid}`,
      'deployment.environment.name': mode,
    }),
    sampler: new TraceIdRatioBasedSampler(sampled),
    spanLimits: { attributeValueLengthLimit: LONGEST },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: counted(new OTLPTraceExporter({ url, timeoutMillis: DELIVERY_MS }), metrics),
        maxQueueSize: MOST_WAITING,
        exportTimeoutMillis: DELIVERY_MS,
      }),
    ],
  })
  metrics.expect({ kind: 'traces', service: 'otlp', operation: 'send' })
  recordSpans(provider.getTracer('youfang'))
  return async () => {
    recordSpans(undefined)
    // A collector that is away loses the last spans, and nobody waits for it longer.
    await provider.shutdown().catch(() => undefined)
  }
}

/** Deliveries are figures like all calls to others; a line for each would be the most frequent of the log. */
function counted(exporter: SpanExporter, metrics: Metrics): SpanExporter {
  return {
    export: (spans, done) => {
      const began = performance.now()
      exporter.export(spans, (result) => {
        const seconds = (performance.now() - began) / 1000
        const call = { kind: 'traces', service: 'otlp', operation: 'send' } as const
        metrics.outgoing(call, result.error ? 'failed' : 'ok', seconds)
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}
