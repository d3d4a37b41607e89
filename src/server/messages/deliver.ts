/** Carries a rendered message out: mail by SMTP, text messages by the provider's address, the sandbox's inbox. */
import { createTransport, type Transporter } from 'nodemailer'
import { HTML_LANG, type Lang } from '../../lib/locale.ts'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { Fault } from '../log.ts'

export interface Outgoing {
  /** The job's id: the same message keeps it when it is tried again. */
  id: string
  to: string
  channel: 'email' | 'sms'
  lang: Lang
  subject: string
  text: string
  code: string | null
  attachments: string[]
}

export type Deliver = (deps: Deps, message: Outgoing) => Promise<void>

/** The ways out that the configuration names. The inbox is written last: what stands in it has left. */
export function createDeliver(config: Config): Deliver {
  const ways: Deliver[] = []
  if (config.smtpUrl) ways.push(byMail(createTransport(config.smtpUrl), config.mailFrom))
  if (config.sms) ways.push(bySms(config.sms))
  if (config.mode === 'sandbox') ways.push(toInbox)
  return async (deps, message) => {
    for (const way of ways) await way(deps, message)
  }
}

const byMail = (transport: Transporter, from: string): Deliver => async (deps, message) => {
  if (message.channel !== 'email') return
  const attachments = await Promise.all(message.attachments.map(async (id) => {
    const found = await deps.files.bytes(id)
    if (!found) throw new Fault('attachment is gone')
    return { filename: found.file.name, contentType: found.file.mime, content: found.bytes }
  }))
  await transport.sendMail({
    from, to: message.to, subject: message.subject, text: message.text, html: htmlOf(message), attachments,
    // A second delivery after a crash carries the same id, and mailboxes show it once.
    messageId: `<${message.id}@${new URL(deps.config.siteUrl).hostname}>`,
  })
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
    signal: AbortSignal.timeout(20_000),
  })
  if (!response.ok) throw new Fault(`text message provider answered ${response.status}`)
}

const toInbox: Deliver = async (deps, message) => {
  const names = await Promise.all(message.attachments.map(async (id) => (await deps.files.get(id))?.file.name ?? id))
  await deps.write((trx) => trx.insertInto('messages').values({
    id: message.id, to: message.to, channel: message.channel, subject: message.subject, text: message.text,
    html: message.channel === 'email' ? htmlOf(message) : null, code: message.code,
    attachments: JSON.stringify(message.attachments.map((id, i) => ({ id, name: names[i] }))), created_at: deps.clock(),
  }).onConflict((conflict) => conflict.column('id').doNothing()).execute())
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char)

/** The mail's text as plain paragraphs; addresses of web pages become links. */
function htmlOf({ text, lang, subject }: Outgoing): string {
  const paragraphs = text.split(/\n{2,}/).map((part) => {
    const lines = escapeHtml(part).replaceAll('\n', '<br>')
    return `<p>${lines.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)}</p>`
  })
  return `<!doctype html><html lang="${HTML_LANG[lang]}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body>${paragraphs.join('')}</body></html>`
}
