/** HTML of the sandbox gateway's pages: every value is escaped by the template itself. */
import { HTML_LANG, otherLang, type Lang } from '../../../../lib/locale.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { escapeHtml } from '../../../../lib/text/escape-html.ts'

export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Piece = Html | string | number | readonly Html[]

export function html(parts: TemplateStringsArray, ...values: Piece[]): Html {
  return new Html(parts.reduce((all, part, i) => all + htmlText(values[i - 1] ?? '') + part))
}

function htmlText(value: Piece): string {
  if (value instanceof Html) return value.text
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  return value.map((it) => it.text).join('')
}

export type Translate = (key: string, vars?: Record<string, unknown>) => string
export const translatorFor =
  (deps: Deps, lang: Lang): Translate =>
  (key, vars) =>
    deps.words(lang, key, vars)

/** A page of the gateway's: its name, a note that it is not a real one, and a link to the other language. */
export function page(lang: Lang, t: Translate, title: string, body: Html): string {
  const other = otherLang(lang)
  return html`<!doctype html>
<html lang="${HTML_LANG[lang]}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/sandbox/gateway/style.css"></head>
<body><header><div class="bar"><p class="name">${t('gateway:name')}</p><a href="?lang=${other}" lang="${HTML_LANG[other]}">${other === 'cn' ? '中文' : 'English'}</a></div>
<p class="strip">${t('gateway:notReal')}</p></header>
<main>${body}</main></body></html>`.text
}
