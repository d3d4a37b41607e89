/** Text messages: sent by the first provider that accepts them, within the daily budget. */
import type { MessageSettings, SmsSettings } from '../message-settings.ts'
import type { Deps } from '../../dependencies.ts'
import { LoggedFault } from '../../logs/logging.ts'
import { callOutside } from '../../metrics/outgoing-call.ts'
import type { Deliver, Outgoing } from '../outgoing-message.ts'
import { findDelivery } from '../delivery-states.ts'
import { isCode } from '../define-message.ts'
import { billedParts } from './billing-length.ts'
import { releaseParts, reserveParts, type SmsShare } from './daily-budget.ts'
import { SmsFault, type SmsFaultKind, type SmsProvider, type SmsRequest } from './sms-provider.ts'
import { loadSmsProviders } from './load-sms-providers.ts'
import { readSmsTemplates, templateValues, type SmsTemplates } from './sms-templates.ts'

/** A provider that failed is tried last for this long, ms: its time-outs would delay every message. */
const REST = 60_000

/** Numbers are stored as the 11 digits of mainland China. */
export const international = (mobile: string): string => `+86${mobile}`

export const receiptUrl = (apiUrl: string, provider: string): string => `${apiUrl}/notify/sms/${provider}`

export function bySms(settings: MessageSettings['sms']): Deliver {
  const load = providersOf(settings.providers)
  const restUntil = new Map<string, number>()
  let templates: SmsTemplates | undefined
  return async (deps, message) => {
    // The job ran before, and its process died before the result was recorded.
    const before = await findDelivery(deps.db, message.id)
    if (before && (before.status === 'sent' || before.status === 'delivered') && before.provider !== null) {
      return { status: before.status, provider: before.provider, reference: before.reference, parts: before.parts }
    }
    const parts = billedParts(message.text)
    const reserved = await reserveParts(deps, shareOf(deps, message), parts)
    if (!reserved) return { status: 'held' }
    try {
      templates ??= readSmsTemplates(settings.templates)
      const order = byRest(await load(), restUntil, deps.clock())
      const sent = await sendByFirst(
        deps,
        order,
        (provider) => requestOf(deps, message, provider, templates ?? {}),
        (name) => restUntil.set(name, deps.clock() + REST),
      )
      if ('refused' in sent) await releaseParts(deps, reserved)
      return 'refused' in sent
        ? { status: 'failed', provider: sent.provider, reason: sent.refused }
        : { ...sent, status: 'sent', parts: sent.parts ?? parts }
    } catch (error) {
      await releaseParts(deps, reserved)
      throw error
    }
  }
}

const shareOf = ({ messages }: Pick<Deps, 'messages'>, { template, customer }: Outgoing): SmsShare =>
  !isCode(messages.declared.get(template)) ? 'others' : customer ? 'customer_codes' : 'codes'

function providersOf(settings: readonly SmsSettings[]): () => Promise<SmsProvider[]> {
  let loaded: Promise<SmsProvider[]> | undefined
  return () => (loaded ??= loadSmsProviders(settings))
}

const byRest = (all: readonly SmsProvider[], restUntil: ReadonlyMap<string, number>, now: number): SmsProvider[] => {
  const rests = ({ name }: SmsProvider): boolean => (restUntil.get(name) ?? 0) > now
  return [...all.filter((it) => !rests(it)), ...all.filter(rests)]
}

type Sent = { provider: string; reference: string; parts: number | undefined } | { provider: string; refused: string }

/** What anybody may cause with a number of their own. */
const OF_NUMBER: ReadonlySet<SmsFaultKind> = new Set(['refused', 'number_throttled'])

/** A number that one provider refuses is not tried with another; for any other failure the next provider is tried. */
async function sendByFirst(
  deps: Deps,
  providers: readonly SmsProvider[],
  request: (provider: SmsProvider) => SmsRequest,
  rest: (name: string) => void,
): Promise<Sent> {
  let last: unknown = new LoggedFault('no provider of text messages')
  for (const provider of providers) {
    try {
      const { reference, segments } = await callOutside(
        deps,
        { kind: 'sms', service: provider.name, operation: 'send' },
        () => provider.send(request(provider)),
        { answers: (error) => error instanceof SmsFault && OF_NUMBER.has(error.kind) },
      )
      return { provider: provider.name, reference, parts: segments }
    } catch (error) {
      if (error instanceof SmsFault && error.kind === 'refused')
        return { provider: provider.name, refused: error.reason }
      if (error instanceof SmsFault)
        deps.log[error.kind === 'rejected' ? 'error' : 'warn'](
          { provider: provider.name, fault: error.kind, reason: error.reason },
          'text message not taken',
        )
      if (error instanceof SmsFault && error.kind === 'down') rest(provider.name)
      last = error
    }
  }
  throw last
}

function requestOf(
  deps: Deps,
  message: Outgoing,
  { name, usesTemplates }: SmsProvider,
  templates: SmsTemplates,
): SmsRequest {
  const { siteUrl, apiUrl } = deps.config
  const id = templates[name]?.[message.template]?.[message.lang]
  const template =
    usesTemplates && id !== undefined
      ? { id, values: templateValues(deps.words, message.template, message.lang, message.vars, siteUrl) }
      : undefined
  return {
    id: message.id,
    to: international(message.to),
    text: message.text,
    template,
    receiptUrl: receiptUrl(apiUrl, name),
  }
}
