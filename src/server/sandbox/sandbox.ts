/** What the sandbox offers besides the product: every message sent, and a clock that can be moved. Never in production. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { fromOtherSite } from '../http/cross-site.ts'
import { denied } from '../http/envelope.ts'
import { langOf, sendFile } from '../http/register-calls.ts'
import { NOT_ALLOWED } from '../../lib/errors.ts'
import type { Deps } from '../dependencies.ts'
import type { Server } from '../create-server.ts'
import { escapeHtml as e } from '../../lib/text/escape-html.ts'
import { HTML_LANG, otherLang, type Lang } from '../../lib/locale.ts'
import { formatInstant } from '../../lib/days/dates.ts'
import type { Words } from '../load-words.ts'

const Attachments = z.array(z.object({ id: z.string(), name: z.string() }))
const LATEST = 200
/** The clock stays before this: later days are none to anything that reckons with them. */
const CLOCK_ENDS = Date.UTC(2100, 0, 1)

/**
 * No page of another site sets the clock, pays or makes faults in a sandbox that its visitor runs. Calls have their own
 * check.
 */
function guardSandbox(app: FastifyInstance, { config, words }: Deps): void {
  const own = [new URL(config.siteUrl).origin, ...config.corsOrigins]
  app.addHook('onRequest', (request, reply, next) => {
    const posts = request.method === 'POST' && request.url.startsWith('/sandbox/')
    if (!posts || !fromOtherSite(request.headers, request.host, own)) return next()
    const envelope = denied(words, langOf(request), NOT_ALLOWED, 'other_site')
    void reply.code(403).header('cache-control', 'no-store').send(envelope)
  })
}

/** Before the features, whose own pages of the sandbox are guarded with it. */
export function registerSandbox(app: FastifyInstance, server: Server): void {
  const { deps } = server
  guardSandbox(app, deps)

  async function inbox(to: string | undefined): Promise<InboxMessage[]> {
    let query = deps.db.selectFrom('messages').selectAll().orderBy('id', 'desc').limit(LATEST)
    if (to) query = query.where('to', '=', to)
    const rows = await query.execute()
    return rows.map((row) => ({
      id: row.id,
      to: row.to,
      channel: row.channel,
      subject: row.subject,
      text: row.text,
      ...(row.html === null ? {} : { html: row.html }),
      ...(row.code === null ? {} : { code: row.code }),
      createdAt: row.created_at,
      attachments: Attachments.parse(JSON.parse(row.attachments)),
    }))
  }

  app.post<{ Querystring: { to?: string } }>('/sandbox/messages', async (request, reply) =>
    reply.header('cache-control', 'no-store').send(await inbox(request.query.to)),
  )

  app.post<{ Querystring: { advance?: string } }>('/sandbox/clock', async (request, reply) => {
    const ms = Number(request.query.advance ?? '0')
    const after = deps.clock() + ms
    if (!Number.isSafeInteger(ms) || after < 0 || after >= CLOCK_ENDS)
      return reply.code(400).send({ now: deps.clock() })
    server.advance(ms)
    deps.outbox.nudge()
    return reply.send({ now: deps.clock() })
  })

  app.get('/sandbox', async (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(inboxPage(deps.words, langOf(request), await inbox(undefined))),
  )

  app.get<{ Params: { id: string } }>('/sandbox/mails/:id', async (request, reply) => {
    const html = (await inbox(undefined)).find((it) => it.id === request.params.id)?.html
    return html === undefined
      ? reply.callNotFound()
      : reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html)
  })

  app.get<{ Params: { id: string } }>('/sandbox/files/:id', async (request, reply) => {
    const sent = (await inbox(undefined)).some((it) => it.attachments.some((file) => file.id === request.params.id))
    const found = sent ? await deps.files.get(request.params.id) : null
    return found
      ? sendFile(reply, { mime: found.file.mime, body: found.stream, size: found.file.size })
      : reply.callNotFound()
  })
}

interface InboxMessage {
  id: string
  to: string
  channel: string
  subject: string
  text: string
  html?: string
  code?: string
  createdAt: number
  attachments: { id: string; name: string }[]
}

const STYLE = `
:root { color-scheme: light dark; --paper: #fbfaf7; --surface: #fff; --line: #e6e2da; --ink: #17252b; --quiet: #46555a; --teal: #0f5c63; --tint: #e4f0ee }
@media (prefers-color-scheme: dark) { :root { --paper: #10191c; --surface: #162226; --line: #293a3f; --ink: #f0ede6; --quiet: #b7c2c3; --teal: #7fcbc8; --tint: #16343a } }
body { margin: 0 auto; max-width: 44rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink); font: 1rem/1.6 Figtree, system-ui, "PingFang SC", "Noto Sans SC", sans-serif }
header { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 } h2 { font-size: 1.0625rem; margin: .5rem 0 0 }
p { margin: .5rem 0 } .quiet { color: var(--quiet) } a { color: var(--teal) }
article { background: var(--surface); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem; margin-top: 1rem }
output { display: inline-block; background: var(--tint); color: var(--teal); border-radius: .5rem; padding: .25rem .75rem; font-size: 1.5rem; font-variant-numeric: tabular-nums; letter-spacing: .12em }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: .5rem 0 0 } ul { margin: .25rem 0 0; padding-left: 1.25rem }`

/** The sandbox's inbox as a page. It is not part of the built site, so it contains its few styles. */
function inboxPage(words: Words, lang: Lang, messages: readonly InboxMessage[]): string {
  const say = (key: string): string => e(words(lang, `messages:sandbox.${key}`))
  const one = (it: InboxMessage): string =>
    [
      '<article>',
      `<p><strong>${e(it.to)}</strong> <span class="quiet">${say(it.channel)} · <time datetime="${new Date(it.createdAt).toISOString()}">${e(formatInstant(it.createdAt, lang, { seconds: true }))}</time></span></p>`,
      it.subject && `<h2>${e(it.subject)}</h2>`,
      it.code === undefined ? '' : `<p><output aria-label="${say('code')}">${e(it.code)}</output></p>`,
      `<pre>${e(it.text)}</pre>`,
      it.html === undefined ? '' : `<p><a href="/sandbox/mails/${e(it.id)}">${say('html')}</a></p>`,
      it.attachments.length > 0 &&
        `<h2>${say('attachments')}</h2><ul>${it.attachments.map((file) => `<li><a href="/sandbox/files/${e(file.id)}">${e(file.name)}</a></li>`).join('')}</ul>`,
      '</article>',
    ]
      .filter(Boolean)
      .join('\n')
  return `<!doctype html>
<html lang="${HTML_LANG[lang]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${say('title')}</title><style>${STYLE}</style></head>
<body><header><h1>${say('title')}</h1><a href="/sandbox?lang=${otherLang(lang)}" lang="${HTML_LANG[otherLang(lang)]}">${say('other')}</a></header>
<p class="quiet">${say('about')}</p>
<main>${messages.length > 0 ? messages.map(one).join('\n') : `<p>${say('empty')}</p>`}</main></body></html>`
}
