import { expect, it } from 'vitest'
import { sitemapXml, wantsToBeFound } from './sitemap.ts'

it('lists open pages only', () => {
  expect(wantsToBeFound('/home', '<meta charset="utf-8" />')).toBe(true)
  expect(wantsToBeFound('/plan/details/us-campus', '')).toBe(true)
  expect(wantsToBeFound('/confirm', '<meta name="robots" content="noindex" />')).toBe(false)
  expect(wantsToBeFound('/', '')).toBe(false)
  expect(wantsToBeFound('/nowhere', '')).toBe(false)
})

it('names both twins of every page', () => {
  const xml = sitemapXml(['/home'], 'https://youfang.example')
  expect(xml.match(/<loc>/g)).toHaveLength(2)
  expect(xml).toContain('<loc>https://youfang.example/cn/home</loc>')
  expect(xml.match(/hreflang="zh-CN" href="https:\/\/youfang\.example\/cn\/home"/g)).toHaveLength(2)
})
