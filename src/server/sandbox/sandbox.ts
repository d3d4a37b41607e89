/** What the sandbox offers besides the product: every message sent, and a clock that can be moved. Never in production. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { langOf, sendFile } from '../http/register-calls.ts'
import { inboxPage, type InboxMessage } from './sandbox-inbox-page.ts'
import type { Server } from '../create-server.ts'

const Attachments = z.array(z.object({ id: z.string(), name: z.string() }))
const LATEST = 200

export function registerSandbox(app: FastifyInstance, server: Server): void {
  const { deps } = server

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
    if (!Number.isSafeInteger(ms)) return reply.code(400).send({ now: deps.clock() })
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
