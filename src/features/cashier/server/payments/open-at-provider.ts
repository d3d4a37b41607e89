/** Opens a payment's trade at its provider, outside of any transaction, and stores the payer's next action. */
import type { Device } from '../../../../lib/device.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { tryTransition } from '../../../../server/transition.ts'
import { paymentAmount } from './apply-trade.ts'
import { actionColumns, actionOf } from './pay-action.ts'
import { payabilityOf } from './payability.ts'
import { identityUrl, notifyUrl } from '../providers/callback-urls.ts'
import { askProvider } from '../providers/provider-health.ts'
import { ProviderUnavailable, type Payer, type Provider } from '../providers/provider-interface.ts'
import { providerNamed } from '../providers/provider-registry.ts'
import { isOpen, paymentMachine } from '../payment-states.ts'
import type { PaymentTable } from '../../tables.ts'

const IDENTITY_STATE = 'payer-identity'

/** Turns a provider's silence into a refusal for the payer. */
export async function refusingSilence<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ProviderUnavailable) throw new Refusal('gateway')
    throw error
  }
}

/**
 * Opens the trade at the provider, or finds it open. If the provider needs it, the payer is first identified by the
 * wallet.
 */
export async function openAtProvider(deps: Deps, row: PaymentTable, payer: Payer): Promise<PaymentTable> {
  if (!isOpen(row.status) || actionOf(row, deps.clock())) return row
  const provider = providerNamed(deps, row.provider)
  const situation = {
    method: row.method,
    currency: row.currency,
    device: payer.device,
    browser: row.browser,
  }
  if (provider.identity?.neededFor(situation) && payer.openid === undefined) {
    const state = `${row.id}${deps.seal.mac(IDENTITY_STATE, row.id)}`
    return keepAction(deps, row, {
      ref: null,
      action: { kind: 'redirect', url: provider.identity.pageUrl(identityUrl(deps, provider), state) },
    })
  }
  const { number } = await payabilityOf(deps, deps.db, { kind: row.payable_kind, id: row.payable_id })
  const trade = await refusingSilence(() =>
    askProvider(deps, provider, 'create', { payment: row.id }, () =>
      provider.create({
        paymentId: row.id,
        method: situation.method,
        amount: paymentAmount(row),
        subject: number,
        lang: row.lang,
        expiresAt: row.expires_at,
        returnUrl: row.return_url,
        notifyUrl: notifyUrl(deps, provider),
        payer,
      }),
    ),
  )
  return keepAction(deps, row, trade)
}

async function keepAction(
  deps: Deps,
  row: PaymentTable,
  { ref, action, until }: Awaited<ReturnType<Provider['create']>>,
): Promise<PaymentTable> {
  return deps.write(async (trx) => {
    const at = deps.clock()
    const set = { ...actionColumns(action, until), ...(ref === null ? {} : { gateway_ref: ref }) }
    await tryTransition(trx, {
      machine: paymentMachine,
      id: row.id,
      to: 'started',
      from: 'created',
      by: 'system',
      at,
      set: { ...set, started_at: at },
    })
    // Already started: by a job that did not get the address, or the payer's action had expired.
    await trx.updateTable('payments').set(set).where('id', '=', row.id).where('status', '=', 'started').execute()
    return trx.selectFrom('payments').selectAll().where('id', '=', row.id).executeTakeFirstOrThrow()
  })
}

/**
 * Opens the payment after a wallet's page has identified its user; `undefined` if we did not ask for that. Returns the
 * address for the browser.
 */
export async function openForIdentity(
  deps: Deps,
  provider: Provider,
  query: { code: string; state: string },
  surroundings: { ip: string; device: Device },
): Promise<string | undefined> {
  const id = query.state.slice(0, 26)
  if (!provider.identity || !deps.seal.verify(IDENTITY_STATE, id, query.state.slice(26))) return undefined
  const row = await deps.db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .where('provider', '=', provider.name)
    .executeTakeFirst()
  if (!row) return undefined
  if (!isOpen(row.status) || row.pay_in_page !== null) return row.return_url
  const { identity } = provider
  try {
    const openid = await refusingSilence(() =>
      askProvider(deps, provider, 'identify', { payment: row.id }, () => identity.openidOf(query.code)),
    )
    // Else invented, or used before by a page that was loaded again.
    if (openid !== undefined)
      await openAtProvider(deps, { ...row, pay_url: null }, { ...surroundings, browser: row.browser, openid })
  } catch (error) {
    // A browser is waiting, which can show no refusal: the payment's page says how it stands, and may identify again.
    if (!(error instanceof Refusal)) throw error
  }
  return row.return_url
}
