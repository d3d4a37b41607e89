/** The sandbox partner's receiver: accepts messages as docs/partners.md requires of partners, and shows them. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { formatInstant } from '../../../../lib/days/dates.ts'
import type { Lang } from '../../../../lib/locale.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { newId } from '../../../../server/new-id.ts'
import { html, translatorFor, type Html } from '../../../cashier/server/door.ts'
import { SIGNATURE_HEADERS } from '../webhook-signature.ts'
import { demoPartner } from './demo-partner.ts'

/** Largest accepted difference between a message's time and now, seconds. */
const MAX_AGE = 300
const LATEST = 50

/** What is shown of a message above its full text. */
const message = z.object({ type: z.string(), order: z.string() })

type Verdict = 'taken' | 'repeated' | 'signature' | 'old'

const one = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '')

/** Returns 200 for a message with a valid signature and a recent time, even a repeated one; otherwise 401. */
export async function receive(deps: Deps, body: string, headers: IncomingHttpHeaders): Promise<number> {
  const id = one(headers[SIGNATURE_HEADERS.id])
  const timestamp = one(headers[SIGNATURE_HEADERS.timestamp])
  const { key } = await demoPartner(deps)
  const given = Buffer.from(
    one(headers[SIGNATURE_HEADERS.signature])
      .split(',')
      .find((it) => it.startsWith(`${key.id}=`))
      ?.slice(key.id.length + 1) ?? '',
    'base64url',
  )
  const want = createHmac('sha256', key.secret).update(`webhook.${id}.${timestamp}.${body}`).digest()
  const signed = given.length === want.length && timingSafeEqual(given, want)
  if (!signed) return 401
  const now = deps.clock()
  const known = await deps.db
    .selectFrom('sandbox_partner_inbox')
    .select('id')
    .where('message_id', '=', id)
    .executeTakeFirst()
  const verdict: Verdict = Math.abs(now / 1000 - Number(timestamp)) > MAX_AGE ? 'old' : known ? 'repeated' : 'taken'
  await deps.write((trx) =>
    trx.insertInto('sandbox_partner_inbox').values({ id: newId(), at: now, message_id: id, body, verdict }).execute(),
  )
  return verdict === 'old' ? 401 : 200
}

/** Received messages, newest first. */
export async function inboxList(deps: Deps, lang: Lang): Promise<Html> {
  const t = translatorFor(deps, lang)
  const rows = await deps.db
    .selectFrom('sandbox_partner_inbox')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(LATEST)
    .execute()
  const items = rows.map((row) => {
    const { type, order } = message.parse(JSON.parse(row.body))
    return html`<article><h2>${t(`partners:told.${type.replace('.', '_')}`)}</h2><p>${order} · ${formatInstant(row.at, lang, { seconds: true })} · ${t(`partners:verdict.${row.verdict}`)}</p>
<details><summary>${t('partners:sandbox.body')}</summary><pre>${JSON.stringify(JSON.parse(row.body), null, 2)}</pre></details></article>`
  })
  return html`<h2>${t('partners:sandbox.inbox')}</h2>${items.length > 0 ? items : html`<p>${t('partners:sandbox.empty')}</p>`}`
}
