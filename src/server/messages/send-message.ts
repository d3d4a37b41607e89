/** Sends templated messages, always through the outbox: a transaction that fails sends nothing. */
import { z } from 'zod'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import { LANGS, localPath, type Lang } from '../../lib/locale.ts'
import { serviceLine, SITE } from '../../lib/site.ts'
import type { Deps } from '../dependencies.ts'
import { startOfCover, addDays, dayOf } from '../../lib/days/dates.ts'
import type { Trx } from '../db/database.ts'
import { handleJob, type Job } from '../jobs/outbox.ts'
import type { Messages, Sent } from '../service-interfaces.ts'
import type { Words } from '../load-words.ts'
import { isUndeliverable, markUndeliverable } from './bounces/undeliverable-mailboxes.ts'
import { countMessage } from './count-messages.ts'
import { isCode, optionalKindOf, type AnyMessage, type MessageKind } from './define-message.ts'
import type { Deliver, Delivered, Outgoing } from './outgoing-message.ts'
import { recordDelivery } from './delivery-states.ts'
import { mailHtml, type MailParts } from './mail-html.ts'
import { channelOfAddress, MESSAGE_JOBS, messageJobOf, type MessageJob, type SealedMessage } from './message-jobs.ts'
import { askForReceipt } from './sms/receipts.ts'
import { unsubscribeLinks } from './unsubscribe/unsubscribe-links.ts'

export type { Messages }

const Letter = z.object({
  template: z.string(),
  to: z.string(),
  lang: z.enum(LANGS),
  vars: z.record(z.string(), z.string()),
  also: z.object({ lang: z.enum(LANGS), vars: z.record(z.string(), z.string()) }).optional(),
  attachments: z.array(z.string()),
  /** When its code ends, ms: it is not sent any more then. */
  until: z.number().optional(),
  customer: z.boolean().optional(),
})
type Letter = z.output<typeof Letter>

/** How long a code is valid. */
const CODE_MS = LIMITS.codeMinutes * 60_000
/** Of the jobs' keys, whichever job delivers it. */
const KEY = 'message'
const CONTEXT = 'jobs.message'

interface Parts {
  deps: () => Pick<Deps, 'clock' | 'config' | 'log' | 'outbox' | 'seal'>
  declared: ReadonlyMap<string, AnyMessage>
}

export function createMessages({ deps: given, declared }: Parts): Messages {
  return {
    declared,
    send: async (trx, message, { key, limit = message.limit, cause, attachments = [], vars, also, ...address }) => {
      const deps = given()
      const template = message.name
      if (declared.get(template) !== message) throw new Error(`No feature lists the message ${template}`)
      const letter: Letter = {
        ...address,
        template,
        vars: message.pick(vars),
        ...(also && { also: { lang: also.lang, vars: message.pick(also.vars) } }),
        attachments,
        ...(isCode(message) ? { until: deps.clock() + CODE_MS } : {}),
      }
      const sent: Sent =
        limit === 'code'
          ? { queued: true, at: deps.clock() }
          : await countMessage(deps, trx, { limit, to: letter.to, cause })
      if (!sent.queued) {
        deps.log.info({ template, limit }, 'message not sent: its limit is reached')
        return sent
      }
      const sealed = deps.seal.seal(CONTEXT, letter)
      await deps.outbox.enqueue(
        trx,
        messageJobOf(message, letter.to),
        { sealed },
        { ...(key === undefined ? {} : { key: `${KEY}:${key}` }), runAt: sent.at },
      )
      return sent
    },
  }
}

/** Where a message goes at the moment of sending; `undefined` when its reader wants none of its kind. */
export type MessageDestination = (
  deps: Deps,
  letter: { kind: MessageKind | undefined; to: string },
) => Promise<string | undefined>

const asGiven: MessageDestination = async (_, { to }) => to

