/** Mail by SMTP: each message has its own envelope sender, so that a bounce names the message. */
import type { SendMailOptions, Transporter } from 'nodemailer'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Deps } from '../dependencies.ts'
import { LoggedFault } from '../logs/logging.ts'
import { callOutside } from '../metrics/outgoing-call.ts'
import { isHardStatus, isOfMailbox } from './bounces/bounce-codes.ts'
import type { Deliver, Outgoing } from './outgoing-message.ts'

/** Shorter than a job's lease, ms: a slow server must not let another worker send the same mail meanwhile. */
const MAIL_TIME = 45_000

/**
 * The mail server's address with defaults for what its settings leave open: time-outs that fit a job, and in production
 * no unencrypted mail (STARTTLS on `smtp://` unless it says `requireTLS=false`, which only a relay on the same machine
 * should).
 */
export function smtpAddress(given: string, mode: Config['mode']): string {
  const url = new URL(given)
  const defaults = {
    connectionTimeout: '10000',
    greetingTimeout: '10000',
    socketTimeout: '20000',
    ...(mode === 'production' ? { requireTLS: 'true' } : {}),
  }
  for (const [name, value] of Object.entries(defaults))
    if (!url.searchParams.has(name)) url.searchParams.set(name, value)
  return url.href
}

/**
 * `bounces+<id>@…`: the address that a message bounces to. Its id cannot be guessed, so nobody else can report a
 * bounce.
 */
const returnPath = (bounces: string, id: string): string => bounces.replace('@', `+${id}@`)

export const byMail =
  (transport: () => Promise<Transporter>): Deliver =>
  async (deps, message) => {
    const {
      config: { mailFrom, mailBounces, siteUrl },
    } = deps
    const mail: SendMailOptions = {
      from: mailFrom,
      to: message.to,
      subject: message.subject,
      text: message.text,
      html: message.html ?? undefined,
      attachments: await attachmentsOf(deps, message),
      // A second delivery after a crash carries the same id, and mailboxes show it once.
      messageId: `<${message.id}@${new URL(siteUrl).hostname}>`,
      dsn: { id: message.id, return: 'headers', notify: 'failure', recipient: message.to },
      ...(mailBounces === undefined ? {} : { envelope: { from: returnPath(mailBounces, message.id), to: message.to } }),
      headers: {
        // Out-of-office replies would reach nobody.
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
        ...(message.unsubscribe === null
          ? {}
          : {
              'List-Unsubscribe': `<${message.unsubscribe.oneClick}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            }),
      },
    }
    const through = await transport()
    const refused = await callOutside(
      deps,
      { kind: 'mail', service: 'smtp', operation: 'send' },
      () => send(through, mail),
      { answers: (error) => error instanceof MailboxFault },
    )
    return refused === undefined
      ? { status: 'sent', provider: 'smtp', reference: null, parts: null }
      : { status: 'failed', provider: 'smtp', reason: refused, noMailbox: true }
  }

const attachmentsOf = (deps: Deps, message: Outgoing) =>
  Promise.all(
    message.attachments.map(async (id) => {
      const found = await deps.files.bytes(id)
      if (!found) throw new LoggedFault('attachment is gone')
      return { filename: found.file.name, contentType: found.file.mime, content: found.bytes }
    }),
  )

/** For now the mail server takes nothing for this mailbox, which anybody may have typed. */
class MailboxFault extends LoggedFault {}

/**
 * Returns the status of a permanent refusal of the mailbox. A mail server's words quote addresses: only its code and
 * the place are kept.
 */
async function send(transport: Transporter, mail: SendMailOptions): Promise<string | undefined> {
  const time = new AbortController()
  const late = new Promise<never>((_, fail) => {
    const timer = setTimeout(() => fail(new LoggedFault('mail server took too long')), MAIL_TIME)
    time.signal.addEventListener('abort', () => clearTimeout(timer))
  })
  try {
    await Promise.race([transport.sendMail(mail), late])
    return undefined
  } catch (error) {
    if (error instanceof LoggedFault) throw error
    const said = answerSchema.parse(error)
    // Without such a status 550 may be about us, for example where a relay does not know our login.
    const status = said.command?.startsWith('RCPT')
      ? /^[45]\d\d[ -]([45]\.\d{1,3}\.\d{1,3})\b/.exec(said.response ?? '')?.[1]
      : undefined
    // A server that says "450 5.1.1" wants to be asked again.
    if (status !== undefined && said.response?.startsWith('5') && isHardStatus(status)) return status
    throw new (status !== undefined && isOfMailbox(status) ? MailboxFault : LoggedFault)(sayMailFault(error))
  } finally {
    time.abort()
  }
}

/** Code and place of a failure, without the server's words. */
export function sayMailFault(error: unknown): string {
  const { responseCode, code, command } = answerSchema.parse(error)
  return `mail server: ${[responseCode ?? code ?? 'unknown', command].filter(Boolean).join(' at ')}`
}

const answerSchema = z
  .looseObject({
    responseCode: z.number().optional(),
    code: z.string().optional(),
    command: z.string().optional(),
    response: z.string().optional(),
  })
  .catch({})
