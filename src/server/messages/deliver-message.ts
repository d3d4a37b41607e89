/** Carries a rendered message out: mail by SMTP, text messages by the provider's address, the sandbox's inbox. */
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Deps } from '../dependencies.ts'
import { LoggedFault } from '../logging.ts'

export interface Outgoing {
  /** The job's id: the same message keeps it when it is tried again. */
  id: string
  to: string
  channel: 'email' | 'sms'
  subject: string
  text: string
  /** Mail only. */
  html: string | null
  code: string | null
  attachments: string[]
}

export type Deliver = (deps: Deps, message: Outgoing) => Promise<void>

/** The ways out that the configuration names. The inbox is written last: what stands in it has left. */
export function createDeliver(config: Config): Deliver {
  const ways: Deliver[] = []
  if (config.smtpUrl) ways.push(byMail(createTransport(smtpAddress(config.smtpUrl, config.mode)), config.mailFrom))
  if (config.sms) ways.push(bySms(config.sms))
  if (config.mode === 'sandbox') ways.push(toInbox)
  return async (deps, message) => {
    for (const way of ways) await way(deps, message)
  }
}

/** Less than a job's lease, ms: a slow server must not let another worker send the same mail meanwhile. */
const MAIL_TIME = 45_000

/**
 * The mail server's address with what its settings leave open: waits that fit a job, and in production no word in the
 * clear (STARTTLS on `smtp://` unless it says `requireTLS=false`, which only a relay on the same machine should).
 */
export function smtpAddress(given: string, mode: Config['mode']): string {
  const url = new URL(given)
  const defaults = { connectionTimeout: '10000', greetingTimeout: '10000', socketTimeout: '20000', ...(mode === 'production' ? { requireTLS: 'true' } : {}) }
  for (const [name, value] of Object.entries(defaults)) if (!url.searchParams.has(name)) url.searchParams.set(name, value)
  return url.href
}

const byMail = (transport: Transporter, from: string): Deliver => async (deps, message) => {
  if (message.channel !== 'email') return
  const attachments = await Promise.all(message.attachments.map(async (id) => {
    const found = await deps.files.bytes(id)
    if (!found) throw new LoggedFault('attachment is gone')
    return { filename: found.file.name, contentType: found.file.mime, content: found.bytes }
  }))
  await send(transport, {
    from, to: message.to, subject: message.subject, text: message.text, html: message.html ?? undefined, attachments,
    // A second delivery after a crash carries the same id, and mailboxes show it once.
    messageId: `<${message.id}@${new URL(deps.config.siteUrl).hostname}>`,
  })
}

/** What a mail server says quotes addresses: only its code and the place where it failed are kept. */
async function send(transport: Transporter, mail: SendMailOptions): Promise<void> {
  const time = new AbortController()
  const late = new Promise<never>((_, fail) => {
    const timer = setTimeout(() => fail(new LoggedFault('mail server took too long')), MAIL_TIME)
    time.signal.addEventListener('abort', () => clearTimeout(timer))
  })
  try {
    await Promise.race([transport.sendMail(mail), late])
  } catch (error) {
    throw error instanceof LoggedFault ? error : new LoggedFault(`mail server: ${saidBy(error)}`)
  } finally {
    time.abort()
  }
}

function saidBy(error: unknown): string {
  const { responseCode, code, command } = z.looseObject({
    responseCode: z.number().optional(), code: z.string().optional(), command: z.string().optional(),
  }).catch({}).parse(error)
  return [responseCode ?? code ?? 'unknown', command].filter(Boolean).join(' at ')
}

const bySms = ({ url, token }: { url: string; token: string | undefined }): Deliver => async (_, message) => {
  if (message.channel !== 'sms') return
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json', 'idempotency-key': message.id,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ to: message.to, text: message.text }),
    // Number, text and token are for this provider alone.
    redirect: 'error',
    signal: AbortSignal.timeout(20_000),
  })
  if (!response.ok) throw new LoggedFault(`text message provider answered ${response.status}`)
}

const toInbox: Deliver = async (deps, message) => {
  const names = await Promise.all(message.attachments.map(async (id) => (await deps.files.get(id))?.file.name ?? id))
  await deps.write((trx) => trx.insertInto('messages').values({
    id: message.id, to: message.to, channel: message.channel, subject: message.subject, text: message.text,
    html: message.html, code: message.code,
    attachments: JSON.stringify(message.attachments.map((id, i) => ({ id, name: names[i] }))), created_at: deps.clock(),
  }).onConflict((conflict) => conflict.column('id').doNothing()).execute())
}
