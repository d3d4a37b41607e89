/**
 * Traces of requests and jobs: what each did, in which order, for how long. Recorded only where somebody asked for them
 * (`OTEL_EXPORTER_OTLP_ENDPOINT`); otherwise what is measured here is run and nothing else. A span names routes, ids
 * and statements with their placeholders, as lines of the log do: never what somebody typed.
 */
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
  type Tracer,
} from '@opentelemetry/api'
import { logContext, withLogContext, type LogContext } from '../logs/log-context.ts'

let tracer: Tracer | undefined

/** From now on spans go to `by`; without one, none are made. Of this process, whose servers share it. */
export function recordSpans(by: Tracer | undefined): void {
  tracer = by
}

/** The beginning of a trace; undefined where nothing is recorded. `endSpan` ends it. */
export const beginSpan = (name: string, kind: SpanKind, attributes: Attributes): Span | undefined =>
  tracer?.startSpan(name, { kind, attributes, root: true }, ROOT_CONTEXT)

/** `error`: what it ended with. Only its kind is told, because messages of drivers quote values. */
export function endSpan(span: Span | undefined, error?: unknown): void {
  if (error !== undefined) {
    span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
  }
  span?.end()
}

function beginPart(name: string, attributes: Attributes): Span | undefined {
  const whole = tracer && logContext()?.span
  return whole && tracer?.startSpan(name, { kind: SpanKind.CLIENT, attributes }, trace.setSpan(ROOT_CONTEXT, whole))
}

/** A part of the request or job that runs, which asks somebody else. */
export async function traced<T>(name: string, attributes: Attributes, run: () => Promise<T>): Promise<T> {
  const span = beginPart(name, attributes)
  if (!span) return run()
  try {
    const answer = await run()
    endSpan(span)
    return answer
  } catch (error) {
    endSpan(span, error)
    throw error
  }
}

/** A statement of a store that answers at once. */
export function tracedStatement<T>(sql: string, run: () => T): T {
  const span = tracer && beginPart(...statementSpan('sqlite', sql))
  if (!span) return run()
  try {
    const answer = run()
    endSpan(span)
    return answer
  } catch (error) {
    endSpan(span, error)
    throw error
  }
}

/** A statement whose answer is waited for. */
export const tracedQuery = <T>(sql: string, run: () => Promise<T>): Promise<T> =>
  tracer ? traced(...statementSpan('postgresql', sql), run) : run()

const statementSpan = (system: string, sql: string): [string, Attributes] => [
  /^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase() ?? 'statement',
  { 'db.system.name': system, 'db.query.text': sql },
]

/** A job, which is a trace of its own: it may run long after the request that left it. */
export async function tracedJob<T>(context: LogContext, run: () => Promise<T>): Promise<T> {
  const { job = '', jobId = '' } = context
  const span = beginSpan(`job ${job}`, SpanKind.CONSUMER, { 'youfang.job': job, 'youfang.job_id': jobId })
  try {
    const answer = await withLogContext({ ...context, span }, run)
    endSpan(span?.setAttributes(idAttributes(context)))
    return answer
  } catch (error) {
    endSpan(span?.setAttributes(idAttributes(context)), error)
    throw error
  }
}

/** Records that a request or a job was about. */
export const idAttributes = ({ ids }: Pick<LogContext, 'ids'>): Attributes =>
  Object.fromEntries(Object.entries(ids).map(([kind, id]) => [`youfang.${kind}`, id]))
