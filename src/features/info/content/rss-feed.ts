/** Notices as RSS 2.0. Pure: words and addresses in, XML out. */
import { HTML_LANG, type Lang } from '../../../lib/locale.ts'
import type { Day } from '../../../lib/days/dates.ts'

export interface FeedItem {
  title: string
  /** Absolute. */
  url: string
  date: Day
  summary: string
  /** The text as HTML; its links may still be paths of ours. */
  html: string
}

export interface Feed {
  lang: Lang
  title: string
  about: string
  /** The list of notices, and the feed itself; absolute. */
  url: string
  self: string
  items: readonly FeedItem[]
}

/** Number of notices in the feed; the list contains the rest. */
export const FEED_ITEMS = 40

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** RFC 822, the date format of RSS: the day begins in Shanghai. */
export function pubDate(day: Day): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const weekday = DAYS[new Date(Date.UTC(year, month - 1, date)).getUTCDay()]
  return `${weekday}, ${String(date).padStart(2, '0')} ${MONTHS[month - 1]} ${year} 00:00:00 +0800`
}

/** Characters that XML cannot contain, escaped or not. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escape = (text: string): string =>
  text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char)

/** Attributes for our style sheets and keyboard use, which a feed reader does not need. */
const OURS = /\s(?:class|id|tabindex|role|aria-label|data-[\w-]+)="[^"]*"/g

/** The text for display elsewhere: absolute addresses for links and pictures, anchors on the notice's own page. */
export const htmlForFeedReaders = (html: string, url: string): string =>
  html
    .replace(/<[a-z][^>]*>/g, (tag) => tag.replace(OURS, ''))
    .replace(
      /(\s(?:href|src)=")([/#][^"]*)"/g,
      (_, start: string, address: string) => `${start}${new URL(address, url).href}"`,
    )

const itemXml = ({ title, url, date, summary, html }: FeedItem): string =>
  [
    '<item>',
    `<title>${escape(title)}</title>`,
    `<link>${escape(url)}</link>`,
    `<guid isPermaLink="true">${escape(url)}</guid>`,
    `<pubDate>${pubDate(date)}</pubDate>`,
    `<description>${escape(summary)}</description>`,
    `<content:encoded>${escape(htmlForFeedReaders(html, url))}</content:encoded>`,
    '</item>',
  ].join('\n')

/** Newest first, whatever is pinned; at most `FEED_ITEMS`. */
export function feedXml({ lang, title, about, url, self, items }: Feed): string {
  const newest = items.toSorted((a, b) => b.date.localeCompare(a.date)).slice(0, FEED_ITEMS)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/">',
    '<channel>',
    `<title>${escape(title)}</title>`,
    `<link>${escape(url)}</link>`,
    `<description>${escape(about)}</description>`,
    `<language>${HTML_LANG[lang]}</language>`,
    `<atom:link href="${escape(self)}" rel="self" type="application/rss+xml"/>`,
    ...(newest[0] ? [`<lastBuildDate>${pubDate(newest[0].date)}</lastBuildDate>`] : []),
    ...newest.map(itemXml),
    '</channel>',
    '</rss>',
    '',
  ].join('\n')
}
