/** The content checker allows links to these anchors before a page is built; the built pages must have them. */
import { Addresses, ownPath, PAGE_ANCHORS } from '../../src/app/content/check/addresses.ts'
import { entriesOf, readTree } from '../../src/app/content/check/content-files.ts'
import { checkPlans } from '../../src/features/plans/server/content-check.ts'
import { LANGS, localPath } from '../../src/lib/locale.ts'
import { ROUTES } from '../../src/routes.ts'
import { pageOf, readPages, tagsOf, type Page } from './dist.ts'
import { rule } from './rule.ts'

interface Anchored {
  /** By path without language: the anchors that a text may lead to. */
  allowed: ReadonlyMap<string, readonly string[]>
  pages: readonly Page[]
}

function readAnchors(): Anchored {
  const tree = readTree('content')
  const { entries } = entriesOf(tree)
  const { clauses } = checkPlans(tree)
  const plans = [...clauses.keys()]
  const addresses = new Addresses(entries, {
    'plan.clause.entry': clauses,
    'plan.entry': new Map(plans.map((id) => [id, []])),
  })
  const paths = [
    ...ROUTES.filter(({ id, path }) => id in PAGE_ANCHORS && !path.includes('[')).map(({ path }) => path),
    ...entries.filter(({ lang, collection }) => lang === 'en' && collection !== 'pages').map(ownPath),
    ...plans.flatMap((id) => [`/plan/details/${id}`, `/plan/details/clause/${id}`]),
  ]
  return { allowed: new Map(paths.map((path) => [path, [...(addresses.anchors(path) ?? [])]])), pages: readPages() }
}

function lost({ allowed, pages }: Anchored): string[] {
  const htmlAt = new Map(pages.map(({ path, html }) => [path, html]))
  return LANGS.flatMap((lang) =>
    [...allowed].flatMap(([plain, anchors]) => {
      const path = localPath(lang, plain)
      const html = htmlAt.get(path)
      if (html === undefined) return [`${path} is not there`]
      const ids = new Set(tagsOf(html).map(({ attributes }) => attributes['id']))
      return anchors.filter((anchor) => !ids.has(anchor)).map((anchor) => `${path} has no #${anchor}`)
    }),
  )
}

const allowed = new Map([['/insurance', ['main', 'example']]])
const english = pageOf('/insurance', '<main id="main"><h2 id="example">a</h2></main>')
const chinese = pageOf('/cn/insurance', '<main id="main"><h2 id="example">a</h2></main>')

rule('each page has the anchors that texts may lead to', {
  built: true,
  of: readAnchors,
  faults: lost,
  looksAt: (it) => [...it.allowed].flatMap(([path, anchors]) => anchors.map((anchor) => `${path}#${anchor}`)),
  among: [
    '/insurance#example',
    '/claims/documents#main',
    '/claims/FAQ/content/emergency#help-lines',
    '/information/content/privacy#s1',
    '/plan/details/us-campus#not-covered',
    '/plan/details/clause/us-campus#c5.2',
  ],
  atLeast: 1000,
  seeds: {
    'a page that is gone': [{ allowed, pages: [english] }, '/cn/insurance is not there'],
    'an anchor that one language lost': [
      { allowed, pages: [english, pageOf('/cn/insurance', '<main id="main"></main>')] },
      '/cn/insurance has no #example',
    ],
    'an anchor of every page': [
      { allowed, pages: [pageOf('/insurance', '<h2 id=example>a</h2>'), chinese] },
      '/insurance has no #main',
    ],
  },
  sound: { 'pages that have them': { allowed, pages: [english, chinese] } },
})
