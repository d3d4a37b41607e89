/** The sandbox's partner over HTTP. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { LANGS, type Lang } from '../../../../lib/locale.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { STYLE } from '../../../cashier/server/door.ts'
import { demoPartner, RECEIVE } from './demo-partner.ts'
import { inboxList, receive } from './inbox.ts'
import { linkOfForm, partnerForm, partnerPage } from './partner-page.ts'

const FIELDS = `
.fields{display:grid;gap:16px}.field{display:grid;gap:4px;margin:0}.field label{display:block;padding:0;border:0;font-weight:600}
input[type=text],select{font:inherit;min-height:48px;padding:8px 14px;border-radius:12px;border:1px solid var(--edge);background:var(--surface);color:var(--ink);width:100%}
[aria-invalid=true]{border-color:var(--warn);border-width:2px}
.said{background:var(--tint);border-radius:16px;padding:16px 20px}.said h2{margin:0}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:13px;line-height:1.5;background:var(--surface);border:1px solid var(--line);border-radius:12px;padding:12px}
code{overflow-wrap:anywhere;font-size:14px}summary{min-height:44px;display:flex;align-items:center;cursor:pointer;color:var(--teal)}
h1 strong{font-size:32px;margin:0 0 8px}
@media(min-width:560px){.fields{grid-template-columns:1fr 1fr}}
`

const asLang = (text: string | undefined): Lang => LANGS.find((it) => it === text) ?? 'en'

function send(deps: Deps, reply: FastifyReply, page: string): FastifyReply {
  const policy = `default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self' ${new URL(deps.config.siteUrl).origin}; base-uri 'none'; frame-ancestors 'none'`
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-store', 'content-security-policy': policy })
    .send(page)
}

export function registerSandboxPartner(app: FastifyInstance, deps: Deps): void {
  app.get<{ Querystring: { lang?: string } }>('/sandbox/partner', async (request, reply) =>
    send(
      deps,
      reply,
      await partnerPage(deps, asLang(request.query.lang), undefined, await inboxList(deps, asLang(request.query.lang))),
    ),
  )

  app.post<{ Querystring: { lang?: string } }>('/sandbox/partner', async (request, reply) => {
    const lang = asLang(request.query.lang)
    const form = partnerForm.safeParse(request.body)
    if (!form.success) return reply.code(400).send()
    await demoPartner(deps)
    return send(
      deps,
      reply,
      await partnerPage(
        deps,
        lang,
        { form: form.data, made: await linkOfForm(deps, form.data, lang) },
        await inboxList(deps, lang),
      ),
    )
  })

  void app.register(async (scope) => {
    // Signatures cover the exact bytes, so JSON is not parsed here.
    scope.removeContentTypeParser('application/json')
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    scope.post(RECEIVE, async (request, reply) =>
      reply.code(await receive(deps, String(request.body), request.headers)).send(),
    )
  })

  app.get('/sandbox/partner/style.css', async (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(STYLE + FIELDS),
  )
}
