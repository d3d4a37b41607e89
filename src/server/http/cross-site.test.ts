import { expect, test } from 'vitest'
import { fromOtherSite } from './cross-site.ts'

const OWN = ['https://youfang.example', 'https://www.youfang.example']
const HOST = 'api.youfang.example'

test.each([
  ['our own page', { 'sec-fetch-site': 'same-origin', origin: 'https://api.youfang.example' }],
  ['a person who typed the address', { 'sec-fetch-site': 'none' }],
  ['a program', {}],
  ['the site on its own origin', { 'sec-fetch-site': 'same-site', origin: 'https://youfang.example' }],
  ['an older browser on our page', { origin: 'https://api.youfang.example' }],
])('%s may call', (_, headers) => {
  expect(fromOtherSite(headers, HOST, OWN)).toBe(false)
})

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['another site that hides its origin', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
  ['another site without an origin', { 'sec-fetch-site': 'cross-site' }],
  ['a neighbour under our domain', { 'sec-fetch-site': 'same-site', origin: 'https://blog.youfang.example' }],
  ['an older browser on another site', { origin: 'https://evil.example' }],
  ['an older browser in a frame of nobody', { origin: 'null' }],
])('%s may not', (_, headers) => {
  expect(fromOtherSite(headers, HOST, OWN)).toBe(true)
})
