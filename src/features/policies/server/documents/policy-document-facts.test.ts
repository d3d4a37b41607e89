import { beforeAll, describe, expect, test } from 'vitest'
import { LANGS } from '../../../../lib/locale.ts'
import { without } from '../../../../lib/object-keys.ts'
import { drawDocument } from './draw-document.ts'
import { KINDS } from './fact-types.ts'
import { drawTerms } from './policy-terms.ts'
import { readPages } from '../../../../server/pdf/read-pdf.testing.ts'
import { SITE } from '../../../../lib/site.ts'
import {
  document,
  endorsement,
  flat,
  loadResources,
  people,
  person,
  plans,
  row,
  sold,
} from './testing/policy-samples.ts'
import { documentFacts, type DocumentResources } from './policy-document-facts.ts'
import { meetsRequirement } from './benefit-figures.ts'
import { namesOf } from '../../../../lib/people/name-in-language.ts'
import { peopleSchema, type People } from '../../../orders/server/people/agreed-people.ts'
import { convertFromCny, certificateRate } from '../rates/printed-exchange-rates.ts'

let resources: DocumentResources
beforeAll(() => {
  resources = loadResources()
})

describe.each(LANGS)('documents of every plan sold, in %s', (lang) => {
  test.each(sold)('$name', async ({ plan, tier }) => {
    for (const kind of KINDS) {
      const facts = { ...documentFacts(resources, row(plan.id, tier.id), people, document(kind, lang)), endorsement }
      const text = flat(
        readPages(
          await drawDocument(facts, (key, values) => resources.words(lang, key, values), resources.fonts, {
            plain: true,
          }),
        ).join('\n'),
      )
      // A missing word shows as its key; a missing figure as one of these.
      expect(text).not.toMatch(/documents:|plans:|undefined|NaN|\{\{/)
      const rows = {
        card: [],
        certificate: facts.benefits,
        policy: [...facts.benefits, ...facts.bears, ...facts.contacts],
        endorsement: endorsement.changed,
        visa_letter: facts.required,
        waiver_letter: facts.waiver,
      }[kind]
      for (const { value } of rows) expect(text).toContain(flat(value))
      const { address, service, complaints } = plans.insurer(plan.insurer)
      if (kind === 'policy')
        for (const fact of [facts.insurerFull, address[lang], service, complaints]) expect(text).toContain(flat(fact))
      if (kind !== 'card')
        expect(text).toContain(
          `https://youfang.example${lang === 'cn' ? '/cn' : ''}/verify${lang === 'cn' ? '输入' : '.'}`,
        )
      // A number says whose it is: questions about a letter go to the service line, emergencies to the plan's own
      // company.
      if (kind === 'visa_letter') expect(text).toContain(flat(SITE[lang].phone))
      if (kind !== 'card' && kind !== 'endorsement')
        for (const fact of [facts.assistance, facts.helpLineAnywhere]) expect(text).toContain(flat(fact))
    }
  })

  test('terms are the text whose checksum the sales record holds', async () => {
    const clauses = plans.clauses(lang, 'us-campus')
    const bytes = await drawTerms(
      {
        lang,
        clauses,
        planName: 'US Campus',
        storedAt: 0,
        number: clauses.version,
        site: SITE[lang],
        sampleNotice: '',
      },
      (key, values) => resources.words(lang, key, values),
      resources.fonts,
      { plain: true },
    )
    const pages = readPages(bytes)
    const text = flat(pages.join('\n'))
    expect(pages.length).toBeGreaterThan(2)
    expect(text).toContain(clauses.sha256)
    for (const article of clauses.articles) expect(text).toContain(flat(`${article.id} ${article.title}`))
  })
})

describe('names', () => {
  const resident = {
    ...person,
    idType: 'resident_id',
    idName: '林语桐',
    idNumber: '110105200405270001',
    chineseName: undefined,
    passportName: 'LIN YUTONG',
  } as const
  const pair: People = { insured: resident, policyholder: { ...resident, idName: '陈静', passportName: 'CHEN JING' } }
  test('English leads with the passport, Chinese with the ID, and both show both', () => {
    expect([namesOf(resident, 'en'), namesOf(resident, 'cn')]).toEqual([
      { name: 'LIN YUTONG', otherName: '林语桐' },
      { name: '林语桐', otherName: 'LIN YUTONG' },
    ])
    expect([namesOf(person, 'en'), namesOf(person, 'cn')]).toEqual([namesOf(resident, 'en'), namesOf(resident, 'cn')])
    for (const lang of LANGS) expect(namesOf({ idName: '林语桐' }, lang)).toEqual({ name: '林语桐' })
  })
  test('of policies issued before passport names were asked are still read', () => {
    const before = without(resident, 'passportName')
    expect(peopleSchema.parse({ insured: before, policyholder: before }).insured).not.toHaveProperty('passportName')
  })
  test.each(KINDS)('a mainland ID: the English %s can be matched with a passport', async (kind) => {
    for (const lang of LANGS) {
      const facts = { ...documentFacts(resources, row('us-campus', 'gold'), pair, document(kind, lang)), endorsement }
      const text = flat(
        readPages(
          await drawDocument(facts, (key, values) => resources.words(lang, key, values), resources.fonts, {
            plain: true,
          }),
        ).join('\n'),
      )
      for (const name of ['LINYUTONG', '林语桐']) expect(text).toContain(name)
      if (kind === 'certificate' || kind === 'policy')
        for (const name of ['CHENJING', '陈静']) expect(text).toContain(name)
      expect(text.indexOf('LINYUTONG') < text.indexOf('林语桐'), `${kind} ${lang}`).toBe(lang === 'en')
    }
  })
})

describe('the passport of somebody whose ID is another one', () => {
  const resident = {
    ...person,
    idType: 'resident_id',
    idName: '林语桐',
    idNumber: '110105200405270001',
    chineseName: undefined,
    passportName: 'LIN YUTONG',
    passportNumber: 'EJ3123456',
    institution: 'Université Paris-Est Créteil Val-de-Marne',
  } as const
  const pair: People = { insured: resident, policyholder: resident }
  test.each(LANGS)(
    'its number stands before that of the ID, alone in letters of %s, which keep to one page',
    async (lang) => {
      for (const kind of ['certificate', 'visa_letter', 'waiver_letter'] as const) {
        const facts = documentFacts(resources, row('eu-schengen', 'visa'), pair, document(kind, lang))
        const pages = readPages(
          await drawDocument(facts, (key, values) => resources.words(lang, key, values), resources.fonts, {
            plain: true,
          }),
        )
        const text = flat(pages.join('\n'))
        expect(text.indexOf('EJ3123456')).toBeGreaterThan(-1)
        if (kind === 'certificate') expect(text.indexOf('EJ3123456')).toBeLessThan(text.indexOf('110105200405270001'))
        else expect(text).not.toContain('110105200405270001')
        if (kind === 'visa_letter') expect(pages).toHaveLength(1)
      }
    },
  )
  test('the buyer’s own is on no document', async () => {
    const {
      insured: { passport },
      policyholder,
    } = documentFacts(
      resources,
      row('eu-schengen', 'visa'),
      { insured: person, policyholder: resident },
      document('certificate', 'en'),
    )
    expect(passport).toBeUndefined()
    expect(JSON.stringify(policyholder)).not.toContain('EJ3123456')
    expect(policyholder.idNumber).toBe('1101 **** 0001')
  })
})

describe('figures in another currency', () => {
  test('US plans also state USD, Schengen plans EUR, the others neither', () => {
    const currencies = sold.map(({ plan, tier }) => [
      plan.id,
      documentFacts(resources, row(plan.id, tier.id), people, document('certificate', 'en')).exchange?.to,
    ])
    for (const [plan, to] of currencies)
      expect(to, plan).toBe({ 'us-campus': 'USD', 'us-j1': 'USD', 'eu-schengen': 'EUR' }[String(plan)])
  })
  test('the sum is converted at the rate of the day of issue, to the cent', () => {
    const rate = certificateRate(resources.rates, 'USD', '2026-11-20', 'en')
    expect(rate).toMatchObject({ rate: '7.1000', day: '2026-11-01' })
    expect(convertFromCny({ amount: 200_000_000, currency: 'CNY' }, rate)).toEqual({
      amount: 28_169_014,
      currency: 'USD',
    })
    expect(() => convertFromCny({ amount: 1, currency: 'CAD' }, rate)).toThrow(RangeError)
  })
  test('a letter names a rule only where every figure meets it that day', () => {
    for (const id of ['us-j1', 'eu-schengen'] as const) {
      const { requirement, tiers } = plans.plan(id)
      for (const tier of tiers) {
        const to = id === 'us-j1' ? 'USD' : 'EUR'
        const rate = certificateRate(resources.rates, to, '2026-11-20', 'en')
        expect(requirement && meetsRequirement(requirement, tier, rate)).toBe(true)
        expect(requirement && meetsRequirement(requirement, tier, { ...rate, rate: '90.0000' })).toBe(false)
        expect(documentFacts(resources, row(id, tier.id), people, document('visa_letter', 'en')).requirement).toContain(
          id === 'us-j1' ? '62.14' : 'EUR 30,000',
        )
      }
    }
  })
  test('a waiting period states whether it applies, and until when', () => {
    const note = (illnessFrom: string | null | undefined) =>
      documentFacts(resources, row('global-study', 'standard'), people, document('policy', 'en'), { illnessFrom })
        .bears.find(({ label }) => label.startsWith('Waiting'))
        ?.note?.replaceAll('\u00a0', ' ')
    expect(note('2026-12-18')).toContain('bought after arrival: a new illness is covered from 18 December 2026')
    expect(note(null)).toContain('bought before arrival: the waiting period does not apply')
    expect(note(undefined)).not.toContain('ought before')
  })
  test('a death benefit that was cut or left out is stated', () => {
    const note = (death: number) =>
      documentFacts(
        resources,
        row('us-campus', 'gold', { death_benefit: death }),
        people,
        document('certificate', 'en'),
      ).benefits.find(({ label }) => label.startsWith('Accidental'))?.note
    expect(note(200_000)).not.toMatch(/death/)
    expect(note(50_000)).toContain('up to CNY\u00a050,000 on death')
    expect(note(0)).toContain('no death benefit')
  })
})
