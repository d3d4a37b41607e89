/**
 * Amazon SNS, which SES sends its events through, first asks to confirm a subscription by opening an address. The
 * request has shown the secret, and only SNS itself is called: this tells nobody anything and confirms nothing but
 * SNS's own subscriptions.
 */
import { z } from 'zod'
import type { Deps } from '../../dependencies.ts'

const TIMEOUT = 10_000
const HOST = /^sns\.[a-z0-9-]{1,40}\.amazonaws\.com(\.cn)?$/

const asked = z.looseObject({ Type: z.literal('SubscriptionConfirmation'), SubscribeURL: z.string().max(2_000) })

/**
 * The address that confirms the subscription; `undefined` for everything else, and for an address that is not one of
 * SNS.
 */
export function subscriptionAddress(body: Buffer): URL | undefined {
  try {
    const url = new URL(asked.parse(JSON.parse(body.toString('utf8'))).SubscribeURL)
    const plain =
      url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '' && url.pathname === '/'
    return plain && HOST.test(url.hostname) && url.searchParams.get('Action') === 'ConfirmSubscription'
      ? url
      : undefined
  } catch {
    return undefined
  }
}

/** Opens it; false when SNS did not answer, and then SNS asks again. */
export async function confirmSubscription({ log }: Pick<Deps, 'log'>, address: URL): Promise<boolean> {
  try {
    const reply = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT) })
    await reply.body?.cancel()
    log.info({ status: reply.status }, 'mail events subscribed')
    return reply.ok
  } catch {
    log.warn('mail events not subscribed: SNS gave no answer')
    return false
  }
}
