/** Calls to others: each is counted, timed and has a line, so that an outage of theirs is seen while it lasts. */
import type { Config } from '../config.ts'
import type { Deps } from '../dependencies.ts'
import { logContext } from '../logs/log-context.ts'
import { LoggedFault } from '../logs/logging.ts'
import { traced } from '../traces/traces.ts'
import type { Metrics, OutgoingCall } from './metrics.ts'

/** Who is called with these settings; payment gateways name themselves. */
export function expectServices(metrics: Metrics, { smtpUrl, sms, clamav, s3 }: Config): void {
  if (smtpUrl !== undefined) metrics.expect({ kind: 'mail', service: 'smtp', operation: 'send' })
  for (const { name } of sms.providers) metrics.expect({ kind: 'sms', service: name, operation: 'send' })
  if (clamav) metrics.expect({ kind: 'scanner', service: 'clamav', operation: 'scan' })
  for (const operation of s3 ? ['put', 'get', 'delete', 'probe'] : [])
    metrics.expect({ kind: 'storage', service: 's3', operation })
  metrics.expect({ kind: 'partner', service: 'webhook', operation: 'post' })
}

interface Judgement<T> {
  /** Whether what was thrown is an answer: a number that no provider can reach is no outage. */
  answers?: (error: unknown) => boolean
  /** Why an answer is a failure, in our own words; `null` when it is none. */
  faultOf?: (answer: T) => string | null
}

/**
 * Calls somebody else; its line has the ids of the request's or job's records. It failed if `ask` throws, unless the
 * caller judges otherwise.
 */
export async function callOutside<T>(
  deps: Pick<Deps, 'metrics' | 'log'>,
  call: OutgoingCall,
  ask: () => Promise<T>,
  { answers = () => false, faultOf = () => null }: Judgement<T> = {},
): Promise<T> {
  const began = performance.now()
  const { ids = {} } = logContext() ?? {}
  // As they are now: a job may have another record in hand when this is answered.
  const about = Object.keys(ids).length === 0 ? {} : { ids: { ...ids } }
  const done = (fault: string | null): void => {
    const ms = Math.round(performance.now() - began)
    deps.metrics.outgoing(call, fault === null ? 'ok' : 'failed', ms / 1000)
    const line = { ...call, ms, ...about }
    if (fault === null) deps.log.info(line, 'outgoing call')
    else deps.log.warn({ ...line, reason: fault }, 'outgoing call failed')
  }
  try {
    const answer = await traced(`${call.kind} ${call.operation}`, { 'youfang.service': call.service }, ask)
    done(faultOf(answer))
    return answer
  } catch (error) {
    done(answers(error) ? null : faultOfError(error))
    throw error
  }
}

/** Only our own words, or the kind of an error: a driver's message quotes values. */
function faultOfError(error: unknown): string {
  if (error instanceof LoggedFault) return error.message
  return error instanceof Error ? error.name : 'Error'
}
