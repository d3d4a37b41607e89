/**
 * A policy that a person of a journey has bought, paid by the browser's own calls; and operator commands on the same
 * site.
 */
import { afterAll, beforeAll, expect } from 'vitest'
import { payCreate } from '../../../src/features/cashier/contract.ts'
import { getPolicy } from '../../../src/features/policies/contract.ts'
import type { PersonDraft } from '../../../src/features/orders/rules/check-person-fields.ts'
import { memoryStore } from '../../../src/app/storage/storage.ts'
import { dayOf } from '../../../src/lib/days/dates.ts'
import type { Lang } from '../../../src/lib/locale.ts'
import { readConfig } from '../../../src/server/config.ts'
import { openServer } from '../../../src/programs/open-server.ts'
import type { Server } from '../../../src/server/create-server.ts'
import { features } from '../../../src/programs/feature-list.ts'
import type { ServerFeature } from '../../../src/server/server-feature.ts'
import { ok } from '../../api/orders-fixtures.ts'
import { advanceClock, clientOf, signIn, type Site } from '../browser-site.ts'
import type { Stored } from '../../browser/sandbox.ts'
import type { Journeys } from './journeys.ts'
import { self, student } from './people.ts'
import { prepareOrder } from './prepare-order.ts'
import { successfulOutput } from '../../api/operator-commands.ts'

export interface OwnPolicy {
  buyer: PersonDraft
  order: string
  policy: string
  number: string
  /** The storage of its buyer's browser, signed in. */
  stored: Stored
}

/** US Campus, Gold, for six months from next week, issued. */
export async function ownPolicy(
  site: Pick<Site, 'url'>,
  lang: Lang,
  buyer: PersonDraft = student(),
): Promise<OwnPolicy> {
  const stored = await signIn(site, buyer.email)
  const made = await prepareOrder(site, {
    people: self(buyer),
    lang,
    stored,
    today: dayOf(await advanceClock(site, 0)),
  })
  const store = memoryStore()
  for (const [name, value] of Object.entries(stored)) store.setItem(name, value)
  const client = clientOf(site, lang, store)
  const { payment } = ok(
    await client.request(payCreate, { order: made.id, method: 'wechat', key: crypto.randomUUID() }),
  )
  const gateway = await fetch(new URL(payment?.payUrl ?? '', site.url), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ outcome: 'pay', delivery: 'now' }),
  })
  expect(gateway.status).toBe(303)
  const found = await askUntilAnswered(async () => {
    const reply = await client.request(getPolicy, { order: made.id })
    return reply.ok ? reply.data : undefined
  }, 'The policy')
  return { buyer, order: made.id, policy: found.id, number: found.number, stored }
}

/**
 * Operator commands over a site's data, at the site's time; in this process, because starting one takes longer than a
 * command.
 */
export function operatorDesk(it: Pick<Journeys, 'site'>): (...words: string[]) => Promise<string> {
  const held: { server?: Server } = {}
  beforeAll(
    async () =>
      void (held.server = await openServer({
        config: readConfig({ DATA_DIR: it.site.dataDir, LOG_LEVEL: 'silent' }),
      })),
  )
  afterAll(async () => held.server?.close())
  const commands = features.flatMap((feature: ServerFeature) => feature.commands ?? [])
  return async (...words) => {
    const { server } = held
    if (!server) throw new Error('The desk opens with the journey')
    server.advance((await advanceClock(it.site, 0)) - server.deps.clock())
    return successfulOutput(server.deps, commands, [
      ...words,
      '--by',
      'li.min',
      '--why',
      'Checked against the document',
    ])
  }
}

/** Like `eventually`, with time for documents to be drawn or files to be checked first. */
export async function askUntilAnswered<T>(ask: () => Promise<T | undefined>, what: string): Promise<T> {
  let found: T | undefined
  await expect.poll(async () => (found = await ask()) !== undefined, { interval: 250, message: what }).toBe(true)
  return found as T
}
