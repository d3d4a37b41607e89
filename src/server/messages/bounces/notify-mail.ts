/**
 * `POST /notify/mail`: a mail provider, or the mail server that receives our bounces, reports them here. The secret is
 * the only proof.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../dependencies.ts'
import { applyMailEvent } from './apply-mail-events.ts'
import type { MailEvent } from './mail-event.ts'
import { readEvents } from './read-events.ts'
import { readReport } from './read-report.ts'
import { z } from 'zod'

const BODY_LIMIT = 1024 * 1024

export async function registerMailEvents(app: FastifyInstance, deps: Deps): Promise<void> {
  const secret = deps.config.mailEventsSecret
  if (secret === undefined) return
  await app.register(async (own: FastifyInstance) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, next) =>
      next(null, body),
    )
    own.post(
      '/notify/mail',
      {
        bodyLimit: BODY_LIMIT,
        // Checked before the body is read: nobody without the secret can make us read a megabyte.
        onRequest: async (request, reply) => {
          if (isGiven(secret, request.headers.authorization)) return
          deps.log.warn('mail events refused')
          await reply.code(401).header('www-authenticate', 'Basic realm="mail events"').send()
        },
      },
      async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const confirm = subscriptionAddress(body)
        if (confirm) return reply.code((await confirmSubscription(deps, confirm)) ? 204 : 502).send()
        const events = eventsIn(body, request.headers['content-type'] ?? '')
        if (events === undefined) {
          deps.log.warn('mail events unreadable')
          return reply.code(400).send()
        }
        for (const event of events)
          deps.log.info(
            {
              event: event.kind,
              permanent: event.permanent,
              status: event.status,
              done: await applyMailEvent(deps, event, 'mail_events'),
            },
            'mail event',
          )
        return reply.code(204).send()
      },
    )
  })
}

/** A mail is trusted only as a mail, whatever JSON it may contain. */
function eventsIn(body: Buffer, type: string): MailEvent[] | undefined {
  // SNS posts its JSON as text/plain.
  if (!/^(application\/json|text\/plain)\b/i.test(type)) return readReport(body)
  try {
    return readEvents(JSON.parse(body.toString('utf8')))
  } catch {
    return undefined
  }
}

/** As `Bearer <secret>`, or as the password of Basic: many providers support only one of them. */
function isGiven(secret: string, authorization: string | undefined): boolean {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ')
  const given =
    scheme.toLowerCase() === 'bearer'
      ? value
      : scheme.toLowerCase() === 'basic'
        ? Buffer.from(value, 'base64')
            .toString('utf8')
            .replace(/^[^:]*:/, '')
        : ''
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(secret))
}

/**
 * Amazon SNS, which SES sends its events through, first asks to confirm a subscription by opening an address. The
 * request has shown the secret, and only SNS itself is called: this tells nobody anything and confirms nothing but
 * SNS's own subscriptions.
 */
const TIMEOUT = 10_000
const HOST = /^sns\.[a-z0-9-]{1,40}\.amazonaws\.com(\.cn)?$/

const asked = z.looseObject({ Type: z.literal('SubscriptionConfirmation'), SubscribeURL: z.string().max(2_000) })

/**
 * The address that confirms the subscription; `undefined` for everything else, and for an address that is not one of
 * SNS.
 */
function subscriptionAddress(body: Buffer): URL | undefined {
  try {
    const url = new URL(asked.parse(JSON.parse(body.toString('utf8'))).SubscribeURL)
    const plain =
      url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '' && url.pathname === '/'
    return plain && HOST.test(url.hostname) && url.searchParams.get('Action') === 'ConfirmSubscription'
      ? url
      : undefined
  } catch {
    return undefined
  }
}

/** Opens it; false when SNS did not answer, and then SNS asks again. */
async function confirmSubscription({ log }: Pick<Deps, 'log'>, address: URL): Promise<boolean> {
  try {
    const reply = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT) })
    await reply.body?.cancel()
    log.info({ status: reply.status }, 'mail events subscribed')
    return reply.ok
  } catch {
    log.warn('mail events not subscribed: SNS gave no answer')
    return false
  }
}
