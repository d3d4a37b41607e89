/** Addresses that every documented host must know, by the rules that the build writes for it. */

export const LEADS: readonly (readonly [typed: string, address: string])[] = [
  ['/', '/home'],
  ['/?a=1', '/home?a=1'],
  ['/home/', '/home'],
  ['/plan/?a=1', '/plan?a=1'],
  ['/cn/', '/cn'],
  ['/cn', '/cn/home'],
  ['/home.html', '/home'],
  ['/cn/plan/list.html?to=us', '/cn/plan/list?to=us'],
  ['/index.html', '/home'],
  ['/cn/index.html', '/cn/home'],
  ['/claims/faq', '/claims/FAQ'],
  ['/cn/Claims/faq/content/emergency', '/cn/claims/FAQ/content/emergency'],
  ['/en/home?a=1', '/home?a=1'],
  ['/en', '/'],
  ['/zh/claims/FAQ', '/cn/claims/FAQ'],
  ['/zh-CN', '/cn/'],
  ['/zh-CN/plan/list', '/cn/plan/list'],
  ['/CN/home', '/cn/home'],
  ['/home?lang=zh-CN', '/cn/home?lang=zh-CN'],
  ['/payment', '/payment/confirm'],
  ['/cn/payment', '/cn/payment/confirm'],
  ['/cn/payment/?a=1', '/cn/payment?a=1'],
]

export const PAGES: readonly (readonly [path: string, lang: 'en' | 'cn'])[] = [
  ['/home', 'en'],
  ['/cn/claims/FAQ', 'cn'],
  ['/claims', 'en'],
  ['/cashier/kT3_x', 'en'],
  ['/cn/h5/pay/collection/9/gold', 'cn'],
  ['/prepaid/apply/kT3', 'en'],
]

export const MISSING: readonly (readonly [path: string, lang: 'en' | 'cn'])[] = [
  ['/nowhere', 'en'],
  ['/cn/nowhere', 'cn'],
  ['/claims/FAQ/content/nowhere', 'en'],
  ['/cn/claims/FAQ/content/nowhere', 'cn'],
  ['/assets/gone.js', 'en'],
  ['/_headers', 'en'],
  ['/_redirects', 'en'],
  ['/_earlier.json', 'en'],
  ['/.env', 'en'],
]

/** A redirect that began with what is typed here would lead to another site. */
export const TO_OTHER_SITES: readonly string[] = [
  '//evil.example/',
  '//evil.example/a.html',
  '/%5Cevil.example/',
  '/%2F%2Fevil.example/',
  '/%0d%0aa:b/',
  '/en//evil.example',
  '/en///evil.example/a',
  '/en/%5Cevil.example',
  '/zh//evil.example',
]
