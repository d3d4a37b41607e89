/** Delivers a rendered message: mail by SMTP, text messages by their providers, and the sandbox's inbox. */
import type { Config } from '../config.ts'
import type { Deps } from '../dependencies.ts'
import { byMail, smtpAddress } from './send-by-mail.ts'
import type { Deliver, Outgoing } from './outgoing-message.ts'
import { bySms } from './sms/send-by-sms.ts'

/** The delivery ways that the configuration names. The inbox is written last: a message in it was sent. */
export function createDeliver(config: Config): Deliver {
  const ways = {
    email: config.smtpUrl === undefined ? undefined : byMail(smtpTransport(config.smtpUrl, config.mode)),
    sms: config.sms.providers.length === 0 ? undefined : bySms(config.sms),
  }
  return async (deps, message) => {
    const delivered = await ways[message.channel]?.(deps, message)
    if (config.mode === 'sandbox' && (delivered === undefined || delivered.status === 'sent'))
      await toInbox(deps, message)
    return delivered ?? { status: 'delivered', provider: 'sandbox', reference: null, parts: null }
  }
}

/** Loaded with the first mail: most test processes and commands send none. */
export function smtpTransport(url: string, mode: Config['mode']) {
  let transport: ReturnType<typeof open> | undefined
  const open = async () => (await import('nodemailer')).createTransport(smtpAddress(url, mode))
  return () => (transport ??= open())
}

async function toInbox(deps: Deps, message: Outgoing): Promise<void> {
  const names = await Promise.all(message.attachments.map(async (id) => (await deps.files.get(id))?.file.name ?? id))
  await deps.write((trx) =>
    trx
      .insertInto('messages')
      .values({
        id: message.id,
        to: message.to,
        channel: message.channel,
        subject: message.subject,
        text: message.text,
        html: message.html,
        code: message.code,
        attachments: JSON.stringify(message.attachments.map((id, i) => ({ id, name: names[i] }))),
        created_at: deps.clock(),
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute(),
  )
}
