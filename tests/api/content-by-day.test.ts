/** Figures and terms that begin on a day: sold from that day, while a policy keeps what was bought (decision 0121). */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inContentOf } from '../../src/app/content/content-folder.ts'
import { startOfCover } from '../../src/lib/days/dates.ts'
import { dayInName } from '../../src/lib/content/content-by-day.ts'
import { loadClaimText } from '../../src/features/claims/rules/draft/load-claim-texts.ts'
import { loadSchools } from '../../src/features/education/content/load-schools.ts'
import { login } from '../../src/features/session/contract.ts'
import { versionsOf } from '../../src/features/session/server/agreements.ts'
import { getPolicy } from '../../src/features/policies/contract.ts'
import { loadPlans, plansWithTerms } from '../../src/features/plans/content/load-plans.ts'
import { planOfPolicy } from '../../src/features/policies/server/insured-policy.ts'
import { storeTerms } from '../../src/features/policies/server/documents/store-documents.ts'
import { prepareText } from '../../src/programs/content/prepare-text.ts'
import { nextVersion } from '../../src/programs/content/published-versions.ts'
import { askCode } from './login-by-code.ts'
import { Buyer, ok, refusal, TRIP } from './orders-fixtures.ts'
import { data, PolicyBench } from './policy-bench.ts'
import type { Client } from './start-server.ts'

const CHANGE = '2026-03-05'
const BEFORE = '2026-03-01'
/** The insurer's new licence, which no text of the terms contains. */
const LATER = '2026-03-09'
/** From here on a second server sells another price. */
const NEXT = '2026-03-12'
const NEW = 'SAMPLE-NEW99'
const INSURER = loadPlans().plan('us-campus').insurer
/** The terms of that day, before anything is prepared. */
const SOLD = loadPlans(process.cwd(), BEFORE).clauses('en', 'us-campus').version
const settings = { CONTENT_DIR: process.env['CONTENT_DIR'], CONTENT_DAY: process.env['CONTENT_DAY'] }
const folder = join(mkdtempSync(join(tmpdir(), 'content-')), 'content')
let bench: PolicyBench

function edit(file: string, from: string | RegExp, to: string): void {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  expect(text).toMatch(from)
  writeFileSync(path, text.replace(from, to))
}

beforeAll(async () => {
  // Without what the site itself has prepared: here the next version of the terms is that of `CHANGE`.
  cpSync('content', folder, { recursive: true, filter: (file) => dayInName(file) === undefined })
  for (const key of ['plans/us-campus', 'clauses/us-campus'])
    prepareText({ content: folder, key, from: CHANGE, today: BEFORE })
  edit(
    `plans/us-campus.from-${CHANGE}.yaml`,
    'deductible: { per: year, amount: 1000,',
    'deductible: { per: year, amount: 1100,',
  )
  edit(`plans/us-campus.from-${CHANGE}.yaml`, 'gold: 760', 'gold: 790')
  edit(`plans/us-campus.from-${CHANGE}.yaml`, 'accident: 200000', 'accident: 210000')
  cpSync(join(folder, 'legal/en/privacy.md'), join(folder, `legal/en/privacy.from-${CHANGE}.md`))
  edit(`legal/en/privacy.from-${CHANGE}.md`, /^version: .*$/m, "version: '99'")
  cpSync(join(folder, `insurers/${INSURER}.yaml`), join(folder, `insurers/${INSURER}.from-${LATER}.yaml`))
  edit(`insurers/${INSURER}.from-${LATER}.yaml`, /^licence: .*$/m, `licence: ${NEW}`)
  process.env['CONTENT_DIR'] = folder
  process.env['CONTENT_DAY'] = BEFORE
  bench = await PolicyBench.ready()
})
afterAll(async () => {
  await bench.server.close()
  for (const [name, value] of Object.entries(settings))
    if (value === undefined) Reflect.deleteProperty(process.env, name)
    else process.env[name] = value
  rmSync(join(folder, '..'), { recursive: true })
})

