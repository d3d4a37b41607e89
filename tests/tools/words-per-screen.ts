/**
 * How much text the most used screens have: words of English, characters of Chinese, on a phone, with the demo
 * account's data. Needs a build. `node tests/tools/words-per-screen.ts [--json] [routes…]` (docs/decisions/0054).
 */
import { ROUTES, type Route } from '../../src/routes.ts'
import { LANGS } from '../../src/lib/locale.ts'
import { launch } from '../browser/chromium.ts'
import { isOn, showingOf } from '../browser/routes.ts'
import { lengthOf, textOnceLoaded } from '../browser/shown-text.ts'
import { startSite } from '../browser/site.ts'
import { openContext, visit, type Device } from '../browser/visit.ts'

/** Screens by route; a comparison is an address of the list. */
const SCREENS: readonly { name: string; route: string; path?: string }[] = [
  { name: 'home', route: 'home' },
  { name: 'plan list', route: 'plan.list' },
  { name: 'comparison', route: 'plan.list', path: '/plan/list?compare=us-campus.gold,us-j1.plus' },
  { name: 'plan details', route: 'plan.entry', path: '/plan/details/us-campus' },
  { name: 'apply, first page', route: 'confirm' },
  { name: 'confirm payment', route: 'payment.confirm' },
  { name: 'checkout', route: 'pay' },
  { name: 'payment received', route: 'pay.succeed' },
  { name: 'sign in', route: 'login' },
  { name: 'my account', route: 'personal' },
  { name: 'my information', route: 'personal.mine' },
  { name: 'my orders', route: 'personal.order' },
  { name: 'information', route: 'information' },
  { name: 'claims', route: 'claims' },
  { name: 'claim: choose the policy', route: 'claim.list' },
  { name: 'claim: what happened', route: 'claim.apply' },
  { name: 'claim: documents', route: 'claim.upload' },
  { name: 'my claims', route: 'query.list' },
  { name: 'claim, followed', route: 'query.progress' },
  { name: 'claim result', route: 'query.result' },
  { name: 'policy', route: 'policy.details' },
]

const rows: readonly Route[] = ROUTES
const json = process.argv.includes('--json')
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))

const site = await startSite()
const browser = await launch()
const counts: { name: string; en: number; cn: number }[] = []
try {
  for (const { name, route: id, path: own } of SCREENS) {
    if (wanted.length > 0 && !wanted.includes(id)) continue
    const route = rows.find((row) => row.id === id)
    if (!route) throw new Error(`There is no route ${id}`)
    const device: Device = isOn(route, 'mobile') ? 'mobile' : 'web'
    const { path, stored } = await showingOf(route, site, device)
    const count = { name, en: 0, cn: 0 }
    for (const lang of LANGS) {
      const context = await openContext(browser, site, { device, lang, stored })
      const page = await context.newPage()
      const text = textOnceLoaded(page)
      await visit(page, lang, own ?? path)
      count[lang] = lengthOf(await text(), lang)
      await context.close()
    }
    counts.push(count)
    if (!json)
      process.stdout.write(
        `${name.padEnd(28)}${String(count.en).padStart(6)} words${String(count.cn).padStart(7)} characters\n`,
      )
  }
} finally {
  await browser.close()
  await site.close()
}
if (json) process.stdout.write(`${JSON.stringify(counts, null, 1)}\n`)
