import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GUARD_RULES } from '../boot/routes-for-boot-script.ts'
import { guard as guardBy, loginPath, safeBackUrl, type Visit } from './redirect-by-route.ts'
import { ROUTES, type Route } from '../../routes.ts'

const visit = (over: Partial<Visit>): Visit => ({
  pathname: '/home',
  search: '',
  hash: '',
  device: 'web',
  hasToken: false,
  linked: false,
  ...over,
})
const guard = (it: Visit) => guardBy(it, GUARD_RULES)
/** Redirecting rows have no screen to guard: the row that they redirect to is guarded. */
const rows: readonly Route[] = ROUTES.filter((row: Route) => !row.redirect)
const sample = (route: Route) => route.path.replace(/\[\w+\]/g, 'x1')

describe('guard', () => {
  it.each(rows.filter((r) => r.access === 'login').map((r) => [r.id, r] as const))(
    'guards %s on both devices',
    (_, route) => {
      for (const device of ['web', 'mobile'] as const) {
        const pathname = sample(route)
        expect(guard(visit({ pathname, search: '?a=1', device })).redirect).toBe(loginPath(`${pathname}?a=1`, 'en'))
        expect(guard(visit({ pathname: `/cn${pathname}`, device })).redirect).toBe(loginPath(`/cn${pathname}`, 'cn'))
      }
    },
  )
  it.each(rows.filter((r) => r.access === 'login-web').map((r) => [r.id, r] as const))(
    'guards %s on the desktop only',
    (_, route) => {
      const full = guard(visit({ pathname: `/cn${route.path}`, search: '?a=1', hash: '#b' })).redirect
      expect(full).toBe(loginPath(`/cn${route.path}?a=1#b`, 'cn'))
      expect(guard(visit({ pathname: route.path, device: 'mobile' })).redirect).toBeUndefined()
    },
  )
  it('tells the login page why, and no other redirect', () => {
    const note = '&why=expired'
    expect(guard(visit({ pathname: '/personal/mine', note })).redirect).toBe(loginPath('/personal/mine', 'en') + note)
    expect(guard(visit({ pathname: '/', note })).redirect).toBe('/home')
    expect(guard(visit({ pathname: '/payment/pay', search: '?order=1', device: 'mobile', note })).redirect).toBe(
      '/pay?order=1',
    )
  })
  it('leaves every open route alone without a token', () => {
    for (const route of rows.filter((r) => r.access === 'open' && !r.redirect)) {
      const device = route.device?.only ?? 'web'
      expect(guard(visit({ pathname: sample(route), device })), route.id).toEqual({ clear: false })
    }
  })
  // By the words of spec §2 and not by `ROUTES`: a row that were guarded by mistake would pass the test above.
  it.each([
    '/home /insurance /efficient /claims /claims/content /claims/hospital /claims/guide /claims/download /claims/FAQ',
    '/claims/FAQ/content /information /information/content /notice /notice/content /web_service /web_claims',
    '/plan /plan/list /plan/details /plan/details/clause /confirm /other /other/list /overseas',
    '/pay/fail /pay/accreditFail /payment/confirm /payment/pay /payment/succeed /h5/details /fyqr',
    '/interconnection /interconnection/pay /interconnection/succeed',
    '/login /h5/collection/c1 /h5/collection/c1/us-campus /h5/pay/collection/p1 /h5/pay/collection/p1/us-campus',
    '/checkstand/o1 /cashier/o1 /cashier/confirmation/o1 /prepaid/apply/k1 /prepaid/issued/k1',
    '/other/overseas/list /other/overseas/details /other/overseas/details/x1 /other/overseas/complete',
  ])('leaves %s open', (paths) => {
    for (const pathname of paths.split(' '))
      for (const lang of ['', '/cn'])
        expect(guard(visit({ pathname: `${lang}${pathname}` })), pathname).toEqual({ clear: false })
  })
  it('lets a logged-in visitor through everywhere', () => {
    for (const route of rows.filter((r) => !r.redirect)) {
      const device = route.device?.only ?? 'web'
      expect(guard(visit({ pathname: sample(route), device, hasToken: true })).redirect, route.id).toBeUndefined()
    }
  })
  it('does not guard unknown paths: they are not found', () => {
    expect(guard(visit({ pathname: '/personal/nowhere' })).redirect).toBeUndefined()
    expect(guard(visit({ pathname: '/cn/nowhere' })).redirect).toBeUndefined()
  })
  it('leads / to /home in its language, query kept', () => {
    expect(guard(visit({ pathname: '/', search: '?a=1' })).redirect).toBe('/home?a=1')
    expect(guard(visit({ pathname: '/cn' })).redirect).toBe('/cn/home')
  })
  it.each([
    ['/payment', '/payment/confirm', 'web'],
    ['/payment', '/payment/confirm', 'mobile'],
    ['/claim/application', '/claim/application/list', 'web'],
    ['/claim/query', '/claim/query/list', 'web'],
    ['/insurance-policy', '/insurance-policy/list', 'mobile'],
  ] as const)('leads %s to %s, query kept, on %s', (pathname, to, device) => {
    for (const lang of ['', '/cn'])
      expect(guard(visit({ pathname: `${lang}${pathname}`, search: '?a=1', device, hasToken: true })).redirect).toBe(
        `${lang}${to}?a=1`,
      )
  })
  it('sends the wrong device to the twin, query and hash kept', () => {
    for (const route of rows.filter((r) => r.device)) {
      const wrong = route.device?.only === 'web' ? 'mobile' : 'web'
      const twin = rows.find((r) => r.id === route.device?.twin)
      const got = guard(visit({ pathname: `/cn${route.path}`, search: '?id=7', hash: '#b', device: wrong }))
      expect(got.redirect, route.id).toBe(`/cn${twin?.path}?id=7#b`)
    }
  })
  it('a path with a token query is exempt', () => {
    for (const route of rows.filter((r) => r.access !== 'open')) {
      expect(guard(visit({ pathname: sample(route), search: '?token=abc' })).redirect, route.id).toBeUndefined()
    }
  })
})

