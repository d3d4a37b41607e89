/** What a reader without style sheets reads: no notice that is true for another address or another moment only. */
import { readFileSync } from 'node:fs'
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { z } from 'zod'
import { NOT_ALLOWED_CAUSES } from '../../src/lib/errors.ts'
import { LANGS } from '../../src/lib/locale.ts'
import { pageOf, readPages, type Page } from './dist.ts'
import { once, rule } from './rule.ts'

type Node = DefaultTreeAdapterTypes.Node

/** The text of a document outside of `hidden`, scripts and attributes. */
function textWithoutStyles(node: Node): string {
  if ('value' in node) return node.value
  const isHidden =
    'attrs' in node &&
    (node.attrs.some(({ name }) => name === 'hidden') ||
      ['script', 'style', 'template', 'noscript'].includes(node.tagName))
  if (isHidden || !('childNodes' in node)) return ''
  return node.childNodes.map(textWithoutStyles).join('')
}

const Errors = z.object({ notAllowed: z.record(z.string(), z.string()) })
const Shell = z.object({ linkUsed: z.string() })
const Load = z.object({ load: z.object({ page: z.string(), old: z.object({ title: z.string() }) }) })
const words = <T>(schema: z.ZodType<T>, lang: string, name: string): T =>
  schema.parse(JSON.parse(readFileSync(`public/locales/${lang}/${name}.json`, 'utf8')))

/** Notices that pages carry and show only when they are true, by their beginnings: values differ. */
const notices = LANGS.flatMap((lang) => {
  const { load } = words(Load, lang, 'app')
  const { notAllowed } = words(Errors, lang, 'errors')
  return [
    words(Shell, lang, 'headerandfooter').linkUsed,
    ...NOT_ALLOWED_CAUSES.map((cause) => notAllowed[cause] ?? cause),
    load.page,
    load.old.title,
  ].map((text) => text.replace(/[{<].*/s, '').trim())
})
const SAMPLE = notices[0] ?? ''

rule('no page says without style sheets what is not true of it', {
  built: true,
  of: once(readPages),
  faults: (pages: readonly Page[]) =>
    pages.flatMap(({ path, html }) => {
      const text = textWithoutStyles(parse(html))
      return notices.filter((notice) => text.includes(notice)).map((notice) => `${path}: ${notice}`)
    }),
  looksAt: (pages) => [
    ...pages.map(({ path }) => path),
    ...notices.filter((notice) => pages.some(({ html }) => html.includes(notice))),
  ],
  among: ['/home', '/cn/home', '/claims/FAQ/content/emergency', SAMPLE],
  atLeast: 400,
  seeds: { 'hidden by a style alone': [[pageOf('/home', `<p class="hidden">${SAMPLE}</p>`)], `/home: ${SAMPLE}`] },
  sound: { 'hidden by its attribute': [pageOf('/home', `<div hidden="until-found"><p>${SAMPLE}</p></div>`)] },
})
