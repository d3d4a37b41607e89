import { expect, it } from 'vitest'
import { dayOfPage, robotsTxt, sitemapXml, wantsToBeFound } from './sitemap.ts'

const TODAY = '2026-11-28'

it('lists open pages only', () => {
  expect(wantsToBeFound('/home', '<meta charset="utf-8" />')).toBe(true)
  expect(wantsToBeFound('/plan/details/us-campus', '')).toBe(true)
  expect(wantsToBeFound('/confirm', '<meta name="robots" content="noindex" />')).toBe(false)
  expect(wantsToBeFound('/personal/order', '')).toBe(false)
  expect(wantsToBeFound('/', '')).toBe(false)
  expect(wantsToBeFound('/nowhere', '')).toBe(false)
})

it('names both twins of every page, and the one for everybody else', () => {
  const xml = sitemapXml([{ path: '/home' }], 'https://youfang.example')
  expect(xml.match(/<loc>/g)).toHaveLength(2)
  expect(xml).toContain('<loc>https://youfang.example/cn/home</loc>')
  expect(xml.match(/hreflang="zh-CN" href="https:\/\/youfang\.example\/cn\/home"/g)).toHaveLength(2)
  expect(xml.match(/hreflang="x-default" href="https:\/\/youfang\.example\/home"/g)).toHaveLength(2)
  expect(xml).not.toContain('lastmod')
})

it('tells the day of a text where the page tells it', () => {
  expect(dayOfPage('<title>Home</title>', TODAY)).toBeUndefined()
  expect(dayOfPage('<meta property="article:published_time" content="2026-11-17">', TODAY)).toBe('2026-11-17')
  const both =
    '<meta property="article:modified_time" content="2026-11-20"><meta property="article:published_time" content="2026-11-17">'
  expect(dayOfPage(both, TODAY)).toBe('2026-11-20')
  // Texts that apply from a day to come were not changed on it.
  expect(dayOfPage(both, '2026-11-18')).toBe('2026-11-18')
  expect(
    sitemapXml([{ path: '/notice/content/a', changed: '2026-11-17' }], 'https://youfang.example').match(
      /<lastmod>2026-11-17<\/lastmod>/g,
    ),
  ).toHaveLength(2)
})

it('leads search engines to the sitemap, and away from calls', () => {
  const robots = robotsTxt('https://youfang.example')
  expect(robots).toContain('Sitemap: https://youfang.example/sitemap.xml')
  expect(robots).toContain('Disallow: /index/')
})