describe('the clearing rule', () => {
  it('ends a linked session outside the linked flow, and only there', () => {
    expect(guard(visit({ linked: true, hasToken: true })).clear).toBe(true)
    expect(guard(visit({ linked: true, hasToken: true, search: '?in_id=5' })).clear).toBe(false)
    for (const route of rows.filter((r) => r.linked)) {
      expect(guard(visit({ pathname: sample(route), linked: true, hasToken: true })).clear, route.id).toBe(false)
    }
  })
  it.each(['/plan/details', '/confirm', '/cn/confirm'])('keeps it on %s', (pathname) => {
    expect(guard(visit({ pathname, linked: true, hasToken: true })).clear).toBe(false)
  })
  it('keeps a login of the visitor’s own', () => {
    expect(guard(visit({ hasToken: true })).clear).toBe(false)
  })
})

describe('safeBackUrl', () => {
  it.each([
    ['/personal/order?a=1#x', '/personal/order?a=1#x'],
    ['/cn/home', '/cn/home'],
    ['//evil.example', undefined],
    ['/\\evil.example', undefined],
    ['/.//evil.example', undefined],
    ['/a/..//evil.example', undefined],
    ['https://evil.example/', undefined],
    ['javascript:alert(1)', undefined],
    ['/\t/evil.example', undefined],
    ['/login?backUrl=/x', undefined],
    ['', undefined],
    [null, undefined],
  ])('%j → %j', (input, expected) => expect(safeBackUrl(input)).toBe(expected))
  it('never leaves the site, whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('/', '\\', ':', '.', '@', 'a', '%2f', '\t', '?', '#', '//') }),
        (text) => {
          const safe = safeBackUrl(text)
          return safe === undefined || new URL(safe, 'https://own.example').origin === 'https://own.example'
        },
      ),
      { numRuns: 2000, examples: [['/.//'], ['/..//a.a']] },
    )
  })
})
