/**
 * A mail as HTML, in the site's colours. Mail programs know little CSS: Outlook lays out by tables, Gmail drops what it
 * does not know, and pictures are not loaded without a click. So there are no pictures, styles are inline, and a style
 * sheet only adds the dark colours and the phone's margins.
 */
import { escapeHtml as e } from '../../lib/text/escape-html.ts'
import { HTML_LANG, localPath, type Lang } from '../../lib/locale.ts'
import { SITE } from '../../lib/site.ts'

export interface MailParts {
  lang: Lang
  subject: string
  /** Paragraphs separated by an empty line, without the signature. */
  text: string
  /**
   * The page that the message is about, a button. Nothing else in the text becomes a link, even if a name or a reason
   * looks like one, except a line that is `devices`.
   */
  url: string | null
  /** The page where a person signs out other devices. */
  devices: string
  /** Label of the button that opens it. */
  action: string
  /** Shown large: a verification code. */
  code: string | null
  /** Says that nobody reads replies to this mail. */
  automatic: string
  /** The text below the button, before the bare address. */
  bareAddress: string
  /** For a kind of message that may be switched off: the page for that. */
  stop: { text: string; url: string } | null
  /** The same mail in the other language, below; `below` says so to its reader, above the first. */
  second?: MailParts & { below: string }
}

const FONT =
  "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'PingFang SC','Hiragino Sans GB','Microsoft YaHei','Noto Sans SC',Helvetica,Arial,sans-serif"
/** The light theme of `theme.css`, for mail programs that know no other. */
const INK = 'color:#17252b'
const QUIET = 'color:#46555a'
const TEAL = '#0f5c63'

