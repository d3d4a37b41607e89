/**
 * Figures for Prometheus, counted while they happen. Labels have few values: never an id, an address or anything that
 * somebody typed. What is read from the store stands in `store-gauges.ts`; all names in docs/monitoring.
 */
import { Counter, Histogram, Registry } from 'prom-client'
import { createRecentFailures } from './recent-failures.ts'

/** An answered call; `status` and `code` are those of its envelope. */
interface AnsweredCall {
  path: string
  status: number
  code: string
}

/** A call to somebody else. */
export interface OutgoingCall {
  /** What for. */
  kind: 'payment' | 'mail' | 'sms' | 'partner' | 'scanner' | 'storage' | 'traces'
  /** Who is called: `wechat`, `smtp`, `twilio` … */
  service: string
  operation: string
}

/** A record has another state. */
export interface StateChange {
  entity: string
  id: string
  from: string | null
  to: string
  /** `user`, `operator`, `system`, or `gateway` and which one; without a name or an id. */
  by: string
  /** Who does it outside, where the record has one: a payment's gateway. */
  provider: string
}

export interface Metrics {
  registry: Registry
  call: (call: AnsweredCall, seconds: number) => void
  /** What is no call: notifications, pages, files, checks. */
  response: (route: string, http: number) => void
  stateChange: (change: StateChange) => void
  /** Shows a call at 0: Prometheus does not see the increase with which a figure appears. */
  expect: (call: OutgoingCall) => void
  outgoing: (call: OutgoingCall, result: 'ok' | 'failed', seconds: number) => void
  /** Whether calls of these kinds fail at the moment. */
  failing: (...kinds: OutgoingCall['kind'][]) => boolean
  job: (kind: string, result: 'done' | 'failed' | 'given_up', seconds: number) => void
}

/** Calls that anybody can cause with words of their own: they say nothing about what others wait for. */
const CAUSED_BY_ANYBODY: ReadonlySet<string> = new Set(['identify'])

/** Codes of calls that did no work: `http_503`, limits of calls. */
const TURNED_AWAY = /^(?:http_503|too_many)$/
const CALL_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 10]
const OUTSIDE_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 45]
const JOB_SECONDS = [0.01, 0.05, 0.25, 1, 5, 15, 60, 300]

/** One registry for each server: tests have several in one process. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Counter({ name, help, labelNames, registers })
  const histogram = <L extends string>(name: string, help: string, labelNames: readonly L[], buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers })
  const calls = counter('youfang_calls_total', 'Calls by envelope', ['path', 'status', 'code'])
  const callSeconds = histogram('youfang_call_seconds', 'Until a call was answered', ['path', 'result'], CALL_SECONDS)
  const responses = counter('youfang_responses_total', 'Answers to what is no call', ['route', 'http'])
  const changes = counter('youfang_state_changes_total', 'Records that reached a state', ['entity', 'to', 'provider'])
  const outside = ['kind', 'service', 'operation'] as const
  const outgoing = counter('youfang_outgoing_calls_total', 'Calls to others', [...outside, 'result'])
  const outgoingSeconds = histogram('youfang_outgoing_call_seconds', 'Until others answered', outside, OUTSIDE_SECONDS)
  const jobs = counter('youfang_jobs_total', 'Runs of jobs', ['kind', 'result'])
  const jobSeconds = histogram('youfang_job_seconds', 'Runs of jobs', ['kind'], JOB_SECONDS)
  // Looking a labelled figure up costs more than counting it, and every call needs two.
  const recent = createRecentFailures()
  const known = new Map<string, { count: Counter.Internal; time: Histogram.Internal<'path' | 'result'> }>()
  return {
    registry,
    call: ({ path, status, code }, seconds) => {
      const key = `${path} ${status} ${code}`
      let of = known.get(key)
      if (!of) {
        // Those that are turned away are quick, and would hide the others that are slow.
        const result = TURNED_AWAY.test(code) ? 'turned_away' : 'answered'
        of = { count: calls.labels(path, String(status), code), time: callSeconds.labels(path, result) }
        known.set(key, of)
      }
      of.count.inc()
      of.time.observe(seconds)
    },
    response: (route, http) => responses.inc({ route, http }),
    stateChange: ({ entity, to, provider }) => changes.inc({ entity, to, provider }),
    expect: (call) => {
      for (const result of ['ok', 'failed']) outgoing.inc({ ...call, result }, 0)
    },
    failing: recent.failing,
    outgoing: (call, result, seconds) => {
      if (!CAUSED_BY_ANYBODY.has(call.operation)) recent.note(call.kind, result === 'ok')
      outgoing.inc({ ...call, result })
      outgoingSeconds.observe({ ...call }, seconds)
    },
    job: (kind, result, seconds) => {
      jobs.inc({ kind, result })
      jobSeconds.observe({ kind }, seconds)
    },
  }
}
