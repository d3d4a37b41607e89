/** Addresses of the samples: read only, so the screen has them and the network may have them (`shared-preview.ts`). */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { LANGS } from '../../../lib/locale.ts'
import { drawSample } from './draw-sample.ts'
import { listPage, messagePage, nothingPage } from './sample-pages.ts'

const Asked = z.object({
  lang: z.enum(LANGS).catch('en'),
  name: z
    .string()
    .regex(/^[\w-]{1,80}$/)
    .catch(''),
})
type Asked = z.output<typeof Asked>

export function sampleRoutes(app: FastifyInstance, clock: () => number): void {
  const page = (
    path: string,
    show: (reply: FastifyReply, asked: Asked & { now: number }) => Promise<FastifyReply>,
  ): void => {
    app.get(path, async (request, reply) => {
      const asked = Asked.parse(request.query)
      reply.type('text/html; charset=utf-8')
      try {
        return await show(reply, { ...asked, now: clock() })
      } catch (error) {
        // A text with a mistake: the editor who wrote it reads what the check says.
        return reply.code(500).send(nothingPage(asked.lang, error instanceof Error ? error.message : String(error)))
      }
    })
  }
  const nothing = (reply: FastifyReply, { lang }: Asked): FastifyReply => reply.code(404).send(nothingPage(lang))

  page('/samples', async (reply, asked) => reply.send(listPage(asked.lang, await drawSample('list', asked))))
  page('/samples/message', async (reply, asked) => {
    const message = await drawSample('message', asked)
    return message ? reply.send(messagePage(asked.lang, asked.name, message)) : nothing(reply, asked)
  })
  page('/samples/mail', async (reply, asked) => {
    const message = await drawSample('message', asked)
    return message ? reply.send(message.html) : nothing(reply, asked)
  })
  page('/samples/document', async (reply, asked) => {
    const bytes = await drawSample('document', asked)
    if (!bytes) return nothing(reply, asked)
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="sample-${asked.name}.pdf"`)
      .send(Buffer.from(bytes))
  })
}