/** The jobs that render and deliver, one for each lane. */
export const messageJobs = (deliver: Deliver, destinationOf?: MessageDestination): readonly Job[] =>
  MESSAGE_JOBS.map((own) => messageHandler(own, deliver, destinationOf))

function messageHandler(own: MessageJob, deliver: Deliver, destinationOf: MessageDestination = asGiven): Job {
  return handleJob(own, async (deps, payload, { id }) => {
    const letter = deps.seal.open(CONTEXT, Letter, payload.sealed)
    const declared = deps.messages.declared.get(letter.template)
    const to = await destinationOf(deps, { kind: declared?.kind, to: letter.to })
    if (to === undefined) return
    const message = {
      id: payload.origin ?? id,
      to,
      template: letter.template,
      lang: letter.lang,
      vars: letter.vars,
      attachments: letter.attachments,
      customer: letter.customer === true,
    }
    const proper = messageJobOf(declared, to)
    if (proper !== own) return moveTo(deps, proper, message.id, payload)
    const channel = channelOfAddress(to)
    const leaving = { ...message, channel }
    if (channel === 'email' && !isCode(declared) && (await isUndeliverable(deps, deps.db, to))) {
      await deps.write((trx) => recordDelivery(deps, trx, leaving, 'withheld', { reason: 'mailbox' }))
      return
    }
    const kind = optionalKindOf(declared)
    if (letter.until !== undefined && deps.clock() >= letter.until) {
      await deps.write((trx) => recordDelivery(deps, trx, leaving, 'failed', { reason: 'code_over' }))
      return
    }
    const unsubscribe =
      channel === 'email' && kind !== undefined ? unsubscribeLinks(deps, { to, kind, lang: letter.lang }) : null
    const delivered = await deliver(deps, {
      ...message,
      ...render(deps.words, { ...letter, to }, deps.config.siteUrl, unsubscribe?.page),
      unsubscribe,
    })
    await deps.write((trx) => record(deps, trx, leaving, delivered, payload))
  })
}

/** Its reader wants messages on the other channel, which has slots of its own. */
const moveTo = (deps: Deps, to: MessageJob, id: string, payload: SealedMessage): Promise<void> =>
  deps.write((trx) => deps.outbox.enqueue(trx, to, { ...payload, origin: id }, { key: `${KEY}:${id}:${to.kind}` }))

type Leaving = Parameters<typeof recordDelivery>[2]

/** Records the message's delivery state, and does what follows from it. */
async function record(
  deps: Deps,
  trx: Trx,
  message: Leaving,
  delivered: Delivered,
  payload: SealedMessage,
): Promise<void> {
  if (delivered.status === 'held') return hold(deps, trx, message, payload)
  const { status, provider } = delivered
  if (delivered.status === 'failed') {
    await recordDelivery(deps, trx, message, 'failed', { provider, reason: delivered.reason })
    if (delivered.noMailbox)
      await markUndeliverable(deps, trx, {
        destination: message.to,
        reason: 'bounced',
        statusCode: delivered.reason,
        deliveryId: message.id,
        by: 'system',
      })
    return
  }
  await recordDelivery(deps, trx, message, status, { provider, reference: delivered.reference, parts: delivered.parts })
  if (message.channel === 'sms' && status === 'sent') await askForReceipt(deps, trx, message.id)
}

/** What exceeds the day's number is sent the next day; not a code, which would have expired. */
async function hold(deps: Deps, trx: Trx, message: Leaving, payload: SealedMessage): Promise<void> {
  const declared = deps.messages.declared.get(message.template)
  if (isCode(declared)) return recordDelivery(deps, trx, message, 'failed', { reason: 'day_limit' })
  const tomorrow = addDays(dayOf(deps.clock()), 1)
  await recordDelivery(deps, trx, message, 'held', { reason: 'day_limit' })
  await deps.outbox.enqueue(
    trx,
    messageJobOf(declared, message.to),
    { ...payload, origin: message.id },
    { key: `${KEY}:${message.id}:${tomorrow}`, runAt: startOfCover(tomorrow) },
  )
}

