import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { all, readXml } from '../../../../tests/rules/xml.ts'
import { FEED_ITEMS, feedXml, htmlForFeedReaders, pubDate, type Feed, type FeedItem } from './rss-feed.ts'

const item = (over: Partial<FeedItem> = {}): FeedItem => ({
  title: 'Storm',
  url: 'https://youfang.example/notice/content/storm',
  date: '2026-11-19',
  summary: 'Where to call.',
  html: '<p>Call.</p>',
  ...over,
})
const feed = (items: readonly FeedItem[], over: Partial<Feed> = {}): string =>
  feedXml({
    lang: 'en',
    title: 'Notices',
    about: 'What changes',
    url: 'https://youfang.example/notice',
    self: 'https://youfang.example/notice/rss.xml',
    items,
    ...over,
  })
const textOf = (xml: string, name: string): string[] => all(readXml(xml), name).map(({ text }) => text)

describe('the feed of notices', () => {
  it('has what RSS asks of a channel and of an item', () => {
    const rss = readXml(feed([item()]))
    expect([rss.name, rss.attributes['version']]).toEqual(['rss', '2.0'])
    for (const name of ['title', 'link', 'description', 'language', 'atom:link'])
      expect(all(rss, name).length).toBeGreaterThan(0)
    expect(all(rss, 'atom:link')[0]?.attributes).toEqual({
      href: 'https://youfang.example/notice/rss.xml',
      rel: 'self',
      type: 'application/rss+xml',
    })
    const [first] = all(rss, 'item')
    expect(first?.children.map(({ name }) => name)).toEqual([
      'title',
      'link',
      'guid',
      'pubDate',
      'description',
      'content:encoded',
    ])
    expect(all(rss, 'guid')[0]).toMatchObject({
      attributes: { isPermaLink: 'true' },
      text: 'https://youfang.example/notice/content/storm',
    })
  })

  it('tells days as RSS wants them, beginning in Shanghai', () => {
    expect(pubDate('2026-11-17')).toBe('Tue, 17 Nov 2026 00:00:00 +0800')
    expect(pubDate('2027-02-01')).toBe('Mon, 01 Feb 2027 00:00:00 +0800')
    expect(Date.parse(pubDate('2026-03-08'))).toBe(Date.parse('2026-03-08T00:00:00+08:00'))
  })

  it('holds the newest, newest first', () => {
    const many = Array.from({ length: FEED_ITEMS + 5 }, (_, index) =>
      item({ date: `2026-${String(1 + (index % 12)).padStart(2, '0')}-${String(1 + (index % 28)).padStart(2, '0')}` }),
    )
    const days = textOf(feed(many), 'pubDate').map(Date.parse)
    expect(days).toHaveLength(FEED_ITEMS)
    expect(days).toEqual(days.toSorted((a, b) => b - a))
  })

  it('without a notice is still a feed', () => {
    expect(all(readXml(feed([])), 'item')).toEqual([])
  })

  it('stays well-formed and keeps the words, whatever they are', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(
            '<',
            '>',
            '&',
            '"',
            ']]>',
            '\u0000',
            '\u000b',
            '\ud800',
            '\uffff',
            '医',
            '😀',
            'a',
            '&amp;',
          ),
        }),
        fc.string(),
        (title, summary) => {
          const xml = feed([item({ title, summary, html: `<p>${summary}</p>` })])
          const plain = (text: string): string =>
            text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
          expect(textOf(xml, 'title')[1]).toBe(plain(title))
          expect(textOf(xml, 'description')[1]).toBe(plain(summary))
        },
      ),
    )
  })
})

describe('the text in a reader', () => {
  it('leads back to the site, and carries nothing of our style sheets', () => {
    const html =
      '<div class="table-scroll" tabindex="0" role="region" aria-label="Calls"><table class="ledger" data-columns="2"></table></div><h2 id="s1">A</h2><a href="/claims">b</a><a href="#s1">c</a><a href="tel:+61">d</a><a href="https://a.example/x">e</a>'
    expect(htmlForFeedReaders(html, 'https://youfang.example/cn/notice/content/storm')).toBe(
      '<div><table></table></div><h2>A</h2><a href="https://youfang.example/claims">b</a><a href="https://youfang.example/cn/notice/content/storm#s1">c</a><a href="tel:+61">d</a><a href="https://a.example/x">e</a>',
    )
  })
})
