/** The page where a person decides what happens to a sandbox payment. */
import { formatInstant } from '../../../../lib/days/dates.ts'
import type { Lang } from '../../../../lib/locale.ts'
import { formatMoney, money } from '../../../../lib/money/money.ts'
import { SITE } from '../../../../lib/site.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { browserReturnUrl } from './return-url.ts'
import { LATE_AFTER } from './trades.ts'
import { html, page, translatorFor, type Html, type Translate } from './html.ts'
import { DELIVERIES } from './protocol.ts'
import type { GatewayTradeTable } from './tables.ts'

export function payPage(deps: Deps, row: GatewayTradeTable, lang: Lang): string {
  const t = translatorFor(deps, lang)
  const amount = formatMoney(money(row.amount_minor, row.currency), lang)
  const body = html`<h1><span>${t('gateway:toPay')}</span> <strong>${amount}</strong></h1>
<dl>
<div><dt>${t('cashier:payee')}</dt><dd>${SITE[lang].operator}</dd></div>
<div><dt>${t('cashier:orderNumber')}</dt><dd class="figure">${row.subject}</dd></div>
<div><dt>${t('gateway:method')}</dt><dd>${t(`cashier:method.${row.method}`)}</dd></div>
<div><dt>${t('gateway:until')}</dt><dd>${t('cashier:time', { time: formatInstant(row.expires_at, lang) })}</dd></div>
</dl>
${row.status === 'open' ? choiceForm(t, row, amount) : settledSection(deps, t, row)}`
  return page(lang, t, t('gateway:name'), body)
}

function choiceForm(t: Translate, row: GatewayTradeTable, amount: string): Html {
  const deliveries = DELIVERIES.map(
    (it, i) => html`<label><input type="radio" name="delivery" value="${it}"${i === 0 ? html` checked` : ''}>
<span><b>${t(`gateway:delivery.${it}.name`)}</b><small>${t(`gateway:delivery.${it}.what`, { seconds: LATE_AFTER / 1000 })}</small></span></label>`,
  )
  return html`<form method="post" action="/sandbox/gateway/pay/${row.token}">
<fieldset><legend>${t('gateway:delivery.legend')}</legend><p>${t('gateway:delivery.hint')}</p>${deliveries}</fieldset>
<div class="actions">
<button class="accent" name="outcome" value="pay">${t('gateway:act.pay', { amount })}</button>
<button name="outcome" value="refuse">${t('gateway:act.refuse')}</button>
<button name="outcome" value="authorization">${t('gateway:act.authorization')}</button>
<button name="outcome" value="cancel">${t('gateway:act.cancel')}</button>
</div></form>`
}

const settledSection = (
  deps: Deps,
  t: Translate,
  row: GatewayTradeTable,
): Html => html`<section><h2>${t(`gateway:state.${row.status}.title`)}</h2>
<p>${t(`gateway:state.${row.status}.text`)}</p><p><a class="button" href="${browserReturnUrl(deps, row.return_url)}">${t('gateway:back')}</a></p></section>`
