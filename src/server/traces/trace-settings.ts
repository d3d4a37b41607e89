/** Where traces are sent; names and meaning of the settings are OpenTelemetry's. */
import { z } from 'zod'

export const traceEnv = {
  /** A collector that takes OTLP over HTTP; traces go nowhere when it is not set. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** The share of requests and jobs that are traced. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_SERVICE_NAME: z.string().min(1).default('youfang'),
}

const Env = z.object(traceEnv)

/** Where spans go, as which service, and the share of traces that are recorded, 0 to 1. */
export interface TraceSettings {
  url: string
  sampled: number
  service: string
}

export const traceSettings = (e: z.output<typeof Env>): TraceSettings | undefined =>
  e.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? undefined
    : {
        url: `${e.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`,
        sampled: e.OTEL_TRACES_SAMPLER_ARG,
        service: e.OTEL_SERVICE_NAME,
      }
