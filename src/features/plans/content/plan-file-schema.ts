/**
 * Schemas of a plan's files. Types only: rules between fields are in `check-plan.ts`. Amounts are written in
 * whole units of the plan's currency, as editors think of them.
 */
import { z } from 'zod'
import { COUNTRY_IDS } from '../../../lib/hospitals/countries-with-hospital-list.ts'
import { isDay } from '../../../lib/days/dates.ts'
import { CURRENCIES } from '../../../lib/money/currencies.ts'
import { DESTINATIONS } from '../rules/destinations/destinations.ts'
import { CAVEATS, DIRECT_BILLING, RISK_RATINGS, VISAS } from '../rules/plan-types.ts'
import { BENEFITS, BENEFIT_STATES, CONDITIONS } from '../rules/benefit-types.ts'

const figure = z
  .number({ error: 'must be an amount, without quotes, comma or currency sign.' })
  .min(0, 'must not be negative.')
const count = z.int({ error: 'must be a whole number.' }).min(0, 'must not be negative.')
const share = z
  .number({ error: 'must be a percentage from 0 to 100.' })
  .min(0, 'must be 0 or more.')
  .max(100, 'must be 100 or less.')
const day = z.string({ error: 'must be a day.' }).refine(isDay, 'must be a day that exists, year-month-day.')
const words = z.string({ error: 'must be text.' }).trim().min(1, 'must not be empty.')
const nothing = z.literal('none').transform(() => null)

const range = z.strictObject({ from: count, to: count })
const ages = z.union([z.literal('any').transform(() => ({ from: 0, to: 120 })), range], {
  error: 'must be `any`, or an age from and to.',
})
const term = z.strictObject({
  unit: z.enum(['month', 'day'], { error: 'must be `month` or `day`.' }),
  from: count,
  to: count,
})

const stateWord = z.enum(BENEFIT_STATES).exclude(['amount', 'visits'])
const benefitDetails = z.strictObject({
  state: stateWord.optional(),
  amount: figure.optional(),
  visits: count.optional(),
  item: figure.optional(),
  family: figure.optional(),
  injury: figure.optional(),
  deductible: figure.optional(),
  perHours: count.optional(),
  max: figure.optional(),
  days: count.optional(),
  afterMonths: count.optional(),
  conditions: z.array(z.enum(CONDITIONS)).optional(),
})
export type RawBenefit = z.output<typeof benefitDetails>

/** `80000` · `none` · `{ amount: 8000, item: 2000 }`: exactly one of amount, visits and state says what it is. */
const benefit = z.union(
  [
    stateWord.transform((state): RawBenefit => ({ state })),
    figure.transform((amount): RawBenefit => ({ amount })),
    benefitDetails.refine((b) => [b.state, b.amount, b.visits].filter((v) => v !== undefined).length === 1),
  ],
  {
    error: 'must be an amount, `none`, another word of the list, or one of amount, visits and state with its details.',
  },
)

const preExisting = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('excluded'), suddenOnset: figure.optional() }),
    z.strictObject({
      kind: z.literal('after_months'),
      months: count,
      suddenOnset: figure.optional(),
      psychiatricMonths: count.optional(),
    }),
    z.strictObject({ kind: z.literal('on_application') }),
    z.strictObject({ kind: z.literal('stable_days'), days: count }),
  ],
  { error: 'must have a kind: excluded, after_months, on_application or stable_days.' },
)

const tier = z.strictObject({
  term: term.optional(),
  yearMaximum: z.union([figure, z.enum(['unlimited', 'no_cap'])], {
    error: 'must be an amount, `unlimited` or `no_cap`.',
  }),
  perIllness: figure.optional(),
  deductible: z.strictObject({
    per: z.enum(['year', 'illness', 'visit', 'none'], { error: 'must be year, illness, visit or none.' }),
    amount: figure,
    emergencyRoom: figure.optional(),
    campusClinic: figure.optional(),
    withoutPublic: figure.optional(),
  }),
  share: z.strictObject({
    network: share,
    outside: share,
    withoutPublic: share.optional(),
    other: share.optional(),
    ward: share.optional(),
    ownCap: figure.optional(),
  }),
  preExisting,
  benefits: z.record(z.enum(BENEFITS), benefit),
})

const price = z.record(z.string(), figure, { error: 'must name every tier with its price.' })
const premium = z.discriminatedUnion(
  'unit',
  [
    z.strictObject({
      unit: z.literal('month'),
      bands: z.array(z.strictObject({ ages, price })).min(1, 'must have a band.'),
    }),
    z.strictObject({
      unit: z.literal('trip'),
      bands: z.array(z.strictObject({ days: count, price })).min(1, 'must have a band.'),
    }),
  ],
  { error: 'must have a unit: month or trip.' },
)

const places = z.array(z.enum(DESTINATIONS, { error: `must be places from the list: ${DESTINATIONS.join(', ')}.` }))

