/**
 * A plan that is no longer sold, and one whose files are gone: what was bought of it is read, extended and claimed on;
 * nothing more is sold.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimablePolicies } from '../../src/features/claims/contract.ts'
import { listClaims } from '../../src/features/claims/list-contract.ts'
import { createOrder, listOrders, quoteOrder, saveOrder } from '../../src/features/orders/contract.ts'
import { loadPlans, planFiles, readPlans, readPlansFrom } from '../../src/features/plans/content/load-plans.ts'
import { Files, type Source } from '../../src/features/plans/content/plan-files.ts'
import { plansWithoutFiles, rememberPlans } from '../../src/features/plans/server/remembered-plans.ts'
import { getPolicy, listPolicies } from '../../src/features/policies/contract.ts'
import { LANGS } from '../../src/lib/locale.ts'
import { ExtensionBench } from './extension-bench.ts'
import { Buyer, ok, refusal, TRIP } from './orders-fixtures.ts'
import { placeClaim } from './place-claim.ts'
import { logInAs } from './logged-in-user.ts'

const before = loadPlans()
let bench: ExtensionBench
beforeEach(async () => {
  bench = await ExtensionBench.ready()
})
afterEach(async () => {
  readPlansFrom(process.cwd())
  await bench.server.close()
})

/** From now on the plan is not sold. */
function retire(plan: string): void {
  class Retiring extends Files {
    override read(file: string): Source | undefined {
      const read = super.read(file)
      return read && file === `content/plans/${plan}.yaml`
        ? { file, text: `${read.text}\nretired: 2026-03-01\nreplacedBy: uk-plus\n` }
        : read
    }
  }
  readPlansFrom(process.cwd(), (day) => new Retiring(process.cwd(), day))
}

test('a retired plan is sold to nobody, and its policies live on', async () => {
  const { plan } = await bench.view()
  const buyer = new Buyer(bench.server)
  const draft = await buyer.create({ ...TRIP, plan }, 'before-it-was')
  retire(plan)
  const { client } = buyer
  const trip = { ...draft.answers.trip }
  expect(refusal(await client.request(createOrder, { trip, key: 'one-more-one' }))).toBe('plan_retired')
  expect(refusal(await client.request(quoteOrder, { id: draft.id }))).toBe('plan_retired')
  expect(refusal(await client.request(saveOrder, { id: draft.id, version: draft.version, trip }))).toBe('plan_retired')
  expect(ok(await client.request(listOrders, {})).orders.map(({ id }) => id)).toEqual([draft.id])
  const pay = await bench.extend()
  await bench.payFor(pay)
  expect(await bench.terms()).toHaveLength(2)
  expect(ok(await bench.client.request(claimablePolicies, {})).policies).toHaveLength(2)
})

test('a tier that policies name and no figures have is named with them before a release', async () => {
  const { db } = bench.server.deps
  const { plan, tier } = await bench.row()
  const root = mkdtempSync(join(tmpdir(), 'tierless-'))
  try {
    cpSync('content', join(root, 'content'), { recursive: true })
    const figures = join(root, `content/plans/${plan}.yaml`)
    const sold = readFileSync(figures, 'utf8')
    writeFileSync(figures, sold.replace(`  ${tier}:`, '  other:'))
    expect(await plansWithoutFiles(db, root)).toEqual([
      `the tier ${tier} of ${plan} is named by orders (1), policies (1)`,
    ])
    // One that ends on a day stands in the figures before it.
    writeFileSync(figures.replace('.yaml', '.from-2027-01-01.yaml'), readFileSync(figures))
    writeFileSync(figures, sold)
    expect(await plansWithoutFiles(db, root)).toEqual([])
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
})

test('a plan whose files are gone is read from what the server stored of them', async () => {
  const { deps } = bench.server
  const { plan } = await bench.view()
  const claim = await placeClaim(deps)
  const root = mkdtempSync(join(tmpdir(), 'gone-'))
  try {
    cpSync('content', join(root, 'content'), { recursive: true })
    cpSync('public/locales', join(root, 'public/locales'), { recursive: true })
    for (const id of [plan, 'global-study', 'short-camp']) {
      rmSync(join(root, `content/plans/${id}.yaml`))
      for (const lang of LANGS)
        for (const folder of ['plans', 'clauses']) rmSync(join(root, `content/${folder}/${lang}/${id}.md`))
    }
    expect(readPlans(new Files(root)).find(plan)).toBeUndefined()
    // Before such a release is published, `npm run check-production` refuses it with this list.
    const { db } = bench.server.deps
    expect(await plansWithoutFiles(db, root)).toEqual([
      'global-study is named by claims (1), policies (1)',
      `${plan} is named by orders (1), policies (1), policy_terms (2)`,
    ])
    expect(await plansWithoutFiles(db)).toEqual([])
    // One that was only renamed has the name of the gone one; and one whose stored files are spoilt takes no other along.
    for (const place of ['plans', 'plans/en', 'plans/cn', 'clauses/en', 'clauses/cn']) {
      const ending = place === 'plans' ? 'yaml' : 'md'
      cpSync(`content/${place}/${plan}.${ending}`, join(root, `content/${place}/renamed.${ending}`))
    }
    await deps.write((trx) =>
      trx
        .updateTable('plan_files')
        .set({ text: 'no plan' })
        .where('path', '=', 'content/plans/short-camp.yaml')
        .execute(),
    )
    await rememberPlans(deps, root)
    const set = loadPlans(root)
    expect([set.find('renamed')?.id, set.find('short-camp')]).toEqual(['renamed', undefined])
    expect(set.plan(plan)).toMatchObject({ retired: '2000-01-01', tiers: before.plan(plan).tiers })
    expect(set.clauses('en', plan).sha256).toBe(before.clauses('en', plan).sha256)
    readPlansFrom(process.cwd(), planFiles(root))
    // Read before the folder is removed.
    loadPlans()
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
  expect(ok(await bench.client.request(listPolicies, {})).policies).toHaveLength(1)
  expect(ok(await bench.client.request(getPolicy, { id: bench.policy }))).toMatchObject({ plan })
  bench.server.advance(60_000)
  const owner = await logInAs(bench.server, 'lin@example.com')
  expect(ok(await owner.request(listClaims, {})).claims.map(({ id }) => id)).toEqual([claim.id])
  expect(
    refusal(await new Buyer(bench.server).client.request(createOrder, { trip: { ...TRIP, plan }, key: 'gone-1-2-3' })),
  ).toBe('plan_retired')
})