const policyRow = (id: string) =>
  bench.server.deps.db.selectFrom('policies').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const deductible = async (id: string) =>
  planOfPolicy(bench.server.deps, await policyRow(id)).tier.deductible.amount.amount
const bears = async (client: Client, id: string): Promise<string> =>
  JSON.stringify((await data(client.request(getPolicy, { id }))).bears)

it('a policy keeps its figures and its terms, and the next one has the new', async () => {
  const old = await bench.issued()
  process.env['CONTENT_DAY'] = CHANGE
  const fresh = await bench.issued({ trip: { ...bench.trip(), tier: 'gold' }, second: true })
  expect([await deductible(old), await deductible(fresh)]).toEqual([100_000, 110_000])
  expect([(await policyRow(old)).clause_version, (await policyRow(fresh)).clause_version]).toEqual([
    SOLD,
    nextVersion(SOLD),
  ])
  const client = await bench.signIn()
  const [before, now] = [await bears(client, old), await bears(client, fresh)]
  expect([before.includes('1,000'), before.includes('1,100')]).toEqual([true, false])
  expect([now.includes('1,000'), now.includes('1,100')]).toEqual([false, true])
})

it('an application from before the change is sold under the terms that its buyer has read', async () => {
  process.env['CONTENT_DAY'] = BEFORE
  const buyer = new Buyer(bench.server)
  const { id } = await buyer.create({ ...TRIP, ...bench.trip() })
  await buyer.fillIn()
  // Nothing is saved any more: with the same price, the declarations stand.
  const sha256 = await buyer.tick()
  process.env['CONTENT_DAY'] = CHANGE
  expect(refusal(await buyer.trySubmit({ sha256 }))).toBe('incomplete')
  await buyer.readFirst()
  ok(await buyer.trySubmit({ sha256 }))
  const { db } = bench.server.deps
  const order = await db.selectFrom('orders').select('clause_version').where('id', '=', id).executeTakeFirst()
  expect(order?.clause_version).toBe(nextVersion(SOLD))
})

it('what was agreed before a change is paid after it: price table and death benefit are those of that day', async () => {
  process.env['CONTENT_DAY'] = BEFORE
  const order = await bench.paid()
  // From here on the days are those of the clocks: the content of today, and that of the day of the application.
  Reflect.deleteProperty(process.env, 'CONTENT_DAY')
  await bench.server.drain()
  expect(loadPlans().clauses('en', 'us-campus').version).toBe(nextVersion(SOLD))
  const { db } = bench.server.deps
  const policy = await db
    .selectFrom('policies')
    .innerJoin('policy_versions', 'policy_versions.policy_id', 'policies.id')
    .select(['policies.death_benefit', 'policy_versions.tariff'])
    .where('order_id', '=', order)
    .executeTakeFirstOrThrow()
  expect(policy.death_benefit).toBe(200_000)
  expect([policy.tariff?.includes('76000'), policy.tariff?.includes('79000')]).toEqual([true, false])
})

it('who acts as on a past day, as the demo’s people do, is sold what was sold on it', async () => {
  Reflect.deleteProperty(process.env, 'CONTENT_DAY')
  const version = async (): Promise<string> => {
    await Promise.resolve()
    return loadPlans().clauses('en', 'us-campus').version
  }
  const [then, now] = await Promise.all([inContentOf(startOfCover(BEFORE), version), version()])
  expect([then, now]).toEqual([SOLD, nextVersion(SOLD)])
})

it('what is prepared is shown to nobody before its day, not even under a version of the terms that stays', () => {
  const licence = (day: string): string | undefined => {
    process.env['CONTENT_DAY'] = day
    return plansWithTerms('us-campus', nextVersion(SOLD))?.insurer(INSURER).licence
  }
  expect([licence(CHANGE), licence(LATER)]).toEqual([loadPlans(process.cwd(), CHANGE).insurer(INSURER).licence, NEW])
})

