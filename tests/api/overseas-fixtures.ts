/** Applications to overseas insurers: an input that the server accepts, and the operator who forwards them. */
import { limitsOf } from '../../src/features/overseas/rules/what-a-product-accepts.ts'
import { consentText } from '../../src/features/overseas/content/consent-text.ts'
import { applyOverseas, listApplications, type OverseasApplication } from '../../src/features/overseas/contract.ts'
import { findProduct } from '../../src/features/overseas/content/load-products.ts'
import { overseasCommands } from '../../src/features/overseas/server/application-commands.ts'
import { loadPlans } from '../../src/features/plans/content/load-plans.ts'
import type { Input } from '../../src/lib/contract.ts'
import type { Lang } from '../../src/lib/locale.ts'
import { loadWords } from '../../src/server/load-words.ts'
import { commandOutput } from './operator-commands.ts'
import { ok } from './orders-fixtures.ts'
import type { Client, TestServer } from './start-server.ts'

export const CONTACT = 'lin.father@example.com'
const words = loadWords()
let keys = 0

/** The consent as the page shows it, by its hash. */
export function consentOf(slug: string, lang: Lang = 'en'): string {
  const product = findProduct(slug)
  if (!product) throw new Error(`no product ${slug}`)
  const plans = loadPlans()
  return consentText(plans, lang, product, limitsOf(plans, product).asksSchool, (key, values) =>
    words(lang, key, values),
  ).sha256
}

/** An application that is accepted: a student of a school in Germany. */
export const application = (
  over: Partial<Input<typeof applyOverseas>> = {},
  lang: Lang = 'en',
): Input<typeof applyOverseas> => ({
  product: 'eshc-europe',
  name: 'lin xiao',
  birthDate: '2004-08-20',
  nationality: 'CN',
  institution: 'University of Freiburg',
  country: 'de',
  start: '2026-04-01',
  end: '2027-03-31',
  contact: CONTACT,
  message: '',
  agreed: true,
  consent: over.consent ?? consentOf(over.product ?? 'eshc-europe', lang),
  key: `overseas-${++keys}`,
  ...over,
})

export const sent = async (
  client: Client,
  over: Partial<Input<typeof applyOverseas>> = {},
  lang: Lang = 'en',
): Promise<string> => ok(await client.request(applyOverseas, application(over, lang))).id
export const shown = async (client: Client): Promise<OverseasApplication[]> =>
  ok(await client.request(listApplications, {})).applications

/** Runs an operator command; returns its lines. */
export const operator = async (server: TestServer, ...given: string[]): Promise<string> =>
  (await commandOutput(server.deps, overseasCommands, ['overseas', ...given, '--by', 'wang', '--why', 'handed over']))
    .said

export async function mailsTo(server: TestServer, to: string): Promise<{ subject: string; text: string }[]> {
  await server.drain()
  return server.deps.db.selectFrom('messages').select(['subject', 'text']).where('to', '=', to).orderBy('id').execute()
}