/** `content/plans/<id>.yaml` */
export const planFile = z.strictObject({
  insurer: words,
  currency: z.enum(CURRENCIES, { error: `must be one of the currencies ${CURRENCIES.join(', ')}.` }),
  online: z.boolean({ error: 'must be true or false.' }),
  retired: day.optional(),
  replacedBy: words.optional(),
  destinations: z.union([places.min(1).transform((only) => ({ only })), z.strictObject({ worldExcept: places })], {
    error: `must be a list of places (${DESTINATIONS.join(', ')}) or worldExcept with a list.`,
  }),
  visas: z.array(z.enum(VISAS, { error: `must be visas from the list: ${VISAS.join(', ')}.` })).min(1),
  trips: z.strictObject({ to: z.union([z.literal('elsewhere'), places]), days: count.optional() }).optional(),
  homeVisits: z.strictObject({ days: count, limit: figure }).optional(),
  ages,
  term,
  scope: z.enum(['all', 'acute'], { error: 'must be `all` or `acute`.' }),
  after: z.enum(['nhs', 'provincial', 'public_or_school']).optional(),
  basis: z.enum(['customary', 'mbs'], { error: 'must be `customary` or `mbs`.' }),
  waiting: z.union([nothing, z.strictObject({ count, unit: z.enum(['day', 'hour']), afterArrival: z.boolean() })], {
    error: 'must be `none`, or count, unit and afterArrival.',
  }),
  directBilling: z.enum(DIRECT_BILLING, { error: `must be one of ${DIRECT_BILLING.join(', ')}.` }),
  family: z.union([nothing, z.strictObject({ spouse: count, child: count })], {
    error: 'must be `none`, or spouse and child in per cent.',
  }),
  refund: z.discriminatedUnion(
    'kind',
    [
      z.strictObject({ kind: z.literal('net_premium') }),
      z.strictObject({ kind: z.literal('unused_months'), fee: figure, needsProof: z.boolean() }),
    ],
    { error: 'must have a kind: net_premium or unused_months.' },
  ),
  extendYears: z.union([nothing, count], { error: 'must be `none` or a number of years.' }),
  health: z.array(count.min(1).max(12)),
  changed: day,
  caveats: z.partialRecord(z.enum(DESTINATIONS), z.enum(CAVEATS)).default({}),
  requirement: z
    .strictObject({
      id: z.enum(['j1', 'schengen']),
      asOf: day,
      currency: z.enum(CURRENCIES),
      weakRate: z.string().regex(/^\d+\.\d+$/, 'must be a rate in quotes.'),
      medical: figure,
      evacuation: figure.optional(),
      remains: figure.optional(),
      deductible: figure.optional(),
      ownShare: share.optional(),
    })
    .optional(),
  tiers: z.record(z.string().regex(/^[a-z][a-z-]*$/, 'must be lower-case letters.'), tier),
  premium,
})
export type RawPlan = z.output<typeof planFile>

const ratio = z.number({ error: 'must be a number, in per cent.' }).min(0, 'must not be negative.')
/**
 * The last published figures (`/information/content/insurers`): those of the mainland rules, or those of the insurer's
 * own country.
 */
const solvency = z.union(
  [
    z.strictObject({ asOf: day, core: ratio, comprehensive: ratio, rating: z.enum(RISK_RATINGS), ratedAsOf: day }),
    z.strictObject({
      asOf: day,
      local: ratio,
      strength: z.union([words, z.strictObject({ en: words, cn: words })]).optional(),
    }),
  ],
  {
    error: `must have asOf, core, comprehensive, rating (${RISK_RATINGS.join(', ')}) and ratedAsOf; or abroad asOf and local.`,
  },
)
const phone = z
  .string({ error: 'must be a phone number in quotes.' })
  .regex(/^\+\d[\d ]{5,18}\d$/, 'must be an international number: + and digits, in quotes.')
/** Who answers at any hour and arranges care and transport; `anywhere` is reached from every country. */
const both = (what: string) =>
  z.strictObject({ en: words, cn: words }, { error: `must have the ${what} in both languages, en and cn.` })
const assistance = z.strictObject(
  {
    company: both('name'),
    phones: z.strictObject({
      anywhere: phone,
      local: z
        .partialRecord(z.enum(COUNTRY_IDS, { error: `must be one of the countries ${COUNTRY_IDS.join(', ')}.` }), phone)
        .default({}),
    }),
    /** Whom abroad it works with: named where people consent to sending data there (PIPL art. 39). */
    abroad: z
      .strictObject(
        { company: both('name'), address: both('address'), email: z.email('must be an email address.') },
        { error: 'must have company, address and email.' },
      )
      .optional(),
  },
  { error: 'must have company and phones.' },
)

/** `content/insurers/<id>.yaml` */
export const insurerFile = z
  .strictObject({
    kind: z.enum(['property', 'health', 'overseas'], { error: 'must be property, health or overseas.' }),
    currency: z.enum(CURRENCIES),
    country: z.string().regex(/^[a-z]{2}$/, 'must be two lower-case letters.'),
    licence: words,
    solvency,
    /** Its office: a policy states it. */
    address: both('address'),
    /** Answers questions about its policies, in office hours. */
    service: phone,
    /** Takes complaints about the insurer. */
    complaints: phone,
    assistance,
    sample: z.literal(true, { error: 'must be true: every insurer here is a sample.' }),
  })
  .refine((insurer) => (insurer.kind === 'overseas') === 'local' in insurer.solvency, {
    path: ['solvency'],
    error: 'must have core, comprehensive and rating in mainland China, and local abroad.',
  })

/** Frontmatter of `content/insurers/{en,cn}/<id>.md` */
export const insurerWords = z.strictObject({ name: words, fullName: words, notice: words })

/** Frontmatter of `content/plans/{en,cn}/<id>.md` */
export const planWords = z.strictObject({
  name: words,
  tagline: words,
  who: words,
  tiers: z.record(z.string(), z.strictObject({ name: words, who: words })),
  requirements: z.array(z.strictObject({ text: words, asOf: day })).min(1, 'must name at least one requirement.'),
  know: z.array(words).min(1, 'must name at least one thing to know.'),
})

/** Frontmatter of `content/clauses/{en,cn}/<id>.md` */
export const clauseWords = z.strictObject({
  title: words,
  version: words,
  date: day,
  filing: words,
  notice: words,
  base: words.optional(),
})
