import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { CASES, draftRow } from '/work/wt/following/src/features/claims/screens/follow/fixtures.testing.ts'
const [out, which, ...rest] = process.argv.slice(2)
const opt = (n: string, d: string) => { const i = rest.indexOf('--' + n); return (i < 0 ? d : rest[i + 1]!).split(',') }
const BASE = opt('base', 'http://127.0.0.1:5380')[0]!
const UA = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const PAGES: Record<string, string> = { list: '/claim/query/list', records: '/personal/claims', progress: '/claim/query/progress', detail: '/claim/query/detail_progress', result: '/claim/query/detail_complete', pingan: '/claim/query/detail_complete_pingan', images: '/claim/query/image_list', supplement: '/claim/application/supplement', item: '/claim/application/supplement/detail' }
const list = [draftRow, ...Object.entries(CASES).map(([k, v]) => ({ ...v, id: `claim-${k}` }))]
const strip = (o: any) => { const keys = ['id','caseNumber','status','type','title','insured','policyNumber','planName','incidentDay','needs','needsBy','clock','claimed','outcome','paid','insurer','step','lapsesAt','createdAt','updatedAt','submittedAt','decidedAt']; return Object.fromEntries(keys.map(k => [k, o[k]])) }
const photo = await sharp({ create: { width: 900, height: 1200, channels: 3, background: '#c9b99a' } }).composite([{ input: await sharp({ create: { width: 640, height: 900, channels: 3, background: '#ffffff' } }).png().toBuffer(), left: 130, top: 150 }]).jpeg().toBuffer()
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run', '--disable-sync', '--disable-component-update'] })
for (const spec of which!.split(',')) for (const device of opt('device', 'web,mobile')) for (const theme of opt('theme', 'light')) for (const lang of opt('lang', 'en,cn')) {
  const [pageName, kase = 'review', more = ''] = spec.split(':')
  const ctx = await b.newContext({ ...(device === 'mobile' ? { viewport: { width: 390, height: 844 }, userAgent: UA, hasTouch: true, isMobile: true } : { viewport: { width: 1280, height: 900 } }), colorScheme: theme as 'light', reducedMotion: 'reduce', timezoneId: 'Asia/Shanghai' })
  const page = await ctx.newPage()
  await page.addInitScript((l) => { localStorage.setItem('lang', l); localStorage.setItem('PlatformToken', JSON.stringify({ value: 'x'.repeat(40), expiry: Date.now() + 7e6 })) }, lang)
  await page.clock.install({ time: new Date(opt('now', '2026-11-20T10:00:00+08:00')[0]!) }).catch(() => {})
  page.on('console', m => { if (['error', 'warning'].includes(m.type())) console.log('CONSOLE', spec, device, m.text().slice(0, 400)) })
  page.on('pageerror', e => console.log('PAGEERROR', spec, device, e.message.slice(0, 400)))
  const ok = (data: unknown) => ({ status: 200, contentType: 'application/json', body: JSON.stringify({ status: 1, code: 0, message: '', data }) })
  await page.route('**/index/**', r => {
    const u = r.request().url()
    if (u.includes('/claim/list')) return r.fulfill(ok({ claims: kase === 'none' ? [] : list.map(strip) }))
    if (u.includes('/claim/get')) return r.fulfill(ok((CASES as any)[kase]))
    if (u.includes('/claim/watch')) return r.fulfill(ok({ version: 4, documents: 6 }))
    if (u.includes('/claim/documents')) return r.fulfill(ok({ documents: [] }))
    if (u.includes('/me')) return r.fulfill(ok({ user: { id: 'u', name: lang === 'cn' ? '林语桐' : 'Lin Yutong', mobile: '138 **** 0527', email: null } }))
    return r.fulfill(ok({}))
  })
  await page.route('**/file/**', r => r.fulfill({ status: 200, contentType: 'image/jpeg', body: photo }))
  await page.goto(BASE + (lang === 'cn' ? '/cn' : '') + PAGES[pageName!] + '?id=claim-0001' + more.replaceAll('~', '&').replaceAll('^', ','), { waitUntil: 'load', timeout: 90000 })
  await page.waitForSelector('h1', { timeout: 60000 }).catch(() => console.log('NO H1', spec))
  await page.waitForLoadState('networkidle', { timeout: 15000 }).catch(() => {})
  await page.waitForFunction(() => document.fonts.status === 'loaded')
  const act = opt('click', '')[0]
  if (act) { await page.getByRole('button', { name: new RegExp(act) }).first().click(); await page.waitForLoadState('networkidle') }
  const o = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  if (o > 0) console.log('OVERFLOW', spec, device, lang, o)
  const f = `${out}/${pageName}-${kase}-${device}-${lang}-${theme}.png`
  await page.screenshot({ path: f, fullPage: !rest.includes('--clip') })
  console.log(f)
  await ctx.close()
}
await b.close()
