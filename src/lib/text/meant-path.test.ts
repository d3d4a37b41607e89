import fc from 'fast-check'
import { expect, test } from 'vitest'
import { askedLanguage, meantPath } from './meant-path.ts'

test.each([
  ['/en/home', '/home'],
  ['/en', '/home'],
  ['/en//evil.example/x', '/evil.example/x'],
  ['/en/\\evil.example', '/evil.example'],
  ['/EN-us/plan/list', '/plan/list'],
  ['/zh/home', '/cn/home'],
  ['/zh', '/cn'],
  ['/zh-CN/claims/FAQ', '/cn/claims/FAQ'],
  ['/zh_Hans/home', '/cn/home'],
  ['/CN/home', '/cn/home'],
  ['/home，', '/home'],
  ['/home%EF%BC%8C', '/home'],
  ['/cn/home%E3%80%82%EF%BC%89', '/cn/home'],
  ['/plan/list).', '/plan/list'],
  ['/plan/list%20', '/plan/list'],
  ['/en/home%E3%80%82', '/home'],
])('%s was meant as %s', (typed, meant) => expect(meantPath(typed)).toBe(meant))

test.each(['/home', '/cn/home', '/', '/english', '/zhang', '/%E4%BD%A0', '/%FF', '/a%', '/enough/home'])(
  '%s stays as it is',
  (path) => expect(meantPath(path)).toBe(path),
)

test('mended once, it is not mended again, and stays an address of ours', () => {
  fc.assert(
    fc.property(fc.webPath({ size: 'small' }), (path) => {
      const meant = meantPath(`/${path}`)
      expect(meantPath(meant)).toBe(meant)
    }),
  )
})

test.each([
  ['?lang=cn', { lang: 'cn', search: '' }],
  ['?a=1&lang=zh-CN&b=2', { lang: 'cn', search: '?a=1&b=2' }],
  ['?lang=EN', { lang: 'en', search: '' }],
  ['?lang=de', undefined],
  ['', undefined],
])('%s asks for a language', (search, asked) => expect(askedLanguage(search)).toEqual(asked))
