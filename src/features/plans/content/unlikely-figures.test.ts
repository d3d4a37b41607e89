import { readFileSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadPlans } from './load-plans.ts'
import { planFile, type RawPlan } from './plan-file-schema.ts'
import { typedFigures } from './typed-figures.ts'
import { unlikelyFigures } from './unlikely-figures.ts'

const plan = (id: string): RawPlan => planFile.parse(parse(readFileSync(`content/plans/${id}.yaml`, 'utf8')))
const found = (change: (raw: RawPlan) => void, id = 'us-campus'): string[] => {
  const raw = plan(id)
  change(raw)
  return unlikelyFigures(raw).map(
    ({ path, doubtful, example }) => `${doubtful ? '?' : '!'} ${path.join('.')} → ${example}`,
  )
}
const prices = (raw: RawPlan, values: readonly number[], tier: string): void =>
  raw.premium.bands.forEach(({ price }, i) => void (price[tier] = values[i] ?? 0))
const tier = (raw: RawPlan, id: string): RawPlan['tiers'][string] => {
  const it = raw.tiers[id]
  if (!it) throw new Error(id)
  return it
}

test.each(readdirSync('content/plans').filter((name) => name.endsWith('.yaml')))('%s has none', (name) => {
  expect(unlikelyFigures(plan(name.replace('.yaml', '')))).toEqual([])
})

test.each<[string, (raw: RawPlan) => void, string[]]>([
  [
    'a digit lost inside',
    (raw) => prices(raw, [520, 56, 760, 1380], 'gold'),
    // Gold then costs less than silver, too.
    [
      '! premium.bands.1.price.gold → gold: 640',
      '! premium.bands.1.price.silver → silver: 56, gold: 320',
      '? premium.bands.1.price.platinum → platinum: 112',
    ],
  ],
  [
    'a digit doubled at the end',
    (raw) => prices(raw, [920, 980, 1320, 23600], 'platinum'),
    ['! premium.bands.3.price.platinum → platinum: 1150', '? premium.bands.3.price.platinum → platinum: 2760'],
  ],
  [
    'a digit lost at the beginning',
    (raw) => prices(raw, [30, 320, 460, 820], 'silver'),
    ['! premium.bands.0.price.silver → silver: 390', '? premium.bands.0.price.gold → gold: 60'],
  ],
  [
    'a steep rise',
    (raw) => prices(raw, [300, 320, 460, 1500], 'silver'),
    ['? premium.bands.3.price.silver → silver: 390', '! premium.bands.3.price.silver → silver: 1380, gold: 1500'],
  ],
  ['gold as dear as platinum', (raw) => prices(raw, [920, 560, 760, 1380], 'gold'), []],
  [
    'gold above platinum',
    (raw) => prices(raw, [930, 1000, 760, 1380], 'gold'),
    [
      '! premium.bands.0.price.gold → gold: 920, platinum: 930',
      '! premium.bands.1.price.gold → gold: 980, platinum: 1000',
    ],
  ],
  [
    'gold above a platinum with a higher deductible',
    (raw) => {
      prices(raw, [930, 560, 760, 1380], 'gold')
      tier(raw, 'platinum').deductible.amount = 5000
    },
    ['? premium.bands.0.price.gold → gold: 920, platinum: 930'],
  ],
  [
    'a tier that lasts longer than the plan',
    (raw) => void (tier(raw, 'gold').term = { ...raw.term, to: raw.term.to + 2 }),
    ['? tiers.gold.term → to: 12'],
  ],
  ['a tier that lasts less long', (raw) => void (tier(raw, 'gold').term = { ...raw.term, to: raw.term.to - 2 }), []],
  [
    'a year below an illness',
    (raw) => void (tier(raw, 'platinum').yearMaximum = 800000),
    ['! tiers.platinum.yearMaximum → yearMaximum: 8000000', '? tiers.platinum.yearMaximum → yearMaximum: 4000000'],
  ],
  [
    'a limit of the lower tier ten times as high',
    (raw) => void (tier(raw, 'gold').benefits.remains.amount = 9_000_000),
    ['? tiers.platinum.benefits.remains → remains: 9000000'],
  ],
  [
    'what is left of a plan for another country',
    (raw) => {
      raw.after = 'nhs'
      raw.caveats = { uk: 'not_ihs' }
    },
    ['! caveats.uk → the line without it', '! after → the file without this line'],
  ],
  [
    'a visa with a rule that the plan does not state',
    (raw) => void (raw.visas = ['j1']),
    ['? visas → visas: [f1, opt]'],
  ],
  [
    'a share of 0.9',
    (raw) => void (tier(raw, 'gold').share.network = 0.9),
    ['! tiers.gold.share.network → network: 90', '? tiers.gold.share.outside → share: { network: 70, outside: 0.9 }'],
  ],
  [
    'a share of 9',
    (raw) => void (tier(raw, 'platinum').share = { network: 9, outside: 8 }),
    ['? tiers.platinum.share.network → network: 90'],
  ],
  [
    'a deductible above the limit',
    (raw) => void (tier(raw, 'silver').deductible.amount = 2000000),
    ['! tiers.silver.deductible → deductible: { per: visit, amount: 300 }'],
  ],
  [
    'one thing above all',
    (raw) => void (tier(raw, 'platinum').benefits.belongings = { amount: 1000, item: 2000 }),
    ['! tiers.platinum.benefits.belongings.item → item: 1000'],
  ],
])('%s', (_, change, expected) => {
  expect(found(change)).toEqual(expected)
})

