/** The sandbox gateway over HTTP: its interface for the merchant, and its pages for the person who pays. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { LANGS, type Lang } from '../../../../lib/locale.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { InvalidNotification } from '../providers/provider-interface.ts'
import { verify } from '../providers/gateway-message-hmac.ts'
import {
  applyPayerChoice,
  closeTrade,
  createTrade,
  findRefund,
  findTrade,
  PAY_PAGE,
  refundTrade,
  settleRefunds,
  tradeReplyOf,
} from './trades.ts'
import { browserReturnUrl } from './return-url.ts'
import { tradesPage } from './trades-page.ts'
import { FAULTS, setFault, consumeFault } from './faults.ts'
import { payPage } from './sandbox-pay-page.ts'
import { API, createBody, DELIVERIES, OUTCOMES, refBody, refundBody } from './protocol.ts'
import { gatewayKey } from './sandbox-provider.ts'
import { STYLE } from './style.ts'

const FORM = z.object({ outcome: z.enum(OUTCOMES), delivery: z.enum(DELIVERIES).default('now') })
const FAULT = z.object({ name: z.enum(FAULTS), left: z.coerce.number().int().min(0).max(1000) })

/** Replies to the merchant: 404 for "no such object", 409 "not possible now", 401 "not authenticated". */
interface Answer {
  status: number
  body: unknown
}

export function registerGateway(app: FastifyInstance, deps: Deps): void {
  // Signatures cover the exact bytes, so JSON is not parsed here.
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.post<{ Params: { operation: string } }>(
    `${API}/:operation`,
    { config: { uncounted: true } },
    async (request, reply) => {
      const { status, body } = await answerMerchant(deps, request.params.operation, request.body, request.headers)
      return reply.code(status).type('application/json').header('cache-control', 'no-store').send(JSON.stringify(body))
    },
  )

  app.get<{ Params: { token: string }; Querystring: { lang?: string } }>(
    `${PAY_PAGE}/:token`,
    async (request, reply) => {
      const row = await findTrade(deps, { token: request.params.token })
      if (!row) return reply.callNotFound()
      return html(deps, reply, payPage(deps, row, asLang(request.query.lang ?? row.lang)))
    },
  )

  app.post<{ Params: { token: string } }>(`${PAY_PAGE}/:token`, async (request, reply) => {
    const form = FORM.safeParse(request.body)
    if (!form.success) return reply.code(400).send()
    const row = await applyPayerChoice(deps, request.params.token, form.data.outcome, form.data.delivery)
    return row ? reply.redirect(browserReturnUrl(deps, row.return_url), 303) : reply.callNotFound()
  })

  app.get<{ Querystring: { lang?: string } }>('/sandbox/gateway', async (request, reply) =>
    html(deps, reply, await tradesPage(deps, asLang(request.query.lang))),
  )

  app.post('/sandbox/gateway/faults', async (request, reply) => {
    const form = FAULT.safeParse(request.body)
    if (!form.success) return reply.code(400).send()
    await setFault(deps, form.data.name, form.data.left)
    if (form.data.name === 'refunds_slow' && form.data.left === 0) await settleRefunds(deps)
    return reply.redirect('/sandbox/gateway', 303)
  })

  app.get('/sandbox/gateway/style.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(STYLE),
  )
}

async function answerMerchant(
  deps: Deps,
  operation: string,
  raw: unknown,
  headers: Parameters<typeof verify>[3],
): Promise<Answer> {
  if (await consumeFault(deps, 'api')) return { status: 503, body: { error: 'unavailable' } }
  try {
    if (!Buffer.isBuffer(raw)) throw new InvalidNotification('body')
    verify(gatewayKey(deps), 'merchant', raw, headers, deps.clock())
    const body: unknown = JSON.parse(raw.toString('utf8'))
    return await operate(deps, operation, body)
  } catch (error) {
    if (error instanceof InvalidNotification) return { status: 401, body: { error: error.message } }
    if (error instanceof z.ZodError || error instanceof SyntaxError) return { status: 400, body: { error: 'body' } }
    throw error
  }
}

async function operate(deps: Deps, operation: string, body: unknown): Promise<Answer> {
  switch (operation) {
    case 'create':
      return { status: 200, body: await createTrade(deps, createBody.parse(body)) }
    case 'query': {
      const row = await findTrade(deps, refBody.parse(body))
      return found(row && tradeReplyOf(row))
    }
    case 'close':
      return found(await closeTrade(deps, refBody.parse(body).merchantRef))
    case 'refund': {
      const reply = await refundTrade(deps, refundBody.parse(body))
      return typeof reply === 'string' ? { status: 409, body: { error: reply } } : { status: 200, body: reply }
    }
    case 'refund-query':
      return found(await findRefund(deps, refBody.parse(body).merchantRef))
    default:
      return { status: 404, body: { error: 'operation' } }
  }
}

const found = (body: unknown): Answer =>
  body === undefined ? { status: 404, body: { error: 'unknown' } } : { status: 200, body }

const asLang = (text: string | undefined): Lang => LANGS.find((it) => it === text) ?? 'en'

function html(deps: Deps, reply: FastifyReply, page: string): FastifyReply {
  const policy = `default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self' ${new URL(deps.config.siteUrl).origin}; base-uri 'none'; frame-ancestors 'none'`
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'content-security-policy': policy })
    .send(page)
}