const SHEET = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.card{padding:24px 20px!important}.page{padding:16px 12px!important}.row td{display:block!important;width:auto!important}.row .label{padding-bottom:0!important;border-bottom:0!important}.row .value{padding-top:0!important}}
@media (prefers-color-scheme:dark){body,.page{background:#10191c!important}.card{background:#162226!important;border-color:#293a3f!important}.ink{color:#f0ede6!important}.quiet{color:#b7c2c3!important}.mark,.link{color:#7fcbc8!important}.button{background:#7fcbc8!important}.button a{color:#07262a!important}.rule{border-color:#293a3f!important}.code{background:#16343a!important;color:#7fcbc8!important}}`

/** The whole document; `siteUrl` is the link of the name at its head. */
export function mailHtml(parts: MailParts, siteUrl: string): string {
  const { lang, subject, second } = parts
  const home = new URL(localPath(lang, '/home'), siteUrl).href
  return (
    `<!doctype html><html lang="${HTML_LANG[lang]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${e(subject)}</title><style>${SHEET}</style></head>` +
    `<body style="margin:0;background:#fbfaf7"><table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="page" align="center" style="padding:32px 16px;background:#fbfaf7">` +
    `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;text-align:left;font-family:${FONT}">` +
    `<tr><td style="padding:0 4px 16px"><a class="mark" href="${e(home)}" style="color:${TEAL};font-size:20px;font-weight:700;text-decoration:none">${wordmark(lang)}</a></td></tr>` +
    (second
      ? `<tr><td class="quiet" lang="${HTML_LANG[second.lang]}" style="padding:0 4px 16px;${QUIET};font-size:15px;line-height:1.5">${e(second.below)}</td></tr>`
      : '') +
    card(parts) +
    (second ? card(second) : '') +
    `</table></td></tr></table></body></html>`
  )
}

/** Heading, words and footer of one language. */
function card(parts: MailParts): string {
  const lang = `lang="${HTML_LANG[parts.lang]}"`
  return (
    `<tr><td class="card" ${lang} style="padding:32px;background:#ffffff;border:1px solid #e6e2da;border-radius:12px">` +
    `<h1 class="ink" style="margin:0 0 16px;${INK};font-size:22px;line-height:1.35;font-weight:700">${e(parts.subject)}</h1>${bodyOf(parts)}</td></tr>` +
    `<tr><td class="quiet" ${lang} style="padding:16px 4px ${parts.second ? '32px' : '0'};${QUIET};font-size:13px;line-height:1.6">${footerOf(parts)}</td></tr>`
  )
}

const wordmark = (lang: Lang): string =>
  lang === 'cn' ? e(SITE.cn.name) : `<span lang="zh-CN">${e(SITE.cn.short)}</span> ${e(SITE.en.short)}`

/** Paragraphs; lines of "label: value" as rows, the code large, the address as a button in its place. */
function bodyOf({ text, url, devices, action, code, bareAddress }: MailParts): string {
  const blocks = text.split(/\n{2,}/).map((block) => {
    const lines = block.split('\n')
    const opens = url !== null && block.includes(url)
    const rows = lines.map(labelled)
    if (!opens && rows.length > 1 && rows.every((row) => row !== undefined)) return tableOf(rows)
    const words = opens ? lines.map((line) => line.replace(url, '').trim()).filter(Boolean) : lines
    return (
      (words.length > 0 ? paragraph(words.map((line) => (line === devices ? link(line) : e(line))).join('<br>')) : '') +
      (opens ? button(url, action, bareAddress) : '')
    )
  })
  if (code !== null)
    blocks.splice(
      1,
      0,
      `<p class="code" style="margin:0 0 16px;padding:12px 20px;background:#e4f0ee;border-radius:12px;color:${TEAL};font-size:32px;line-height:1.25;font-weight:700;letter-spacing:6px;text-align:center">${e(code)}</p>`,
    )
  return blocks.join('')
}

/** "Premium: CNY 1,890", with either language's colon. */
function labelled(line: string): [label: string, value: string] | undefined {
  const found = /^([^:：]{1,24})[:：]\s*(.+)$/.exec(line)
  return found ? [found[1]!, found[2]!] : undefined
}

function tableOf(rows: readonly (readonly [string, string])[]): string {
  const cell = 'padding:10px 0;border-bottom:1px solid #e6e2da;font-size:15px;line-height:1.5;vertical-align:top'
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px">${rows
    .map(
      ([label, value]) =>
        `<tr class="row"><td class="label quiet rule" style="${cell};${QUIET};width:34%;padding-right:12px">${e(label)}</td><td class="value ink rule" style="${cell};${INK};font-weight:600">${e(value)}</td></tr>`,
    )
    .join('')}</table>`
}

const link = (address: string): string =>
  `<a class="link" href="${e(address)}" style="color:${TEAL};overflow-wrap:anywhere">${e(address)}</a>`

const paragraph = (html: string): string =>
  `<p class="ink" style="margin:0 0 16px;${INK};font-size:16px;line-height:1.6">${html}</p>`

/** The address is repeated below the button: some programs show no links, and some people want to see where a link goes. */
function button(address: string, action: string, bareAddress: string): string {
  const href = e(address)
  return (
    `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 12px"><tr><td class="button" style="background:${TEAL};border-radius:10px"><a href="${href}" style="display:inline-block;padding:12px 24px;color:#fbfaf7;font-size:16px;line-height:1.5;font-weight:600;text-decoration:none">${e(action)}</a></td></tr></table>` +
    `<p class="quiet" style="margin:0 0 20px;${QUIET};font-size:13px;line-height:1.5;overflow-wrap:anywhere;word-break:break-all"><span style="word-break:normal">${e(bareAddress)}</span><br><a class="link" href="${href}" style="color:${TEAL}">${href}</a></p>`
  )
}

function footerOf({ lang, automatic, stop }: MailParts): string {
  const site = SITE[lang]
  const lines = [site.operator, site.address, `${site.phone} · ${site.hours}`, site.email, automatic].map(e)
  return [
    ...lines,
    ...(stop ? [`<a class="link" href="${e(stop.url)}" style="color:${TEAL}">${e(stop.text)}</a>`] : []),
  ].join('<br>')
}