it('terms are stored under their own version, also after the next one began, and never under another', async () => {
  const { deps } = bench.server
  process.env['CONTENT_DAY'] = BEFORE
  const row = await policyRow(await bench.issued({ second: true }))
  await deps.write((trx) => trx.deleteFrom('policy_terms').execute())
  process.env['CONTENT_DAY'] = CHANGE
  await storeTerms(deps, row, 'en')
  const stored = await deps.db
    .selectFrom('policy_terms')
    .innerJoin('files', 'files.id', 'policy_terms.file_id')
    .select(['version', 'name'])
    .execute()
  expect(stored).toEqual([{ version: SOLD, name: expect.stringContaining(SOLD) as unknown }])
  await expect(storeTerms(deps, { ...row, clause_version: '2019-1' }, 'en')).rejects.toThrow('2019-1')
})

it('an agreement is recorded in the version that the page showed: until the nightly build, that of the day before', async () => {
  const { server } = bench
  const agreed = async (pageDay: string | undefined): Promise<unknown> => {
    const client = server.client()
    const destination = `${crypto.randomUUID()}@example.com`
    const code = await askCode(server, client, destination)
    const { user } = await data(client.request(login, { destination, code, agreed: true, pageDay }))
    const { data: said } = await server.deps.db
      .selectFrom('events')
      .select('data')
      .where('entity_id', '=', user.id)
      .where('to_status', '=', 'agreed')
      .executeTakeFirstOrThrow()
    return (JSON.parse(String(said)) as { privacy: unknown }).privacy
  }
  process.env['CONTENT_DAY'] = CHANGE
  const before = versionsOf('en', BEFORE).privacy
  expect(before).not.toBe('99')
  // A day that is to come, or so long ago that no page is open since, says nothing.
  for (const [pageDay, version] of [
    [BEFORE, before],
    [CHANGE, '99'],
    [undefined, '99'],
    [LATER, '99'],
    ['2026-01-01', '99'],
    ['2026-02-31', '99'],
  ] as const)
    expect(await agreed(pageDay), pageDay).toBe(version)
})

it('a server goes on by what it started with, also past a day that begins after its files were spoilt', async () => {
  const at = join(folder, '../started/content')
  cpSync(folder, at, { recursive: true })
  const [plan, school] = [join(at, `plans/us-campus.from-${NEXT}.yaml`), 'schools/lakeshore-state-university.yaml']
  const figures = readFileSync(join(at, `plans/us-campus.from-${CHANGE}.yaml`), 'utf8')
  writeFileSync(plan, figures.replace('gold: 790', 'gold: 820').replace(/^changed: .*$/m, `changed: ${NEXT}`))
  process.env['CONTENT_DIR'] = at
  process.env['CONTENT_DAY'] = CHANGE
  const started = await PolicyBench.ready()
  try {
    for (const file of ['plans/us-campus.yaml', 'insurers/minghe.yaml', 'purchase/en/health.md', school])
      writeFileSync(join(at, file), 'cut: [')
    rmSync(join(at, 'claims'), { recursive: true })
    // Prices that nobody has released: of the day on which the server began to sell, and of one that it has no file of.
    writeFileSync(plan, figures.replace('gold: 790', 'gold: 1'))
    writeFileSync(join(at, 'plans/us-campus.from-2026-03-13.yaml'), figures.replace('gold: 790', 'gold: 2'))
    process.env['CONTENT_DAY'] = '2026-03-14'
    const { db } = started.server.deps
    const { tariff } = await db
      .selectFrom('policy_versions')
      .select('tariff')
      .where('policy_id', '=', await started.issued({ trip: { ...started.trip(), tier: 'gold' } }))
      .executeTakeFirstOrThrow()
    expect([tariff?.includes('82000'), loadSchools().some(({ slug }) => school.includes(slug))]).toEqual([true, true])
    expect(loadClaimText('instructions', 'en').sections).not.toEqual([])
  } finally {
    await started.server.close()
    process.env['CONTENT_DIR'] = folder
  }
})