test.each<[string, string, string[]]>([
  [
    'plans/en/us-campus',
    'CNY 700000, and 250,000 yuan.',
    ['CNY 700000 → {{tier.silver.evacuation}}', '250,000 yuan → {{tier.silver.remains}}'],
  ],
  [
    'plans/cn/us-campus',
    '人民币2500元，70万元。',
    ['人民币2500 → {{tier.silver.deductible.emergencyRoom}}', '70万元 → {{tier.silver.evacuation}}'],
  ],
  ['clauses/en/nz-study', 'less $50, or 20,000 NZD', ['$50 → {{refund.fee}}', '20,000 NZD → {{each.mental}}']],
  ['clauses/cn/nz-study', '每月72新西兰元', ['72新西兰元 → {{price.study.0}}']],
  // Of another currency, of another plan’s text, a name, no sum.
  ['plans/en/us-campus', 'USD 50,000, {{refund.fee}}, 700000, 1.700,000 yuan', []],
  ['faq/en/us-campus', 'CNY 700,000', []],
])('a sum that is typed in %s: %s', (path, text, expected) => {
  const told = typedFigures(loadPlans(), (file) => (file === `content/${path}.md` ? text : undefined))
  expect(told.map(({ field, example }) => `${field} → ${example}`)).toEqual(expected)
})

test('a sum that is a figure may be that of another benefit than the sentence is about', () => {
  const read = (file: string): string | undefined =>
    file === 'content/clauses/en/nz-study.md' ? 'Dental: NZD 50' : undefined
  expect(typedFigures(loadPlans(), read).map(({ message }) => message)).toEqual([
    expect.stringMatching(
      /^is typed, and so much is \{\{refund\.fee\}\}.*\. If the sentence is about that, write this name: then both change together\. If it is about another figure, write the name of that one: its amount may be another\.$/,
    ),
  ])
})

test('a sum that is no figure of the plan contradicts them', () => {
  const read = (file: string): string | undefined =>
    file === 'content/plans/en/us-campus.md' ? 'a\nCNY 71,000' : undefined
  expect(typedFigures(loadPlans(), read).map(({ line, message }) => `${line} ${message}`)).toEqual([
    '2 is typed, and this plan has no such figure. Write the name of the one that is meant, unless it is none of the plan.',
  ])
})
