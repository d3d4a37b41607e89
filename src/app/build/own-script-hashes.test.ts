import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { ownScriptHashes } from './own-script-hashes.build.ts'

const sha = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`
const page = (policy: string): string =>
  `<meta http-equiv="content-security-policy" content="img-src 'self'; ${policy}"><script>a()</script><style>s{}</style><script type="module">b()</script>`
const styles = `style-src 'self' ${sha('s{}')}`

test("a page's policy allows the inline scripts and styles of this page and no others", () => {
  const more = `${styles} ${sha('t{}')} ${sha('')}`
  expect(ownScriptHashes(page(`script-src 'self'; ${more}`))).toBe(page(`script-src 'self'; ${styles}`))
  expect(ownScriptHashes(`${page(more)}<astro-island>`)).toBe(`${page(more)}<astro-island>`)
  const given = page(`script-src 'self' ${sha('x()')} ${sha('a()')} ${sha('y()')} ${sha('b()')} ${sha('')}; ${styles}`)
  expect(ownScriptHashes(given)).toBe(page(`script-src 'self' ${sha('a()')} ${sha('b()')}; ${styles}`))
})

test('a page without a policy stays as it is', () => {
  expect(ownScriptHashes('<p>script</p>')).toBe('<p>script</p>')
})
