import { describe, expect, test } from 'vitest'
import { addDays, addMonths } from '../../../lib/days/dates.ts'
import { loadPlans } from '../../plans/content/load-plans.ts'
import { isReferred, limitsOf } from './what-a-product-accepts.ts'
import { checkApplication, passportName, type ApplicationDraft, type ApplicationLimits } from './check-application.ts'
import { findProduct, loadProducts } from '../content/load-products.ts'

const TODAY = '2026-03-01'
const LIMITS_OF: ApplicationLimits = { countries: ['de'], asksSchool: true, ages: { from: 12, to: 64 }, longest: 365 }
const RIGHT: ApplicationDraft = {
  name: 'Zhāng Wěi',
  birthDate: '2004-08-20',
  nationality: 'CN',
  institution: 'TU Berlin',
  country: '',
  start: TODAY,
  end: '2027-02-28',
  contact: '13800138000',
  message: '',
}
const errors = (over: Partial<ApplicationDraft>, limits: Partial<ApplicationLimits> = {}) =>
  checkApplication({ ...RIGHT, ...over }, { ...LIMITS_OF, ...limits }, TODAY)

describe('an application', () => {
  test('that is right has no errors: marks and small letters of a name are the passport’s capitals, cover may begin today', () => {
    expect(errors({})).toEqual({})
    expect(passportName('Zhāng Wěi')).toBe('ZHANG WEI')
  })

  test('names every error at once, in the order of the form', () => {
    const all = checkApplication(
      {
        name: '',
        birthDate: '',
        nationality: '',
        institution: '',
        country: '',
        start: '',
        end: '',
        contact: '',
        message: '',
      },
      { ...LIMITS_OF, countries: ['de', 'fr'] },
      TODAY,
    )
    expect(Object.keys(all)).toEqual([
      'name',
      'birthDate',
      'nationality',
      'institution',
      'country',
      'start',
      'end',
      'contact',
    ])
  })

  test.each(['ZZ', 'UK', 'TW'])('is of a nationality that can be chosen: not %s', (nationality) => {
    expect(errors({ nationality })).toEqual({ nationality: 'nationality_required' })
  })

  test('is one of so many days, the first and the last counted', () => {
    expect(errors({ end: addDays(TODAY, 364) })).toEqual({})
    expect(errors({ end: addDays(TODAY, 365) })).toEqual({ end: 'too_many_days' })
  })

  test('counts the age on the first day of cover', () => {
    expect(errors({ birthDate: '2014-03-01' })).toEqual({})
    expect(errors({ birthDate: '2014-03-02' })).toEqual({ birthDate: 'age_outside' })
    expect(errors({ birthDate: '1961-03-01' })).toEqual({ birthDate: 'age_outside' })
    expect(errors({ birthDate: '1961-03-02' })).toEqual({})
  })

  test('asks for no school where the insurer does not, and for a country where there are several', () => {
    expect(errors({ institution: '' }, { asksSchool: false })).toEqual({})
    expect(errors({ country: 'fr' }, { countries: ['de', 'fr'] })).toEqual({})
    expect(errors({ country: 'us' }, { countries: ['de', 'fr'] })).toEqual({ country: 'country_required' })
  })
})

describe('products', () => {
  const plans = loadPlans()
  const referred = loadProducts().filter((product) => isReferred(plans, product))

  test('of overseas insurers are all passed on, as none of their plans is sold here; others are not', () => {
    expect(referred.map(({ slug }) => slug)).toEqual(
      loadProducts()
        .filter(({ kind }) => kind === 'overseas')
        .map(({ slug }) => slug),
    )
    const soldHere = plans.plans.find(({ online }) => online)?.id
    const oshc = findProduct('oshc-australia')
    expect(oshc && soldHere && isReferred(plans, { ...oshc, plan: soldHere })).toBe(false)
  })

  test.each(referred.map((product) => [product.slug, product] as const))(
    '%s takes somebody for some days',
    (_, product) => {
      const limits = limitsOf(plans, product)
      const birthDate = addMonths(TODAY, -12 * (limits.ages?.from ?? 20) - 6)
      expect(
        checkApplication(
          { ...RIGHT, birthDate, country: limits.countries[0] ?? '', end: addDays(TODAY, limits.longest - 1) },
          limits,
          TODAY,
        ),
      ).toEqual({})
    },
  )

  test('ask students for their school, and parents or tenants for none', () => {
    const asks = (slug: string) => {
      const product = findProduct(slug)
      return product && limitsOf(plans, product).asksSchool
    }
    expect(['oshc-australia', 'eshc-europe', 'j1-united-states', 'study-canada'].map(asks)).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(['visitors-canada', 'liability-germany', 'renters-united-states'].map(asks)).toEqual([false, false, false])
  })
})
