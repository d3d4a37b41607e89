/** The list of mails and documents, and the page of one message. Without scripts: a phone needs nothing but the page. */
import { escapeHtml as e } from '../../../lib/text/escape-html.ts'
import { HTML_LANG, otherLang, type Lang } from '../../../lib/locale.ts'
import { keysOf } from '../../../lib/object-keys.ts'
import type { SampleList, SampleMessage } from './draw-sample.ts'
import { SAMPLE_WORDS } from './sample-words.ts'

const STYLE = `
:root { color-scheme: light dark; --paper: #fbfaf7; --surface: #fff; --line: #e6e2da; --ink: #17252b; --quiet: #46555a; --teal: #0f5c63; --tint: #e4f0ee }
@media (prefers-color-scheme: dark) { :root { --paper: #10191c; --surface: #162226; --line: #293a3f; --ink: #f0ede6; --quiet: #b7c2c3; --teal: #7fcbc8; --tint: #16343a } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 52rem; padding: 1.5rem 1.25rem 4rem; background: var(--paper); color: var(--ink); font: 1rem/1.6 Figtree, system-ui, "PingFang SC", "Noto Sans SC", sans-serif; overflow-wrap: anywhere }
header { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem } header a { white-space: nowrap }
h1 { font-size: 1.625rem; line-height: 1.25; margin: 0 } h2 { font-size: 1.25rem; line-height: 1.3; margin: 2rem 0 0 } h3 { font-size: 1rem; margin: 1.25rem 0 .25rem }
a { color: var(--teal) } .quiet { color: var(--quiet) } .sample { background: var(--tint); border-radius: .5rem; padding: .5rem .875rem }
ul { list-style: none; margin: 0; padding: 0; background: var(--surface); border: 1px solid var(--line); border-radius: .75rem }
li + li { border-top: 1px solid var(--line) } li a { display: block; padding: .625rem 1rem } li code { display: inline-block; width: 100%; font-size: .8125rem; color: var(--quiet) }
iframe { display: block; width: 100%; height: 46rem; margin-top: .75rem; border: 1px solid var(--line); border-radius: .75rem; background: #fbfaf7 }
pre { white-space: pre-wrap; font: inherit; margin: .75rem 0; padding: 1rem; background: var(--surface); border: 1px solid var(--line); border-radius: .75rem } summary { margin-top: 1rem; cursor: pointer }`

const html = (lang: Lang, title: string, body: string): string => `<!doctype html>
<html lang="${HTML_LANG[lang]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${e(title)}</title><style>${STYLE}</style></head>
<body>${body}</body></html>
`

const address = (part: string, lang: Lang, name?: string): string =>
  e(`/samples${part}?${new URLSearchParams({ lang, ...(name !== undefined && { name }) })}`)

function head(lang: Lang, title: string, toOther: string): string {
  const other = otherLang(lang)
  return `<header><h1>${e(title)}</h1><a href="${toOther}" lang="${HTML_LANG[other]}">${SAMPLE_WORDS[lang].other}</a></header>`
}

export function listPage(lang: Lang, { messages, documents }: SampleList): string {
  const words = SAMPLE_WORDS[lang]
  const line = (part: string, it: { name: string; title: string }): string =>
    `<li><a href="${address(part, lang, it.name)}">${e(it.title)}<code>${e(it.name)}</code></a></li>`
  const section = (title: string, part: string, list: readonly { name: string; title: string }[]): string =>
    list.length === 0 ? '' : `<h3>${e(title)}</h3><ul>${list.map((it) => line(part, it)).join('')}</ul>`
  return html(
    lang,
    words.title,
    `${head(lang, words.title, address('', otherLang(lang)))}
<p class="quiet">${e(words.about)}</p><p class="sample">${e(words.sample)}</p>
<main><h2>${e(words.messages)}</h2>${keysOf(words.kinds)
      .map((kind) =>
        section(
          words.kinds[kind],
          '/message',
          messages.filter((it) => it.kind === kind),
        ),
      )
      .join('')}
<h2>${e(words.documents)}</h2>${keysOf(words.groups)
      .map((group) =>
        section(
          words.groups[group],
          '/document',
          documents.filter((it) => it.group === group),
        ),
      )
      .join('')}</main>`,
  )
}

/** The mail has a frame of its own, in which nothing of it can run or lead away, as in a mail program. */
export function messagePage(lang: Lang, name: string, message: SampleMessage): string {
  const words = SAMPLE_WORDS[lang]
  return html(
    lang,
    message.subject,
    `${head(lang, message.subject, address('/message', otherLang(lang), name))}
<p><a href="${address('', lang)}">${e(words.back)}</a></p><p class="sample">${e(words.sample)}</p>
<main><h2>${e(words.mail)}</h2><iframe sandbox src="${address('/mail', lang, name)}" title="${e(words.mail)}"></iframe>
<details><summary>${e(words.plain)}</summary><pre>${e(message.text)}</pre></details>
<h2>${e(words.sms)}</h2><pre>${e(message.sms)}</pre><p class="quiet">${e(words.parts.replace('{{count}}', String(message.smsParts)))}</p></main>`,
  )
}

/** Where there is nothing to show. `reason`: what is wrong with the content, as the check says it. */
export function nothingPage(lang: Lang, reason?: string): string {
  const words = SAMPLE_WORDS[lang]
  return html(
    lang,
    words.title,
    `${head(lang, words.title, address('', otherLang(lang)))}<p><a href="${address('', lang)}">${e(words.back)}</a></p>
<main><p>${e(reason === undefined ? words.notFound : words.failed)}</p>${reason === undefined ? '' : `<pre>${e(reason)}</pre>`}</main>`,
  )
}
