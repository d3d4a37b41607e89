import { expect, test } from 'vitest'
import { escapeHtml } from './escape-html.ts'

test('what a person typed cannot become markup', () => {
  expect(escapeHtml(`<b a="'">&`)).toBe('&lt;b a=&quot;&#39;&quot;&gt;&amp;')
})
