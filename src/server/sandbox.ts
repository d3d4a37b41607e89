/** What the sandbox shows besides the product: every message sent, and a clock that can be moved. Never in production. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { escapeHtml } from './messages/deliver.ts'
import type { Server } from './server.ts'

const Attachments = z.array(z.object({ id: z.string(), name: z.string() }))
const LATEST = 200

export interface InboxMessage {
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

export function registerSandbox(app: FastifyInstance, server: Server): void {
  const { deps } = server

  async function inbox(to: string | undefined): Promise<InboxMessage[]> {
    let query = deps.db.selectFrom('messages').selectAll().orderBy('id', 'desc').limit(LATEST)
    if (to) query = query.where('to', '=', to)
    const rows = await query.execute()
    return rows.map((row) => ({
      id: row.id, to: row.to, channel: row.channel, subject: row.subject, text: row.text,
      ...(row.html === null ? {} : { html: row.html }), ...(row.code === null ? {} : { code: row.code }),
      createdAt: Number(row.created_at), attachments: Attachments.parse(JSON.parse(row.attachments)),
    }))
  }

  app.post<{ Querystring: { to?: string } }>('/sandbox/messages', async (request, reply) =>
    reply.header('cache-control', 'no-store').send(await inbox(request.query.to)))

  app.post<{ Querystring: { advance?: string } }>('/sandbox/clock', async (request, reply) => {
    const ms = Number(request.query.advance ?? '0')
    if (!Number.isSafeInteger(ms)) return reply.code(400).send({ now: deps.clock() })
    server.advance(ms)
    deps.outbox.nudge()
    return reply.send({ now: deps.clock() })
  })

  app.get('/sandbox', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page(await inbox(undefined))))
}

function page(messages: InboxMessage[]): string {
  const rows = messages.map((it) => `<article><header><strong>${escapeHtml(it.to)}</strong> <small>${escapeHtml(it.channel)} · <time>${new Date(it.createdAt).toISOString()}</time></small></header>
<h2>${escapeHtml(it.subject)}</h2>${it.code === undefined ? '' : `<p><output>${escapeHtml(it.code)}</output></p>`}<pre>${escapeHtml(it.text)}</pre></article>`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sandbox inbox</title></head>
<body><h1>Sandbox inbox</h1>${rows.join('\n') || '<p>No message has been sent yet.</p>'}</body></html>`
}
