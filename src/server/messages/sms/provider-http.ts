/** HTTP calls to providers: with a time limit, without redirects, and read only as JSON. */
import { z } from 'zod'
import type { SmsProviderName } from '../message-settings.ts'
import { SmsFault } from './sms-provider.ts'

/** Three such calls fit a job's lease. */
const TIME = 10_000
const MOST_TEXT = 256 * 1024

export interface ProviderAnswer {
  status: number
  body: unknown
}

/** Any status is an answer; no JSON, a late answer or none means that the provider is down. */
export async function callProvider(provider: SmsProviderName, url: string, init: RequestInit): Promise<ProviderAnswer> {
  try {
    // Number, text and keys are meant for this provider only.
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIME) })
    const text = await response.text()
    if (text.length > MOST_TEXT) throw new SmsFault(provider, 'down', 'answer too long')
    if (response.status >= 500) throw new SmsFault(provider, 'down', String(response.status))
    return { status: response.status, body: JSON.parse(text) }
  } catch (error) {
    if (error instanceof SmsFault) throw error
    throw new SmsFault(provider, 'down', error instanceof SyntaxError ? 'unreadable' : nameOf(error))
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'Error')

/** The answer parsed by its schema; another form means that the provider is down. */
export function readAnswer<S extends z.ZodType>(
  provider: SmsProviderName,
  schema: S,
  { status, body }: ProviderAnswer,
): z.output<S> {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw new SmsFault(provider, 'down', `${status}.unreadable`)
  return parsed.data
}