/** Sends a message once more, as long as its text is kept; false when it is not. */
export async function sendAgain(
  deps: Deps,
  trx: Trx,
  id: string,
  { key, at }: { key: string; at: number },
): Promise<boolean> {
  const row = await trx.selectFrom('jobs').select(['kind', 'payload']).where('id', '=', id).executeTakeFirst()
  const own = MESSAGE_JOBS.find(({ kind }) => kind === row?.kind)
  const payload = own?.payload.safeParse(JSON.parse(row?.payload ?? '{}'))
  if (own === undefined || !payload?.success) return false
  await deps.outbox.enqueue(trx, own, { ...payload.data, origin: id }, { key: `${KEY}:${id}:${key}`, runAt: at })
  return true
}

/**
 * Values that every message may use: the line with its hours, and the page where a person signs out other devices,
 * which works when nobody answers the line.
 */
export const valuesOfAll = (lang: Lang, siteUrl: string) => ({
  line: serviceLine(lang),
  devices: new URL(localPath(lang, '/personal/mine'), siteUrl).href,
})

type Rendered = Pick<Outgoing, 'channel' | 'subject' | 'text' | 'html' | 'code'>

/**
 * The rendered message: subject, text and HTML for mail, one short text for a phone. `unsubscribe`: the page where this
 * kind is switched off. A mail in both languages has both subjects in one, and says first that the other language is
 * below.
 */
export function render(
  words: Words,
  letter: Pick<Letter, 'template' | 'to' | 'lang' | 'vars' | 'also'>,
  siteUrl: string,
  unsubscribe?: string,
): Rendered {
  const { lang, template, vars, also } = letter
  const code = vars['code'] ?? null
  if (!letter.to.includes('@'))
    return { channel: 'sms', subject: '', text: words(lang, `messages:${template}.sms`, vars), html: null, code }
  const stop = unsubscribe === undefined ? null : { text: words(lang, 'messages:unsubscribe'), url: unsubscribe }
  const first = partsOf(words, template, { lang, vars }, stop, siteUrl)
  const second = also && partsOf(words, template, also, null, siteUrl)
  const below = second && words(second.lang, 'messages:below')
  const html = mailHtml({ ...first, ...(second && { second: { ...second, below: below ?? '' } }) }, siteUrl)
  const subject = second ? `${first.subject} / ${second.subject}` : first.subject
  const text = [below, asText(first), ...(second ? ['* * *', second.subject, asText(second)] : [])]
    .filter((part) => part !== undefined)
    .join('\n\n')
  return { channel: 'email', subject, text, html, code }
}

function partsOf(
  words: Words,
  template: string,
  { lang, vars }: Pick<Letter, 'lang' | 'vars'>,
  stop: MailParts['stop'],
  siteUrl: string,
): MailParts {
  const all = valuesOfAll(lang, siteUrl)
  const say = (part: string) => words(lang, `messages:${template}.${part}`, { ...all, ...vars })
  const url = vars['url'] ?? null
  return {
    lang,
    subject: say('subject'),
    text: say('text'),
    code: vars['code'] ?? null,
    url,
    stop,
    devices: all.devices,
    action: url === null ? '' : say('action'),
    automatic: words(lang, 'messages:automatic'),
    bareAddress: words(lang, 'messages:address'),
  }
}

/** With the signature, which has phone and email because texts say "call us" and "write to us". */
function asText({ lang, text, automatic, stop }: MailParts): string {
  const { name, phone, hours, email } = SITE[lang]
  const end = [
    name,
    `${phone} · ${hours}`,
    email,
    automatic,
    ...(stop ? [`${stop.text}${lang === 'cn' ? '：' : ': '}${stop.url}`] : []),
  ]
  return `${text}\n\n${end.join('\n')}`
}
