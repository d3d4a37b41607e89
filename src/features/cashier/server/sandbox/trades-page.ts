/** The gateway's books for people who try it out: trades, their notifications, refunds, and switches that make it fail. */
import { formatInstant } from '../../../../lib/days/dates.ts'
import type { Lang } from '../../../../lib/locale.ts'
import { formatMoney, money } from '../../../../lib/money/money.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { FAULTS } from './faults.ts'
import { html, page, translatorFor, type Html, type Translate } from './html.ts'
import type { GatewayDeliveryTable, GatewayRefundTable, GatewayTradeTable } from './tables.ts'

const LATEST = 50

export async function tradesPage(deps: Deps, lang: Lang): Promise<string> {
  const t = translatorFor(deps, lang)
  const trades = await deps.db
    .selectFrom('gateway_trades')
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(LATEST)
    .execute()
  const refs = trades.map((it) => it.ref)
  const deliveries = refs.length
    ? await deps.db
        .selectFrom('gateway_deliveries')
        .selectAll()
        .where('trade_ref', 'in', refs)
        .orderBy('due_at')
        .execute()
    : []
  const refunds = refs.length
    ? await deps.db
        .selectFrom('gateway_refunds')
        .selectAll()
        .where('trade_ref', 'in', refs)
        .orderBy('created_at')
        .execute()
    : []
  const faults = await deps.db.selectFrom('gateway_faults').selectAll().execute()
  const rows = trades.map((it) =>
    trade(
      t,
      lang,
      it,
      deliveries.filter((d) => d.trade_ref === it.ref),
      refunds.filter((r) => r.trade_ref === it.ref),
    ),
  )
  const switches = FAULTS.map((name) => fault(t, name, faults.find((it) => it.name === name)?.left ?? 0))
  return page(
    lang,
    t,
    t('gateway:name'),
    html`<h1>${t('gateway:books.title')}</h1>
${rows.length ? rows : html`<p>${t('gateway:books.empty')}</p>`}
<h2>${t('gateway:fault.title')}</h2>${switches}`,
  )
}

function trade(
  t: Translate,
  lang: Lang,
  row: GatewayTradeTable,
  deliveries: GatewayDeliveryTable[],
  refunds: GatewayRefundTable[],
): Html {
  const sum = (minor: number) => formatMoney(money(minor, row.currency), lang)
  const at = (instant: number) => formatInstant(instant, lang, { seconds: true })
  const told = deliveries.map(
    (it) =>
      html`<li>${
        it.delivered_at === null
          ? t('gateway:books.waiting', { time: at(it.due_at), count: it.attempts })
          : t('gateway:books.delivered', { time: at(it.delivered_at), count: it.attempts })
      }</li>`,
  )
  const back = refunds.map((it) => html`<li>${t(`gateway:refund.${it.status}`, { amount: sum(it.amount_minor) })}</li>`)
  return html`<article><h2><a class="figure" href="/sandbox/gateway/pay/${row.token}?lang=${lang}">${row.subject}</a></h2>
<p>${sum(row.amount_minor)} · ${t(`cashier:method.${row.method}`)} · <b>${t(`gateway:state.${row.status}.title`)}</b></p><ul>${told}${back}</ul></article>`
}

/** `api` counts calls; the others are on or off. */
function fault(t: Translate, name: (typeof FAULTS)[number], left: number): Html {
  const next = name === 'api' ? left + 3 : left > 0 ? 0 : 1000
  const word = name === 'api' ? 'more' : left > 0 ? 'off' : 'on'
  return html`<form class="fault" method="post" action="/sandbox/gateway/faults"><input type="hidden" name="name" value="${name}">
<p>${t(`gateway:fault.${name}`, { count: left })}</p><button name="left" value="${next}">${t(`gateway:fault.${word}`)}</button></form>`
}
